// frozen (fuel): runs for ever before the arena has said anything
use palestra::dominator::*;

#[unsafe(export_name = "_initialize")]
extern "C" fn first() {
    loop {}
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
