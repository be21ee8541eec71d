//! The bytes of intro, view and stream for a player, and the meaning of its orders.
//!
//! All numbers are little-endian; `i32` unless said otherwise.
//!
//! **Intro**, once: seat, rounds, rows, columns of the universe, columns of the window,
//! starships per player, rounds to regenerate, missile bonuses, point bonuses, missiles per
//! bonus, points per bonus, points per kill, number of the first round.
//!
//! **View**, each round, the same for all players:
//!
//! | what | type |
//! |---|---|
//! | four statuses | `f64` |
//! | number of the round | `i32` |
//! | number of missiles `q` | `i32` |
//! | four scores | `i32` |
//! | per starship: row, column, missiles, alive (0, 1), time | five `i32` |
//! | per missile, by identifier: identifier, starship that shot it, row, column | four `i32` |
//! | the drawn board, row after row: `.`, `X`, `P`, `M` | one byte per cell |
//!
//! Living starships and missiles stand on cells drawn as empty.
//!
//! **Stream**: the state of the player's random generator, `u32`, 1 ..= 2^31 - 2.
//!
//! **Order**: verb 0 moves starship `unit` by `a` rows and `b` columns; verb 1 makes it shoot.

use super::random::Lehmer;
use super::settings::Parameters;
use super::state::{Missile, Ship, State, Unit};
use engine::bytes::{Bytes, push_ints};
use engine::{Pos, SEATS, Streams, Views};
use std::convert::Infallible;

/// Bytes of an intro: seat, all parameters but the number of players, first round.
const INTRO_LEN: usize = 4 * (1 + Parameters::COUNT);

impl Views for State {
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        push_ints(out, &[seat as i32]);
        // Everybody knows that there are four players.
        self.head.parameters.values()[1..].iter().for_each(|value| value.push_bytes(out));
        push_ints(out, &[self.board.round]);
    }

    fn write_view(&self, _: usize, out: &mut Vec<u8>) {
        let board = &self.board;
        let size = 56 + 20 * board.ships.len() + 16 * board.missiles.len();
        out.reserve(size + board.ground.cells().len());
        for status in board.status {
            out.extend_from_slice(&status.to_le_bytes());
        }
        push_ints(out, &[board.round, board.missiles.len() as i32]);
        push_ints(out, &board.scores);
        for ship in &board.ships {
            let alive = i32::from(ship.alive);
            push_ints(out, &[ship.at.i, ship.at.j, ship.missiles, alive, ship.time]);
        }
        for m in &board.missiles {
            push_ints(out, &[m.id, m.shooter as i32, m.at.i, m.at.j]);
        }
        out.extend_from_slice(board.ground.cells());
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        self.write_view(0, out);
        out.extend_from_slice(&self.rounds_left.to_le_bytes());
        out.extend_from_slice(&self.dice.state().to_le_bytes());
        for seat in 0..SEATS {
            out.extend_from_slice(&self.streams[seat].state().to_le_bytes());
        }
        push_ints(out, &[self.next_missile, self.ruleset as i32]);
    }
}

impl Streams for State {
    /// As in the kit, one number of the stream is lost in every round.
    fn write_stream(&mut self, seat: usize, out: &mut Vec<u8>) {
        self.streams[seat].roll();
        out.extend_from_slice(&self.streams[seat].state().to_le_bytes());
    }

    fn read_stream(&mut self, seat: usize, stream: &[u8]) {
        if let (Ok(bytes), Some(own)) = (stream.try_into(), self.streams.get_mut(seat)) {
            *own = Lehmer::from_state(u32::from_le_bytes(bytes));
        }
    }
}

/// The contents of an intro.
#[derive(Clone, Copy, Debug)]
pub struct Intro {
    /// The player's seat.
    pub seat: usize,
    /// The parameters.
    pub parameters: Parameters,
    /// The number of the first round.
    pub first: i32,
}

