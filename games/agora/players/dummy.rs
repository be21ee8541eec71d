//! Dummy: a player worth beating. It buys what gives most points for its coins, its own trade
//! before all, and spends everything: a high price keeps rivals away for many rounds.

use crate::agora::view::{Intro, View};
use engine::{Freeze, Lcg, Order, Player, Turn};

/// The player and the memory that it uses again in every round.
pub(super) struct Dummy {
    intro: Intro,
    view: View,
    /// The stalls that it can bid for, the best first.
    wanted: Vec<usize>,
}

impl Dummy {
    pub(super) fn new(intro: Intro) -> Self {
        Self { view: View::new(intro.parameters.cells()), intro, wanted: Vec::new() }
    }

    /// Points that a stall gives per round.
    fn worth(&self, cell: usize) -> i64 {
        let favoured = self.intro.goods.cells()[cell] == self.intro.trade;
        i64::from(if favoured { self.intro.parameters.favour } else { 1 })
    }

    /// Looks for the stalls of others, by points per coin.
    fn look(&mut self, dice: &mut Lcg) {
        let Self { intro, view, .. } = self;
        let wanted = |&cell: &usize| view.can_bid(intro, cell) && !view.is_mine(intro, cell);
        let cells: Vec<usize> = (0..view.owners.len()).filter(wanted).collect();
        // Equals stand in a random order, so that players of one mind do not all want the same.
        let rank = |cell: usize, dice: &mut Lcg| {
            let coins = i64::from(self.view.prices[cell]) + 2;
            (-1000 * self.worth(cell) / coins, dice.draw(0, 999), cell)
        };
        let mut ranked: Vec<_> = cells.into_iter().map(|cell| rank(cell, dice)).collect();
        ranked.sort_unstable();
        self.wanted = ranked.into_iter().map(|(_, _, cell)| cell).collect();
    }

    /// Bids for the best, a share of what is left for each.
    fn bid(&self, orders: &mut Vec<Order>, dice: &mut Lcg) {
        let mut left = self.view.coins[self.intro.me];
        let bids = self.intro.parameters.bids;
        for &cell in &self.wanted {
            let still = bids - orders.len() as i32;
            if still == 0 || left == 0 {
                return;
            }
            let share = left / still;
            let coins = (self.view.prices[cell].saturating_add(1)).max(share - dice.draw(0, 1));
            if coins <= left {
                orders.push(Order::new(cell as i32, coins));
                left -= coins;
            }
        }
    }
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (bytes, orders, stream) = turn.view_and_orders();
        if self.view.read(bytes).is_none() {
            return Ok(());
        }
        let Some(&state) = stream.first_chunk() else { return Ok(()) };
        let mut dice = Lcg::from_state(u32::from_le_bytes(state));
        self.look(&mut dice);
        self.bid(orders, &mut dice);
        stream.clear();
        stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}
