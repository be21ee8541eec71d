// does not compile: includes `/etc/passwd` with the assembler
use palestra::dominator::*;

core::arch::global_asm!(".incbin \"/etc/passwd\"");

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
