//! The state as flat numbers, for programs that learn.

use super::settings::WALL;
use super::state::State;
use engine::Features;
use engine::features::{Field, Space, code_of, counted_from, write_row};

const FIELDS: &[Field] = &[Field {
    name: "owner",
    plane: 0,
    shift: 0,
    values: &["own", "next", "second", "third", "nobody", "wall"],
}];
const WALL_CELL: u8 = 5;

const COLUMNS: &[&str] = &["kind", "player", "health", "row", "col"];

impl Features for State {
    fn space(&self) -> Option<Space> {
        let tiles = &self.field.tiles;
        let (rows, cols, units) = (tiles.rows(), tiles.cols(), self.field.units.len());
        Some(Space { rows, cols, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seat: usize, cells: &mut [u8]) {
        let seat = seat as u8;
        for (cell, &tile) in cells.iter_mut().zip(self.field.tiles.cells()) {
            *cell = code_of(tile, seat, [(WALL, WALL_CELL)]);
        }
    }

    fn write_units(&self, seat: usize, units: &mut [i16]) {
        for (unit, row) in self.field.units.iter().zip(units.as_chunks_mut::<{ COLUMNS.len() }>().0)
        {
            let player = counted_from(seat, unit.player.into()) as i32;
            write_row(row, [unit.kind as i32, player, unit.health, unit.pos.i, unit.pos.j]);
        }
    }

    /// A player may send its own units in all directions.
    fn write_mask(&self, seat: usize, actions: usize, mask: &mut [u8]) {
        let rows = mask.chunks_exact_mut(actions);
        let own = self.field.units.iter().zip(rows).filter(|(u, _)| usize::from(u.player) == seat);
        own.for_each(|(_, row)| row.fill(1));
    }
}
