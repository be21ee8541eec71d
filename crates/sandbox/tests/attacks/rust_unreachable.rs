// frozen (trap): executes an unreachable instruction
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        core::arch::wasm32::unreachable()
    }
}

player!(Attacker);
