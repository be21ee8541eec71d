use palestra::dominator::*;

// A simple player to start from: every unit wanders at random. The comments say what a better
// player would look at. AIScout.rs is a better one.

#[derive(Default)]
struct Demo;

impl Player for Demo {
    fn play(&mut self, game: &Game) {
        for unit in game.units() {
            if unit.player != 0 {
                continue; // I am always player 0
            }
            // Witches move now and then, and knights rest every other round.
            let rests = match unit.kind {
                UnitType::Witch => game.round() % 8 != 0,
                UnitType::Knight => game.round() % 2 != 0,
                UnitType::Farmer => false,
            };
            if rests {
                continue;
            }

            // Knights know eight directions, farmers and witches four. A better farmer would
            // look for the nearest cell with game.cell(pos).owner != Some(0).
            let dir = match unit.kind {
                UnitType::Knight => Dir::ALL[game.random(0, 7) as usize],
                _ => Dir::STRAIGHT[game.random(0, 3) as usize],
            };
            let target = unit.pos + dir;
            if game.pos_ok(target) && game.cell(target).kind == CellType::Empty {
                game.command(unit.id, dir);
            }
        }
    }
}

player!(Demo);
