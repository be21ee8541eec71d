// does not compile: enables an unstable feature of the language
#![feature(link_args, asm_experimental_arch)]
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
