// frozen (fuel): writes to stderr without end
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        loop {
            eprintln!("{}", game.round());
        }
    }
}

player!(Attacker);
