// frozen (fuel): calls itself without end, in a form that the compiler turns into a loop
use palestra::dominator::*;

#[allow(unconditional_recursion)]
fn sum(n: u64) -> u64 {
    n + sum(n + 1)
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        if sum(game.round() as u64) == 1 {
            game.command(0, Dir::Top);
        }
    }
}

player!(Attacker);
