// frozen (exit): gives the arena a text outside of its memory
use palestra::dominator::*;

#[link(wasm_import_module = "palestra")]
unsafe extern "C" {
    fn fail(kind: i32, text: usize, size: usize);
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        unsafe { fail(0, 0xFFFF_FF00, 0x7FFF_FFFF) };
        let _ = game.round();
    }
}

player!(Attacker);
