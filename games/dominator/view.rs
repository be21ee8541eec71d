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
use super::state::{NEAR, State, Unit};
use engine::bytes::{push_ints, push_reals, push_records};
use engine::{Dir, Lcg, SEATS, Streams, Views, features};

/// Bytes before the units.
pub const HEAD_BYTES: usize = 72;
/// Bytes per unit.
pub const UNIT_BYTES: usize = 16;
/// Bytes per unit in the canonical state.
const CANONICAL_UNIT_BYTES: usize = 15;
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

impl Views for State {
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&(seat as i32).to_le_bytes());
        self.parameters().values().iter().for_each(|value| value.push_bytes(out));
    }

    fn write_view(&self, seat: usize, out: &mut Vec<u8>) {
        let board = &self.board;
        out.extend_from_slice(&board.round.to_le_bytes());
        out.extend_from_slice(&(board.units.len() as u32).to_le_bytes());
        for numbers in [&board.land, &board.total_score] {
            for team in 0..SEATS {
                out.extend_from_slice(&numbers[(team + seat) % SEATS].to_le_bytes());
            }
        }
        for team in 0..SEATS {
            out.extend_from_slice(&board.status[(team + seat) % SEATS].to_le_bytes());
        }
        write_units(self, seat, out);
        write_cells(self, seat, out);
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        let board = &self.board;
        out.extend_from_slice(&board.cells);
        push_ints(out, &[board.round]);
        push_ints(out, &board.land);
        push_ints(out, &board.total_score);
        push_reals(out, &board.status);
        let records = push_records::<CANONICAL_UNIT_BYTES>(out, board.units.len());
        for ((unit, &active), record) in board.units.iter().zip(&self.active).zip(records) {
            record[..3].copy_from_slice(&[unit.kind as u8, unit.team, u8::from(active)]);
            record[3..7].copy_from_slice(&unit.health.to_le_bytes());
            record[7..11].copy_from_slice(&unit.i.to_le_bytes());
            record[11..].copy_from_slice(&unit.j.to_le_bytes());
        }
        push_ints(out, &self.ids);
        out.extend_from_slice(&self.taken);
        for stream in [self.dice].iter().chain(&self.streams) {
            out.extend_from_slice(&stream.state().to_le_bytes());
        }
    }
}

impl Streams for State {
    fn streams(&mut self) -> &mut [Lcg] {
        &mut self.streams
    }
}

/// Where a cell of a board with this last row lies as a seat sees it.
pub(super) fn turned(seat: usize, last: i32, i: i32, j: i32) -> (i32, i32) {
    match seat {
        0 => (i, j),
        1 => (j, last - i),
        2 => (last - i, last - j),
        _ => (last - j, i),
    }
}

/// The team as this seat counts them.
pub(super) fn seen(team: u8, seat: usize) -> u8 {
    ((team as usize + SEATS - seat) % SEATS) as u8
}

/// How a seat sees a position, both halves of a number at once: the row below, the column above.
/// Turned by quarters, `j` may come first, and one or both are counted from the other edge.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    swapped: bool,
    flipped: u64,
    moved: u64,
}

impl Turn {
    pub(super) fn of(seat: usize, side: i32) -> Self {
        const LOW: u64 = u32::MAX as u64;
        // For `0 <= v < side` the difference `side - 1 - v` is `!v + side`; in the lower half
        // the sum carries into the upper one, which is taken away again.
        let low = (side as u64).wrapping_add(LOW << 32);
        let high = (side as u64) << 32;
        let (swapped, flipped, moved) = match seat {
            0 => (false, 0, 0),
            1 => (true, LOW << 32, high),
            2 => (false, u64::MAX, low.wrapping_add(high)),
            _ => (true, LOW, low),
        };
        Self { swapped, flipped, moved }
    }

    #[inline]
    pub(super) fn place(self, i: i32, j: i32) -> u64 {
        let both = |low: i32, high: i32| u64::from(low as u32) | u64::from(high as u32) << 32;
        let place = if self.swapped { both(j, i) } else { both(i, j) };
        (place ^ self.flipped).wrapping_add(self.moved)
    }
}

