// does not compile: includes a file of the machine in a roundabout way
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
