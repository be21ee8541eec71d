use palestra::dominator::*;
use std::collections::VecDeque;

// A player to copy: all its units avoid witches. Each farmer goes to the nearest land that the team
// does not own. Knights hit the weakest rival beside them, rest when they are hurt, and otherwise
// hunt rivals. Witches go to places with many rivals and few units of their own team.

/// A witch haunts what is two steps away, after a step of her own.
const REACH: i32 = 4;
/// A knight with less health than this rests.
const HURT: i32 = 130;

#[derive(Default)]
struct Scout {
    /// Whether a witch is so near that she may haunt the cell.
    danger: Marks,
    /// Whether a rival knight stands beside it.
    blows: Marks,
    /// Whether one of our farmers goes there already.
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

impl Player for Scout {
    fn play(&mut self, game: &Game) {
        self.fear(game);
        self.taken = Marks::none(game);
        for &id in game.witches(0) {
            haunt(game, game.unit(id));
        }
        for &id in game.knights(0) {
            self.fight(game, game.unit(id));
        }
        for &id in game.farmers(0) {
            self.farm(game, game.unit(id));
        }
    }
}

impl Scout {
    /// Marks the cells that the witches of all teams can haunt in this round, and cells to hit.
    fn fear(&mut self, game: &Game) {
        self.danger = Marks::none(game);
        self.blows = Marks::none(game);
        for unit in game.units() {
            if unit.kind == UnitType::Knight && unit.player != 0 {
                let beside = Dir::ALL.iter().map(|&dir| unit.pos + dir);
                beside.filter(|&p| game.pos_ok(p)).for_each(|p| self.blows.set(p));
            }
            if unit.kind != UnitType::Witch {
                continue;
            }
            for i in -REACH..=REACH {
                for j in i.abs() - REACH..=REACH - i.abs() {
                    let p = unit.pos + Pos::new(i, j);
                    if game.pos_ok(p) {
                        self.danger.set(p);
                    }
                }
            }
        }
    }

    /// Whether a farmer or a knight can live on a cell.
    fn safe(&self, game: &Game, p: Pos) -> bool {
        game.pos_ok(p) && game.cell(p).kind == CellType::Empty && !self.danger.at(p)
    }

    /// Whether a cell is worth a visit: for farmers land of another colour, for knights a rival.
    fn wanted(&self, game: &Game, kind: UnitType, p: Pos) -> bool {
        if kind == UnitType::Knight {
            return rival_at(game, p).is_some();
        }
        let cell = game.cell(p);
        cell.owner != Some(0) && cell.id.is_none() && !self.taken.at(p)
    }

    /// The first step of a shortest way to the nearest wanted cell; None when there is no way. It
    /// searches cell by cell around `start` (breadth-first), and remembers for each cell with which
    /// step the way to it began.
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
                if !self.safe(game, next) || first[index(next)].is_some() {
                    continue;
                }
                if kind == UnitType::Farmer && self.blows.at(next) {
                    continue;
                }
                // A unit stands there: only a rival that a knight hunts is allowed.
                if game.cell(next).id.is_some() && !self.wanted(game, kind, next) {
                    continue;
                }
                first[index(next)] = if p == start { Some(dir) } else { begun };
                pending.push_back(next);
            }
        }
        None
    }

    fn fight(&mut self, game: &Game, unit: &Unit) {
        if self.danger.at(unit.pos) {
            return self.flee(game, unit);
        }
        let mut best = weakest(game, unit.pos);
        if best.is_none() && unit.health < HURT {
            return;
        }
        if best.is_none() {
            best = self.way(game, UnitType::Knight, unit.pos);
        }
        if let Some(dir) = best {
            game.command(unit.id, dir);
        }
    }

    fn farm(&mut self, game: &Game, unit: &Unit) {
        if self.danger.at(unit.pos) || self.blows.at(unit.pos) {
            self.flee(game, unit);
        } else if let Some(dir) = self.way(game, UnitType::Farmer, unit.pos) {
            game.command(unit.id, dir);
        }
    }

    /// Away from witches, and farmers from knights: to the first cell that none of them reaches, or
    /// at least to one that is not haunted.
    fn flee(&self, game: &Game, unit: &Unit) {
        let dirs = steps(unit.kind);
        let start = game.random(0, 3) as usize;
        let free = |p: Pos| {
            game.pos_ok(p) && game.cell(p).kind == CellType::Empty && game.cell(p).id.is_none()
        };
        let blow = |p: Pos| unit.kind == UnitType::Farmer && self.blows.at(p);
        let best = |p: Pos| free(p) && self.safe(game, p) && !blow(p);
        let good = |p: Pos| free(p) && !game.cell(p).haunted;
        let turned = || dirs.iter().cycle().skip(start).take(dirs.len());
        let found = turned().find(|dir| best(unit.pos + **dir));
        if let Some(&dir) = found.or_else(|| turned().find(|dir| good(unit.pos + **dir))) {
            game.command(unit.id, dir);
        }
    }
}

/// Farmers have four directions, knights eight.
fn steps(kind: UnitType) -> &'static [Dir] {
    if kind == UnitType::Knight { &Dir::ALL } else { &Dir::STRAIGHT }
}

/// The rival's farmer or knight on a cell.
fn rival_at(game: &Game, p: Pos) -> Option<&Unit> {
    let unit = game.unit(game.cell(p).id?);
    (unit.player != 0 && unit.kind != UnitType::Witch).then_some(unit)
}

/// The direction of the weakest rival beside a knight.
fn weakest(game: &Game, p: Pos) -> Option<Dir> {
    let health = |dir: &Dir| {
        let q = p + *dir;
        game.pos_ok(q).then(|| rival_at(game, q)).flatten().map(|unit| (unit.health, *dir))
    };
    let rivals = Dir::ALL.iter().filter_map(health);
    rivals.min_by_key(|(health, _)| *health).map(|(_, dir)| dir)
}

/// How good it is for a witch to stand on a cell: rivals that she would haunt, less friends; far
/// from everybody, the nearer to rivals the better.
fn curse(game: &Game, p: Pos, own: Pos) -> i32 {
    let mut worth = 0;
    let mut nearest = game.rows() + game.cols();
    for unit in game.units() {
        let far = (p.i - unit.pos.i).abs() + (p.j - unit.pos.j).abs();
        match (unit.kind, unit.player) {
            (UnitType::Witch, _) if unit.pos != own && far <= 2 => worth -= 50,
            (UnitType::Witch, _) => {}
            (_, 0) if far <= REACH => worth -= 60,
            (_, 0) => {}
            (_, _) => {
                worth += if far <= 2 { 50 } else { 0 };
                nearest = nearest.min(far);
            }
        }
    }
    worth - nearest
}

fn haunt(game: &Game, witch: &Unit) {
    let mut best = None;
    let mut most = curse(game, witch.pos, witch.pos);
    for dir in Dir::STRAIGHT {
        let p = witch.pos + dir;
        if !game.pos_ok(p) || game.cell(p).kind == CellType::Wall || game.cell(p).id.is_some() {
            continue;
        }
        let worth = curse(game, p, witch.pos);
        if worth > most {
            most = worth;
            best = Some(dir);
        }
    }
    if let Some(dir) = best {
        game.command(witch.id, dir);
    }
}

player!(Scout);
