// does not compile: links a library of the build machine
use palestra::dominator::*;

#[link(name = "passwd", kind = "static", modifiers = "+verbatim")]
unsafe extern "C" {
    fn evil();
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        unsafe { evil() };
        let _ = game.round();
    }
}

player!(Attacker);
