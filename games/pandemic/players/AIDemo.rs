use palestra::pandemic::*;
use std::collections::VecDeque;

// A simple player with a sensible plan: its units walk to the nearest city, path or mask that the
// player does not own, and do not attack on purpose. Read it, copy it, beat it.

#[derive(Default)]
struct Demo;

/// How many steps each cell is away from the nearest wanted one, row after row.
struct Distances {
    cols: i32,
    steps: Vec<i32>,
}

impl Player for Demo {
    fn play(&mut self, game: &Game) {
        let distances = Distances::measure(game);
        for &id in game.units_of(game.me()) {
            game.command(id, choose(game, &distances, game.unit(id)));
        }
    }
}

/// Whether a unit of ours should go to a cell.
fn wanted(game: &Game, p: Pos) -> bool {
    let cell = game.cell(p);
    match (cell.city, cell.path) {
        (Some(city), _) => game.city_owner(city) != Some(game.me()),
        (_, Some(path)) => game.path_owner(path) != Some(game.me()),
        _ => cell.mask,
    }
}

impl Distances {
    const FAR: i32 = i32::MAX;

    /// Computes the distances of all cells at once: it starts from all goals together and continues
    /// cell by cell (breadth-first search).
    fn measure(game: &Game) -> Self {
        let cells = (game.rows() * game.cols()) as usize;
        let mut found = Self { cols: game.cols(), steps: vec![Self::FAR; cells] };
        let mut pending = VecDeque::new();
        for i in 0..game.rows() {
            for j in 0..game.cols() {
                let p = Pos::new(i, j);
                if wanted(game, p) {
                    *found.at(p) = 0;
                    pending.push_back(p);
                }
            }
        }
        while let Some(p) = pending.pop_front() {
            let steps = *found.at(p);
            for dir in Dir::ALL {
                let q = p + dir;
                if game.cell(q).kind != CellType::Wall && *found.at(q) == Self::FAR {
                    *found.at(q) = steps + 1;
                    pending.push_back(q);
                }
            }
        }
        found
    }

    fn at(&mut self, p: Pos) -> &mut i32 {
        &mut self.steps[(p.i * self.cols + p.j) as usize]
    }

    fn of(&self, p: Pos) -> i32 {
        self.steps[(p.i * self.cols + p.j) as usize]
    }
}

/// The next step of the unit.
fn choose(game: &Game, distances: &Distances, unit: &Unit) -> Dir {
    let mut best = Dir::None;
    let mut least = distances.of(unit.pos);
    if least == 0 {
        return Dir::None; // it stands where it wants to be
    }
    for dir in Dir::ALL {
        let p = unit.pos + dir;
        if game.cell(p).unit.is_none() && distances.of(p) < least {
            least = distances.of(p);
            best = dir;
        }
    }
    match best {
        Dir::None => Dir::ALL[game.random(0, 3) as usize],
        dir => dir,
    }
}

player!(Demo);
