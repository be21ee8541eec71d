//! The state as flat numbers, for programs that learn.
//!
//! The board is turned and its cells are the bytes of the [view](super::view). Actions are
//! directions as the seat sees them.

use super::state::{Kind, State};
use super::view::{Turn, seen, write_seen_cells};
use engine::features::{Field, Space, write_row};
use engine::{Dir, Features};

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

impl Features for State {
    fn space(&self) -> Option<Space> {
        let side = self.side() as usize;
        let units = self.board.units.len();
        Some(Space { rows: side, cols: side, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seat: usize, cells: &mut [u8]) {
        write_seen_cells(self, seat, cells);
    }

    fn write_units(&self, seat: usize, units: &mut [i16]) {
        let turn = Turn::of(seat, self.side());
        let rows = units.chunks_exact_mut(COLUMNS.len());
        for ((unit, &active), row) in self.board.units.iter().zip(&self.active).zip(rows) {
            let place = turn.place(unit.i, unit.j);
            let (i, j) = (place as u32 as i32, (place >> 32) as i32);
            let player = i32::from(seen(unit.team, seat));
            write_row(row, [unit.kind as i32, player, unit.health, i, j, i32::from(active)]);
        }
    }

    /// A unit may be sent in any direction, diagonally only as a knight.
    fn write_mask(&self, seat: usize, actions: usize, mask: &mut [u8]) {
        let rows = mask.chunks_exact_mut(actions);
        let own =
            self.board.units.iter().zip(rows).filter(|(unit, _)| usize::from(unit.team) == seat);
        for (unit, row) in own {
            for (dir, allowed) in Dir::EIGHT.iter().zip(&mut row[1..]) {
                *allowed = u8::from(!dir.is_diagonal() || unit.kind == Kind::Knight);
            }
        }
    }
}
