use palestra::mad_max::*;
use std::collections::{HashSet, VecDeque};

/// How many rounds it looks ahead for cars of rivals.
const AHEAD: i32 = 12;

#[derive(Default)]
struct Step5 {
    // These distances never change.
    to_water: Table,
    to_city: Table,
    to_station: Table,
    /// Cells where our units are, or go now.
    taken: HashSet<Pos>,
    /// By cell: the sooner a rival's car can be there, the more.
    danger: Table,
}

impl Player for Step5 {
    fn play(&mut self, game: &Game) {
        if game.round() == 0 {
            self.to_water = measure(game, UnitType::Warrior, all(game, CellType::Water));
            self.to_city = measure(game, UnitType::Warrior, all(game, CellType::City));
            self.to_station = measure(game, UnitType::Car, all(game, CellType::Station));
        }
        let prey = self.look(game);
        // Warriors move in one round of four.
        if game.round() % 4 == game.me() {
            self.send_warriors(game);
        }
        self.send_cars(game, prey);
    }
}

impl Step5 {
    /// Looks at all units. Returns where cars can run over warriors of rivals.
    fn look(&mut self, game: &Game) -> Vec<Pos> {
        let mut prey = Vec::new();
        self.taken.clear();
        self.danger = Table::new(game, 0);
        for unit in game.units() {
            if unit.player == game.me() {
                self.taken.insert(unit.pos);
            } else if unit.kind == UnitType::Car {
                self.follow(game, unit);
            } else if game.cell(unit.pos).kind != CellType::City {
                prey.push(unit.pos);
            }
        }
        prey
    }

    /// Follows a rival's car. It drives in every round from a road, else only in those of its
    /// player.
    fn follow(&mut self, game: &Game, car: &Unit) {
        let mut reached = vec![car.pos];
        for t in 0..AHEAD {
            for k in 0..reached.len() {
                let p = reached[k];
                let on_road = game.cell(p).kind == CellType::Road && car.food > 0;
                if !on_road && (game.round() + t) % 4 != car.player {
                    continue;
                }
                for dir in Dir::ALL {
                    let q = p + dir;
                    if can_stand(game, UnitType::Car, q) && self.danger.of(q) < AHEAD - t {
                        *self.danger.at(q) = AHEAD - t;
                        reached.push(q);
                    }
                }
            }
        }
    }

    fn send_warriors(&mut self, game: &Game) {
        let mut rivals = all(game, CellType::City);
        rivals.retain(|&p| game.cell(p).owner != Some(game.me()));
        let to_rival = measure(game, UnitType::Warrior, rivals);
        for &id in game.warriors(game.me()) {
            let unit = game.unit(id);
            let thirsty = unit.water < self.to_water.of(unit.pos) + 6;
            let attacks = id % 3 == 0 && unit.food > game.settings().warriors_health / 2;
            let step = match (thirsty, attacks) {
                (true, _) => self.choose(game, unit, &self.to_water),
                (_, true) => self.choose(game, unit, &to_rival),
                _ => self.choose(game, unit, &self.to_city),
            };
            self.go(game, unit, step);
        }
    }

    fn send_cars(&mut self, game: &Game, prey: Vec<Pos>) {
        let to_prey = measure(game, UnitType::Car, prey);
        for &id in game.cars(game.me()) {
            let unit = game.unit(id);
            if game.can_move(id) {
                let low = unit.food < self.to_station.of(unit.pos) + 8;
                let step = self.choose(game, unit, if low { &self.to_station } else { &to_prey });
                self.go(game, unit, step);
            }
        }
    }

    /// The cost of a cell for a unit: two for each step to its goal, and the danger.
    fn cost(&self, game: &Game, unit: &Unit, p: Pos, distances: &Table) -> i32 {
        let safe = unit.kind == UnitType::Car || game.cell(p).kind == CellType::City;
        2 * distances.of(p) + if safe { 0 } else { self.danger.of(p) }
    }

    /// The direction one step nearer to the goal, or of an attack.
    fn choose(&self, game: &Game, unit: &Unit, distances: &Table) -> Option<Dir> {
        let here = self.cost(game, unit, unit.pos, distances);
        let (mut best, mut least) = (None, here);
        for dir in Dir::ALL {
            let p = unit.pos + dir;
            if !can_stand(game, unit.kind, p) || self.taken.contains(&p) {
                continue;
            }
            if unit.kind == UnitType::Car && self.danger.of(p) == AHEAD {
                continue; // cars could crash
            }
            let value = match game.cell(p).id.map(|id| game.unit(id)) {
                None => self.cost(game, unit, p, distances),
                Some(other) if other.kind == UnitType::Car => continue,
                Some(other) => here - worth(game, unit, other),
            };
            if value < least {
                least = value;
                best = Some(dir);
            }
        }
        best
    }

    fn go(&mut self, game: &Game, unit: &Unit, step: Option<Dir>) {
        if let Some(dir) = step {
            self.taken.insert(unit.pos + dir);
            game.command(unit.id, dir);
        }
    }
}

/// The worth of an attack on a warrior. A bite is worth more than a step, which is worth 2.
fn worth(game: &Game, unit: &Unit, other: &Unit) -> i32 {
    let in_city = |unit: &Unit| game.cell(unit.pos).kind == CellType::City;
    match in_city(unit) && in_city(other) {
        true if unit.water > other.water => 60,
        true => 0,
        false if unit.kind == UnitType::Car => 60,
        false => 3,
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

/// Goes from all goals together to their neighbours, and on to theirs (breadth-first search).
fn measure(game: &Game, kind: UnitType, goals: Vec<Pos>) -> Table {
    let mut found = Table::new(game, 1_000_000);
    goals.iter().for_each(|&p| *found.at(p) = 0);
    let mut pending = VecDeque::from(goals);
    while let Some(p) = pending.pop_front() {
        for dir in Dir::ALL {
            let q = p + dir;
            if !can_stand(game, kind, q) {
                continue;
            }
            let slow = kind == UnitType::Car && game.cell(q).kind != CellType::Road;
            let steps = found.of(p) + if slow { 4 } else { 1 };
            if steps < found.of(q) {
                *found.at(q) = steps;
                pending.push_back(q);
            }
        }
    }
    found
}

/// A number for each cell, row after row.
#[derive(Default)]
struct Table {
    cols: i32,
    cells: Vec<i32>,
}

impl Table {
    fn new(game: &Game, value: i32) -> Self {
        Self { cols: game.cols(), cells: vec![value; (game.rows() * game.cols()) as usize] }
    }

    fn of(&self, p: Pos) -> i32 {
        self.cells[(p.i * self.cols + p.j) as usize]
    }

    fn at(&mut self, p: Pos) -> &mut i32 {
        &mut self.cells[(p.i * self.cols + p.j) as usize]
    }
}

player!(Step5);
