// frozen (stack): has a local array of 32 MB
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut all = [game.round(); 8 << 20];
        std::hint::black_box(&mut all);
    }
}

player!(Attacker);
