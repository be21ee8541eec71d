// frozen (fuel): loops without end before the first call of the arena
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
