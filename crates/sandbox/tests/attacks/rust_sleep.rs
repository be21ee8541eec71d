// frozen (exit): tries to sleep until the match is over
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        std::thread::sleep(std::time::Duration::from_secs(1000));
    }
}

player!(Attacker);
