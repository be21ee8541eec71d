//! The state of a match between two rounds.

use super::layout::Layout;
use super::res::{Head, Moves};
use super::scoring::Components;
use super::settings::Parameters;
use engine::{Lcg, Pos, Ruleset, SEATS};
use std::sync::Arc;

/// Nobody's city or path.
pub const NOBODY: i8 = -1;
/// The value of [`Hidden::occupant`] for free cells.
pub const EMPTY: u32 = u32::MAX;

/// A unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Its owner.
    pub player: u8,
    /// Where it stands.
    pub pos: Pos,
    /// Its health; under 0 it dies.
    pub health: i32,
    /// The health that the virus takes every round; 0 if the unit is not infected.
    pub damage: i32,
    /// Rounds since its infection, from 1.
    pub turns: i32,
    /// Whether it was healed in this life and cannot be infected again.
    pub immune: bool,
    /// Whether it wears a mask.
    pub mask: bool,
}

/// A state block of a result file, with the details of the units that it hides.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Ground, cities and paths.
    pub layout: Arc<Layout>,
    /// Virus of each cell.
    pub virus: Vec<u8>,
    /// Masks on the ground, in the order of the kit's list.
    pub masks: Vec<Pos>,
    /// Rounds played.
    pub round: i32,
    /// Points.
    pub scores: [i32; SEATS],
    /// Share of the budget used; -1 for the frozen.
    pub status: [f64; SEATS],
    /// Owner of each city, [`NOBODY`] before its first.
    pub city_owners: Vec<i8>,
    /// Owner of each path.
    pub path_owners: Vec<i8>,
    /// All units.
    pub units: Vec<Unit>,
    /// Whether damage, turns, immunity and masks of the units are known: result files keep
    /// silent about them.
    pub known: bool,
}

/// Everything that a match knows between two rounds.
#[derive(Clone, Debug)]
pub struct State {
    /// Seed, settings and names.
    pub head: Head,
    /// The visible part.
    pub board: Board,
    /// The moves of the last round.
    pub moves: Moves,
    /// The rest.
    pub hidden: Hidden,
}

/// The hidden part, and scratch space that every round uses again.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// Which rules hold.
    pub ruleset: Ruleset,
    /// The stream of the board.
    pub dice: Lcg,
    /// The streams of the players.
    pub streams: [Lcg; SEATS],
    /// The unit on each cell, or [`EMPTY`].
    pub occupant: Vec<u32>,
    /// Whether a mask lies on each cell.
    pub lies: Vec<bool>,
    /// Chances of infection in ten-thousandths, by virus and mask.
    pub infection: [[i32; 2]; 14],
    /// Units killed in this round.
    pub killed: Vec<bool>,
    /// Cells at distance 1 from the border: where units are born.
    pub ring: Vec<u32>,
    /// Scratch space.
    pub scratch: Scratch,
}

/// Space that is used again every round.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Orders that passed the filter.
    pub orders: Vec<(u32, u8)>,
    /// The order in which they are carried out.
    pub shuffled: Vec<u32>,
    /// In which turn each unit was last ordered.
    pub asked: Vec<u32>,
    /// Counts the turns.
    pub turn: u32,
    /// Ordered numbers that are no units.
    pub strange: Vec<i32>,
    /// Candidate cells of a birth.
    pub cells: Vec<u32>,
    /// Units to be born.
    pub born: Vec<u32>,
    /// Virus on grass before it spreads.
    pub on_grass: Vec<u8>,
    /// Virus in cities and on paths before it spreads.
    pub in_town: Vec<u8>,
    /// Units of each player in each city and path.
    pub present: Vec<[u32; SEATS]>,
    /// Components of cities.
    pub(super) components: Components,
}

impl Hidden {
    /// The hidden part of a state that has no units yet.
    #[must_use]
    pub fn new(ruleset: Ruleset, seed: i32, parameters: &Parameters) -> Self {
        let (side, total) = (parameters.side(), parameters.total_units());
        let edge = |k: usize| k == 1 || k == side - 2;
        let inside = 1..side - 1;
        let ring = inside.clone().flat_map(|i| inside.clone().map(move |j| (i, j)));
        let ring = ring.filter(|&(i, j)| edge(i) || edge(j)).map(|(i, j)| (i * side + j) as u32);
        Self {
            ruleset,
            dice: Lcg::new(seed),
            streams: std::array::from_fn(|seat| Lcg::for_seat(seed, seat)),
            occupant: vec![EMPTY; side * side],
            lies: vec![false; side * side],
            infection: infection_table(parameters),
            killed: vec![false; total],
            ring: ring.collect(),
            scratch: Scratch { asked: vec![0; total], ..Scratch::default() },
        }
    }
}

fn infection_table(parameters: &Parameters) -> [[i32; 2]; 14] {
    let mut table = [[0; 2]; 14];
    for (virus, row) in table.iter_mut().enumerate() {
        let bare = virus as f64 / parameters.infection_factor;
        *row = [
            super::rules::threshold(bare),
            super::rules::threshold(bare / parameters.mask_protection),
        ];
    }
    table
}

impl State {
    /// Puts a unit on its cell.
    pub fn settle(&mut self, id: usize, cell: usize) {
        self.hidden.occupant[cell] = id as u32;
        self.board.units[id].pos = self.board.layout.pos(cell);
    }
}
