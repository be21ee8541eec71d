//! The state as flat numbers, for programs that learn.

use super::layout::{CITY, GRASS, PATH, TOWN_CAP};
use super::state::{Board, State};
use engine::features::{self, Field, OWNERS, Space, write_row};
use engine::{Features, Pos};

const FIELDS: &[Field] = &[
    Field { name: "ground", plane: 0, shift: 0, values: &["wall", "grass", "city", "path"] },
    Field { name: "owner", plane: 0, shift: OWNER_SHIFT, values: OWNERS },
    Field {
        name: "virus",
        plane: 1,
        shift: 0,
        values: &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
    },
    Field { name: "mask", plane: 1, shift: 7, values: &["no", "yes"] },
];
const MASK: u8 = 1 << 7;
const OWNER_SHIFT: u32 = 2;
const NOBODYS: u8 = 4 << OWNER_SHIFT;
/// The letters of ground that is no wall.
const CODES: [(u8, u8); 3] = [(GRASS, 1), (CITY, 2), (PATH, 3)];

const COLUMNS: &[&str] = &["player", "row", "col", "health", "damage", "turns", "immune", "mask"];
const PLAYER: usize = 0;

/// No order, and the four directions.
const ACTIONS: usize = 5;

impl Features for State {
    fn space(&self) -> Option<Space> {
        let side = self.board.layout.side;
        let units = self.board.units.len();
        Some(Space { rows: side, cols: side, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seats: &[usize], cells: &mut [u8]) {
        let ground = self.board.layout.base.len();
        let first = |cells: &mut [u8]| {
            let (ground, virus) = cells.split_at_mut(ground);
            write_ground(&self.board, ground);
            write_virus(&self.board, virus);
        };
        features::write_seats(seats, cells, first, |seat, cells| {
            features::turn_cells(seat, &mut cells[..ground], OWNER_SHIFT);
        });
    }

    fn write_units(&self, seats: &[usize], units: &mut [i16]) {
        let first = |units: &mut [i16]| {
            let rows = units.as_chunks_mut::<{ COLUMNS.len() }>().0;
            for (unit, row) in self.board.units.iter().zip(rows) {
                let (player, Pos { i, j }) = (unit.player.into(), unit.pos);
                let (immune, mask) = (i32::from(unit.immune), i32::from(unit.mask));
                let values = [player, i, j, unit.health, unit.damage, unit.turns, immune, mask];
                write_row(row, values);
            }
        };
        features::write_seats(seats, units, first, |seat, units| {
            features::turn_units::<{ COLUMNS.len() }>(seat, units, PLAYER);
        });
    }

    /// A player may send its own units in all directions.
    fn write_mask(&self, seat: usize, mask: &mut [u8]) {
        for (unit, row) in self.board.units.iter().zip(mask.as_chunks_mut::<ACTIONS>().0) {
            if usize::from(unit.player) == seat {
                *row = [1; ACTIONS];
            }
        }
    }
}

/// The ground with the owners of cities and paths, as seat 0 counts them.
fn write_ground(board: &Board, cells: &mut [u8]) {
    let layout = &*board.layout;
    for (cell, &base) in cells.iter_mut().zip(&layout.base) {
        *cell = CODES.iter().fold(
            NOBODYS,
            |code, &(letter, kind)| {
                if base == letter { NOBODYS | kind } else { code }
            },
        );
    }
    let paths = layout.paths.iter().map(|road| &road.cells);
    let places = layout.cities.iter().chain(paths);
    let owners = board.city_owners.iter().chain(&board.path_owners);
    // Where two share a cell it belongs to the later one, as `Layout::place` says.
    for (place, &owner) in places.zip(owners) {
        let owner = u8::try_from(owner).map_or(NOBODYS, |owner| owner << OWNER_SHIFT);
        for &p in place {
            let cell = &mut cells[layout.index(p)];
            *cell = *cell & !(u8::MAX << OWNER_SHIFT) | owner;
        }
    }
}

/// How much virus there is, and where masks lie.
fn write_virus(board: &Board, cells: &mut [u8]) {
    for (cell, &amount) in cells.iter_mut().zip(&board.virus) {
        *cell = amount.min(TOWN_CAP);
    }
    for &mask in &board.masks {
        cells[board.layout.index(mask)] |= MASK;
    }
}
