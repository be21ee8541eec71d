// does not compile: loops without end while the compiler evaluates a constant
#![allow(long_running_const_eval)]
use palestra::dominator::*;

const FOREVER: u64 = {
    let mut n = 0_u64;
    loop {
        n = n.wrapping_add(1);
        if n == u64::MAX {
            break n;
        }
    }
};

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        std::hint::black_box(FOREVER);
    }
}

player!(Attacker);
