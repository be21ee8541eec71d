use palestra::battle_royale::*;
use std::collections::VecDeque;

#[derive(Default)]
struct Step5;

impl Player for Step5 {
    fn play(&mut self, game: &Game) {
        let settings = game.settings();
        let to_rival = Distances::measure(game, rivals(game));
        for &id in game.knights(game.me()) {
            let unit = game.unit(id);
            // A knight that one hit could take rests until it is well again.
            let hurt = unit.health <= settings.damage_max;
            if !strike(game, unit) && !hurt {
                approach(game, unit, &to_rival);
            }
        }

        let to_land = Distances::measure(game, land(game));
        for &id in game.farmers(game.me()) {
            approach(game, game.unit(id), &to_land);
        }
    }
}

/// One step nearer to the goal, around all units in the way.
fn approach(game: &Game, unit: &Unit, distances: &Distances) {
    let mut best = None;
    let mut least = Distances::FAR;
    let start = game.any_random() as usize % 4; // no unit always prefers the same side
    for k in 0..4 {
        let dir = Dir::ALL[(start + k) % 4];
        let q = game.dest(unit.pos, dir);
        let cell = game.cell(q);
        if cell.kind == CellType::Wall || cell.unit.is_some() {
            continue;
        }
        if distances.of(q) < least {
            least = distances.of(q);
            best = Some(dir);
        }
    }
    if let Some(dir) = best {
        game.command(unit.id, dir);
    }
}

/// Tiles that are not mine and where no unit stands.
fn land(game: &Game) -> Vec<Pos> {
    let tiles = (0..game.rows()).flat_map(|i| (0..game.cols()).map(move |j| Pos::new(i, j)));
    let wanted = |p: &Pos| {
        let cell = game.cell(*p);
        cell.kind != CellType::Wall && cell.owner != Some(game.me()) && cell.unit.is_none()
    };
    tiles.filter(wanted).collect()
}

/// Where the units of rivals stand.
fn rivals(game: &Game) -> Vec<Pos> {
    let others = game.units().iter().filter(|unit| unit.player != game.me());
    others.map(|unit| unit.pos).collect()
}

/// Hits a rival beside the knight. Returns whether there is one.
fn strike(game: &Game, unit: &Unit) -> bool {
    for dir in Dir::ALL {
        let other = game.cell(game.dest(unit.pos, dir)).unit;
        if other.is_some_and(|id| game.unit(id).player != game.me()) {
            game.command(unit.id, dir);
            return true;
        }
    }
    false
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

player!(Step5);
