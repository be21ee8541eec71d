//! The bytes that a player sees (section f of the specification).
//!
//! All numbers are little-endian. Every player sees itself as team 0: the board is turned by a
//! quarter for each seat, teams are counted from its own.
//!
//! **Intro**, once: `i32` seat, then the thirteen parameters as `i32` in the order of the
//! settings file.
//!
//! **Stream**: `u32`, the state of the player's own generator ([`engine::Lcg`]).
//!
//! **View**, every round, for a board of `n` by `n` cells:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `i32` round |
//! | 4 | `u32` number of units |
//! | 16 | `i32` land of teams 0..3 |
//! | 16 | `i32` total score of teams 0..3 |
//! | 32 | `f64` status of teams 0..3 |
//! | 16 per unit | `u8` kind; `u8` team as seen; `u8` team whose list it is in; `u8` flags (1 active witch, 2 lost: no cell holds it); `i32` health, row, column |
//! | n·n | one byte per cell, row after row: bits 0–2 are 0..3 owner, 4 nobody's, 5 wall; bit 7 is set where it is haunted |
//!
//! The cell that holds a unit is the unit's own, unless the unit is lost.
//!
//! **Orders**: `verb` 0, `unit` the identifier, `a` the code of the direction as the player
//! sees it.

use super::generator::WALL;
use super::state::{NEAR, State, TEAMS};

/// Bytes before the units.
pub const HEAD_BYTES: usize = 72;
/// Bytes per unit.
pub const UNIT_BYTES: usize = 16;
/// The bits of a cell that say whose it is.
pub const OWNER_BITS: u8 = 7;
/// Nobody's cell.
pub const NOBODYS: u8 = 4;
/// A wall.
pub const WALL_CELL: u8 = 5;
/// The bit of haunted cells.
pub const HAUNTED_BIT: u8 = 0x80;
/// The flag of an active witch.
pub const ACTIVE_FLAG: u8 = 1;
/// The flag of a lost unit.
pub const LOST_FLAG: u8 = 2;

/// Appends the intro of a seat.
pub fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&(seat as i32).to_le_bytes());
    state.parameters().values().iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
}

/// Appends the view of a seat.
pub fn write_view(state: &State, seat: usize, out: &mut Vec<u8>) {
    let board = &state.board;
    out.extend_from_slice(&board.round.to_le_bytes());
    out.extend_from_slice(&(board.units.len() as u32).to_le_bytes());
    for numbers in [&board.land, &board.total_score] {
        for team in 0..TEAMS {
            out.extend_from_slice(&numbers[(team + seat) % TEAMS].to_le_bytes());
        }
    }
    for team in 0..TEAMS {
        out.extend_from_slice(&board.status[(team + seat) % TEAMS].to_le_bytes());
    }
    write_units(state, seat, out);
    write_cells(state, seat, out);
}

/// The team as this seat counts them.
fn seen(team: u8, seat: usize) -> u8 {
    ((team as usize + TEAMS - seat) % TEAMS) as u8
}

fn write_units(state: &State, seat: usize, out: &mut Vec<u8>) {
    let last = state.side() - 1;
    match seat {
        0 => write_turned_units(state, seat, out, |i, j| (i, j)),
        1 => write_turned_units(state, seat, out, |i, j| (j, last - i)),
        2 => write_turned_units(state, seat, out, |i, j| (last - i, last - j)),
        _ => write_turned_units(state, seat, out, |i, j| (last - j, i)),
    }
}

fn write_turned_units(
    state: &State,
    seat: usize,
    out: &mut Vec<u8>,
    turn: impl Fn(i32, i32) -> (i32, i32),
) {
    let listed: [u8; TEAMS] = std::array::from_fn(|team| seen(team as u8, seat));
    let start = out.len();
    out.resize(start + UNIT_BYTES * state.board.units.len(), 0);
    let records = out[start..].as_chunks_mut::<UNIT_BYTES>().0.iter_mut();
    let units = state.board.units.iter().zip(&state.active);
    for (id, ((unit, &active), record)) in (0..).zip(units.zip(records)) {
        let listed = listed[usize::from(unit.team) % TEAMS];
        let (mut team, mut flags) = (listed, u8::from(active) * ACTIVE_FLAG);
        let (mut i, mut j) = turn(unit.i, unit.j);
        if state.some_lost && state.ids[state.place_of(id)] != id {
            // Section f: a lost unit keeps its real position and team.
            (team, flags, i, j) = (unit.team, flags | LOST_FLAG, unit.i, unit.j);
        }
        let word = |v: i32, at: u32| u128::from(v as u32) << (32 * at);
        let head = i32::from_le_bytes([unit.kind as u8, team, listed, flags]);
        let all = word(head, 0) | word(unit.health, 1) | word(i, 2) | word(j, 3);
        *record = all.to_le_bytes();
    }
}

