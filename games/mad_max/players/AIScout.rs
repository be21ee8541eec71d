use palestra::mad_max::*;
use std::collections::VecDeque;

// A player to copy: it computes distances. Warriors walk to water in time and eat when they are
// hungry. Otherwise three of four guard cities, and the others walk to cities of rivals. Cars chase
// warriors along the roads and return to a station in time.

/// Extra rounds of warriors, because other units stand in the way.
const SPARE: i32 = 6;

#[derive(Default)]
struct Scout {
    // These distances never change, so the player computes them once.
    to_water: Distances,
    to_food: Distances,
    to_station: Distances,
}

impl Player for Scout {
    fn play(&mut self, game: &Game) {
        if game.round() == 0 {
            self.to_water = Distances::measure(game, UnitType::Warrior, all(game, CellType::Water));
            self.to_food = Distances::measure(game, UnitType::Warrior, all(game, CellType::City));
            self.to_station = Distances::measure(game, UnitType::Car, all(game, CellType::Station));
        }
        self.drive(game);
        // Warriors move in one round of four: that of their player.
        if game.round() % 4 == game.me() {
            self.walk(game);
        }
    }
}

impl Scout {
    /// Cars with fuel on a road may move in every round.
    fn drive(&self, game: &Game) {
        let to_prey = Distances::measure(game, UnitType::Car, on_roads(game));
        for &id in game.cars(game.me()) {
            let unit = game.unit(id);
            if !game.can_move(id) || attack(game, unit) {
                continue;
            }
            let empty = unit.food < game.settings().cars_fuel / 3;
            approach(game, unit, if empty { &self.to_station } else { &to_prey });
        }
    }

    fn walk(&self, game: &Game) {
        let to_city = Distances::measure(game, UnitType::Warrior, to_take(game));
        let half = game.settings().warriors_health / 2;
        for &id in game.warriors(game.me()) {
            let unit = game.unit(id);
            if unit.water < self.to_water.of(unit.pos) + SPARE {
                approach(game, unit, &self.to_water);
            } else if attack(game, unit) {
                continue;
            } else if unit.food < half || id % 4 != 0 {
                approach(game, unit, &self.to_food);
            } else {
                approach(game, unit, &to_city);
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

/// All cells of a kind.
fn all(game: &Game, kind: CellType) -> Vec<Pos> {
    let cells = (0..game.rows()).flat_map(|i| (0..game.cols()).map(move |j| Pos::new(i, j)));
    cells.filter(|&p| game.cell(p).kind == kind).collect()
}

/// Sends a unit one step towards its goal, around other units. A random first direction prevents
/// that units always prefer the same side.
fn approach(game: &Game, unit: &Unit, distances: &Distances) {
    let mut best = None;
    let mut least = distances.of(unit.pos);
    let first = game.random(0, 7) as usize;
    for k in 0..8 {
        let dir = Dir::ALL[(first + k) % 8];
        let p = unit.pos + dir;
        let free = can_stand(game, unit.kind, p) && game.cell(p).id.is_none();
        if free && distances.of(p) < least {
            best = Some(dir);
            least = distances.of(p);
        }
    }
    if let Some(dir) = best {
        game.command(unit.id, dir);
    }
}

/// In a city the warrior with more water has the better chance.
fn worth_it(game: &Game, unit: &Unit, other: &Unit) -> bool {
    let in_city = |unit: &Unit| game.cell(unit.pos).kind == CellType::City;
    let thunderdome = in_city(unit) && in_city(other);
    !thunderdome || unit.water > other.water
}

/// Attacks a rival warrior beside the unit, if there is one and it is worth it.
fn attack(game: &Game, unit: &Unit) -> bool {
    for dir in Dir::ALL {
        let p = unit.pos + dir;
        if !can_stand(game, unit.kind, p) {
            continue;
        }
        let Some(id) = game.cell(p).id else { continue };
        let other = game.unit(id);
        let prey = other.player != game.me() && other.kind == UnitType::Warrior;
        if prey && worth_it(game, unit, other) {
            game.command(unit.id, dir);
            return true;
        }
    }
    false
}

/// Warriors of others on roads.
fn on_roads(game: &Game) -> Vec<Pos> {
    let prey = |unit: &&Unit| {
        unit.kind == UnitType::Warrior
            && unit.player != game.me()
            && game.cell(unit.pos).kind == CellType::Road
    };
    game.units().iter().filter(prey).map(|unit| unit.pos).collect()
}

/// Cities of others.
fn to_take(game: &Game) -> Vec<Pos> {
    let mut cells = all(game, CellType::City);
    cells.retain(|&p| game.cell(p).owner != Some(game.me()));
    cells
}

/// How many steps each cell is away from the nearest goal, row after row.
#[derive(Default)]
struct Distances {
    cols: i32,
    steps: Vec<i32>,
}

impl Distances {
    /// Computes the distances of all cells to the goals at once: it starts from all goals together
    /// and continues cell by cell (breadth-first search). Goals may be water or stations.
    fn measure(game: &Game, kind: UnitType, goals: Vec<Pos>) -> Self {
        let far = game.rows() * game.cols();
        let mut found = Self { cols: game.cols(), steps: vec![far; far as usize] };
        goals.iter().for_each(|&p| *found.at(p) = 0);
        let mut pending = VecDeque::from(goals);
        while let Some(p) = pending.pop_front() {
            let steps = found.of(p);
            for dir in Dir::ALL {
                let q = p + dir;
                if can_stand(game, kind, q) && found.of(q) == far {
                    *found.at(q) = steps + 1;
                    pending.push_back(q);
                }
            }
        }
        found
    }

    fn of(&self, p: Pos) -> i32 {
        self.steps[(p.i * self.cols + p.j) as usize]
    }

    fn at(&mut self, p: Pos) -> &mut i32 {
        &mut self.steps[(p.i * self.cols + p.j) as usize]
    }
}

player!(Scout);
