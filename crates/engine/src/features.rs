//! A state as flat numbers, for programs that learn.
//!
//! | array | shape | what |
//! |---|---|---|
//! | cells | planes × rows × cols, bytes | the board; each byte holds the [fields](Field) of its plane |
//! | units | units × columns, 16-bit integers | one row per unit, by identifier |
//! | mask | units × actions, 0 or 1 | which actions the rules accept |
//!
//! Each seat gets its own: players are counted from the seat (0 is itself), and where the game
//! turns the board for its players, so is the board here. Action 0 gives a unit no order. The
//! others are the [order words](crate::tell::Tell::words) of the game without `None`, in their
//! order.

use crate::SEATS;
use crate::hidden::{DynGame, DynState};
use crate::player::Order;

/// Some bits of a byte of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The meaning of the bits, e.g. `owner`.
    pub name: &'static str,
    /// The plane, from 0.
    pub plane: usize,
    /// The lowest bit.
    pub shift: u32,
    /// The names of the values 0, 1, …
    pub values: &'static [&'static str],
}

impl Field {
    /// The field in a byte of its plane.
    #[must_use]
    pub fn of(&self, byte: u8) -> usize {
        let bits = usize::BITS - (self.values.len() - 1).leading_zeros();
        usize::from(byte) >> self.shift & ((1 << bits) - 1)
    }
}

/// The shape of the arrays of a match. It stays the same for the whole match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The meaning of the bytes of the planes.
    pub fields: &'static [Field],
    /// How many units there are.
    pub units: usize,
    /// The columns of the table of units.
    pub columns: &'static [&'static str],
}

impl Space {
    /// How many planes the board has.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.fields.iter().map(|field| field.plane + 1).max().unwrap_or(0)
    }

    /// Bytes of all planes.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.planes() * self.rows * self.cols
    }
}

/// Where the arrays of some seats go, those of one seat behind those of another. An empty slice
/// is left out.
pub struct Arrays<'a> {
    /// Boards: seats × planes × rows × cols.
    pub cells: &'a mut [u8],
    /// Tables of units: seats × units × columns.
    pub units: &'a mut [i16],
    /// Accepted actions: seats × units × actions.
    pub mask: &'a mut [u8],
}

/// An array in so many equal parts; none where it is empty.
pub fn parts<T>(array: &mut [T], count: usize) -> std::slice::ChunksExactMut<'_, T> {
    array.chunks_exact_mut((array.len() / count.max(1)).max(1))
}

/// Writes an array for each of these seats: `first` writes it as seat 0 sees it, `turn` makes what
/// seat 0 sees into what another seat sees. So what all seats share is worked out once.
#[inline]
pub fn write_seats<T: Copy>(
    seats: &[usize],
    array: &mut [T],
    first: impl FnOnce(&mut [T]),
    turn: impl Fn(usize, &mut [T]),
) {
    let mut parts = parts(array, seats.len());
    let (Some(head), Some((&seat, others))) = (parts.next(), seats.split_first()) else { return };
    first(head);
    for (part, &seat) in parts.zip(others) {
        part.copy_from_slice(head);
        turn(seat, part);
    }
    if seat != 0 {
        turn(seat, head);
    }
}

/// Makes a table of units, as seat 0 sees it, into what a seat sees: `column` holds players.
#[inline]
pub fn turn_units<const N: usize>(seat: usize, units: &mut [i16], column: usize) {
    for row in units.as_chunks_mut::<N>().0 {
        let player = row[column] as u16 + (SEATS - seat) as u16;
        row[column] = (player % SEATS as u16) as i16;
    }
}

/// Makes cells, as seat 0 sees them, into what a seat sees. The bits from `shift` on hold one of
/// [`OWNERS`] or a greater value, which stays; all bits above are 0.
#[inline]
pub fn turn_cells(seat: usize, cells: &mut [u8], shift: u32) {
    for cell in cells {
        *cell = *cell & !(u8::MAX << shift) | turn_code(seat, *cell >> shift) << shift;
    }
}

/// One of [`OWNERS`], as seat 0 counts them, as another seat counts them; a greater value stays.
#[inline(always)]
fn turn_code(seat: usize, code: u8) -> u8 {
    let turned = code.wrapping_sub(seat as u8) % SEATS as u8;
    if code < SEATS as u8 { turned } else { code }
}

