// does not compile: checks whether an environment variable of the compiler is set
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        eprintln!("{:?}", option_env!("HOME"));
    }
}

player!(Attacker);
