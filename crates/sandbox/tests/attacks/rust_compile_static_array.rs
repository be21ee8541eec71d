// does not compile: has a global array of 256 MB
use palestra::dominator::*;

static ALL: [u8; 256 << 20] = [7; 256 << 20];

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        std::hint::black_box(&ALL);
        let _ = game.round();
    }
}

player!(Attacker);
