//! Players of Star War: starships fly through a window that moves over a universe without ends,
//! take bonuses and shoot at each other.
//!
//! ```
//! use palestra::star_war::*;
//!
//! /// Every starship flies somewhere inside the window.
//! #[derive(Default)]
//! struct Walker;
//!
//! impl Player for Walker {
//!     fn play(&mut self, game: &Game) {
//!         for id in game.starships_of(game.me()) {
//!             let ship = game.starship(id);
//!             let dir = Dir::ALL[game.random(0, 8) as usize];
//!             if ship.alive && game.within_window(ship.pos + dir, game.round() + 1) {
//!                 game.steer(id, dir);
//!             }
//!         }
//!     }
//! }
//!
//! player!(Walker);
//! # mod doc { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/open.rs")); }
//! # assert!(!doc::one_round::<Game, Walker>("star-war").is_empty());
//! ```

use crate::common;
use crate::orders::Orders;
use crate::runtime::{Guest, Reader};
use crate::seats::{numbered, of};
use std::cell::Cell as Changing;
use std::ops::{Add, Range};

pub use crate::Pos;

const SEATS: usize = 4;
const MISSILE_BYTES: usize = 16;
const MODULUS: u64 = 2_147_483_647;
const MULTIPLIER: u64 = 48_271;
/// The game has no limit of calls; refused ones are only passed on while they are few.
const KEPT: usize = 100_000;
const FEW: usize = 1000;
const MOVE: i32 = 0;
const SHOOT: i32 = 1;

common::game!($, star_war, star_war_player);

/// How many rows and columns a starship moves: the nine constants are all there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dir {
    i: i32,
    j: i32,
}

impl Dir {
    /// One row up.
    pub const SLOW_UP: Self = Self { i: -1, j: 0 };
    /// One row up and one column ahead.
    pub const UP: Self = Self { i: -1, j: 1 };
    /// One row up and two columns ahead.
    pub const FAST_UP: Self = Self { i: -1, j: 2 };
    /// Stay.
    pub const SLOW: Self = Self { i: 0, j: 0 };
    /// One column ahead: what a starship does without an order.
    pub const DEFAULT: Self = Self { i: 0, j: 1 };
    /// Two columns ahead.
    pub const FAST: Self = Self { i: 0, j: 2 };
    /// One row down.
    pub const SLOW_DOWN: Self = Self { i: 1, j: 0 };
    /// One row down and one column ahead.
    pub const DOWN: Self = Self { i: 1, j: 1 };
    /// One row down and two columns ahead.
    pub const FAST_DOWN: Self = Self { i: 1, j: 2 };
    /// All nine, by row, then by column.
    pub const ALL: [Self; 9] = [
        Self::SLOW_UP,
        Self::UP,
        Self::FAST_UP,
        Self::SLOW,
        Self::DEFAULT,
        Self::FAST,
        Self::SLOW_DOWN,
        Self::DOWN,
        Self::FAST_DOWN,
    ];

    /// Rows, from -1 (up) to 1 (down).
    #[must_use]
    pub fn rows(self) -> i32 {
        self.i
    }

    /// Columns, from 0 to 2.
    #[must_use]
    pub fn cols(self) -> i32 {
        self.j
    }

    /// The cells that a starship visits on its way, relative to where it is, in order; the last
    /// one is where it arrives.
    #[must_use]
    pub fn way(self) -> &'static [Pos] {
        const fn at(i: i32, j: i32) -> Pos {
            Pos::new(i, j)
        }
        match (self.i, self.j) {
            (-1, 0) => const { &[at(-1, 0)] },
            (-1, 1) => const { &[at(0, 1), at(-1, 0), at(-1, 1)] },
            (-1, _) => const { &[at(0, 1), at(-1, 0), at(-1, 1), at(0, 2), at(-1, 2)] },
            (0, 0) => const { &[at(0, 0)] },
            (0, 1) => const { &[at(0, 1)] },
            (0, _) => const { &[at(0, 1), at(0, 2)] },
            (_, 0) => const { &[at(1, 0)] },
            (_, 1) => const { &[at(0, 1), at(1, 0), at(1, 1)] },
            (_, _) => const { &[at(0, 1), at(1, 0), at(1, 1), at(0, 2), at(1, 2)] },
        }
    }
}

impl Add<Dir> for Pos {
    type Output = Self;
    /// Where a starship arrives. Columns may lie outside the universe, which goes round.
    fn add(self, dir: Dir) -> Self {
        Self::new(self.i + dir.i, self.j + dir.j)
    }
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// An asteroid.
    Asteroid,
    /// The starship with this number.
    Starship(i32),
    /// The missile with this number.
    Missile(i32),
    /// Points.
    PointBonus,
    /// Missiles.
    MissileBonus,
}

