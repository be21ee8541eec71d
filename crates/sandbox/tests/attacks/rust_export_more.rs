// harmless: exports a function that the arena does not call
use palestra::dominator::*;

#[unsafe(no_mangle)]
extern "C" fn palestra_more(n: u32) -> u32 {
    n
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
