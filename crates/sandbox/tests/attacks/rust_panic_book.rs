// frozen (exit): panics with a message of megabytes
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        let book = "x".repeat(4 << 20);
        panic!("{book}");
    }
}

player!(Attacker);
