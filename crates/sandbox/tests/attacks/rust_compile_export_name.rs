// does not compile: replaces a function of the player interface, with `export_name`
use palestra::dominator::*;

#[unsafe(export_name = "palestra_begin")]
extern "C" fn other(_: usize) {}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
