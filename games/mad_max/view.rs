//! The bytes that a player gets and gives. All numbers are little-endian.
//!
//! **Intro**, once: eleven `i32`: the seat, then `nb_players`, `nb_rounds`, `nb_cities`,
//! `nb_warriors`, `nb_cars`, `warriors_health`, `cars_fuel`, `damage`, `rows`, `cols`.
//!
//! **View**, each round: everything is public and the same for all players.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `i32` round |
//! | 4 | `i32` number of units *n* |
//! | 16 | four `i32`: cities of each player |
//! | 16 | four `i32`: scores |
//! | 32 | four `f64`: status |
//! | 4 × *rows* × (*cols* + 1) | `i32` per cell: number of the unit on it, or -1; each row ends with one entry more that says nothing |
//! | 24 × *n* | six `i32` per unit: type (0 warrior, 1 car), player, food, water, row, column |
//! | *rows* × (*cols* + 1) | the letters of the result file; each row ends with a line feed |
//!
//! **Stream**: one `u32`, the state of the player's own random generator.
//!
//! **Orders**: `unit` is the unit's number, `a` the code of the direction; verb and `b` are
//! not read.

use super::land::{DESERT, Land};
use super::settings::Parameters;
use super::state::{Kind, State, Unit};
use engine::bytes::{Bytes, push_ints, push_reals};
use engine::{Lcg, Pos, Streams, Views};

impl Views for State {
    const SAME_VIEW: bool = true;

    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&(seat as i32).to_le_bytes());
        self.head.parameters.values().iter().for_each(|value| value.push_bytes(out));
    }

    fn write_view(&self, _: usize, out: &mut Vec<u8>) {
        let board = &self.board;
        out.reserve(128 + 5 * self.ids.len() + 24 * board.units.len());
        push_ints(out, &[board.round, board.units.len() as i32]);
        push_ints(out, &board.num_cities);
        push_ints(out, &board.total_score);
        push_reals(out, &board.status);
        push_ints(out, &self.ids);
        for unit in &board.units {
            let Unit { kind, player, food, water, pos } = *unit;
            push_ints(out, &[kind as i32, i32::from(player), food, water, pos.i, pos.j]);
        }
        out.extend_from_slice(board.land.text());
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        self.write_view(0, out);
        for stream in std::iter::once(&self.dice).chain(&self.streams) {
            out.extend_from_slice(&stream.state().to_le_bytes());
        }
    }
}

impl Streams for State {
    fn streams(&mut self) -> &mut [Lcg] {
        &mut self.streams
    }
}

/// The data of a native player for the whole match.
#[derive(Clone, Copy, Debug)]
pub struct Intro {
    /// Its seat.
    pub me: u8,
    /// The parameters.
    pub parameters: Parameters,
}

impl Intro {
    /// Reads an intro; `None` if it is too short.
    #[must_use]
    pub fn read(intro: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(intro);
        let (me, parameters) = (bytes.int(), Parameters::take(&mut bytes));
        let whole = intro.len() == 4 * (1 + Parameters::COUNT);
        whole.then_some(Self { me: u8::try_from(me).ok()?, parameters })
    }
}

/// A view, read for a native player. The memory is used again in every round.
#[derive(Clone, Debug)]
pub struct View {
    /// The round.
    pub round: i32,
    /// The ground.
    pub land: Land,
    /// The unit on each place of the ground, or -1.
    pub ids: Vec<i32>,
    /// The units by number.
    pub units: Vec<Unit>,
}

impl View {
    /// A view of a board of this size that has not been read yet.
    #[must_use]
    pub fn new(parameters: &Parameters) -> Self {
        let land = Land::desert(parameters.rows, parameters.cols);
        Self { round: 0, ids: vec![-1; land.text().len()], land, units: Vec::new() }
    }

    /// Reads the bytes of a round; `None` if they are too few.
    #[must_use]
    pub fn read(&mut self, bytes: &[u8]) -> Option<()> {
        const FIXED: usize = 8 + 2 * 16 + 32;
        let places = self.ids.len();
        let number = |at: usize| Some(i32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        self.round = number(0)?;
        let count = number(4)? as usize;
        let grid = bytes.get(FIXED..)?.get(..4 * places)?;
        for (id, chunk) in self.ids.iter_mut().zip(grid.chunks_exact(4)) {
            *id = i32::from_le_bytes(*chunk.first_chunk()?);
        }
        let units = bytes.get(FIXED + 4 * places..)?;
        let (units, text) = units.split_at_checked(count.checked_mul(24)?)?;
        self.units.clear();
        for chunk in units.chunks_exact(24) {
            let number = |k: usize| Some(i32::from_le_bytes(*chunk[4 * k..].first_chunk()?));
            let kind = if number(0)? == 0 { Kind::Warrior } else { Kind::Car };
            let pos = Pos::new(number(4)?, number(5)?);
            let (player, food, water) = (number(1)? as u8, number(2)?, number(3)?);
            self.units.push(Unit { kind, player, food, water, pos });
        }
        self.land.text_mut().copy_from_slice(text.get(..places)?);
        Some(())
    }

    /// Whether a unit may move in this round.
    #[must_use]
    pub fn can_move(&self, unit: &Unit) -> bool {
        i32::from(unit.player) == self.round % 4
            || (unit.kind == Kind::Car
                && unit.food > 0
                && self.land.at(unit.pos) == super::land::ROAD)
    }

    /// Whether a unit of this kind may stand on the ground of a cell.
    #[must_use]
    pub fn passable(&self, kind: Kind, p: Pos) -> bool {
        match self.land.at(p) {
            DESERT | super::land::ROAD => true,
            letter => kind == Kind::Warrior && super::land::is_city(letter),
        }
    }

    /// The unit on a cell, if any.
    #[must_use]
    pub fn unit_at(&self, p: Pos) -> Option<(usize, &Unit)> {
        if !self.land.contains(p) {
            return None;
        }
        let id = usize::try_from(self.ids[self.land.place(p)]).ok()?;
        self.units.get(id).map(|unit| (id, unit))
    }
}
