// harmless: waits for input that never arrives
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut line = String::new();
        let _ = std::io::stdin().read_line(&mut line);
        let _ = game.round();
    }
}

player!(Attacker);
