// frozen (memory): makes a vector of 500 million numbers
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut all = vec![game.round(); 500_000_000];
        std::hint::black_box(&mut all);
    }
}

player!(Attacker);
