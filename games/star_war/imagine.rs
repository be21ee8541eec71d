//! A state as a player imagines it: everything that it sees, and a guess of the rest.

use super::random::Lehmer;
use super::settings::Settings;
use super::state::{Board, Head, State};
use super::view::{Intro, View};
use engine::bytes::Bytes;
use engine::{Grid, LookAhead, Ruleset, SEATS};

/// Unknown are the random streams and the number of the next missile,
/// which decides nothing: the one after the last in flight is taken.
impl LookAhead for State {
    const SUPPORTED: bool = true;

    fn imagine(intro: &[u8], bytes: &[u8]) -> Option<Self> {
        let known = Intro::read(intro)?;
        let parameters = known.parameters;
        let view = View::new(bytes, &parameters)?;
        let mut numbers = Bytes(bytes);
        let status = numbers.reals(SEATS);
        let round = numbers.int();
        numbers.int();
        let scores = numbers.ints(SEATS);
        let (rows, cols) = (parameters.nb_rows as usize, parameters.nb_uni_cols as usize);
        let cells = bytes.len().checked_sub(rows * cols).map(|at| bytes[at..].to_vec())?;
        let board = Board {
            round,
            ground: Grid::from_cells(rows, cols, cells)?,
            ships: view.ships().collect(),
            missiles: view.missiles().collect(),
            scores: std::array::from_fn(|seat| scores[seat]),
            status: std::array::from_fn(|seat| status[seat]),
        };
        let names = vec![String::new(); SEATS];
        let head = Head { seed: 0, judged: false, parameters, names, labels: Vec::new() };
        let next = board.missiles.iter().map(|missile| missile.id + 1).max().unwrap_or(0);
        let mut state = State::new(&Settings { parameters, board }, head, Ruleset::Statement);
        state.rounds_left = u32::try_from(parameters.nb_rnds - (round - known.first)).unwrap_or(0);
        state.next_missile = next;
        Some(state)
    }

    fn reseed(&mut self, seed: u32) {
        self.dice = Lehmer::new(seed as i32);
    }

    fn share_hidden(&mut self, from: &Self) {
        (self.dice, self.streams) = (from.dice, from.streams);
        self.next_missile = from.next_missile;
    }
}
