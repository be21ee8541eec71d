// does not compile: embeds a file of the machine
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = include_bytes!("/etc/passwd");
        let _ = game.round();
    }
}

player!(Attacker);