/// A starship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Starship {
    /// Its number.
    pub id: i32,
    /// Where it is; where it died if it is dead.
    pub pos: Pos,
    /// Its missiles.
    pub missiles: i32,
    /// Whether it flies.
    pub alive: bool,
    /// Rounds until it can be reborn.
    pub time: i32,
}

/// A missile in flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missile {
    /// Its number.
    pub id: i32,
    /// The starship that shot it.
    pub shooter: i32,
    /// Where it is.
    pub pos: Pos,
}

/// The parameters of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Rounds of the match.
    pub rounds: i32,
    /// Rows of universe and window.
    pub rows: i32,
    /// Columns of the universe.
    pub universe_columns: i32,
    /// Columns of the window.
    pub window_columns: i32,
    /// Starships of each player.
    pub starships_per_player: i32,
    /// Rounds that a dead starship waits.
    pub rounds_to_regenerate: i32,
    /// The number of missile bonuses in the universe.
    pub missile_bonuses: i32,
    /// The number of point bonuses in the universe.
    pub point_bonuses: i32,
    /// Missiles in a missile bonus.
    pub bonus_missiles: i32,
    /// Points in a point bonus.
    pub bonus_points: i32,
    /// Points for shooting a rival's starship.
    pub kill_points: i32,
}

/// Everything that you know at the beginning of the round, and the orders that you give.
///
/// Everybody sees the same, and giving orders does not change it. A wrong argument (a row outside
/// the universe, a starship or player that does not exist) is a panic, which ends your player and
/// names your line.
pub struct Game {
    me: i32,
    settings: Settings,
    round: i32,
    ground: Vec<u8>,
    /// By cell: starship + 1, or -(place of the missile) - 1, or 0.
    on: Vec<i32>,
    ships: Vec<Starship>,
    missiles: Vec<Missile>,
    scores: [i32; SEATS],
    status: [f64; SEATS],
    stream: Changing<u32>,
    orders: Orders,
}

impl Game {
    /// Whether a position is in the universe: any column is.
    #[must_use]
    pub fn within_universe(&self, p: Pos) -> bool {
        (0..self.settings.rows).contains(&p.i)
    }

    /// Whether a position is in the window of a round. A starship must be in the window of the
    /// next round after its move: `within_window(pos + dir, round() + 1)`.
    #[must_use]
    pub fn within_window(&self, p: Pos, round: i32) -> bool {
        let cols = self.settings.universe_columns;
        let ahead = (i64::from(p.j) - i64::from(round)).rem_euclid(i64::from(cols));
        self.within_universe(p) && ahead < i64::from(self.settings.window_columns)
    }

    /// The player of a starship, which must exist.
    #[must_use]
    #[track_caller]
    pub fn player_of(&self, starship: i32) -> i32 {
        self.starship(starship).id / self.settings.starships_per_player
    }

    /// The numbers of the starships of a player.
    #[must_use]
    pub fn starships_of(&self, player: i32) -> Range<i32> {
        let fleet = self.settings.starships_per_player;
        player * fleet..(player + 1) * fleet
    }

    fn place(&self, p: Pos) -> usize {
        let cols = self.settings.universe_columns;
        (p.i * cols + p.j.rem_euclid(cols)) as usize
    }

    /// The contents of a cell; its row must be in the universe, its column is cyclic.
    #[must_use]
    #[track_caller]
    pub fn cell(&self, p: Pos) -> Cell {
        let rows = self.settings.rows;
        assert!(self.within_universe(p), "cell({p}): the universe has {rows} rows");
        let place = self.place(p);
        match (self.on[place], self.ground[place]) {
            (ship @ 1.., _) => Cell::Starship(ship - 1),
            (missile @ ..=-1, _) => Cell::Missile(self.missiles[(-missile - 1) as usize].id),
            (_, b'X') => Cell::Asteroid,
            (_, b'P') => Cell::PointBonus,
            (_, b'M') => Cell::MissileBonus,
            _ => Cell::Empty,
        }
    }

    /// All starships, of all players; each one's number is its place.
    #[must_use]
    pub fn starships(&self) -> &[Starship] {
        &self.ships
    }

    /// A starship of any player, which must exist.
    #[must_use]
    #[track_caller]
    pub fn starship(&self, id: i32) -> &Starship {
        numbered(&self.ships, "starship", id)
    }

    /// All missiles in flight, by number.
    #[must_use]
    pub fn missiles(&self) -> &[Missile] {
        &self.missiles
    }

    /// The score of a player.
    #[must_use]
    #[track_caller]
    pub fn score(&self, player: i32) -> i32 {
        *of(&self.scores, player)
    }

