//! The state as flat numbers, for programs that learn.
//!
//! The board is turned and its cells are the bytes of the [view](super::view). Actions are
//! directions as the seat sees them.

use super::state::{Kind, State};
use super::view::{turned, write_seen_cells};
use engine::Features;
use engine::features::{self, Field, Space, write_row};

const FIELDS: &[Field] = &[
    Field {
        name: "owner",
        plane: 0,
        shift: 0,
        values: &["own", "next", "second", "third", "nobody", "wall"],
    },
    Field { name: "haunted", plane: 0, shift: 7, values: &["no", "yes"] },
];

const COLUMNS: &[&str] = &["kind", "player", "health", "row", "col", "active"];
const PLAYER: usize = 1;
const ROW: usize = 3;
const COL: usize = 4;

/// No order, and the eight directions.
const ACTIONS: usize = 9;
/// The actions of all units. Knights have the others too.
const STRAIGHT: [u8; ACTIONS] = [1, 1, 0, 1, 0, 1, 0, 1, 0];

impl Features for State {
    fn space(&self) -> Option<Space> {
        let side = self.side() as usize;
        let units = self.board.units.len();
        Some(Space { rows: side, cols: side, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seats: &[usize], cells: &mut [u8]) {
        write_seen_cells(self, seats, cells);
    }

    fn write_units(&self, seats: &[usize], units: &mut [i16]) {
        let first = |units: &mut [i16]| {
            let rows = units.as_chunks_mut().0;
            for ((unit, &active), row) in self.board.units.iter().zip(&self.active).zip(rows) {
                let (kind, team) = (unit.kind as i32, unit.team.into());
                write_row(row, [kind, team, unit.health, unit.i, unit.j, i32::from(active)]);
            }
        };
        features::write_seats(seats, units, first, |seat, units| {
            features::turn_units::<{ COLUMNS.len() }>(seat, units, PLAYER);
            turn_places(seat, self.side() - 1, units.as_chunks_mut().0);
        });
    }

    /// A unit may be sent in any direction, diagonally only as a knight.
    fn write_mask(&self, seat: usize, mask: &mut [u8]) {
        let (units, rows) = (&self.board.units[..], mask.as_chunks_mut::<ACTIONS>().0);
        self.owners.for_each(seat, |id| {
            let knight = units[id].kind == Kind::Knight;
            rows[id] = if knight { [1; ACTIONS] } else { STRAIGHT };
        });
    }
}

/// Turns where units stand, as seat 0 sees them, for a seat; `last` is the last row.
fn turn_places(seat: usize, last: i32, rows: &mut [[i16; COLUMNS.len()]]) {
    // Said for each seat, so that the compiler makes one loop for each.
    match seat {
        0 => {}
        1 => turn_by::<1>(last, rows),
        2 => turn_by::<2>(last, rows),
        _ => turn_by::<3>(last, rows),
    }
}

#[inline]
fn turn_by<const SEAT: usize>(last: i32, rows: &mut [[i16; COLUMNS.len()]]) {
    for row in rows {
        let (i, j) = turned(SEAT, last, row[ROW].into(), row[COL].into());
        (row[ROW], row[COL]) = (i as i16, j as i16);
    }
}
