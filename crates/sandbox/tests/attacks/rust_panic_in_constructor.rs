// frozen (exit): panics before the match begins
use palestra::dominator::*;

impl Default for Attacker {
    fn default() -> Self {
        panic!("not today")
    }
}

struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
