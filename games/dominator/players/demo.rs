//! Demo: every unit wanders at random, knights in every other round, witches now and then only.
//! `AIDemo.cc` plays the same.

use crate::dominator::view::{OWNER_BITS, View, WALL_CELL};
use engine::{Dir, Freeze, Lcg, Order, Player, Turn};

const KNIGHT: u8 = 1;
const WITCH: u8 = 2;
const KNIGHTS_MOVE_EVERY: i32 = 2;
const WITCHES_MOVE_EVERY: i32 = 8;

/// The player.
pub(super) struct Demo {
    pub side: usize,
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (view, orders, stream) = turn.view_and_orders();
        let Some(view) = View::new(view, self.side) else { return Ok(()) };
        let Some(&state) = stream.first_chunk() else { return Ok(()) };
        let mut dice = Lcg::from_state(u32::from_le_bytes(state));
        for unit in view.units_of(0) {
            let rests = match unit.kind {
                WITCH => view.round() % WITCHES_MOVE_EVERY != 0,
                KNIGHT => view.round() % KNIGHTS_MOVE_EVERY != 0,
                _ => false,
            };
            if rests {
                continue;
            }
            // Knights know eight directions, farmers and witches the four with even codes.
            let dir = match unit.kind {
                KNIGHT => Dir::EIGHT[dice.draw(0, 7) as usize],
                _ => Dir::FOUR[dice.draw(0, 3) as usize],
            };
            let (i, j) = (unit.i + dir.offset().i, unit.j + dir.offset().j);
            if view.cell(i, j) & OWNER_BITS != WALL_CELL {
                orders.push(Order::new(unit.id, dir as i32));
            }
        }
        stream.clear();
        stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}
