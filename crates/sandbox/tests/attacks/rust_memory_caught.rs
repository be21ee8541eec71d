// harmless: fills its memory, catches the error, and continues
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut all: Vec<Vec<u8>> = Vec::new();
        loop {
            let mut more = Vec::new();
            if more.try_reserve_exact(1 << 20).is_err() {
                break;
            }
            all.push(more);
        }
        let _ = game.round();
    }
}

player!(Attacker);
