// frozen (exit): divides by zero
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let zero = std::hint::black_box(0);
        game.command(game.round() / zero, Dir::Top);
    }
}

player!(Attacker);
