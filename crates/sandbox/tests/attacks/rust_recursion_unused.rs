// frozen (fuel): calls itself without end for an unused result
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

#[allow(unconditional_recursion)]
fn count(n: i32) -> i32 {
    1 + count(n.wrapping_add(1))
}

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = count(game.round());
    }
}

player!(Attacker);
