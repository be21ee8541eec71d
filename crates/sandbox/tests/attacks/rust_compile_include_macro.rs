// does not compile: builds the name of the macro that includes a file
use palestra::dominator::*;

macro_rules! take {
    ($name:ident) => {
        let _ = $name!("/etc/passwd");
    };
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        take!(include_str);
        let _ = game.round();
    }
}

player!(Attacker);