fn write_cells(state: &State, seat: usize, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&state.seen.cells[seat]);
    let cells = &mut out[start..];
    for &id in state.witches.iter().filter(|&&id| state.active[id as usize]) {
        let witch = &state.board.units[id as usize];
        state.for_diamond(witch.i, witch.j, NEAR, |place| {
            cells[state.seen.turned[place][seat] as usize] |= HAUNTED_BIT;
        });
    }
}

/// The cells as the four seats see them, kept up to date, so that a view is a copy.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    cells: [Vec<u8>; TEAMS],
    /// Where each place of the board lies in the view of each seat.
    turned: Vec<[u32; TEAMS]>,
}

impl Seen {
    /// The views of a board's text.
    pub(super) fn new(side: usize, text: &[u8]) -> Self {
        let (stride, last) = (side + 1, side - 1);
        let turn = |seat: usize, place: usize| {
            let (a, b) = (place / stride, (place % stride).min(last));
            let (i, j) = match seat {
                0 => (a, b),
                1 => (b, last - a),
                2 => (last - a, last - b),
                _ => (last - b, a),
            };
            (i * side + j) as u32
        };
        let turned = (0..text.len()).map(|place| std::array::from_fn(|seat| turn(seat, place)));
        let turned = turned.collect();
        let mut seen = Self { cells: std::array::from_fn(|_| vec![NOBODYS; side * side]), turned };
        for (place, &cell) in text.iter().enumerate() {
            match cell {
                WALL => (0..TEAMS).for_each(|seat| seen.set(seat, place, WALL_CELL)),
                b'0'..=b'3' => seen.set_owner(place, cell - b'0'),
                _ => {}
            }
        }
        seen
    }

    fn set(&mut self, seat: usize, place: usize, code: u8) {
        self.cells[seat][self.turned[place][seat] as usize] = code;
    }

    /// A cell has a new owner.
    pub(super) fn set_owner(&mut self, place: usize, team: u8) {
        (0..TEAMS).for_each(|seat| self.set(seat, place, seen(team, seat)));
    }
}

/// A view as native players read it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    bytes: &'a [u8],
    units: usize,
    side: usize,
}

/// A unit as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenUnit {
    /// Its identifier.
    pub id: i32,
    /// 0 farmer, 1 knight, 2 witch.
    pub kind: u8,
    /// Its team; 0 is the player's own.
    pub team: u8,
    /// Whether it is an active witch.
    pub active: bool,
    /// Its health.
    pub health: i32,
    /// Row.
    pub i: i32,
    /// Column.
    pub j: i32,
}

impl SeenUnit {
    fn read((id, record): (i32, &[u8; UNIT_BYTES])) -> Self {
        let int = |at: usize| {
            i32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]])
        };
        let (kind, team, active) = (record[0], record[1], record[3] & ACTIVE_FLAG != 0);
        Self { id, kind, team, active, health: int(4), i: int(8), j: int(12) }
    }
}

impl<'a> View<'a> {
    /// Reads a view of a board with `side` rows; `None` if the bytes are not one.
    #[must_use]
    pub fn new(bytes: &'a [u8], side: usize) -> Option<Self> {
        let units = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?) as usize;
        let len = HEAD_BYTES + units.checked_mul(UNIT_BYTES)? + side * side;
        (bytes.len() == len).then_some(Self { bytes, units, side })
    }

    fn int(&self, at: usize) -> i32 {
        let bytes = &self.bytes[at..at + 4];
        i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The number of the round.
    #[must_use]
    pub fn round(&self) -> i32 {
        self.int(0)
    }

    /// Rows, which are as many as columns.
    #[must_use]
    pub fn side(&self) -> i32 {
        self.side as i32
    }

    /// The coloured cells of a team, 0 ..= 3; 0 is the player's own.
    #[must_use]
    pub fn land(&self, team: usize) -> i32 {
        self.int(8 + 4 * (team % TEAMS))
    }

    /// All units, by identifier.
    pub fn units(self) -> impl Iterator<Item = SeenUnit> + use<'a> {
        self.records().map(SeenUnit::read)
    }

    /// The units of a team, by identifier.
    pub fn units_of(self, team: u8) -> impl Iterator<Item = SeenUnit> + use<'a> {
        self.records().filter(move |(_, record)| record[1] == team).map(SeenUnit::read)
    }

    fn records(self) -> impl Iterator<Item = (i32, &'a [u8; UNIT_BYTES])> + use<'a> {
        let bytes = &self.bytes[HEAD_BYTES..HEAD_BYTES + self.units * UNIT_BYTES];
        (0..).zip(bytes.as_chunks().0)
    }

    /// The byte of a cell; a wall outside the board.
    #[must_use]
    pub fn cell(&self, i: i32, j: i32) -> u8 {
        let n = self.side as i32;
        if (0..n).contains(&i) && (0..n).contains(&j) {
            self.bytes[self.bytes.len() - self.side * self.side + (i * n + j) as usize]
        } else {
            WALL_CELL
        }
    }
}
