// frozen (exit): calls exit
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        std::process::exit(3)
    }
}

player!(Attacker);
