use palestra::star_war::*;
use std::collections::{HashMap, HashSet};

// A player that plans: for every starship it tries all ways of the next ten rounds. It follows the
// moving window and the flight of missiles, and takes the first step of the best way. Read it, copy
// it, beat it.

/// Rounds that are planned.
const DEPTH: usize = 10;
/// The value of being destroyed.
const CRASH: i32 = -100_000;
/// The value of a cell where a rival may shoot at once.
const RISK: i32 = -150;

#[derive(Default)]
struct Scout {
    /// Cells through which missiles fly in round t from now on.
    passed: [HashSet<Pos>; DEPTH],
    /// Cells in which they are at the end of that round.
    stopped: [HashSet<Pos>; DEPTH],
    /// Cells that our other starships visit in this round.
    taken: HashSet<Pos>,
    /// Best values found already, by cell.
    known: [HashMap<Pos, i32>; DEPTH],
}

impl Player for Scout {
    fn play(&mut self, game: &Game) {
        self.foresee_missiles(game);
        self.taken.clear();
        for id in game.starships_of(game.me()) {
            if game.starship(id).alive {
                self.steer(game, game.starship(id));
            }
        }
    }
}

impl Scout {
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

    /// The value of a visit of p in round t. Positions of rivals in later rounds are unknown.
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

    /// The value of a step from p in round t, with everything that can follow.
    fn step(&mut self, game: &Game, p: Pos, dir: Dir, t: usize) -> i32 {
        if !game.within_window(p + dir, game.round() + t as i32 + 1) {
            return 2 * CRASH;
        }
        let mut worth = 0;
        if dir != Dir::SLOW {
            worth = dir.way().iter().map(|&way| self.visit(game, p + way, t)).sum();
        }
        if worth <= CRASH / 2 {
            return worth;
        }
        if t == 0 && under_fire(game, p + dir) {
            worth += RISK;
        }
        worth + self.plan(game, p + dir, t + 1)
    }

    /// The best value that a starship at p can get from round t on.
    fn plan(&mut self, game: &Game, p: Pos, t: usize) -> i32 {
        if t == DEPTH {
            return 0;
        }
        if self.passed[t].contains(&plain(game, p)) {
            return CRASH;
        }
        if let Some(&worth) = self.known[t].get(&p) {
            return worth;
        }
        let steps = Dir::ALL.iter().map(|&dir| self.step(game, p, dir, t));
        let best = steps.fold(2 * CRASH, i32::max);
        self.known[t].insert(p, best);
        best
    }

    fn steer(&mut self, game: &Game, ship: &Starship) {
        self.known.iter_mut().for_each(HashMap::clear);
        let mut best = Dir::DEFAULT;
        let mut most = 4 * CRASH;
        for dir in Dir::ALL {
            // Equal ways: any of them.
            let worth = 4 * self.step(game, ship.pos, dir, 0) + game.random(0, 3);
            if worth > most {
                most = worth;
                best = dir;
            }
        }
        // A shot clears the way too.
        let trapped = most <= 2 * CRASH;
        if ship.missiles > 0 && (trapped || target_ahead(game, ship.pos)) {
            game.shoot(ship.id);
            best = Dir::DEFAULT;
        } else {
            game.steer(ship.id, best);
        }
        let visited = best.way().iter().map(|&way| plain(game, ship.pos + way));
        self.taken.extend(visited.chain([plain(game, ship.pos + best)]));
    }
}

/// Columns are cyclic: the same cell must always have the same name.
fn plain(game: &Game, p: Pos) -> Pos {
    Pos::new(p.i, p.j % game.settings().universe_columns)
}

/// Whether a rival with missiles is so close behind p that it may hit a starship there.
fn under_fire(game: &Game, p: Pos) -> bool {
    for k in 1..=2 {
        match game.cell(p - Pos::new(0, k)) {
            Cell::Asteroid => return false,
            Cell::Starship(id) if game.player_of(id) != game.me() => {
                return game.starship(id).missiles > 0;
            }
            _ => {}
        }
    }
    false
}

/// Whether a rival is up to four columns ahead, and nothing between.
fn target_ahead(game: &Game, p: Pos) -> bool {
    for k in 1..=4 {
        match game.cell(p + Pos::new(0, k)) {
            Cell::Starship(id) => return game.player_of(id) != game.me(),
            Cell::Empty => {}
            _ => return false,
        }
    }
    false
}

player!(Scout);
