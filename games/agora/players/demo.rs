//! Demo: bids a little for some stalls of others, at random. `AIDemo.cc` is the same player in C++.

use crate::agora::view::{Intro, View};
use engine::{Freeze, Lcg, Order, Player, Turn};

/// The player.
pub(super) struct Demo {
    intro: Intro,
    view: View,
}

impl Demo {
    pub(super) fn new(intro: Intro) -> Self {
        Self { view: View::new(intro.parameters.cells()), intro }
    }
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let Self { intro, view } = self;
        let (bytes, orders, stream) = turn.view_and_orders();
        if view.read(bytes).is_none() {
            return Ok(());
        }
        let Some(&state) = stream.first_chunk() else { return Ok(()) };
        let mut dice = Lcg::from_state(u32::from_le_bytes(state));
        let cells = view.owners.len();
        let start = dice.draw(0, cells as i32 - 1) as usize;
        for cell in (0..cells).map(|k| (start + k) % cells) {
            if orders.len() == intro.parameters.bids as usize {
                break;
            }
            let wanted = view.can_bid(intro, cell) && !view.is_mine(intro, cell);
            if wanted && dice.draw(0, 3) == 0 {
                orders.push(Order::new(cell as i32, view.prices[cell] + dice.draw(1, 3)));
            }
        }
        stream.clear();
        stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}
