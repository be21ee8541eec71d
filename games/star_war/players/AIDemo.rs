use palestra::star_war::*;

// A simple player: every starship shoots at a rival close ahead, takes a bonus that it can reach in
// this round, and otherwise makes any move that looks safe now. It does not plan later rounds. Read
// it, copy it, beat it.

#[derive(Default)]
struct Demo;

impl Player for Demo {
    fn play(&mut self, game: &Game) {
        for id in game.starships_of(game.me()) {
            if game.starship(id).alive {
                steer(game, game.starship(id));
            }
        }
    }
}

fn steer(game: &Game, ship: &Starship) {
    if ship.missiles > 0 && target_ahead(game, ship.pos) {
        return game.shoot(ship.id);
    }

    // All safe directions, or only those with a bonus if there are any.
    let safe: Vec<(Dir, bool)> =
        Dir::ALL.iter().filter_map(|&dir| Some((dir, look(game, ship.pos, dir)?))).collect();
    let found = safe.iter().any(|&(_, bonus)| bonus);
    let good: Vec<Dir> =
        safe.iter().filter(|(_, bonus)| *bonus == found).map(|(dir, _)| *dir).collect();
    if !good.is_empty() {
        game.steer(ship.id, good[game.random(0, good.len() as i32 - 1) as usize]);
    } else if ship.missiles > 0 {
        game.shoot(ship.id); // it destroys what is ahead
    }
}

/// Whether a starship of somebody else is up to four columns ahead, with nothing between.
fn target_ahead(game: &Game, p: Pos) -> bool {
    for k in 1..=4 {
        match game.cell(p + Pos::new(0, k)) {
            Cell::Starship(id) => return game.player_of(id) != game.me(),
            Cell::Empty => {}
            _ => return false,
        }
    }
    false
}

/// Whether a starship can move so without leaving the window of the next round and without
/// crashing into what it sees now: `Some`, with whether there is a bonus on the way.
fn look(game: &Game, p: Pos, dir: Dir) -> Option<bool> {
    if !game.within_window(p + dir, game.round() + 1) {
        return None;
    }
    if dir == Dir::SLOW {
        return Some(false);
    }
    let mut bonus = false;
    for &step in dir.way() {
        match game.cell(p + step) {
            Cell::Asteroid | Cell::Starship(_) | Cell::Missile(_) => return None,
            Cell::PointBonus | Cell::MissileBonus => bonus = true,
            Cell::Empty => {}
        }
    }
    Some(bonus)
}

player!(Demo);
