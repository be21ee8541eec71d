// does not compile: assembler in the source
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
