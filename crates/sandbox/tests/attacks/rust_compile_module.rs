// does not compile: has a module in `/etc/passwd`
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
