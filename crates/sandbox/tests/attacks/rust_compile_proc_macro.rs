// does not compile: tries to run inside the compiler
#![crate_type = "proc-macro"]
use palestra::dominator::*;

extern crate proc_macro;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
