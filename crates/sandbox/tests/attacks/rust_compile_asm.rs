// does not compile: contains assembly code
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        unsafe { core::arch::asm!("unreachable") };
        let _ = game.round();
    }
}

player!(Attacker);
