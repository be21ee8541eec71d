use palestra::mad_max::*;

// A simple player: its units attack rival warriors beside them, and otherwise move at random.
// Warriors stay in cities to eat and to hold them, until they are thirsty. Cars stay on roads. Read
// it, copy it, beat it.

#[derive(Default)]
struct Demo;

impl Player for Demo {
    fn play(&mut self, game: &Game) {
        let me = game.me();
        for &id in game.warriors(me).iter().chain(game.cars(me)) {
            if !game.can_move(id) {
                continue;
            }
            let dir = choose(game, game.unit(id));
            if dir != Dir::None {
                game.command(id, dir);
            }
        }
    }
}

/// Whether a unit of this kind may stand on a cell.
fn can_stand(game: &Game, kind: UnitType, p: Pos) -> bool {
    game.pos_ok(p)
        && match game.cell(p).kind {
            CellType::Desert | CellType::Road => true,
            CellType::City => kind == UnitType::Warrior,
            _ => false,
        }
}

fn beside_water(game: &Game, p: Pos) -> bool {
    Dir::ALL
        .iter()
        .map(|&dir| p + dir)
        .any(|q| game.pos_ok(q) && game.cell(q).kind == CellType::Water)
}

/// Whether a warrior should stay where it is.
fn is_content(game: &Game, unit: &Unit) -> bool {
    if unit.water > game.settings().warriors_health / 2 {
        return game.cell(unit.pos).kind == CellType::City;
    }
    beside_water(game, unit.pos)
}

/// The next step of a unit: onto a rival warrior beside it, or to a free cell.
fn choose(game: &Game, unit: &Unit) -> Dir {
    for dir in Dir::ALL {
        let p = unit.pos + dir;
        if !can_stand(game, unit.kind, p) {
            continue;
        }
        if let Some(id) = game.cell(p).id {
            let other = game.unit(id);
            if other.player != game.me() && other.kind == UnitType::Warrior {
                return dir;
            }
        }
    }
    if unit.kind == UnitType::Warrior && is_content(game, unit) {
        return Dir::None;
    }

    let dir = Dir::ALL[game.random(0, 7) as usize];
    let p = unit.pos + dir;
    if !can_stand(game, unit.kind, p) || game.cell(p).id.is_some() {
        return Dir::None;
    }
    let on_road = |p: Pos| game.cell(p).kind == CellType::Road;
    if unit.kind == UnitType::Car && on_road(unit.pos) && !on_road(p) {
        return Dir::None;
    }
    dir
}

player!(Demo);
