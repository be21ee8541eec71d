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
        let rows = units.as_chunks_mut::<{ COLUMNS.len() }>().0;
        for ((unit, &active), row) in self.board.units.iter().zip(&self.active).zip(rows) {
            let place = turn.place(unit.i, unit.j);
            let (i, j) = (place as u32 as i32, (place >> 32) as i32);
            let player = i32::from(seen(unit.team, seat));
            write_row(row, [unit.kind as i32, player, unit.health, i, j, i32::from(active)]);
        }
    }

    /// A unit may be sent in any direction, diagonally only as a knight.
    fn write_mask(&self, seat: usize, actions: usize, mask: &mut [u8]) {
        let straight: [u8; 9] =
            std::array::from_fn(|k| u8::from(k == 0 || !Dir::EIGHT[k - 1].is_diagonal()));
        for (unit, row) in self.board.units.iter().zip(mask.chunks_exact_mut(actions)) {
            if usize::from(unit.team) == seat {
                let accepted = if unit.kind == Kind::Knight { &[1; 9] } else { &straight };
                row.iter_mut().zip(accepted).for_each(|(to, accepted)| *to = *accepted);
            }
        }
    }
}
