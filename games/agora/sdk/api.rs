//! Players of Agora: merchants that bid for the stalls of a market.
//!
//! ```
//! use palestra::agora::*;
//!
//! /// Bids one coin more than the price for every stall of its trade.
//! #[derive(Default)]
//! struct Bidder;
//!
//! impl Player for Bidder {
//!     fn play(&mut self, game: &Game) {
//!         for p in game.positions().filter(|&p| game.can_bid(p)) {
//!             if game.cell(p).good == game.trade() {
//!                 game.bid(p, game.cell(p).price + 1);
//!             }
//!         }
//!     }
//! }
//!
//! player!(Bidder);
//! # mod doc { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/open.rs")); }
//! # assert!(!doc::one_round::<Game, Bidder>("agora").is_empty());
//! ```

use crate::common;
use crate::orders::{MOST, Orders};
use crate::random::Lcg;
use crate::runtime::{Guest, Reader};
use crate::seats::of;

pub use crate::Pos;
pub use crate::compass::Dir;

const SEATS: usize = 4;

common::game!($, agora, agora_player);
common::board!();
common::draws!();

/// The goods of a stall; each player has one of the first four as its trade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Good {
    /// Bread.
    Bread,
    /// Oil.
    Oil,
    /// Wine.
    Wine,
    /// Cloth.
    Cloth,
    /// No stall: nobody can buy it.
    #[default]
    Paving,
}

/// A cell of the market.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The goods of the stall.
    pub good: Good,
    /// The player that owns the stall.
    pub owner: Option<i32>,
    /// A bid must be higher.
    pub price: i32,
}

/// The parameters of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Number of players: 4.
    pub nb_players: i32,
    /// Rounds of the match.
    pub nb_rounds: i32,
    /// Coins of each player at the start.
    pub purse: i32,
    /// Coins that each player gets in a round.
    pub income: i32,
    /// Most bids of a player that count in a round.
    pub bids: i32,
    /// Points for a stall of one's own trade; others give 1.
    pub favour: i32,
    /// Rows of the market.
    pub rows: i32,
    /// Columns of the market.
    pub cols: i32,
}

/// Everything that you know at the beginning of the round, and the bids that you make.
///
/// Bids do not change what you see. A wrong argument (a position outside the market, a player that
/// does not exist) is a panic, which ends your player and names your line.
pub struct Game {
    me: i32,
    trade: Good,
    settings: Settings,
    round: i32,
    score: i32,
    coins: [i32; SEATS],
    stalls: [i32; SEATS],
    status: [f64; SEATS],
    grid: Vec<Cell>,
    random: Lcg,
    orders: Orders,
}

impl Game {
    /// Your own trade. Those of the others are secret.
    #[must_use]
    pub fn trade(&self) -> Good {
        self.trade
    }

    /// Your own score. Those of the others are secret.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.score
    }

    /// Coins of a player.
    #[must_use]
    #[track_caller]
    pub fn coins(&self, player: i32) -> i32 {
        *of(&self.coins, player)
    }

    /// Number of stalls of a player.
    #[must_use]
    #[track_caller]
    pub fn stalls(&self, player: i32) -> i32 {
        *of(&self.stalls, player)
    }

    /// All positions, row after row.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<> {
        let (rows, cols) = (self.rows(), self.cols());
        (0..rows).flat_map(move |i| (0..cols).map(move |j| Pos::new(i, j)))
    }

    /// Whether you may bid for a position: a stall that is yours or that touches one of yours with
    /// a side; any stall while you own none.
    #[must_use]
    pub fn in_reach(&self, p: Pos) -> bool {
        if !self.pos_ok(p) || self.cell(p).good == Good::Paving {
            return false;
        }
        let mine = |p: Pos| self.pos_ok(p) && self.cell(p).owner == Some(self.me);
        self.stalls(self.me) == 0 || mine(p) || Dir::STRAIGHT.iter().any(|&dir| mine(p + dir))
    }

    /// Whether a bid for a position can count: it is in reach, and you have more coins than its
    /// price.
    #[must_use]
    pub fn can_bid(&self, p: Pos) -> bool {
        self.in_reach(p) && self.cell(p).price < self.coins(self.me)
    }

    /// Bids coins for a stall. The first bid for a stall counts; bids that the rules do not allow
    /// are ignored. No more than 1000 calls are allowed in a round.
    pub fn bid(&self, p: Pos, coins: i32) {
        let cell = if self.pos_ok(p) { p.i * self.cols() + p.j } else { -1 };
        self.orders.add(0, cell, coins, 0);
    }
}

fn good_of(letter: u8) -> Good {
    match letter {
        b'B' => Good::Bread,
        b'O' => Good::Oil,
        b'W' => Good::Wine,
        b'C' => Good::Cloth,
        _ => Good::Paving,
    }
}

impl Guest for Game {
    const ID: &'static str = "agora";
    type Dir = i32;

    fn numbers(coins: i32) -> [i32; 2] {
        [coins, 0]
    }

    fn begin(mut intro: Reader<'_>) -> Self {
        let [me, nb_players, nb_rounds, purse, income, bids, favour, rows, cols] = intro.i32s();
        let settings = Settings { nb_players, nb_rounds, purse, income, bids, favour, rows, cols };
        let trade = good_of(intro.u8());
        let cell = |&letter: &u8| Cell { good: good_of(letter), ..Cell::default() };
        Self {
            me,
            trade,
            settings,
            round: 0,
            score: 0,
            coins: [0; SEATS],
            stalls: [0; SEATS],
            status: [0.0; SEATS],
            grid: intro.bytes((rows * cols) as usize).iter().map(cell).collect(),
            random: Lcg::default(),
            orders: Orders::new(MOST),
        }
    }

    fn load(&mut self, stream: &[u8], mut view: Reader<'_>) {
        self.orders.clear();
        self.random.load(stream);
        self.round = view.i32();
        self.coins = view.i32s();
        self.stalls = view.i32s();
        self.status = view.f64s();
        self.score = view.i32();
        self.grid.iter_mut().for_each(|cell| cell.price = view.i32());
        for (cell, &owner) in self.grid.iter_mut().zip(view.bytes(usize::MAX)) {
            cell.owner = owner.is_ascii_digit().then(|| i32::from(owner - b'0'));
        }
    }

    fn store(&self, stream: &mut [u8]) {
        self.random.store(stream);
    }

    fn orders(&self) -> &Orders {
        &self.orders
    }
}
