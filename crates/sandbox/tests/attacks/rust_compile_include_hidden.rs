// does not compile: includes `/etc/passwd` through an alias of the macro
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        use std::include as take;
        let _: &[u8] = take!("/etc/passwd");
        let _ = game.round();
    }
}

player!(Attacker);
