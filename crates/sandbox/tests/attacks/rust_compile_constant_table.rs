// does not compile: has a table of 4 GB that the compiler must compute
#![allow(long_running_const_eval)]
use palestra::dominator::*;

const fn table() -> [[u64; 1 << 16]; 1 << 13] {
    let mut all = [[0; 1 << 16]; 1 << 13];
    let mut n = 0;
    while n < 1 << 29 {
        all[n >> 16][n & 0xFFFF] = n as u64;
        n += 1;
    }
    all
}

const TABLE: [[u64; 1 << 16]; 1 << 13] = table();

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        std::hint::black_box(&TABLE);
    }
}

player!(Attacker);
