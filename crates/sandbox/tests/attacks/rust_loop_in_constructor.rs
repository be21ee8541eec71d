// frozen (fuel): loops without end in `default()`
use palestra::dominator::*;

impl Default for Attacker {
    fn default() -> Self {
        loop {}
    }
}

struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
