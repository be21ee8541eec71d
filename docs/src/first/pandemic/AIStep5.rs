use palestra::pandemic::*;
use std::collections::VecDeque;

#[derive(Default)]
struct Step5;

impl Player for Step5 {
    fn play(&mut self, game: &Game) {
        let to_place = Distances::measure(game, &places(game));
        let to_rival = Distances::measure(game, &rivals(game));
        for &id in game.units_of(game.me()) {
            let unit = game.unit(id);
            if attack(game, unit) {
                continue;
            }
            let near = to_rival.of(unit.pos) <= 8;
            approach(game, unit, if near { &to_rival } else { &to_place });
        }
    }
}

/// All cells of cities and paths that are not mine.
fn places(game: &Game) -> Vec<Pos> {
    let me = Some(game.me());
    let cities = (0..game.nb_cities()).filter(|&k| game.city_owner(k) != me);
    let paths = (0..game.nb_paths()).filter(|&k| game.path_owner(k) != me);
    let cells = cities.flat_map(|k| game.city(k)).copied();
    cells.chain(paths.flat_map(|k| &game.path(k).cells).copied()).collect()
}

/// Where the units of rivals are.
fn rivals(game: &Game) -> Vec<Pos> {
    let others = game.units().iter().filter(|unit| unit.player != game.me());
    others.map(|unit| unit.pos).collect()
}

/// Hits the weakest rival beside the unit. Returns whether there is one.
fn attack(game: &Game, unit: &Unit) -> bool {
    let beside = Dir::ALL.into_iter().filter_map(|dir| {
        let other = game.unit(game.cell(unit.pos + dir).unit?);
        (other.player != game.me()).then_some((other.health, dir))
    });
    let weakest = beside.min_by_key(|&(health, _)| health);
    if let Some((_, dir)) = weakest {
        game.command(unit.id, dir);
    }
    weakest.is_some()
}

/// Whether the virus on a cell may infect the unit.
fn risky(unit: &Unit, cell: &Cell) -> bool {
    cell.virus > 0 && !unit.mask && !unit.immune && unit.damage == 0
}

/// One step nearer to the goal, around units in the way.
fn approach(game: &Game, unit: &Unit, distances: &Distances) {
    let mut best = None;
    let mut least = distances.of(unit.pos);
    let start = game.random(0, 3) as usize; // so that not all units prefer the same side
    for k in 0..4 {
        let dir = Dir::ALL[(start + k) % 4];
        let p = unit.pos + dir;
        let cell = game.cell(p);
        if cell.kind == CellType::Wall || cell.unit.is_some() || risky(unit, cell) {
            continue;
        }
        if distances.of(p) < least {
            least = distances.of(p);
            best = Some(dir);
        }
    }
    if let Some(dir) = best {
        game.command(unit.id, dir);
    }
}

/// How many steps each cell is away from the nearest goal, row after row.
struct Distances {
    cols: i32,
    steps: Vec<i32>,
}

impl Distances {
    /// Computes the steps from all cells to the nearest goal, cell by cell (breadth-first search).
    fn measure(game: &Game, from: &[Pos]) -> Self {
        let far = game.rows() * game.cols();
        let mut found = Self { cols: game.cols(), steps: vec![far; far as usize] };
        from.iter().for_each(|&p| *found.at(p) = 0);
        let mut pending: VecDeque<Pos> = from.iter().copied().collect();
        while let Some(p) = pending.pop_front() {
            let steps = found.of(p);
            for dir in Dir::ALL {
                let q = p + dir;
                if game.cell(q).kind != CellType::Wall && found.of(q) == far {
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
