// does not compile: a module that is a file of the machine
use palestra::dominator::*;

#[path = "/etc/passwd"]
mod secret;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
