//! One round, phase by phase; each sees the result of the one before.
//!
//! 1. **Bids**: every player's bids are looked through; those that the rules allow are kept.
//! 2. **Awards**: each stall goes to its highest bid, which is paid to the market. Of equal
//!    highest bids none wins.
//! 3. **Takings**: every stall scores for its owner, all prices fall by one coin, and every player
//!    gets its income.

use super::Agora;
use super::generator::{draw_market, draw_trades};
use super::settings::Settings;
use super::state::{Bid, Board, Head, Moves, NOBODY, State, digit, in_reach, owner_of};
use engine::{Fatal, Lcg, Notes, Order, Rules, SEATS, Setup};

impl Rules for State {
    type Game = Agora;
    type Settings = Settings;

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<Self, Fatal> {
        let seed: i32 = setup.seed.parse().map_err(|_| {
            Fatal::new(format!("`{}` is not a seed: use a whole number", setup.seed))
        })?;
        let mut dice = Lcg::new(seed);
        let parameters = settings.parameters;
        let trades = draw_trades(&mut dice);
        let goods = match &settings.fixed {
            Some(fixed) => fixed.clone(),
            None => draw_market(&parameters, &mut dice),
        };
        let mut names: [String; SEATS] = Default::default();
        names.iter_mut().zip(&setup.names).for_each(|(to, name)| to.clone_from(name));
        let board = Board {
            round: 0,
            coins: [parameters.purse; SEATS],
            stalls: [0; SEATS],
            total_score: [0; SEATS],
            status: [0.0; SEATS],
            owners: vec![NOBODY; parameters.cells()],
            prices: vec![0; parameters.cells()],
        };
        let (judged, seed_text) = (setup.judged, seed.to_string());
        let head = Head { judged, seed: seed_text, parameters, names, trades, goods };
        let streams = [0, 1, 2, 3].map(|seat| Lcg::for_seat(seed, seat));
        Ok(Self { head, board, moves: Moves::default(), streams })
    }

    fn round(&self) -> i32 {
        self.board.round
    }

    fn rounds_left(&self) -> u32 {
        (self.head.parameters.nb_rounds - self.board.round).max(0).cast_unsigned()
    }

    fn step(
        &mut self,
        orders: &[Vec<Order>],
        _warned: &[bool],
        _notes: &mut Notes,
    ) -> Result<(), Fatal> {
        self.moves.bids.clear();
        for (seat, orders) in orders.iter().enumerate().take(SEATS) {
            collect(self, seat, orders);
        }
        award(self);
        take(self);
        self.board.round += 1;
        Ok(())
    }

    fn status(&mut self) -> &mut [f64] {
        &mut self.board.status
    }
}

/// Keeps the bids of a player that count. The coins of each are set aside, so later bids have
/// only the rest.
fn collect(state: &mut State, seat: usize, orders: &[Order]) {
    let State { head, board, moves, .. } = state;
    let (mut left, first) = (board.coins[seat], moves.bids.len());
    for order in orders {
        let made = &moves.bids[first..];
        if made.len() == head.parameters.bids as usize {
            return;
        }
        let (Ok(cell), coins) = (usize::try_from(order.unit), order.a) else { continue };
        let reached = in_reach(&head.goods, &board.owners, board.stalls[seat], seat, cell);
        let repeated = made.iter().any(|bid| bid.cell == cell);
        if !reached || repeated || coins <= board.prices[cell] || coins > left {
            continue;
        }
        left -= coins;
        moves.bids.push(Bid { seat, cell, coins });
    }
}

/// Whether a bid beats all others for its stall.
pub(super) fn wins(bid: &Bid, bids: &[Bid]) -> bool {
    let loses =
        |other: &Bid| other.cell == bid.cell && other.seat != bid.seat && other.coins >= bid.coins;
    !bids.iter().any(loses)
}

/// Gives stalls to their highest bids.
fn award(state: &mut State) {
    let State { board, moves, .. } = state;
    for bid in moves.bids.iter().filter(|bid| wins(bid, &moves.bids)) {
        if let Some(seller) = owner_of(board.owners[bid.cell]) {
            board.stalls[seller] -= 1;
        }
        board.owners[bid.cell] = digit(bid.seat);
        board.stalls[bid.seat] += 1;
        board.prices[bid.cell] = bid.coins;
        board.coins[bid.seat] -= bid.coins;
    }
}

/// Scores the stalls, lowers the prices and pays the incomes.
fn take(state: &mut State) {
    let State { head: Head { parameters, trades, goods, .. }, board, .. } = state;
    for (&good, &owner) in goods.cells().iter().zip(&board.owners) {
        if let Some(seat) = owner_of(owner) {
            let points = if good == trades[seat] { parameters.favour } else { 1 };
            board.total_score[seat] = board.total_score[seat].saturating_add(points);
        }
    }
    board.prices.iter_mut().for_each(|price| *price = (*price - 1).max(0));
    for coins in &mut board.coins {
        *coins = coins.saturating_add(parameters.income);
    }
}
