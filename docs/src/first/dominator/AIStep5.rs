use palestra::dominator::*;
use std::collections::VecDeque;

#[derive(Default)]
struct Step5 {
    /// Cells that a witch may haunt in this round.
    danger: Marks,
    /// Cells beside a rival knight.
    blows: Marks,
    /// Land that another farmer of ours goes to.
    taken: Marks,
}

/// Marks on the cells of the board, row after row.
#[derive(Default)]
struct Marks {
    cols: i32,
    marked: Vec<bool>,
}

impl Marks {
    fn none(game: &Game) -> Self {
        let cells = (game.rows() * game.cols()) as usize;
        Self { cols: game.cols(), marked: vec![false; cells] }
    }

    fn at(&self, p: Pos) -> bool {
        self.marked[(p.i * self.cols + p.j) as usize]
    }

    fn set(&mut self, p: Pos) {
        self.marked[(p.i * self.cols + p.j) as usize] = true;
    }
}

impl Player for Step5 {
    fn play(&mut self, game: &Game) {
        self.taken = Marks::none(game);
        self.look(game);

        for &id in game.witches(0) {
            haunt(game, game.unit(id));
        }
        for &id in game.knights(0) {
            self.fight(game, game.unit(id));
        }
        for &id in game.farmers(0) {
            let unit = game.unit(id);
            if !self.safe(game, UnitType::Farmer, unit.pos) {
                self.flee(game, unit);
            } else if let Some(dir) = self.way(game, UnitType::Farmer, unit.pos) {
                game.command(id, dir);
            }
        }
    }
}

impl Step5 {
    /// Marks the cells to keep away from.
    fn look(&mut self, game: &Game) {
        self.danger = Marks::none(game);
        self.blows = Marks::none(game);
        for unit in game.units() {
            // A witch takes a step and haunts two more. Keep one more step away from a rival's.
            let reach: i32 = if unit.player == 0 { 3 } else { 4 };
            for i in -reach..=reach {
                for j in i.abs() - reach..=reach - i.abs() {
                    let p = unit.pos + Pos::new(i, j);
                    if unit.kind == UnitType::Witch && game.pos_ok(p) {
                        self.danger.set(p);
                    }
                }
            }
            if unit.kind == UnitType::Knight && unit.player != 0 {
                let beside = Dir::ALL.iter().map(|&dir| unit.pos + dir);
                beside.filter(|&p| game.pos_ok(p)).for_each(|p| self.blows.set(p));
            }
        }
    }

    /// Whether a unit of this type may enter p.
    fn safe(&self, game: &Game, kind: UnitType, p: Pos) -> bool {
        let open = game.pos_ok(p) && game.cell(p).kind != CellType::Wall && !self.danger.at(p);
        open && (kind == UnitType::Knight || !self.blows.at(p))
    }

    /// Whether p is a goal: a rival for knights, land of another colour for farmers.
    fn wanted(&self, game: &Game, kind: UnitType, p: Pos) -> bool {
        if kind == UnitType::Knight {
            return rival_at(game, p).is_some();
        }
        let cell = game.cell(p);
        cell.owner != Some(0) && cell.id.is_none() && !self.taken.at(p)
    }

    /// The first step of a shortest way to the nearest goal. It searches around `start` cell by
    /// cell (breadth-first search).
    fn way(&mut self, game: &Game, kind: UnitType, start: Pos) -> Option<Dir> {
        let index = |p: Pos| (p.i * game.cols() + p.j) as usize;
        let mut first = vec![None; (game.rows() * game.cols()) as usize];
        first[index(start)] = Some(Dir::None);
        let mut pending = VecDeque::from([start]);
        while let Some(p) = pending.pop_front() {
            let begun = first[index(p)];
            if p != start && self.wanted(game, kind, p) {
                self.taken.set(p);
                return begun;
            }
            for &dir in steps(kind) {
                let next = p + dir;
                if !self.safe(game, kind, next) || first[index(next)].is_some() {
                    continue;
                }
                if game.cell(next).id.is_some() && !self.wanted(game, kind, next) {
                    continue;
                }
                first[index(next)] = if p == start { Some(dir) } else { begun };
                pending.push_back(next);
            }
        }
        None
    }

    /// Onto a safe cell beside the unit, if there is one.
    fn flee(&self, game: &Game, unit: &Unit) {
        let dirs = steps(unit.kind);
        let start = 2 * game.random(0, 3) as usize * dirs.len() / 8;
        for k in 0..dirs.len() {
            let dir = dirs[(start + k) % dirs.len()];
            let p = unit.pos + dir;
            if self.safe(game, unit.kind, p) && game.cell(p).id.is_none() {
                game.command(unit.id, dir);
                return;
            }
        }
    }

    fn fight(&mut self, game: &Game, unit: &Unit) {
        if self.danger.at(unit.pos) {
            return self.flee(game, unit);
        }
        let settings = game.settings();
        let hurt = unit.health <= settings.knights_health - settings.knights_regen;
        let mut dir = weakest(game, unit.pos);
        if dir.is_none() && !hurt {
            dir = self.way(game, UnitType::Knight, unit.pos);
        }
        if let Some(dir) = dir {
            game.command(unit.id, dir);
        }
    }
}

/// Knights have eight directions, farmers four.
fn steps(kind: UnitType) -> &'static [Dir] {
    if kind == UnitType::Knight { &Dir::ALL } else { &Dir::STRAIGHT }
}

/// A rival's farmer or knight.
fn rival_at(game: &Game, p: Pos) -> Option<&Unit> {
    let unit = game.unit(game.cell(p).id?);
    (unit.player != 0 && unit.kind != UnitType::Witch).then_some(unit)
}

/// The direction of the weakest rival beside p.
fn weakest(game: &Game, p: Pos) -> Option<Dir> {
    let beside = Dir::ALL.into_iter().filter(|&dir| game.pos_ok(p + dir));
    let rivals = beside.filter_map(|dir| Some((rival_at(game, p + dir)?.health, dir)));
    rivals.min_by_key(|&(health, _)| health).map(|(_, dir)| dir)
}

/// The worth of p for a witch: rivals that she would haunt, less units of ours that she would.
fn curse(game: &Game, p: Pos, id: i32) -> i32 {
    let (mut worth, mut nearest) = (0, game.rows() + game.cols());
    for unit in game.units() {
        let far = (p.i - unit.pos.i).abs() + (p.j - unit.pos.j).abs();
        if unit.kind == UnitType::Witch {
            // Both would be inactive.
            worth -= if unit.id != id && far <= 2 { 50 } else { 0 };
        } else if unit.player == 0 {
            worth -= if far <= 4 { 60 } else { 0 };
        } else {
            worth += if far <= 2 { 50 } else { 0 };
            nearest = nearest.min(far);
        }
    }
    worth - nearest
}

fn haunt(game: &Game, unit: &Unit) {
    let mut best = None;
    let mut most = curse(game, unit.pos, unit.id);
    for dir in Dir::STRAIGHT {
        let p = unit.pos + dir;
        if !game.pos_ok(p) || game.cell(p).kind == CellType::Wall || game.cell(p).id.is_some() {
            continue;
        }
        let worth = curse(game, p, unit.id);
        if worth > most {
            most = worth;
            best = Some(dir);
        }
    }
    if let Some(dir) = best {
        game.command(unit.id, dir);
    }
}

player!(Step5);
