use palestra::battle_royale::*;
use std::collections::{HashSet, VecDeque};

// A player to copy: it computes distances. Farmers go to the nearest tile that they do not own.
// Knights hit rivals beside them, go to the nearest rival, and rest when they are hurt.

#[derive(Default)]
struct Scout {
    // Tiles that our units go to in this round. Two units on one tile would block each other.
    taken: HashSet<Pos>,
}

impl Player for Scout {
    fn play(&mut self, game: &Game) {
        self.taken.clear();
        let (mut land, mut rivals) = (Vec::new(), Vec::new());
        for i in 0..game.rows() {
            for j in 0..game.cols() {
                let p = Pos::new(i, j);
                let cell = game.cell(p);
                if cell.kind == CellType::Wall {
                    continue;
                }
                if cell.owner != Some(game.me()) && cell.unit.is_none() {
                    land.push(p);
                }
                if rival_at(game, p).is_some() {
                    rivals.push(p);
                }
            }
        }
        let to_land = Distances::measure(game, land);
        let to_rival = Distances::measure(game, rivals);

        let settings = game.settings();
        for &id in game.knights(game.me()) {
            let unit = game.unit(id);
            let hurt = unit.health <= settings.damage_max && settings.knights_regen > 0;
            if !strike(game, unit) && !hurt {
                self.approach(game, unit, &to_rival);
            }
        }
        for &id in game.farmers(game.me()) {
            self.approach(game, game.unit(id), &to_land);
        }
    }
}

impl Scout {
    /// Sends a unit one step towards its goal, around other units. A random first direction
    /// prevents that units always prefer the same side.
    fn approach(&mut self, game: &Game, unit: &Unit, distances: &Distances) {
        let start = game.any_random() as usize % 4;
        let mut best = None;
        let mut least = Distances::FAR;
        for k in 0..4 {
            let dir = Dir::ALL[(start + k) % 4];
            let q = game.dest(unit.pos, dir);
            let cell = game.cell(q);
            if cell.kind == CellType::Wall || cell.unit.is_some() || self.taken.contains(&q) {
                continue;
            }
            if distances.of(q) < least {
                least = distances.of(q);
                best = Some(dir);
            }
        }
        if let Some(dir) = best {
            self.taken.insert(game.dest(unit.pos, dir));
            game.command(unit.id, dir);
        }
    }
}

/// The rival's unit at a position.
fn rival_at(game: &Game, p: Pos) -> Option<&Unit> {
    let unit = game.unit(game.cell(p).unit?);
    (unit.player != game.me()).then_some(unit)
}

/// Hits the weakest rival beside a knight. Returns whether there is one.
fn strike(game: &Game, unit: &Unit) -> bool {
    let beside = |&dir: &Dir| Some((rival_at(game, game.dest(unit.pos, dir))?.health, dir));
    let weakest = Dir::ALL.iter().filter_map(beside).min_by_key(|(health, _)| *health);
    if let Some((_, dir)) = weakest {
        game.command(unit.id, dir);
    }
    weakest.is_some()
}

/// How many steps each cell is away from the nearest goal, row after row.
struct Distances {
    cols: i32,
    steps: Vec<i32>,
}

impl Distances {
    const FAR: i32 = i32::MAX;

    /// Computes the distances of all cells to the goals at once: it starts from all goals together
    /// and continues cell by cell (breadth-first search), also around the edges of the board.
    fn measure(game: &Game, goals: Vec<Pos>) -> Self {
        let cells = (game.rows() * game.cols()) as usize;
        let mut found = Self { cols: game.cols(), steps: vec![Self::FAR; cells] };
        goals.iter().for_each(|&p| *found.at(p) = 0);
        let mut pending = VecDeque::from(goals);
        while let Some(p) = pending.pop_front() {
            let steps = found.of(p);
            for dir in Dir::ALL {
                let q = game.dest(p, dir);
                if game.cell(q).kind != CellType::Wall && found.of(q) == Self::FAR {
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