/// Writes the [codes](code_of) of a board of letters for each of these seats, as each counts
/// players.
#[inline]
pub fn write_codes<const N: usize>(
    seats: &[usize],
    cells: &mut [u8],
    board: &[u8],
    letters: [(u8, u8); N],
) {
    /// So many cells stay in registers while all seats get theirs.
    const AT_ONCE: usize = 32;
    let (blocks, rest) = board.as_chunks::<AT_ONCE>();
    let end = board.len() - rest.len();
    for (at, block) in (0..).step_by(AT_ONCE).zip(blocks) {
        let codes = block.map(|letter| code_of(letter, letters));
        // Masks for all seats, so that each seat takes three operations.
        let owned = codes.map(|code| if code < SEATS as u8 { u8::MAX } else { 0 });
        let kept = owned.map(|owned| !owned | (SEATS as u8 - 1));
        for (&seat, cells) in seats.iter().zip(cells.chunks_exact_mut(board.len())) {
            let Some(cells) = cells[at..].first_chunk_mut::<AT_ONCE>() else { continue };
            for (k, cell) in cells.iter_mut().enumerate() {
                *cell = codes[k].wrapping_sub(seat as u8 & owned[k]) & kept[k];
            }
        }
    }
    for (&seat, cells) in seats.iter().zip(cells.chunks_exact_mut(board.len().max(1))) {
        for (cell, &letter) in cells[end..].iter_mut().zip(rest) {
            *cell = turn_code(seat, code_of(letter, letters));
        }
    }
}

/// Marks in a mask with so many actions that every unit may do the action 0 alone.
pub fn allow_nothing(mask: &mut [u8], actions: usize) {
    let mut done = actions.max(1).min(mask.len());
    mask[..done].fill(0);
    if let Some(none) = mask.first_mut() {
        *none = 1;
    }
    // Twice as many rows with each copy: a few long copies instead of a byte for each unit.
    while (1..mask.len()).contains(&done) {
        let more = done.min(mask.len() - done);
        mask.copy_within(..more, done);
        done += more;
    }
}

/// The values of a field that says whose a cell is: the seat itself, the next seats in turn,
/// nobody.
pub const OWNERS: &[&str] = &["own", "next", "second", "third", "nobody"];

/// The owner as a seat counts it: 0 is the seat itself.
#[inline]
#[must_use]
pub fn counted_from(seat: usize, owner: usize) -> usize {
    (owner + SEATS - seat) % SEATS
}

/// The code of a letter that is the digit of an owner, as seat 0 counts it, or else the code of
/// the first of these letters that it is, or else 4, nobody's. The compiler turns a loop over it
/// into instructions for many cells at once: there is no table and no branch.
#[inline(always)]
#[must_use]
pub fn code_of<const N: usize>(letter: u8, letters: [(u8, u8); N]) -> u8 {
    const NOBODYS: u8 = 4;
    let digit = letter.wrapping_sub(b'0');
    let mut code = NOBODYS;
    for (known, its) in letters {
        code = if letter == known { its } else { code };
    }
    if digit < SEATS as u8 { digit } else { code }
}

/// Writes a unit's row of the table. Numbers beyond 16 bits become the nearest.
#[inline]
pub fn write_row<const N: usize>(row: &mut [i16; N], values: [i32; N]) {
    for (cell, value) in row.iter_mut().zip(values) {
        *cell = value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
}

/// How many numbers [`write_scalars`] writes.
pub const SCALARS: usize = 2 + SEATS;

/// Writes the round, the rounds left, the score of a seat and the scores of the seats after it.
/// `scores` are those of the state, by seat; `scalars` has room for [`SCALARS`] numbers.
pub fn write_scalars(state: &dyn DynState, seat: usize, scores: &[i64], scalars: &mut [i32]) {
    scalars[0] = state.round();
    scalars[1] = i32::try_from(state.rounds_left()).unwrap_or(i32::MAX);
    for (at, score) in scalars[2..].iter_mut().enumerate() {
        let whose = (seat + at) % SEATS;
        let found = scores.get(whose).copied().unwrap_or(0);
        *score = found.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    }
}

/// One order per action but the first, for the unit 0.
#[must_use]
pub fn actions(game: &dyn DynGame) -> Vec<(&'static str, Order)> {
    let words = game.order_words().iter().filter(|(word, _)| *word != "None");
    words.map(|&(word, [verb, a, b])| (word, Order { verb, unit: 0, a, b })).collect()
}

/// The order that an action of a unit stands for; `None` for the action 0 and unknown ones.
#[must_use]
pub fn order_for(actions: &[(&str, Order)], unit: i32, action: i32) -> Option<Order> {
    let k = usize::try_from(action).ok()?.checked_sub(1)?;
    actions.get(k).map(|(_, order)| Order { unit, ..*order })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_beyond_whole_blocks_are_counted_from_each_seat_too() {
        let board = b"0123.X".repeat(7);
        let mut cells = vec![9; 3 * board.len()];
        write_codes(&[0, 1, 3], &mut cells, &board, [(b'X', 5)]);
        let own: [[u8; 6]; 3] = [[0, 1, 2, 3, 4, 5], [3, 0, 1, 2, 4, 5], [1, 2, 3, 0, 4, 5]];
        assert_eq!(cells, own.map(|row| row.repeat(7)).concat());
    }

    #[test]
    fn nothing_but_the_first_action_is_allowed_in_masks_of_any_size() {
        for (units, actions) in [(0, 5), (1, 5), (7, 1), (13, 9), (64, 3)] {
            let mut mask = vec![7; units * actions];
            allow_nothing(&mut mask, actions);
            let allowed = |at: usize| u8::from(at.is_multiple_of(actions));
            assert_eq!(mask, (0..mask.len()).map(allowed).collect::<Vec<_>>());
        }
    }
}
