//! The bytes that a player gets and gives. All numbers are little-endian.
//!
//! **Intro**, once: nine `i32`: the seat, then `nb_players`, `nb_rounds`, `purse`, `income`,
//! `bids`, `favour`, `rows`, `cols`; one byte: the letter of the own trade; *rows* × *cols* bytes:
//! the letters of the market. The trades of the others are secret.
//!
//! **View**, each round; scores are secret, but for the player's own:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `i32` round |
//! | 16 | four `i32`: coins of each player |
//! | 16 | four `i32`: stalls of each player |
//! | 32 | four `f64`: status |
//! | 4 | `i32`: the player's own score |
//! | 4 × *rows* × *cols* | `i32` per cell: its price |
//! | *rows* × *cols* | per cell: the digit of its owner, or `.` |
//!
//! **Stream**: one `u32`, the state of the player's own random generator.
//!
//! **Orders**: `unit` is the cell, row times *cols* plus column; `a` are the coins of the bid; verb
//! and `b` are not read.

use super::settings::Parameters;
use super::state::{NOBODY, PAVING, State, digit, in_reach};
use engine::bytes::{Bytes, push_ints, push_reals};
use engine::{Features, Grid, Lcg, LookAhead, SEATS, Streams, Views};

/// Bytes of a view before its cells.
const FIXED: usize = 4 + 16 + 16 + 32 + 4;

impl Views for State {
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&(seat as i32).to_le_bytes());
        self.head.parameters.values().iter().for_each(|value| value.push_bytes(out));
        out.push(self.head.trades.get(seat).copied().unwrap_or(PAVING));
        out.extend_from_slice(self.head.goods.cells());
    }

    fn write_view(&self, seat: usize, out: &mut Vec<u8>) {
        let board = &self.board;
        out.reserve(FIXED + 5 * board.owners.len());
        push_ints(out, &[board.round]);
        push_ints(out, &board.coins);
        push_ints(out, &board.stalls);
        push_reals(out, &board.status);
        push_ints(out, &[board.total_score.get(seat).copied().unwrap_or(0)]);
        push_ints(out, &board.prices);
        out.extend_from_slice(&board.owners);
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        self.write_view(0, out);
        push_ints(out, &self.board.total_score);
        out.extend_from_slice(&self.head.trades);
        self.streams.iter().for_each(|stream| out.extend_from_slice(&stream.state().to_le_bytes()));
    }
}

impl Streams for State {
    fn streams(&mut self) -> &mut [Lcg] {
        &mut self.streams
    }
}

/// Nobody looks ahead: what the others bid, and for which trade, is secret.
impl LookAhead for State {}

impl Features for State {}

/// The data of a native player for the whole match.
#[derive(Clone, Debug)]
pub struct Intro {
    /// Its seat.
    pub me: usize,
    /// The parameters.
    pub parameters: Parameters,
    /// The letter of its trade.
    pub trade: u8,
    /// The market.
    pub goods: Grid<u8>,
}

impl Intro {
    /// Reads an intro; `None` if it is not whole.
    #[must_use]
    pub fn read(intro: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(intro);
        let (me, parameters) = (bytes.int(), Parameters::take(&mut bytes));
        parameters.check().ok()?;
        let me = usize::try_from(me).ok().filter(|&me| me < SEATS)?;
        let trade = bytes.u8();
        let (rows, cols) = (parameters.rows as usize, parameters.cols as usize);
        let goods = Grid::from_cells(rows, cols, bytes.take(rows * cols).to_vec())?;
        bytes.0.is_empty().then_some(Self { me, parameters, trade, goods })
    }
}

/// A view, read for a native player. The memory is used again in every round.
#[derive(Clone, Debug)]
pub struct View {
    /// The round.
    pub round: i32,
    /// Coins of each player.
    pub coins: [i32; SEATS],
    /// Stalls of each player.
    pub stalls: [i32; SEATS],
    /// The player's own score.
    pub score: i32,
    /// By cell: its price.
    pub prices: Vec<i32>,
    /// By cell: the digit of its owner, or `.`.
    pub owners: Vec<u8>,
}

impl View {
    /// A view of a market of so many cells that has not been read yet.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        let (prices, owners) = (vec![0; cells], vec![NOBODY; cells]);
        Self { round: 0, coins: [0; SEATS], stalls: [0; SEATS], score: 0, prices, owners }
    }

    /// Reads the bytes of a round; `None`, leaving the view as it was, if they are not so many.
    #[must_use]
    pub fn read(&mut self, view: &[u8]) -> Option<()> {
        if view.len() != FIXED + 5 * self.owners.len() {
            return None;
        }
        let mut bytes = Bytes(view);
        self.round = bytes.int();
        self.coins = [(); SEATS].map(|()| bytes.int());
        self.stalls = [(); SEATS].map(|()| bytes.int());
        bytes.take(8 * SEATS);
        self.score = bytes.int();
        self.prices.iter_mut().for_each(|price| *price = bytes.int());
        self.owners.copy_from_slice(bytes.0);
        Some(())
    }

    /// Whether a stall belongs to the player.
    #[must_use]
    pub fn is_mine(&self, intro: &Intro, cell: usize) -> bool {
        self.owners[cell] == digit(intro.me)
    }

    /// Whether a bid of the player for a cell can count.
    #[must_use]
    pub fn can_bid(&self, intro: &Intro, cell: usize) -> bool {
        let me = intro.me;
        in_reach(&intro.goods, &self.owners, self.stalls[me], me, cell)
            && self.prices[cell] < self.coins[me]
    }
}
