// does not compile: functions that need each other for ever larger types
#![recursion_limit = "100000000"]
use palestra::dominator::*;

fn grow<T>(n: u64, it: T) -> u64 {
    if n == 0 { 0 } else { grow(n - 1, (it, n)) }
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        std::hint::black_box(grow(9, ()));
    }
}

player!(Attacker);
