// does not compile: has types that contain each other without end
#![recursion_limit = "4000000000"]
use palestra::dominator::*;

fn grow<T: Copy>(x: T) {
    if std::hint::black_box(true) {
        grow((x, x));
    }
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        grow(game.round());
    }
}

player!(Attacker);
