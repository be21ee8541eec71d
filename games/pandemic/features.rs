//! The state as flat numbers, for programs that learn.

use super::layout::{CITY, GRASS, PATH, TOWN_CAP};
use super::state::State;
use engine::Features;
use engine::features::{Field, OWNERS, Space, counted_from, write_row};

const FIELDS: &[Field] = &[
    Field { name: "ground", plane: 0, shift: 0, values: &["wall", "grass", "city", "path"] },
    Field { name: "owner", plane: 0, shift: 2, values: OWNERS },
    Field {
        name: "virus",
        plane: 1,
        shift: 0,
        values: &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
    },
    Field { name: "mask", plane: 1, shift: 7, values: &["no", "yes"] },
];
const MASK: u8 = 1 << 7;
const NOBODYS: u8 = 4;

const COLUMNS: &[&str] = &["player", "row", "col", "health", "damage", "turns", "immune", "mask"];

impl Features for State {
    fn space(&self) -> Option<Space> {
        let side = self.board.layout.side;
        let units = self.board.units.len();
        Some(Space { rows: side, cols: side, fields: FIELDS, units, columns: COLUMNS })
    }

    fn write_cells(&self, seat: usize, cells: &mut [u8]) {
        let (board, layout) = (&self.board, &*self.board.layout);
        let cities = board.city_owners.len();
        let owner_of = |place: u32| {
            let place = place as usize;
            let owner = board.city_owners.get(place);
            let owner = owner.or_else(|| board.path_owners.get(place.wrapping_sub(cities)));
            let owner = owner.and_then(|&owner| usize::try_from(owner).ok());
            owner.map_or(NOBODYS, |owner| counted_from(seat, owner) as u8)
        };
        let (ground, virus) = cells.split_at_mut(layout.base.len());
        for ((cell, &letter), &place) in ground.iter_mut().zip(&layout.base).zip(&layout.place) {
            let kind = match letter {
                GRASS => 1,
                CITY => 2,
                PATH => 3,
                _ => 0,
            };
            *cell = kind | owner_of(place) << 2;
        }
        for (cell, &amount) in virus.iter_mut().zip(&board.virus) {
            *cell = amount.min(TOWN_CAP);
        }
        for &mask in &board.masks {
            virus[layout.index(mask)] |= MASK;
        }
    }

    fn write_units(&self, seat: usize, units: &mut [i16]) {
        for (unit, row) in self.board.units.iter().zip(units.as_chunks_mut::<{ COLUMNS.len() }>().0)
        {
            let player = counted_from(seat, unit.player.into()) as i32;
            let (immune, mask) = (i32::from(unit.immune), i32::from(unit.mask));
            let (i, j) = (unit.pos.i, unit.pos.j);
            let values = [player, i, j, unit.health, unit.damage, unit.turns, immune, mask];
            write_row(row, values);
        }
    }

    /// A player may send its own units in all directions.
    fn write_mask(&self, seat: usize, actions: usize, mask: &mut [u8]) {
        let rows = mask.chunks_exact_mut(actions);
        let own = self.board.units.iter().zip(rows).filter(|(u, _)| usize::from(u.player) == seat);
        own.for_each(|(_, row)| row.fill(1));
    }
}
