//! The events between two boards. Result files have orders and outcomes but not the order of the
//! players, so this module plays the round again in every order until one leads to the second
//! board.

use super::random::Lehmer;
use super::rules;
use super::state::{BONUSES, Board, Happening, Head, Moves, State, letter, units};
use engine::{Ruleset, SEATS};
use std::sync::Arc;

/// The events of the flights; `None` if no order of the players explains the board.
pub(super) fn tell(head: &Head, old: &Board, moves: &Moves, now: &Board) -> Option<Vec<Happening>> {
    let mut first = begin(head, old, moves);
    first.story = Some(Vec::new());
    for order in orders() {
        let mut state = first.clone();
        // Under the statement's rules nothing fails.
        if rules::fly(&mut state, order).is_ok() && leads_to(&state, now) {
            return state.story;
        }
    }
    None
}

/// All orders of the four players.
fn orders() -> impl Iterator<Item = [usize; SEATS]> {
    (0..256_usize).filter_map(|code| {
        let order = [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3];
        let all = order.iter().fold(0, |seen, &seat| seen | 1 << seat);
        (all == 0b1111).then_some(order)
    })
}

fn begin(head: &Head, old: &Board, moves: &Moves) -> State {
    let mut commanded = vec![false; old.ships.len()];
    for command in moves.asked.iter().flatten() {
        commanded[command.ship as usize] = true;
    }
    let last = old.missiles.last().map_or(0, |m| m.id);
    State {
        head: Arc::new(head.clone()),
        units: units(old),
        board: old.clone(),
        moves: Moves { asked: moves.asked.clone(), ..Moves::default() },
        ruleset: Ruleset::Statement,
        rounds_left: 1,
        dice: Lehmer::new(0),
        streams: [Lehmer::new(0); SEATS],
        // The numbers of new missiles do not matter here, as long as they are new.
        next_missile: last.wrapping_add(1),
        bonuses: [0; BONUSES.len()],
        commanded,
        story: None,
    }
}

/// Whether only rebirths and new bonuses separate a state from a board.
fn leads_to(state: &State, now: &Board) -> bool {
    let board = &state.board;
    let ships = board.ships.iter().zip(&now.ships).all(|(was, is)| match was.alive {
        true => is.alive && was.at == is.at && was.missiles == is.missiles,
        false => is.missiles == was.missiles && (is.alive || is.at == was.at),
    });
    let flying = |board: &Board| {
        let mut missiles: Vec<_> = board.missiles.iter().map(|m| (m.shooter, m.at)).collect();
        missiles.sort_unstable();
        missiles
    };
    let ground = board.ground.cells().iter().zip(now.ground.cells());
    board.scores == now.scores
        && ships
        && ground.into_iter().all(|(was, is)| was == is || *was == letter::EMPTY)
        && flying(board) == flying(now)
}
