use palestra::star_war::*;
use std::collections::{HashMap, HashSet};

/// Rounds that it plans.
const DEPTH: usize = 10;
/// The value of a crash.
const CRASH: i32 = -100_000;
/// The cost of ending in the row of an armed rival, close ahead of it, and in the next rows.
const FIRE: i32 = 600;
const SIDE: i32 = 400;
/// The cost of ending where a rival may go.
const MEET: i32 = 100;
/// The value of being close behind a rival.
const BEHIND: i32 = 600;
/// The same farther behind a rival that keeps its course.
const CHASE: i32 = 150;
/// Rounds after which it keeps its course.
const STEADY: i32 = 3;
/// Columns to such a rival.
const RANGE: i32 = 12;

#[derive(Default)]
struct Step5 {
    /// Cells that our other starships visit in this round.
    taken: HashSet<Pos>,
    /// Cells through which missiles fly in round t from now on.
    passed: [HashSet<Pos>; DEPTH],
    /// Cells in which they are at the end of that round.
    stopped: [HashSet<Pos>; DEPTH],
    /// Values by cell, so that each is computed once.
    known: [HashMap<Pos, i32>; DEPTH],
    /// By cell: the value of ending there because of rivals.
    rivals_near: HashMap<Pos, i32>,
    /// By starship: where it was in the last round.
    last: Vec<Pos>,
    /// By starship: rounds in which it flew straight on.
    steady: Vec<i32>,
}

impl Player for Step5 {
    fn play(&mut self, game: &Game) {
        self.taken.clear();
        self.foresee_missiles(game);
        self.observe(game);
        self.watch_rivals(game);
        for id in game.starships_of(game.me()) {
            if game.starship(id).alive {
                self.steer(game, game.starship(id));
            }
        }
    }
}

impl Step5 {
    /// Missiles fly two columns per round, before starships move.
    fn foresee_missiles(&mut self, game: &Game) {
        for t in 0..DEPTH {
            self.passed[t].clear();
            self.stopped[t].clear();
            let flown = 2 * t as i32;
            for missile in game.missiles() {
                let first = plain(game, missile.pos + Pos::new(0, flown + 1));
                let last = plain(game, missile.pos + Pos::new(0, flown + 2));
                self.passed[t].extend([first, last]);
                self.stopped[t].insert(last);
            }
        }
    }

    /// Counts for how long each starship has flown straight on.
    fn observe(&mut self, game: &Game) {
        let ships = game.starships();
        self.steady.resize(ships.len(), 0);
        for (k, ship) in ships.iter().enumerate() {
            let next = self.last.get(k).map(|&last| plain(game, last + Dir::DEFAULT));
            let straight = ship.alive && next == Some(plain(game, ship.pos));
            self.steady[k] = if straight { self.steady[k] + 1 } else { 0 };
        }
        self.last = ships.iter().map(|ship| ship.pos).collect();
    }

    /// A cell ahead of an armed rival is bad, a cell behind a rival is good.
    fn watch_rivals(&mut self, game: &Game) {
        self.rivals_near.clear();
        for ship in game.starships() {
            if game.player_of(ship.id) == game.me() || !ship.alive {
                continue;
            }
            let mut add = |i, j, value| {
                let p = plain(game, ship.pos + Pos::new(i, j));
                *self.rivals_near.entry(p).or_insert(0) += value;
            };
            for dir in Dir::ALL {
                dir.way().iter().for_each(|step| add(step.i, step.j, -MEET));
            }
            // A missile flies two columns, after a move of up to two.
            if ship.missiles > 0 {
                for k in 1..=4 {
                    add(-1, k, -SIDE);
                    add(0, k, -FIRE);
                    add(1, k, -SIDE);
                }
            }
            (-1..=1).for_each(|k| add(0, k, BEHIND));
        }
    }

