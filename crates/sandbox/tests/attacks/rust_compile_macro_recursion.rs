// does not compile: has a macro that calls itself without end
#![recursion_limit = "4000000000"]
use palestra::dominator::*;

macro_rules! bomb {
    ($($x:tt)*) => {
        bomb!($($x)* $($x)*)
    };
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        bomb!(1);
    }
}

player!(Attacker);
