//! The state as flat numbers, for programs that learn.

use super::settings::WALL;
use super::state::{State, owner_of};
use engine::Features;
use engine::features::{Field, Space, counted_from, write_row};

const FIELDS: &[Field] = &[Field {
    name: "owner",
    plane: 0,
    shift: 0,
    values: &["own", "next", "second", "third", "nobody", "wall"],
}];
const NOBODYS: u8 = 4;
const WALL_CELL: u8 = 5;

const COLUMNS: &[&str] = &["kind", "player", "health", "row", "col"];

impl Features for State {
    fn space(&self) -> Option<Space> {
        let tiles = &self.field.tiles;
        let (rows, cols, units) = (tiles.rows(), tiles.cols(), self.field.units.len());
        Some(Space { rows, cols, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seat: usize, cells: &mut [u8]) {
        let mut code = [NOBODYS; 256];
        code[usize::from(WALL)] = WALL_CELL;
        for tile in b'0'..=b'3' {
            if let Some(owner) = owner_of(tile) {
                code[usize::from(tile)] = counted_from(seat, owner) as u8;
            }
        }
        for (cell, &tile) in cells.iter_mut().zip(self.field.tiles.cells()) {
            *cell = code[usize::from(tile)];
        }
    }

    fn write_units(&self, seat: usize, units: &mut [i16]) {
        for (unit, row) in self.field.units.iter().zip(units.chunks_exact_mut(COLUMNS.len())) {
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
