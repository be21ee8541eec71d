// does not compile: includes a folder through an alias of the macro
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        use std::include_bytes as f;
        eprintln!("{:?}", f!("/proc/self"));
    }
}

player!(Attacker);
