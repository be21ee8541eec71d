// does not compile: chooses to be a program for the build machine
#![crate_type = "bin"]
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
