//! The state as flat numbers, for programs that learn.

use super::land::{ROAD, STATION, WALL, WATER};
use super::state::State;
use engine::Features;
use engine::features::{self, Field, Space, code_of, write_row};

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
const PLAYER: usize = 1;

/// No order, and the eight directions.
const ACTIONS: usize = 9;

/// The values of the letters that are no city and no desert.
const CODES: [(u8, u8); 4] = [(ROAD, 5), (WATER, 6), (STATION, 7), (WALL, 8)];

impl Features for State {
    fn space(&self) -> Option<Space> {
        let land = &self.board.land;
        let (rows, cols) = (land.rows() as usize, land.cols() as usize);
        Some(Space { rows, cols, fields: FIELDS, units: self.board.units.len(), columns: COLUMNS })
    }

    fn write_cells(&self, seats: &[usize], cells: &mut [u8]) {
        let first = |cells: &mut [u8]| {
            let cols = self.board.land.cols() as usize;
            let lines = self.board.land.text().chunks_exact(cols + 1);
            for (row, line) in cells.chunks_exact_mut(cols).zip(lines) {
                for (cell, &letter) in row.iter_mut().zip(line) {
                    *cell = code_of(letter, CODES);
                }
            }
        };
        features::write_seats(seats, cells, first, |seat, cells| {
            features::turn_cells(seat, cells, 0);
        });
    }

    fn write_units(&self, seats: &[usize], units: &mut [i16]) {
        let first = |units: &mut [i16]| {
            let rows = units.as_chunks_mut::<{ COLUMNS.len() }>().0;
            for (unit, row) in self.board.units.iter().zip(rows) {
                let (kind, player) = (unit.kind as i32, unit.player.into());
                write_row(row, [kind, player, unit.food, unit.water, unit.pos.i, unit.pos.j]);
            }
        };
        features::write_seats(seats, units, first, |seat, units| {
            features::turn_units::<{ COLUMNS.len() }>(seat, units, PLAYER);
        });
    }

    /// Section e.2: a unit may be sent anywhere in its player's rounds, and a car with fuel on a
    /// road in every round. A player that is out gives no orders.
    fn write_mask(&self, seat: usize, mask: &mut [u8]) {
        if self.board.status[seat] < 0.0 {
            return;
        }
        for (unit, row) in self.board.units.iter().zip(mask.as_chunks_mut::<ACTIONS>().0) {
            if usize::from(unit.player) == seat && self.can_move(unit) {
                *row = [1; ACTIONS];
            }
        }
    }
}
