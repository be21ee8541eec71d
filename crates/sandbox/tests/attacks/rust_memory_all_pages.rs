// harmless: takes all memory pages that it can get
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        while core::arch::wasm32::memory_grow(0, 16) != usize::MAX {}
        let _ = game.round();
    }
}

player!(Attacker);
