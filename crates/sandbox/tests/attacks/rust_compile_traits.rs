// does not compile: has traits that the compiler cannot resolve in time
#![recursion_limit = "4000000000"]
use palestra::dominator::*;

trait Endless {}

struct More<T>(T);

impl<T> Endless for T where More<T>: Endless {}

fn prove<T: Endless>() {}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        prove::<i32>();
        let _ = game.round();
    }
}

player!(Attacker);
