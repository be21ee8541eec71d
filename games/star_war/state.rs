//! Board, starships, missiles, scores: everything that a match knows.

use super::random::Lehmer;
use super::settings::{Parameters, Settings};
use engine::{Grid, Pos, Ruleset, SEATS};
use std::sync::Arc;

/// Letters of the drawn board; starships and missiles are not drawn.
pub mod letter {
    /// Nothing, or a starship or missile.
    pub const EMPTY: u8 = b'.';
    /// An asteroid.
    pub const ASTEROID: u8 = b'X';
    /// A point bonus.
    pub const POINTS: u8 = b'P';
    /// A missile bonus.
    pub const MISSILES: u8 = b'M';
}

/// The bonuses, in the order in which missing ones are replaced.
pub const BONUSES: [u8; 2] = [letter::MISSILES, letter::POINTS];

/// A starship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ship {
    /// Where it is; where it died when it is dead.
    pub at: Pos,
    /// Missiles in stock.
    pub missiles: i32,
    /// Whether it flies.
    pub alive: bool,
    /// Rounds until it tries to be reborn.
    pub time: i32,
}

/// A missile in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missile {
    /// Its identifier.
    pub id: i32,
    /// The starship that shot it.
    pub shooter: u32,
    /// Where it is.
    pub at: Pos,
}

/// The unit in a cell, besides its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nobody.
    Nobody,
    /// The living starship with this number.
    Ship(u32),
    /// The missile with this identifier.
    Missile(i32),
}

/// The head of a result file.
#[derive(Clone, Debug)]
pub struct Head {
    /// The seed, not negative.
    pub seed: i32,
    /// Whether limits are on: `secgame 1`.
    pub judged: bool,
    /// Parameters.
    pub parameters: Parameters,
    /// Names of the players.
    pub names: Vec<String>,
    /// The two lines above every drawn board.
    pub labels: Vec<u8>,
}

/// A state block of a result file.
#[derive(Clone, Debug)]
pub struct Board {
    /// The number of the round.
    pub round: i32,
    /// The drawn board, one of the [letters](letter) per cell.
    pub ground: Grid<u8>,
    /// Starships, by number.
    pub ships: Vec<Ship>,
    /// Missiles in flight, by identifier.
    pub missiles: Vec<Missile>,
    /// Scores by seat.
    pub scores: [i32; SEATS],
    /// Statuses by seat.
    pub status: [f64; SEATS],
}

/// An accepted order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// The starship.
    pub ship: i32,
    /// Whether it shoots; otherwise it moves.
    pub shoots: bool,
    /// Where to; (0, 1) for a shot.
    pub dir: Pos,
}

/// Something that happens while everything flies, for viewers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A starship shoots.
    Shot {
        /// Who.
        ship: u32,
        /// Where it is.
        at: Pos,
    },
    /// A missile and a starship meet.
    Hit {
        /// The starship that shot the missile.
        shooter: u32,
        /// The starship that dies.
        victim: u32,
        /// Where they meet.
        at: Pos,
    },
    /// A missile destroys an asteroid or a bonus.
    Cleared {
        /// The starship that shot the missile.
        shooter: u32,
        /// The [letter] of what it destroys.
        drawn: u8,
        /// Where.
        at: Pos,
    },
    /// A starship flies into another; both die.
    Crash {
        /// The starship that flew.
        ship: u32,
        /// The starship that was there.
        other: u32,
        /// Where.
        at: Pos,
    },
    /// A starship takes a bonus, or crashes into an asteroid.
    Found {
        /// Who.
        ship: u32,
        /// The [letter] of what was there.
        drawn: u8,
        /// Where.
        at: Pos,
    },
}

/// The lines between two state blocks.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// Accepted orders, by seat.
    pub asked: [Vec<Command>; SEATS],
    /// Orders that could be carried out, by seat; `None` if the round failed before.
    pub done: [Vec<Command>; SEATS],
    /// Whether the rules gave up in this round, so that nothing is known of what was done.
    pub failed: bool,
}

/// Everything that a match knows between two rounds.
#[derive(Clone, Debug)]
pub struct State {
    /// The constant part.
    pub head: Arc<Head>,
    /// The parts in result files.
    pub board: Board,
    /// The orders of the last round.
    pub moves: Moves,
    /// Which rules hold.
    pub ruleset: Ruleset,
    /// Rounds still to be played.
    pub rounds_left: u32,
    /// The units by cell.
    pub units: Grid<Unit>,
    /// The random stream of the board.
    pub dice: Lehmer,
    /// The random streams of the players.
    pub streams: [Lehmer; SEATS],
    /// The identifier of the next missile.
    pub next_missile: i32,
    /// How many bonuses of [each kind](BONUSES) are on the board.
    pub bonuses: [i32; 2],
    /// The events, if somebody wants them.
    pub story: Option<Vec<Happening>>,
    /// Which starships have an order in this round.
    pub commanded: Vec<bool>,
}

impl State {
    /// The first state of a match; `seed` is not negative. No draw is made.
    #[must_use]
    pub fn new(settings: &Settings, head: Head, ruleset: Ruleset) -> Self {
        let (board, seed) = (settings.board.clone(), head.seed);
        let units = units(&board);
        let cells = board.ground.cells();
        let drawn = |letter| cells.iter().filter(|&&c| c == letter).count() as i32;
        Self {
            bonuses: BONUSES.map(drawn),
            ruleset,
            rounds_left: head.parameters.nb_rnds as u32,
            units,
            dice: Lehmer::new(seed),
            streams: [0, 1, 2, 3].map(|p| Lehmer::new(seed.wrapping_add(p))),
            next_missile: 0,
            commanded: vec![false; board.ships.len()],
            moves: Moves::default(),
            story: None,
            board,
            head: Arc::new(head),
        }
    }
}

/// The units of a board by cell: living starships and missiles.
#[must_use]
pub fn units(board: &Board) -> Grid<Unit> {
    let mut units = Grid::new(board.ground.rows(), board.ground.cols(), Unit::Nobody);
    for (s, ship) in board.ships.iter().enumerate().filter(|(_, ship)| ship.alive) {
        units[ship.at] = Unit::Ship(s as u32);
    }
    for missile in &board.missiles {
        units[missile.at] = Unit::Missile(missile.id);
    }
    units
}
