// harmless: gives orders to units of other players, and to units that do not exist
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        for id in [-1, i32::MAX, i32::MIN].into_iter().chain(0..200) {
            if game.units().get(id as usize).is_none_or(|unit| unit.player != 0) {
                game.command(id, Dir::Top);
            }
        }
    }
}

player!(Attacker);
