// does not compile: replaces a function of the player interface
use palestra::dominator::*;

#[unsafe(no_mangle)]
extern "C" fn palestra_play(_: usize, _: usize) -> usize {
    0
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
