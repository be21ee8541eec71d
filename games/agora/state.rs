//! The state of a match between two rounds.

use super::settings::Parameters;
use engine::{Dir, Grid, Lcg, SEATS};

/// The letters of the goods: bread, oil, wine, cloth.
pub const GOODS: [u8; SEATS] = *b"BOWC";
/// The paving between the stalls.
pub const PAVING: u8 = b'.';
/// A cell without an owner.
pub const NOBODY: u8 = b'.';

/// Whether a letter may stand in a market.
#[must_use]
pub fn is_ground(letter: u8) -> bool {
    letter == PAVING || GOODS.contains(&letter)
}

/// The letter of an owner.
#[must_use]
pub const fn digit(seat: usize) -> u8 {
    b'0' + seat as u8
}

/// The seat that a letter stands for.
#[must_use]
pub fn owner_of(letter: u8) -> Option<usize> {
    (b'0'..=b'3').contains(&letter).then(|| usize::from(letter - b'0'))
}

/// The constant part of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Whether players had limits.
    pub judged: bool,
    /// The seed, as text.
    pub seed: String,
    /// The parameters.
    pub parameters: Parameters,
    /// The players.
    pub names: [String; SEATS],
    /// By seat: the letter of its trade.
    pub trades: [u8; SEATS],
    /// The market: the goods of each stall, or paving.
    pub goods: Grid<u8>,
}

/// The part of the state that a round changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The round that comes next, from 0.
    pub round: i32,
    /// Coins of each player.
    pub coins: [i32; SEATS],
    /// Stalls of each player.
    pub stalls: [i32; SEATS],
    /// Scores.
    pub total_score: [i32; SEATS],
    /// Share of its budget that each player has used; -1 when it is frozen.
    pub status: [f64; SEATS],
    /// By cell: the digit of its owner, or [`NOBODY`].
    pub owners: Vec<u8>,
    /// By cell: its price; a bid must be higher.
    pub prices: Vec<i32>,
}

/// A bid that counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bid {
    /// The bidder.
    pub seat: usize,
    /// The stall: row times number of columns, plus column.
    pub cell: usize,
    /// How many coins.
    pub coins: i32,
}

/// The bids of the last round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// By seat, in the order in which the player made them.
    pub bids: Vec<Bid>,
}

/// Everything that a match knows between two rounds.
#[derive(Clone)]
pub struct State {
    /// The head of result files.
    pub head: Head,
    /// The block of each round in result files.
    pub board: Board,
    /// The bids of the last round.
    pub moves: Moves,
    /// The random streams of the players.
    pub(super) streams: [Lcg; SEATS],
}

/// Whether a player may bid for a stall: for its own stalls and those beside them, and for any
/// stall while it owns none.
#[must_use]
pub fn in_reach(goods: &Grid<u8>, owners: &[u8], stalls: i32, seat: usize, cell: usize) -> bool {
    if goods.cells().get(cell).is_none_or(|&letter| letter == PAVING) {
        return false;
    }
    let mine = |cell: usize| owners.get(cell) == Some(&digit(seat));
    let here = goods.pos_of(cell);
    let beside = |dir: &Dir| goods.index_of(here + *dir).is_some_and(mine);
    stalls == 0 || mine(cell) || Dir::FOUR.iter().any(beside)
}
