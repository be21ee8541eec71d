// frozen (fuel): loops without end in `play()`
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        loop {}
    }
}

player!(Attacker);
