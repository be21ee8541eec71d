//! A state as a player imagines it: everything that it sees, and a guess of the rest.

use super::settings::Settings;
use super::state::{Board, Head, PLAYERS, State};
use super::view::{Intro, View};
use engine::tell::Bytes;
use engine::{Grid, Ruleset};

/// The state behind a view. Unknown are the random streams and the number of the next missile,
/// which decides nothing: the one after the last in flight is taken.
pub fn state(intro: &[u8], bytes: &[u8]) -> Option<State> {
    let known = Intro::read(intro)?;
    let params = known.params;
    let view = View::new(bytes, &params)?;
    let mut numbers = Bytes(bytes);
    let status = numbers.reals(PLAYERS);
    let round = numbers.int();
    numbers.int();
    let scores = numbers.ints(PLAYERS);
    let (rows, cols) = (params.rows as usize, params.cols as usize);
    let cells = bytes.len().checked_sub(rows * cols).map(|at| bytes[at..].to_vec())?;
    let board = Board {
        round,
        ground: Grid::from_cells(rows, cols, cells)?,
        ships: view.ships().collect(),
        missiles: view.missiles().collect(),
        scores: std::array::from_fn(|seat| scores[seat]),
        status: std::array::from_fn(|seat| status[seat]),
    };
    let names = vec![String::new(); PLAYERS];
    let head = Head { seed: 0, judged: false, params, names, labels: Vec::new() };
    let next = board.missiles.iter().map(|missile| missile.id + 1).max().unwrap_or(0);
    let mut state = State::new(&Settings { params, board }, head, Ruleset::Statement);
    let first = Bytes(intro).ints(INTRO_NUMBERS).pop()?;
    state.rounds_left = u32::try_from(params.rounds - (round - first)).unwrap_or(0);
    state.next_missile = next;
    Some(state)
}

/// Numbers of an intro; the last one is that of the first round.
const INTRO_NUMBERS: usize = 13;
