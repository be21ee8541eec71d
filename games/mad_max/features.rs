//! The state as flat numbers, for programs that learn.

use super::land::{ROAD, STATION, WALL, WATER};
use super::state::State;
use engine::Features;
use engine::features::{Field, Space, code_of, counted_from, write_row};

const FIELDS: &[Field] = &[Field {
    name: "ground",
    plane: 0,
    shift: 0,
    values: &[
        "own city",
        "next player's city",
        "second player's city",
        "third player's city",
        "desert",
        "road",
        "water",
        "station",
        "wall",
    ],
}];

const COLUMNS: &[&str] = &["kind", "player", "food", "water", "row", "col"];

/// The values of the letters that are no city and no desert.
const CODES: [(u8, u8); 4] = [(ROAD, 5), (WATER, 6), (STATION, 7), (WALL, 8)];

impl Features for State {
    fn space(&self) -> Option<Space> {
        let land = &self.board.land;
        let (rows, cols) = (land.rows() as usize, land.cols() as usize);
        Some(Space { rows, cols, fields: FIELDS, units: self.board.units.len(), columns: COLUMNS })
    }

    fn write_cells(&self, seat: usize, cells: &mut [u8]) {
        let seat = seat as u8;
        let cols = self.board.land.cols() as usize;
        let lines = self.board.land.text().chunks_exact(cols + 1);
        for (row, line) in cells.chunks_exact_mut(cols).zip(lines) {
            for (cell, &letter) in row.iter_mut().zip(line) {
                *cell = code_of(letter, seat, CODES);
            }
        }
    }

    fn write_units(&self, seat: usize, units: &mut [i16]) {
        for (unit, row) in self.board.units.iter().zip(units.as_chunks_mut::<{ COLUMNS.len() }>().0)
        {
            let player = counted_from(seat, unit.player.into()) as i32;
            let values = [unit.kind as i32, player, unit.food, unit.water, unit.pos.i, unit.pos.j];
            write_row(row, values);
        }
    }

    /// Section e.2: a unit may be sent anywhere in its player's rounds, and a car with fuel on a
    /// road in every round. A player that is out gives no orders.
    fn write_mask(&self, seat: usize, actions: usize, mask: &mut [u8]) {
        if self.board.status[seat] < 0.0 {
            return;
        }
        let rows = mask.chunks_exact_mut(actions);
        for (unit, row) in self.board.units.iter().zip(rows) {
            if usize::from(unit.player) == seat && self.can_move(unit) {
                row.fill(1);
            }
        }
    }
}
