// frozen (exit): panics
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let units: Vec<i32> = Vec::new();
        let _ = game.unit(units[game.farmers(0).len()]);
    }
}

player!(Attacker);
