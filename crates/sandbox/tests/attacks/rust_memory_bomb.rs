// frozen (memory): allocates a MB at a time and keeps it
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        loop {
            std::mem::forget(std::hint::black_box(vec![1_u8; 1 << 20]));
        }
    }
}

player!(Attacker);
