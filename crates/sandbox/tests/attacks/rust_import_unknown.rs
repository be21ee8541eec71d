// refused: imports a function that the arena does not have
use palestra::dominator::*;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    fn evil();
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        unsafe { evil() };
        let _ = game.round();
    }
}

player!(Attacker);
