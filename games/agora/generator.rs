//! Draws markets and trades.

use super::settings::Parameters;
use super::state::{GOODS, PAVING};
use engine::{Grid, Lcg, SEATS};

/// One cell of so many is paving.
const PAVED: usize = 8;

/// A market with as many stalls of each good as of the others, give or take one.
#[must_use]
pub fn draw_market(parameters: &Parameters, dice: &mut Lcg) -> Grid<u8> {
    let mut market = Grid::new(parameters.rows as usize, parameters.cols as usize, PAVING);
    let mut order = Vec::new();
    dice.permute(parameters.cells(), &mut order);
    for (k, &cell) in order.iter().skip(parameters.cells() / PAVED).enumerate() {
        market.cells_mut()[cell as usize] = GOODS[k % GOODS.len()];
    }
    market
}

/// Gives each player another trade.
#[must_use]
pub fn draw_trades(dice: &mut Lcg) -> [u8; SEATS] {
    let mut order = Vec::new();
    dice.permute(SEATS, &mut order);
    let mut trades = GOODS;
    trades.iter_mut().zip(order).for_each(|(trade, k)| *trade = GOODS[k as usize]);
    trades
}
