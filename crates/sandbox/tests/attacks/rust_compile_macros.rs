// does not compile: has macros that expand to 2 to the 30th
use palestra::dominator::*;

macro_rules! bomb {
    (x $($rest:tt)*) => {
        bomb!($($rest)*);
        bomb!($($rest)*);
    };
    () => {
        std::hint::black_box(1);
    };
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        bomb!(x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x);
    }
}

player!(Attacker);
