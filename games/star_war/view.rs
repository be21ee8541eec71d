//! What a player is told: the bytes of intro, view and stream, and what its orders mean.
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
use super::state::{Missile, PLAYERS, Params, Ship, State, Unit};
use engine::Pos;

/// Numbers in an intro.
const INTRO_LEN: usize = 13;

fn push(out: &mut Vec<u8>, values: &[i32]) {
    for value in values {
        out.extend_from_slice(&value.to_le_bytes());
    }
}

/// Appends the intro of a player.
pub fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
    let p = &state.head.params;
    let intro: [i32; INTRO_LEN] = [
        seat as i32,
        p.rounds,
        p.rows,
        p.cols,
        p.window,
        p.ships,
        p.regen,
        p.missile_bonuses,
        p.point_bonuses,
        p.bonus_missiles,
        p.bonus_points,
        p.kill_points,
        state.board.round,
    ];
    push(out, &intro);
}

/// Appends the view, which is the same for every player.
pub fn write_view(state: &State, out: &mut Vec<u8>) {
    let board = &state.board;
    let size = 56 + 20 * board.ships.len() + 16 * board.missiles.len();
    out.reserve(size + board.ground.cells().len());
    for status in board.status {
        out.extend_from_slice(&status.to_le_bytes());
    }
    push(out, &[board.round, board.missiles.len() as i32]);
    push(out, &board.scores);
    for ship in &board.ships {
        let alive = i32::from(ship.alive);
        push(out, &[ship.at.i, ship.at.j, ship.missiles, alive, ship.time]);
    }
    for m in &board.missiles {
        push(out, &[m.id, m.shooter as i32, m.at.i, m.at.j]);
    }
    out.extend_from_slice(board.ground.cells());
}

/// Appends a player's random stream; as in the kit, one number of it is lost in every round.
pub fn write_stream(state: &mut State, seat: usize, out: &mut Vec<u8>) {
    state.streams[seat].roll();
    out.extend_from_slice(&state.streams[seat].state().to_le_bytes());
}

/// Takes a player's random stream back; anything that is no stream is ignored.
pub fn read_stream(state: &mut State, seat: usize, stream: &[u8]) {
    if let (Ok(bytes), Some(own)) = (stream.try_into(), state.streams.get_mut(seat)) {
        *own = Lehmer::from_state(u32::from_le_bytes(bytes));
    }
}

/// Appends everything that changes during a match and influences its future.
pub fn write_canonical(state: &State, out: &mut Vec<u8>) {
    write_view(state, out);
    out.extend_from_slice(&state.rounds_left.to_le_bytes());
    out.extend_from_slice(&state.dice.state().to_le_bytes());
    for seat in 0..PLAYERS {
        out.extend_from_slice(&state.streams[seat].state().to_le_bytes());
    }
    push(out, &[state.next_missile, state.ruleset as i32]);
}

/// What an intro says.
#[derive(Clone, Copy, Debug)]
pub struct Intro {
    /// The player's seat.
    pub seat: usize,
    /// The parameters.
    pub params: Params,
}

fn number(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl Intro {
    /// Reads an intro; `None` if it is none of this game.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut values = [0; INTRO_LEN];
        for (k, value) in values.iter_mut().enumerate() {
            *value = number(bytes, 4 * k)?;
        }
        let [seat, rounds, rows, cols, window, ships, regen, rest @ ..] = values;
        let params = Params {
            rounds,
            rows,
            cols,
            window,
            ships,
            regen,
            missile_bonuses: rest[0],
            point_bonuses: rest[1],
            bonus_missiles: rest[2],
            bonus_points: rest[3],
            kill_points: rest[4],
        };
        let sane = (0..PLAYERS as i32).contains(&seat) && rows > 0 && cols > 0 && ships > 0;
        sane.then_some(Self { seat: seat as usize, params })
    }
}

/// A view, read in place.
#[derive(Clone, Copy)]
pub struct View<'a> {
    bytes: &'a [u8],
    params: &'a Params,
    missiles: usize,
    ground: &'a [u8],
}

const SHIPS_AT: usize = 56;
const SHIP_LEN: usize = 20;
const MISSILE_LEN: usize = 16;

impl<'a> View<'a> {
    /// A view of a match with these parameters; `None` if the bytes are too few.
    #[must_use]
    pub fn new(bytes: &'a [u8], params: &'a Params) -> Option<Self> {
        let missiles = usize::try_from(number(bytes, 36)?).ok()?;
        let ground = Self::missiles_at(params) + MISSILE_LEN * missiles;
        let ground = bytes.get(ground..)?;
        let cells = params.rows as usize * params.cols as usize;
        (ground.len() == cells).then_some(Self { bytes, params, missiles, ground })
    }

    fn missiles_at(params: &Params) -> usize {
        SHIPS_AT + SHIP_LEN * PLAYERS * params.ships as usize
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
        let j = self.params.wrap(i64::from(p.j));
        self.ground[(p.i * self.params.cols + j) as usize]
    }

    /// Who is in a cell, and what is drawn there; the column wraps, the row must exist.
    #[must_use]
    pub fn cell(&self, p: Pos) -> (Unit, u8) {
        let p = Pos::new(p.i, self.params.wrap(i64::from(p.j)));
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
        (0..PLAYERS * self.params.ships as usize).map(|s| self.ship(s))
    }

    /// The missiles in flight, by identifier.
    pub fn missiles(&self) -> impl Iterator<Item = Missile> + '_ {
        let first = Self::missiles_at(self.params);
        (0..self.missiles).map(move |k| {
            let at = first + MISSILE_LEN * k;
            let (id, shooter) = (self.number(at), self.number(at + 4) as u32);
            Missile { id, shooter, at: Pos::new(self.number(at + 8), self.number(at + 12)) }
        })
    }
}