fn write_units(state: &State, seat: usize, out: &mut Vec<u8>) {
    let (turn, units) = (Turn::of(seat, state.side()), &state.board.units[..]);
    let records = push_records::<UNIT_BYTES>(out, units.len());
    let active = &state.active[..units.len()];
    match turn.swapped {
        // Said twice, so that the compiler makes one loop for each.
        true => write_turned(Turn { swapped: true, ..turn }, seat, units, active, records),
        false => write_turned(Turn { swapped: false, ..turn }, seat, units, active, records),
    }
    if state.some_lost {
        write_lost(state, records);
    }
}

#[inline]
fn write_turned(
    turn: Turn,
    seat: usize,
    units: &[Unit],
    active: &[bool],
    records: &mut [[u8; UNIT_BYTES]],
) {
    let from = (SEATS - seat) as u8;
    for ((unit, &active), record) in units.iter().zip(active).zip(records) {
        let team = u32::from((unit.team + from) % SEATS as u8);
        let flags = u32::from(u8::from(active) * ACTIVE_FLAG);
        let head = unit.kind as u32 | (team * 0x01_01_00) | (flags << 24);
        let head = u64::from(head) | u64::from(unit.health as u32) << 32;
        record[..8].copy_from_slice(&head.to_le_bytes());
        record[8..].copy_from_slice(&turn.place(unit.i, unit.j).to_le_bytes());
    }
}

/// Section f: a lost unit keeps its real position and team.
fn write_lost(state: &State, records: &mut [[u8; UNIT_BYTES]]) {
    for ((id, unit), record) in (0..).zip(&state.board.units).zip(records) {
        if state.ids[state.place_of(id)] != id {
            record[1] = unit.team;
            record[3] |= LOST_FLAG;
            record[8..12].copy_from_slice(&unit.i.to_le_bytes());
            record[12..].copy_from_slice(&unit.j.to_le_bytes());
        }
    }
}

/// Writes the cells as these seats see them.
pub(super) fn write_seen_cells(state: &State, seats: &[usize], cells: &mut [u8]) {
    // First all copies: a processor waits where it reads bytes that it has just begun to write.
    for (&seat, cells) in seats.iter().zip(features::parts(cells, seats.len())) {
        cells.copy_from_slice(&state.seen.cells[seat]);
    }
    for (&seat, cells) in seats.iter().zip(features::parts(cells, seats.len())) {
        haunt(state, seat, cells);
    }
}

fn write_cells(state: &State, seat: usize, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&state.seen.cells[seat]);
    haunt(state, seat, &mut out[start..]);
}

/// Marks the haunted cells.
fn haunt(state: &State, seat: usize, cells: &mut [u8]) {
    let side = state.side();
    for &id in state.witches.iter().filter(|&&id| state.active[id as usize]) {
        let witch = &state.board.units[id as usize];
        let centre = state.seen.turned[state.place_of(id)][seat] as usize;
        let inside = |v: i32| (NEAR.radius..side - NEAR.radius).contains(&v);
        if inside(witch.i) && inside(witch.j) {
            haunt_diamond(cells, centre, side as usize);
            continue;
        }
        state.for_diamond(witch.i, witch.j, NEAR, |place| {
            cells[state.seen.turned[place][seat] as usize] |= HAUNTED_BIT;
        });
    }
}

/// Marks everything within distance 2 of a cell that is not closer to any edge. A diamond looks
/// the same from every side.
fn haunt_diamond(cells: &mut [u8], centre: usize, side: usize) {
    haunt_row::<1>(cells, centre - 2 * side);
    haunt_row::<3>(cells, centre - side - 1);
    haunt_row::<5>(cells, centre - 2);
    haunt_row::<3>(cells, centre + side - 1);
    haunt_row::<1>(cells, centre + 2 * side);
}

#[inline]
fn haunt_row<const N: usize>(cells: &mut [u8], first: usize) {
    if let Some(row) = cells.get_mut(first..).and_then(|c| c.first_chunk_mut::<N>()) {
        row.iter_mut().for_each(|cell| *cell |= HAUNTED_BIT);
    }
}

