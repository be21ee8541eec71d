// does not compile: has functions that call each other with larger and larger types
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
