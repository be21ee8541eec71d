// harmless: writes a megabyte to stderr every round
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        eprintln!("{}", "x".repeat(1 << 20));
    }
}

player!(Attacker);
