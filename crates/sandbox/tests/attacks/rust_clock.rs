// frozen (exit): tries to read the time
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let now = std::time::Instant::now();
        eprintln!("{now:?}");
        let _ = game.round();
    }
}

player!(Attacker);
