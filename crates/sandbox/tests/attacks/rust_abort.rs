// frozen (exit): calls abort
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        std::process::abort()
    }
}

player!(Attacker);
