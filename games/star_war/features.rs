//! The state as flat numbers, for programs that learn. The units are the starships; missiles in
//! flight are on the board.

use super::state::{State, letter};
use engine::Features;
use engine::features::{Field, OWNERS, Space, counted_from, write_row};

const FIELDS: &[Field] = &[
    Field {
        name: "ground",
        plane: 0,
        shift: 0,
        values: &["empty", "asteroid", "points", "missiles"],
    },
    Field { name: "missile", plane: 0, shift: 2, values: OWNERS },
];
const NOBODYS: u8 = 4;
const MISSILE_SHIFT: u32 = 2;

const COLUMNS: &[&str] = &["player", "row", "col", "missiles", "alive", "time"];

impl Features for State {
    fn space(&self) -> Option<Space> {
        let ground = &self.board.ground;
        let (rows, cols, units) = (ground.rows(), ground.cols(), self.board.ships.len());
        Some(Space { rows, cols, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seat: usize, cells: &mut [u8]) {
        let ground = &self.board.ground;
        for (cell, &drawn) in cells.iter_mut().zip(ground.cells()) {
            let kind = match drawn {
                letter::ASTEROID => 1,
                letter::POINTS => 2,
                letter::MISSILES => 3,
                _ => 0,
            };
            *cell = kind | NOBODYS << MISSILE_SHIFT;
        }
        for missile in &self.board.missiles {
            let shooter = self.head.parameters.owner(missile.shooter as usize);
            let at = missile.at.i as usize * ground.cols() + missile.at.j as usize;
            let owner = counted_from(seat, shooter) as u8;
            cells[at] = cells[at] & !(0b111 << MISSILE_SHIFT) | owner << MISSILE_SHIFT;
        }
    }

    fn write_units(&self, seat: usize, units: &mut [i16]) {
        let ships = self.board.ships.iter().enumerate();
        for ((s, ship), row) in ships.zip(units.as_chunks_mut::<{ COLUMNS.len() }>().0) {
            let player = counted_from(seat, self.head.parameters.owner(s)) as i32;
            let (alive, time) = (i32::from(ship.alive), ship.time);
            write_row(row, [player, ship.at.i, ship.at.j, ship.missiles, alive, time]);
        }
    }

    /// A ship that flies may move in all directions, and shoot while it has missiles.
    fn write_mask(&self, seat: usize, actions: usize, mask: &mut [u8]) {
        let rows = mask.chunks_exact_mut(actions);
        for ((s, ship), row) in self.board.ships.iter().enumerate().zip(rows) {
            if self.head.parameters.owner(s) == seat && ship.alive {
                row.fill(1);
                // Shooting is the last of the order words.
                row[actions - 1] = u8::from(ship.missiles > 0);
            }
        }
    }
}
