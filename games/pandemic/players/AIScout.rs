use palestra::pandemic::*;
use std::collections::VecDeque;

// A player that joins cities: its units spread over cities and paths that it does not own, first
// those beside its own. They hunt rivals that come near, and avoid virus. Read it, copy it, beat
// it.

/// A rival so near is hunted.
const HUNT: i32 = 3;

#[derive(Default)]
struct Scout {
    /// By place: how many steps each cell is away from it. Places are cities, then paths.
    way: Vec<Distances>,
}

impl Player for Scout {
    fn play(&mut self, game: &Game) {
        let places = game.nb_cities() + game.nb_paths();
        if game.round() == 0 {
            self.way = (0..places).map(|k| Distances::measure(game, cells_of(game, k))).collect();
        }

        // How many more of our units than of others are there, or on their way.
        let mut lead = vec![0; places as usize];
        for unit in game.units().iter().filter(|unit| unit.player != game.me()) {
            if let Some(place) = place_of(game, game.cell(unit.pos)) {
                lead[place as usize] -= 1;
            }
        }
        let gain: Vec<i32> = (0..places).map(|place| bonus(game, place)).collect();

        let rivals = game.units().iter().filter(|unit| unit.player != game.me());
        let rivals: Vec<Pos> = rivals.map(|unit| unit.pos).collect();
        let to_rival = Distances::measure(game, &rivals);

        // The nearest place that needs a unit, for one unit after the other.
        for &id in game.units_of(game.me()) {
            let unit = game.unit(id);
            let mut best = None;
            for place in 0..places as usize {
                let ours = owner_of(game, place as i32) == Some(game.me());
                if ours && lead[place] >= 0 || lead[place] > 0 {
                    continue;
                }
                let cost = self.way[place].of(unit.pos) - gain[place];
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, place));
                }
            }
            if let Some((_, place)) = best {
                lead[place] += 1;
            }
            if attack(game, unit) {
                continue;
            }
            if to_rival.of(unit.pos) <= HUNT {
                approach(game, unit, &to_rival);
            } else if let Some((_, place)) = best {
                approach(game, unit, &self.way[place]);
            }
        }
    }
}

/// The city or path that a cell is part of.
fn place_of(game: &Game, cell: &Cell) -> Option<i32> {
    match cell.kind {
        CellType::City => cell.city,
        CellType::Path => cell.path.map(|path| game.nb_cities() + path),
        _ => None,
    }
}

fn owner_of(game: &Game, place: i32) -> Option<i32> {
    let cities = game.nb_cities();
    if place < cities { game.city_owner(place) } else { game.path_owner(place - cities) }
}

fn cells_of(game: &Game, place: i32) -> &[Pos] {
    let cities = game.nb_cities();
    if place < cities { game.city(place) } else { &game.path(place - cities).cells }
}

/// The number of extra steps for a preferred place. Places that join our cities come first, because
/// every joined city doubles the points of a component.
fn bonus(game: &Game, place: i32) -> i32 {
    let ours = |city: i32| i32::from(game.city_owner(city) == Some(game.me()));
    let mut joined = 0;
    for k in 0..game.nb_paths() {
        let [a, b] = game.path(k).cities;
        if place == game.nb_cities() + k {
            joined = 2 * (ours(a) + ours(b));
        }
        if game.path_owner(k) == Some(game.me()) {
            joined += 2 * (i32::from(place == a) + i32::from(place == b));
        }
    }
    3 * joined
}

/// Hits the weakest rival beside the unit, if there is one.
fn attack(game: &Game, unit: &Unit) -> bool {
    let mut best = None;
    for dir in Dir::ALL {
        let Some(id) = game.cell(unit.pos + dir).unit else { continue };
        let other = game.unit(id);
        if other.player == game.me() {
            continue;
        }
        if best.is_none_or(|(least, _)| other.health < least) {
            best = Some((other.health, dir));
        }
    }
    if let Some((_, dir)) = best {
        game.command(unit.id, dir);
    }
    best.is_some()
}

/// Whether a healthy unit might be infected on a cell.
fn is_risky(unit: &Unit, cell: &Cell) -> bool {
    cell.virus > 0 && !unit.mask && !unit.immune && unit.damage == 0
}

/// One step towards a goal, around others and virus.
fn approach(game: &Game, unit: &Unit, distances: &Distances) {
    let first = game.random(0, 3) as usize;
    let mut best = None;
    let mut least = distances.of(unit.pos);
    for k in 0..4 {
        let dir = Dir::ALL[(first + k) % 4];
        let p = unit.pos + dir;
        let cell = game.cell(p);
        if cell.kind == CellType::Wall || cell.unit.is_some() || distances.of(p) > least {
            continue;
        }
        if is_risky(unit, cell) {
            continue;
        }
        if distances.of(p) == least && best.is_some() {
            continue;
        }
        best = Some(dir);
        least = distances.of(p);
    }
    if let Some(dir) = best {
        game.command(unit.id, dir);
    }
}

/// How many steps each cell is away from a place, row after row.
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

player!(Scout);
