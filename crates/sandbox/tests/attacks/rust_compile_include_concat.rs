// does not compile: puts the name of a file of the machine together
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        eprintln!("{}", include_str!(concat!("/etc/", "passwd")));
    }
}

player!(Attacker);
