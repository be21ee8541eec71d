// does not compile: builds the path of a file with `concat!` and includes it
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
