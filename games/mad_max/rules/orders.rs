//! From what players ask to the moves that are allowed (e.1 and e.2).

use crate::mad_max::MAX_ORDERS;
use crate::mad_max::state::{Move, Refused, State, Why};
use engine::{Dir, Fatal, Notes, Order};

/// Keeps the first order for each number of every player; repeated ones are warned about.
pub(super) fn collect(
    state: &mut State,
    orders: &[Vec<Order>],
    warned: &[bool],
    notes: &mut Notes,
) -> Result<(), Fatal> {
    state.scratch.asked.clear();
    for (seat, calls) in orders.iter().enumerate().take(engine::SEATS) {
        if calls.len() > MAX_ORDERS {
            if !state.switches.abort_scope {
                return Err(Fatal::new("Too many commands."));
            }
            state.board.status[seat] = -1.0;
        }
        // A player that is out gives no orders any more.
        if state.board.status[seat] < 0.0 {
            continue;
        }
        let silent = warned.get(seat).copied().unwrap_or(false);
        keep_first(state, seat as u8, calls, silent, notes);
    }
    Ok(())
}

fn keep_first(state: &mut State, seat: u8, calls: &[Order], silent: bool, notes: &mut Notes) {
    let count = state.board.units.len();
    let scratch = &mut state.scratch;
    scratch.ordered.clear();
    scratch.ordered.resize(count, false);
    scratch.strange.clear();
    for call in calls {
        let repeated = match scratch.ordered.get_mut(call.unit as usize) {
            Some(ordered) if call.unit >= 0 => std::mem::replace(ordered, true),
            _ => match scratch.strange.binary_search(&call.unit) {
                Ok(_) => true,
                Err(k) => {
                    scratch.strange.insert(k, call.unit);
                    false
                }
            },
        };
        if !repeated {
            scratch.asked.push((seat, call.unit, call.a));
        } else if !silent {
            notes.line(format_args!("warning: action already requested for unit {}", call.unit));
        }
    }
}

/// Drops what is not allowed, with a warning for all but "stay".
pub(super) fn filter(state: &mut State, notes: &mut Notes) {
    let asked = std::mem::take(&mut state.scratch.asked);
    state.scratch.accepted.clear();
    for &(seat, id, code) in &asked {
        match allowed(state, seat, id, code) {
            Ok(Dir::None) => {}
            Ok(dir) => state.scratch.accepted.push(Move { id, dir }),
            Err(why) => {
                warn(state, seat, id, code, why, notes);
                state.moves.refused.push(Refused { seat, id, code, why });
            }
        }
    }
    state.scratch.asked = asked;
}

/// The direction of an order, if its unit may be sent there now.
fn allowed(state: &State, seat: u8, id: i32, code: i32) -> Result<Dir, Why> {
    let unit = usize::try_from(id).ok().and_then(|k| state.board.units.get(k));
    let unit = unit.ok_or(Why::NoUnit)?;
    if unit.player != seat {
        return Err(Why::NotOwn);
    }
    let dir = Dir::from_code(code).ok_or(Why::NoDirection)?;
    if dir != Dir::None && !state.can_move(unit) {
        return Err(Why::NotNow);
    }
    Ok(dir)
}

fn warn(state: &State, seat: u8, id: i32, code: i32, why: Why, notes: &mut Notes) {
    match why {
        Why::NoUnit => notes.line(format_args!("warning: id out of range :{id}")),
        Why::NotOwn => {
            let owner = state.board.units[id as usize].player;
            notes.line(format_args!("warning: not own unit: {id} {owner} {seat}"));
        }
        Why::NoDirection => notes.line(format_args!("warning: direction not valid: {code}")),
        Why::NotNow => {
            let round = state.board.round;
            notes.line(format_args!("warning: cannot move: {id} {seat} {round}"));
        }
        Why::Dead | Why::Ground(_) => {}
    }
}