fn number(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl Intro {
    /// Reads an intro; `None` if it is none of this game.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes.get(..INTRO_LEN)?);
        let seat = bytes.int();
        let Ok(parameters) = Parameters::try_from_fn(|parameter| match parameter.key {
            "nb_players" => Ok::<_, Infallible>(parameter.default),
            _ => Ok(parameter.take(&mut bytes)),
        });
        let p = &parameters;
        let boards = p.nb_rows > 0 && p.nb_uni_cols > 0 && p.nb_ships_x_player > 0;
        let sane = (0..SEATS as i32).contains(&seat) && boards;
        sane.then(|| Self { seat: seat as usize, parameters, first: bytes.int() })
    }
}

/// A view, read in place.
#[derive(Clone, Copy)]
pub struct View<'a> {
    bytes: &'a [u8],
    parameters: &'a Parameters,
    missiles: usize,
    ground: &'a [u8],
}

const SHIPS_AT: usize = 56;
const SHIP_LEN: usize = 20;
const MISSILE_LEN: usize = 16;

impl<'a> View<'a> {
    /// A view of a match with these parameters; `None` if the bytes are too few.
    #[must_use]
    pub fn new(bytes: &'a [u8], parameters: &'a Parameters) -> Option<Self> {
        let missiles = usize::try_from(number(bytes, 36)?).ok()?;
        let ground = Self::missiles_at(parameters) + MISSILE_LEN * missiles;
        let ground = bytes.get(ground..)?;
        let cells = parameters.nb_rows as usize * parameters.nb_uni_cols as usize;
        (ground.len() == cells).then_some(Self { bytes, parameters, missiles, ground })
    }

    fn missiles_at(parameters: &Parameters) -> usize {
        SHIPS_AT + SHIP_LEN * SEATS * parameters.nb_ships_x_player as usize
    }

    fn number(&self, at: usize) -> i32 {
        number(self.bytes, at).unwrap_or(0)
    }

    /// The number of the round.
    #[must_use]
    pub fn round(&self) -> i32 {
        self.number(32)
    }

    /// The letter drawn in a cell; the column wraps, the row must exist.
    #[must_use]
    pub fn ground(&self, p: Pos) -> u8 {
        let j = self.parameters.wrap(i64::from(p.j));
        self.ground[(p.i * self.parameters.nb_uni_cols + j) as usize]
    }

    /// The unit in a cell, and its letter; the column wraps, the row must exist.
    #[must_use]
    pub fn cell(&self, p: Pos) -> (Unit, u8) {
        let p = Pos::new(p.i, self.parameters.wrap(i64::from(p.j)));
        let ship = self.ships().position(|ship| ship.alive && ship.at == p);
        let unit = match ship {
            Some(s) => Unit::Ship(s as u32),
            None => self
                .missiles()
                .find(|missile| missile.at == p)
                .map_or(Unit::Nobody, |missile| Unit::Missile(missile.id)),
        };
        (unit, self.ground(p))
    }

    /// A starship.
    #[must_use]
    pub fn ship(&self, s: usize) -> Ship {
        let at = SHIPS_AT + SHIP_LEN * s;
        Ship {
            at: Pos::new(self.number(at), self.number(at + 4)),
            missiles: self.number(at + 8),
            alive: self.number(at + 12) != 0,
            time: self.number(at + 16),
        }
    }

    /// All starships, by number.
    pub fn ships(&self) -> impl Iterator<Item = Ship> + '_ {
        (0..SEATS * self.parameters.nb_ships_x_player as usize).map(|s| self.ship(s))
    }

    /// The missiles in flight, by identifier.
    pub fn missiles(&self) -> impl Iterator<Item = Missile> + '_ {
        let first = Self::missiles_at(self.parameters);
        (0..self.missiles).map(move |k| {
            let at = first + MISSILE_LEN * k;
            let (id, shooter) = (self.number(at), self.number(at + 4) as u32);
            Missile { id, shooter, at: Pos::new(self.number(at + 8), self.number(at + 12)) }
        })
    }
}