/// The cells as the four seats see them, kept up to date, so that a view is a copy.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    cells: [Vec<u8>; SEATS],
    /// Where each place of the board lies in the view of each seat.
    turned: Vec<[u32; SEATS]>,
}

impl Seen {
    /// The views of a board's text.
    pub(super) fn new(side: usize, text: &[u8]) -> Self {
        let (stride, last) = (side + 1, side - 1);
        let turn = |seat: usize, place: usize| {
            let (i, j) = ((place / stride) as i32, (place % stride).min(last) as i32);
            let (i, j) = turned(seat, last as i32, i, j);
            (i * side as i32 + j) as u32
        };
        let turned = (0..text.len()).map(|place| std::array::from_fn(|seat| turn(seat, place)));
        let turned = turned.collect();
        let mut seen = Self { cells: std::array::from_fn(|_| vec![NOBODYS; side * side]), turned };
        for (place, &cell) in text.iter().enumerate() {
            match cell {
                WALL => (0..SEATS).for_each(|seat| seen.set(seat, place, WALL_CELL)),
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
        (0..SEATS).for_each(|seat| self.set(seat, place, seen(team, seat)));
    }
}

/// The view of a seat, read from the state itself: no bytes of a view, and no turned board.
#[derive(Clone, Copy)]
pub struct Glance<'a> {
    state: &'a State,
    seat: usize,
    /// By direction as the seat sees it, how far a step leads in the flat arrays.
    steps: [i32; 9],
}

impl<'a> Glance<'a> {
    /// The view of this seat, 0 ..= 3. `None` if units were lost: players see these units as if
    /// the board had not been turned, and only the bytes of the view have this.
    #[must_use]
    pub fn new(state: &'a State, seat: usize) -> Option<Self> {
        let mut steps = [0; 9];
        for dir in Dir::EIGHT {
            let step = dir.turned(seat).offset();
            steps[dir as usize] = step.i * state.stride() + step.j;
        }
        (!state.some_lost).then_some(Self { state, seat, steps })
    }
}

/// The questions of simple players, for any source of the view.
pub trait Sight {
    /// Where a unit stands.
    type Place: Copy;
    /// The number of the round.
    fn round(&self) -> i32;
    /// Calls `each` for the player's own units, by identifier: number, kind (0 farmer, 1 knight,
    /// 2 witch) and where it stands.
    fn for_own(&self, each: impl FnMut(i32, u8, Self::Place));
    /// Whether a step leads against a wall, or out of the board.
    fn is_blocked(&self, from: Self::Place, dir: Dir) -> bool;
}

impl Sight for Glance<'_> {
    /// A place in the flat arrays.
    type Place = i32;

    fn round(&self) -> i32 {
        self.state.board.round
    }

    #[inline]
    fn for_own(&self, mut each: impl FnMut(i32, u8, i32)) {
        let (units, stride) = (&self.state.board.units[..], self.state.stride());
        self.state.owners.for_each(self.seat, |id| {
            if let Some(unit) = units.get(id) {
                each(id as i32, unit.kind as u8, unit.i * stride + unit.j);
            }
        });
    }

    #[inline]
    fn is_blocked(&self, from: i32, dir: Dir) -> bool {
        // Beside the board lie line feeds, above and below it nothing.
        let to = from + self.steps[dir as usize];
        self.state.board.cells.get(to as u32 as usize).is_none_or(|&c| c == WALL || c == b'\n')
    }
}

impl Sight for View<'_> {
    type Place = (i32, i32);

    fn round(&self) -> i32 {
        self.int(0)
    }

    fn for_own(&self, mut each: impl FnMut(i32, u8, (i32, i32))) {
        self.units().filter(|u| u.team == 0).for_each(|u| each(u.id, u.kind, (u.i, u.j)));
    }

    fn is_blocked(&self, (i, j): (i32, i32), dir: Dir) -> bool {
        self.cell(i + dir.offset().i, j + dir.offset().j) & OWNER_BITS == WALL_CELL
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
        self.int(8 + 4 * (team % SEATS))
    }

    /// All units, by identifier.
    pub fn units(self) -> impl Iterator<Item = SeenUnit> + use<'a> {
        self.records().map(SeenUnit::read)
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
