// frozen (orders): gives 1001 orders in a round
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        for id in 0..1001 {
            game.command(id, Dir::Top);
        }
    }
}

player!(Attacker);