    /// Whether a rival that keeps its course is ahead of p, with nothing between.
    fn prey_ahead(&self, game: &Game, p: Pos) -> bool {
        for k in 1..=RANGE {
            let q = p + Pos::new(0, k);
            if !game.within_window(q, game.round()) {
                return false;
            }
            match game.cell(q) {
                Cell::Starship(id) => {
                    return game.player_of(id) != game.me() && self.steady[id as usize] >= STEADY;
                }
                Cell::Empty => {}
                _ => return false,
            }
        }
        false
    }

    /// The value of a visit of p in round t from now on. A later bonus is worth less.
    fn visit(&self, game: &Game, p: Pos, t: usize) -> i32 {
        if !game.within_universe(p) || self.stopped[t].contains(&plain(game, p)) {
            return CRASH;
        }
        if t == 0 && self.taken.contains(&plain(game, p)) {
            return CRASH;
        }
        let (depth, t) = (DEPTH as i32, t as i32);
        match game.cell(p) {
            Cell::Asteroid => CRASH,
            Cell::Starship(_) if t == 0 => CRASH,
            Cell::PointBonus => 10 * game.settings().bonus_points * (2 * depth - t) / depth,
            Cell::MissileBonus => 40 * (2 * depth - t) / depth,
            _ => 0,
        }
    }

    /// The value of a move from p in round t, with all moves that can follow.
    fn step(&mut self, game: &Game, p: Pos, dir: Dir, t: usize) -> i32 {
        let to = p + dir;
        if !game.within_window(to, game.round() + t as i32 + 1) {
            return 2 * CRASH;
        }
        let mut value = 0;
        if dir != Dir::SLOW {
            value = dir.way().iter().map(|&way| self.visit(game, p + way, t)).sum();
        }
        if value <= CRASH / 2 {
            return value;
        }
        if t == 0 {
            value += self.rivals_near.get(&plain(game, to)).copied().unwrap_or(0);
        }
        if t < 3 && self.prey_ahead(game, to - Pos::new(0, t as i32 + 1)) {
            value += CHASE;
        }
        value + self.plan(game, to, t + 1)
    }

    /// The best value that a starship at p can get from round t on.
    fn plan(&mut self, game: &Game, p: Pos, t: usize) -> i32 {
        if t == DEPTH {
            return 0;
        }
        if self.passed[t].contains(&plain(game, p)) {
            return CRASH;
        }
        if let Some(&value) = self.known[t].get(&p) {
            return value;
        }
        let moves = Dir::ALL.iter().map(|&dir| self.step(game, p, dir, t));
        let best = moves.fold(2 * CRASH, i32::max);
        self.known[t].insert(p, best);
        best
    }

    fn steer(&mut self, game: &Game, ship: &Starship) {
        self.known.iter_mut().for_each(HashMap::clear);
        let mut best = Dir::DEFAULT;
        let mut most = 4 * CRASH;
        for dir in Dir::ALL {
            // Of equal moves any.
            let value = 4 * self.step(game, ship.pos, dir, 0) + game.random(0, 3);
            if value > most {
                most = value;
                best = dir;
            }
        }
        let trapped = most <= 2 * CRASH; // a shot clears the way
        let aims = target_ahead(game, ship.pos) || self.prey_ahead(game, ship.pos);
        if ship.missiles > 0 && (trapped || aims) {
            game.shoot(ship.id);
            best = Dir::DEFAULT;
        } else {
            game.steer(ship.id, best);
        }
        // Keeps our other starships away from the cells of the move.
        let visited = best.way().iter().map(|&way| plain(game, ship.pos + way));
        self.taken.extend(visited.chain([plain(game, ship.pos + best)]));
    }
}

/// Columns are cyclic: the same cell must always have the same name.
fn plain(game: &Game, p: Pos) -> Pos {
    Pos::new(p.i, p.j.rem_euclid(game.settings().universe_columns))
}

/// Whether a rival is up to six columns ahead, with nothing between.
fn target_ahead(game: &Game, p: Pos) -> bool {
    for k in 1..=6 {
        match game.cell(p + Pos::new(0, k)) {
            Cell::Starship(id) => return game.player_of(id) != game.me(),
            Cell::Empty => {}
            _ => return false,
        }
    }
    false
}

player!(Step5);
