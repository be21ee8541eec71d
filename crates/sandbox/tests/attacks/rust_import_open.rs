// frozen (trap): opens a file by its system name
use palestra::dominator::*;

#[link(wasm_import_module = "wasi_snapshot_preview1")]
unsafe extern "C" {
    fn path_open(
        dir: i32,
        flags: i32,
        path: *const u8,
        size: i32,
        open: i32,
        rights: i64,
        inherit: i64,
        flags: i32,
        fd: *mut i32,
    ) -> i32;
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut fd = 0;
        unsafe { path_open(3, 0, b"x".as_ptr(), 1, 0, 0, 0, 0, &mut fd) };
        let _ = game.round();
    }
}

player!(Attacker);
