//! The state as flat numbers, for programs that learn. The units are the starships; missiles in
//! flight are on the board.

use super::state::{State, letter};
use engine::Features;
use engine::features::{self, Field, OWNERS, Space, write_row};

const FIELDS: &[Field] = &[
    Field {
        name: "ground",
        plane: 0,
        shift: 0,
        values: &["empty", "asteroid", "points", "missiles"],
    },
    Field { name: "missile", plane: 0, shift: 2, values: OWNERS },
];
/// The letters that have another value than 0.
const CODES: [(u8, u8); 3] = [(letter::ASTEROID, 1), (letter::POINTS, 2), (letter::MISSILES, 3)];
const MISSILE_SHIFT: u32 = 2;
/// Nobody's missile.
const NO_MISSILE: u8 = 4 << MISSILE_SHIFT;

const COLUMNS: &[&str] = &["player", "row", "col", "missiles", "alive", "time"];
const PLAYER: usize = 0;

/// No order, nine directions, and to shoot, which is the last of the order words.
const ACTIONS: usize = 11;
const SHOOT: usize = ACTIONS - 1;

impl Features for State {
    fn space(&self) -> Option<Space> {
        let ground = &self.board.ground;
        let (rows, cols, units) = (ground.rows(), ground.cols(), self.board.ships.len());
        Some(Space { rows, cols, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seats: &[usize], cells: &mut [u8]) {
        let first = |cells: &mut [u8]| {
            let ground = &self.board.ground;
            for (cell, &drawn) in cells.iter_mut().zip(ground.cells()) {
                *cell = CODES.iter().fold(NO_MISSILE, |code, &(letter, kind)| {
                    if drawn == letter { NO_MISSILE | kind } else { code }
                });
            }
            for missile in &self.board.missiles {
                let owner = self.head.parameters.owner(missile.shooter as usize) as u8;
                let at = missile.at.i as usize * ground.cols() + missile.at.j as usize;
                cells[at] = cells[at] & !(0b111 << MISSILE_SHIFT) | owner << MISSILE_SHIFT;
            }
        };
        features::write_seats(seats, cells, first, |seat, cells| {
            features::turn_cells(seat, cells, MISSILE_SHIFT);
        });
    }

    fn write_units(&self, seats: &[usize], units: &mut [i16]) {
        let first = |units: &mut [i16]| {
            let ships = self.board.ships.iter().enumerate();
            for ((s, ship), row) in ships.zip(units.as_chunks_mut::<{ COLUMNS.len() }>().0) {
                let player = self.head.parameters.owner(s) as i32;
                let (alive, time) = (i32::from(ship.alive), ship.time);
                write_row(row, [player, ship.at.i, ship.at.j, ship.missiles, alive, time]);
            }
        };
        features::write_seats(seats, units, first, |seat, units| {
            features::turn_units::<{ COLUMNS.len() }>(seat, units, PLAYER);
        });
    }

    /// A ship that flies may move in all directions, and shoot while it has missiles.
    fn write_mask(&self, seat: usize, mask: &mut [u8]) {
        let rows = mask.as_chunks_mut::<ACTIONS>().0;
        for ((s, ship), row) in self.board.ships.iter().enumerate().zip(rows) {
            if self.head.parameters.owner(s) == seat && ship.alive {
                *row = [1; ACTIONS];
                row[SHOOT] = u8::from(ship.missiles > 0);
            }
        }
    }
}
