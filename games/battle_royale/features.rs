//! The state as flat numbers, for programs that learn.

use super::settings::WALL;
use super::state::State;
use engine::Features;
use engine::features::{self, Field, Space, write_row};

const FIELDS: &[Field] = &[Field {
    name: "owner",
    plane: 0,
    shift: 0,
    values: &["own", "next", "second", "third", "nobody", "wall"],
}];
const WALL_CELL: u8 = 5;

const COLUMNS: &[&str] = &["kind", "player", "health", "row", "col"];
const PLAYER: usize = 1;

/// No order, and the four directions.
const ACTIONS: usize = 5;

impl Features for State {
    fn space(&self) -> Option<Space> {
        let tiles = &self.field.tiles;
        let (rows, cols, units) = (tiles.rows(), tiles.cols(), self.field.units.len());
        Some(Space { rows, cols, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seats: &[usize], cells: &mut [u8]) {
        features::write_codes(seats, cells, self.field.tiles.cells(), [(WALL, WALL_CELL)]);
    }

    fn write_units(&self, seats: &[usize], units: &mut [i16]) {
        let first = |units: &mut [i16]| {
            let rows = units.as_chunks_mut::<{ COLUMNS.len() }>().0;
            for (unit, row) in self.field.units.iter().zip(rows) {
                let player = unit.player.into();
                write_row(row, [unit.kind as i32, player, unit.health, unit.pos.i, unit.pos.j]);
            }
        };
        features::write_seats(seats, units, first, |seat, units| {
            features::turn_units::<{ COLUMNS.len() }>(seat, units, PLAYER);
        });
    }

    /// A player may send its own units in all directions.
    fn write_mask(&self, seat: usize, mask: &mut [u8]) {
        let rows = mask.as_chunks_mut::<ACTIONS>().0;
        self.owners.for_each(seat, |unit| rows[unit] = [1; ACTIONS]);
    }
}