    /// A random integer from 0 to 2147483645, from your own stream: the same match gives the same
    /// numbers.
    #[must_use]
    pub fn any_random(&self) -> i32 {
        self.stream.set((MULTIPLIER * u64::from(self.stream.get()) % MODULUS) as u32);
        self.stream.get() as i32 - 1
    }

    /// A random integer between `low` and `high`, both included; `low` when there is none, which
    /// costs a draw all the same.
    #[must_use]
    pub fn random(&self, low: i32, high: i32) -> i32 {
        let draw = i64::from(self.any_random());
        let width = i64::from(high) - i64::from(low) + 1;
        if width < 1 { low } else { (i64::from(low) + draw % width) as i32 }
    }

    /// Moves one of your starships. Only the first order of the round for a starship counts; a
    /// starship without order moves by [`Dir::DEFAULT`].
    pub fn steer(&self, starship: i32, dir: Dir) {
        self.give(MOVE, starship, dir);
    }

    /// Makes one of your starships shoot a missile; then it moves by [`Dir::DEFAULT`].
    pub fn shoot(&self, starship: i32) {
        self.give(SHOOT, starship, Dir::SLOW);
    }

    fn give(&self, verb: i32, id: i32, dir: Dir) {
        let pass = || self.orders.add(verb, id, dir.i, dir.j);
        if !(0..self.ships.len() as i32).contains(&id) {
            crate::eprintln!("warning: invalid starship identifier{id}");
        } else if !self.starships_of(self.me).contains(&id) {
            crate::eprintln!("warning: starship does not belong to commanding player");
        } else if self.orders.first_for(id) {
            return pass();
        } else {
            crate::eprintln!("warning: instruction alread requested for starship {id}");
        }
        if self.orders.calls() < FEW {
            pass();
        }
        self.orders.warned();
    }

    fn read_ship(&mut self, id: usize, view: &mut Reader<'_>) {
        let [i, j, missiles, alive, time] = view.i32s();
        let (pos, alive) = (Pos::new(i, j), alive != 0);
        self.ships[id] = Starship { id: id as i32, pos, missiles, alive, time };
        if alive {
            let place = self.place(pos);
            self.on[place] = id as i32 + 1;
        }
    }

    fn read_missile(&mut self, k: usize, view: &mut Reader<'_>) {
        let [id, shooter, i, j] = view.i32s();
        let missile = Missile { id, shooter, pos: Pos::new(i, j) };
        let place = self.place(missile.pos);
        self.on[place] = -(k as i32) - 1;
        self.missiles.push(missile);
    }
}

impl Guest for Game {
    const ID: &'static str = "star-war";
    type Dir = Dir;

    fn numbers(dir: Dir) -> [i32; 2] {
        [dir.i, dir.j]
    }

    fn begin(mut intro: Reader<'_>) -> Self {
        let [me, rounds, rows, universe_columns, window_columns] = intro.i32s();
        let [starships_per_player, rounds_to_regenerate] = intro.i32s();
        let [missile_bonuses, point_bonuses, bonus_missiles, bonus_points] = intro.i32s();
        let [kill_points, round] = intro.i32s();
        let settings = Settings {
            rounds,
            rows,
            universe_columns,
            window_columns,
            starships_per_player,
            rounds_to_regenerate,
            missile_bonuses,
            point_bonuses,
            bonus_missiles,
            bonus_points,
            kill_points,
        };
        let cells = rows as usize * universe_columns as usize;
        Self {
            me,
            settings,
            round,
            ground: vec![b'.'; cells],
            on: vec![0; cells],
            ships: vec![Starship::default(); SEATS * starships_per_player as usize],
            missiles: Vec::new(),
            scores: [0; SEATS],
            status: [0.0; SEATS],
            stream: Changing::new(1),
            orders: Orders::new(KEPT),
        }
    }

    fn load(&mut self, stream: &[u8], mut view: Reader<'_>) {
        self.orders.clear();
        if let Some(state) = stream.first_chunk() {
            self.stream.set(u32::from_le_bytes(*state));
        }
        self.status = view.f64s();
        self.round = view.i32();
        let missiles = view.i32();
        self.scores = view.i32s();
        self.on.fill(0);
        self.missiles.clear();
        (0..self.ships.len()).for_each(|id| self.read_ship(id, &mut view));
        let missiles = (missiles as usize).min(view.left() / MISSILE_BYTES);
        (0..missiles).for_each(|k| self.read_missile(k, &mut view));
        let letters = view.bytes(self.ground.len());
        self.ground[..letters.len()].copy_from_slice(letters);
    }

    fn store(&self, stream: &mut [u8]) {
        if let Some(state) = stream.first_chunk_mut() {
            *state = self.stream.get().to_le_bytes();
        }
    }

    fn orders(&self) -> &Orders {
        &self.orders
    }
}
