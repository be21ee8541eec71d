// does not compile: reads an environment variable of the compiler, through an alias of the macro
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
