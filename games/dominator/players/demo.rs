//! Demo: every unit wanders at random. It shows how a player reads its view and gives orders.

use crate::dominator::view::{OWNER_BITS, View, WALL_CELL};
use engine::{Dir, Freeze, Lcg, Order, Player, Turn};

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
        for unit in view.units().filter(|unit| unit.team == 0) {
            // Knights know eight directions, farmers and witches the four with even codes.
            let dir = match unit.kind {
                1 => Dir::EIGHT[dice.draw(0, 7) as usize],
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
