// does not compile: includes `/etc/passwd` with `include_bytes!`
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
