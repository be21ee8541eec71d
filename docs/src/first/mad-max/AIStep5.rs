use palestra::mad_max::*;
use std::collections::VecDeque;

#[derive(Default)]
struct Step5 {
    // These distances never change.
    to_water: Distances,
    to_city: Distances,
    to_station: Distances,
    /// By cell: whether a rival's car may be there before our warriors move again.
    threatened: Vec<bool>,
}

impl Player for Step5 {
    fn play(&mut self, game: &Game) {
        if game.round() == 0 {
            self.to_water = Distances::measure(game, UnitType::Warrior, all(game, CellType::Water));
            self.to_city = Distances::measure(game, UnitType::Warrior, all(game, CellType::City));
            self.to_station = Distances::measure(game, UnitType::Car, all(game, CellType::Station));
        }
        self.drive(game);

        // Warriors move in one round of four.
        if game.round() % 4 == game.me() {
            self.walk(game);
        }
    }
}

impl Step5 {
    /// Cars hunt, and drive back to a station while they have the fuel.
    fn drive(&self, game: &Game) {
        let to_prey = Distances::measure(game, UnitType::Car, prey(game));
        for &id in game.cars(game.me()) {
            let unit = game.unit(id);
            if !game.can_move(id) || attack(game, unit) {
                continue;
            }
            let low = unit.food < game.settings().cars_fuel / 3;
            self.approach(game, unit, if low { &self.to_station } else { &to_prey });
        }
    }

    fn walk(&mut self, game: &Game) {
        self.look(game);
        let to_rival = Distances::measure(game, UnitType::Warrior, to_take(game));
        for &id in game.warriors(game.me()) {
            let unit = game.unit(id);
            // Fifteen more rounds, because other units stand in the way.
            if unit.water < self.to_water.of(unit.pos) + 15 {
                self.approach(game, unit, &self.to_water);
            } else if !attack(game, unit) {
                let hungry = unit.food < game.settings().warriors_health / 2;
                let home = hungry || id % 4 != 0;
                self.approach(game, unit, if home { &self.to_city } else { &to_rival });
            }
        }
    }

    /// Follows the cars of rivals for the four rounds until our warriors move again.
    fn look(&mut self, game: &Game) {
        self.threatened = vec![false; (game.rows() * game.cols()) as usize];
        let rivals = (0..4).filter(|&player| player != game.me());
        for &id in rivals.flat_map(|player| game.cars(player)) {
            let car = game.unit(id);
            let mut reached = vec![car.pos];
            for t in 0..4 {
                for k in 0..reached.len() {
                    let p = reached[k];
                    let on_road = game.cell(p).kind == CellType::Road && car.food > 0;
                    if !on_road && (game.round() + t) % 4 != car.player {
                        continue;
                    }
                    for dir in Dir::ALL {
                        let q = p + dir;
                        if !can_stand(game, UnitType::Car, q) {
                            continue;
                        }
                        let known = &mut self.threatened[(q.i * game.cols() + q.j) as usize];
                        if !*known {
                            *known = true;
                            reached.push(q);
                        }
                    }
                }
            }
        }
    }

    /// The cost of a place for a unit: the steps to its goal, and three more for danger.
    fn cost(&self, game: &Game, unit: &Unit, p: Pos, distances: &Distances) -> i32 {
        let danger = unit.kind == UnitType::Warrior
            && game.cell(p).kind != CellType::City
            && self.threatened[(p.i * game.cols() + p.j) as usize];
        distances.of(p) + if danger { 3 } else { 0 }
    }

    /// One step nearer to the goal, around units in the way.
    fn approach(&self, game: &Game, unit: &Unit, distances: &Distances) {
        let mut best = None;
        let mut least = self.cost(game, unit, unit.pos, distances);
        let start = game.random(0, 7) as usize; // so that not all units prefer the same side
        for k in 0..8 {
            let dir = Dir::ALL[(start + k) % 8];
            let p = unit.pos + dir;
            if !can_stand(game, unit.kind, p) || game.cell(p).id.is_some() {
                continue;
            }
            let cost = self.cost(game, unit, p, distances);
            if cost < least {
                least = cost;
                best = Some(dir);
            }
        }
        if let Some(dir) = best {
            game.command(unit.id, dir);
        }
    }
}

/// Whether a unit of this type may stand on a cell.
fn can_stand(game: &Game, kind: UnitType, p: Pos) -> bool {
    game.pos_ok(p)
        && match game.cell(p).kind {
            CellType::Desert | CellType::Road => true,
            CellType::City => kind == UnitType::Warrior,
            _ => false,
        }
}

/// All cells of a type.
fn all(game: &Game, kind: CellType) -> Vec<Pos> {
    let cells = (0..game.rows()).flat_map(|i| (0..game.cols()).map(move |j| Pos::new(i, j)));
    cells.filter(|&p| game.cell(p).kind == kind).collect()
}

/// Attacks a rival's warrior beside the unit. Returns whether there is one.
fn attack(game: &Game, unit: &Unit) -> bool {
    let in_city = |p: Pos| game.cell(p).kind == CellType::City;
    for dir in Dir::ALL {
        let p = unit.pos + dir;
        if !can_stand(game, unit.kind, p) {
            continue;
        }
        let Some(id) = game.cell(p).id else { continue };
        let other = game.unit(id);
        if other.player == game.me() || other.kind == UnitType::Car {
            continue;
        }
        // In cities the warrior with more water has the better chance.
        let thunderdome = in_city(unit.pos) && in_city(p);
        if !thunderdome || unit.water > other.water {
            game.command(unit.id, dir);
            return true;
        }
    }
    false
}

/// Where warriors of rivals are outside cities.
fn prey(game: &Game) -> Vec<Pos> {
    let outside = |unit: &&Unit| {
        unit.kind == UnitType::Warrior
            && unit.player != game.me()
            && game.cell(unit.pos).kind != CellType::City
    };
    game.units().iter().filter(outside).map(|unit| unit.pos).collect()
}

/// Cells of the cities that are not mine.
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

player!(Step5);
