// does not compile: reads the environment of the compiler
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        use std::env as take;
        let _ = take!("HOME");
        let _ = game.round();
    }
}

player!(Attacker);
