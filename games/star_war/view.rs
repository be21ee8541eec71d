//! What a player is told: the bytes of intro, view and stream, and what its orders mean.
//!
//! All numbers are little-endian; `i32` unless said otherwise.
//!
//! **Intro**, once: seat, rounds, rows, columns of the universe, columns of the window,
//! starships per player, rounds to regenerate, missile bonuses, point bonuses, missiles per
//! bonus, points per bonus, points per kill, number of the first round.
//!
//! **View**, each round, the same for all players:
//!
//! | what | type |
//! |---|---|
//! | four statuses | `f64` |
//! | number of the round | `i32` |
//! | number of missiles `q` | `i32` |
//! | four scores | `i32` |
//! | per starship: row, column, missiles, alive (0, 1), time | five `i32` |
//! | per missile, by identifier: identifier, starship that shot it, row, column | four `i32` |
//! | the drawn board, row after row: `.`, `X`, `P`, `M` | one byte per cell |
//!
//! Living starships and missiles stand on cells drawn as empty.
//!
//! **Stream**: the state of the player's random generator, `u32`, 1 ..= 2^31 - 2.
//!
//! **Order**: verb 0 moves starship `unit` by `a` rows and `b` columns; verb 1 makes it shoot.

use super::random::Lehmer;
use super::state::{PLAYERS, State};

fn push(out: &mut Vec<u8>, values: &[i32]) {
    for value in values {
        out.extend_from_slice(&value.to_le_bytes());
    }
}

/// Appends the intro of a player.
pub fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
    let p = &state.head.params;
    let intro = [
        seat as i32,
        p.rounds,
        p.rows,
        p.cols,
        p.window,
        p.ships,
        p.regen,
        p.missile_bonuses,
        p.point_bonuses,
        p.bonus_missiles,
        p.bonus_points,
        p.kill_points,
        state.board.round,
    ];
    push(out, &intro);
}

/// Appends the view, which is the same for every player.
pub fn write_view(state: &State, out: &mut Vec<u8>) {
    let board = &state.board;
    let size = 56 + 20 * board.ships.len() + 16 * board.missiles.len();
    out.reserve(size + board.ground.cells().len());
    for status in board.status {
        out.extend_from_slice(&status.to_le_bytes());
    }
    push(out, &[board.round, board.missiles.len() as i32]);
    push(out, &board.scores);
    for ship in &board.ships {
        let alive = i32::from(ship.alive);
        push(out, &[ship.at.i, ship.at.j, ship.missiles, alive, ship.time]);
    }
    for m in &board.missiles {
        push(out, &[m.id, m.shooter as i32, m.at.i, m.at.j]);
    }
    out.extend_from_slice(board.ground.cells());
}

/// Appends a player's random stream; as in the kit, one number of it is lost in every round.
pub fn write_stream(state: &mut State, seat: usize, out: &mut Vec<u8>) {
    state.streams[seat].next();
    out.extend_from_slice(&state.streams[seat].state().to_le_bytes());
}

/// Takes a player's random stream back; anything that is no stream is ignored.
pub fn read_stream(state: &mut State, seat: usize, stream: &[u8]) {
    if let (Ok(bytes), Some(own)) = (stream.try_into(), state.streams.get_mut(seat)) {
        *own = Lehmer::from_state(u32::from_le_bytes(bytes));
    }
}

/// Appends everything that changes during a match and influences its future.
pub fn write_canonical(state: &State, out: &mut Vec<u8>) {
    write_view(state, out);
    out.extend_from_slice(&state.rounds_left.to_le_bytes());
    out.extend_from_slice(&state.dice.state().to_le_bytes());
    for seat in 0..PLAYERS {
        out.extend_from_slice(&state.streams[seat].state().to_le_bytes());
    }
    push(out, &[state.next_missile, state.ruleset as i32]);
}
