//! The places where dead units come back (e.6).

use crate::mad_max::land::{DESERT, ROAD};
use crate::mad_max::state::{Kind, NOBODY, State};
use engine::{Fatal, Pos};

/// The kit's searches know boards of this side only.
const SEARCHED: i32 = 60;
const RINGS: i32 = SEARCHED / 2;
/// Candidates have nobody within this distance…
const CANDIDATE: i32 = 3;
/// …and are taken when nobody is within this one.
const SAFE: i32 = 4;

/// Brings back all dead units of a kind, in random order.
///
/// # Errors
/// When the board is so crowded that a unit finds no place.
pub(super) fn revive(state: &mut State, kind: Kind) -> Result<(), Fatal> {
    let mut dead = std::mem::take(&mut state.scratch.dead);
    dead.clear();
    let fell = |id: &u32| {
        let id = *id as usize;
        state.killed[id] && state.board.units[id].kind == kind
    };
    dead.extend((0..state.board.units.len() as u32).filter(fell));
    let placed = if dead.is_empty() { Ok(()) } else { place_all(state, kind, &dead) };
    state.scratch.dead = dead;
    placed
}

fn place_all(state: &mut State, kind: Kind, dead: &[u32]) -> Result<(), Fatal> {
    let State { board, ids, scratch, .. } = state;
    scratch.near.look(CANDIDATE, &board.land, &board.units, ids);
    scratch.crowd.look(SAFE, &board.land, &board.units, ids);
    list_edge(state, kind);
    let mut order = std::mem::take(&mut state.scratch.order);
    state.dice.permute(dead.len(), &mut order);
    for &k in &order {
        let id = dead[k as usize] as usize;
        let Some(cell) = find_cell(state, kind) else {
            state.scratch.order = order;
            let message = format!("no room on the board where unit {id} could come back");
            return Err(Fatal { moves_shown: true, ..Fatal::new(message) });
        };
        state.board.units[id].pos = cell;
        let place = state.board.land.place(cell);
        state.ids[place] = id as i32;
        state.scratch.crowd.add(cell);
    }
    state.scratch.order = order;
    Ok(())
}

/// The candidates: cells of the right ground at the edge, away from everybody. Cars never
/// find the first corner and have the last one twice; warriors have no corners.
fn list_edge(state: &mut State, kind: Kind) {
    let State { board, scratch, .. } = state;
    scratch.edge.clear();
    // The kit measures distances to the nearest unit: without any there is no candidate.
    if scratch.near.is_empty() {
        return;
    }
    let (bottom, right) = (board.land.rows() - 1, board.land.cols() - 1);
    let cut = i32::from(kind == Kind::Warrior);
    let mut consider = |p: Pos| {
        let text = board.land.text();
        if text[board.land.place(p)] == kind.home() && scratch.near.is_clear(p) {
            scratch.edge.push(p);
        }
    };
    for i in 1..=bottom - cut {
        consider(Pos::new(i, 0));
        consider(Pos::new(i, right));
    }
    for j in 1..=right - cut {
        consider(Pos::new(0, j));
        consider(Pos::new(bottom, j));
    }
}

fn find_cell(state: &mut State, kind: Kind) -> Option<Pos> {
    let crowd = &state.scratch.crowd;
    while !state.scratch.edge.is_empty() {
        let last = state.scratch.edge.len() as i32 - 1;
        let cell = state.scratch.edge.swap_remove(state.dice.draw(0, last) as usize);
        if crowd.is_clear(cell) {
            return Some(cell);
        }
    }
    let land = &state.board.land;
    let home = |p: Pos| land.at(p) == kind.home();
    let free = |p: Pos| state.id_at(p) == NOBODY;
    let foreign = match kind {
        Kind::Car => DESERT,
        Kind::Warrior => ROAD,
    };
    let found = scan(1, |p| home(p) && crowd.is_clear(p));
    let found = found.or_else(|| scan(0, |p| home(p) && free(p)));
    if found.is_some() || !state.switches.last_resort {
        return found;
    }
    scan(0, |p| land.at(p) == foreign && free(p))
}

/// The first fitting cell of square rings, from ring `first` inwards; each is looked at along
/// its left, right, top and bottom side.
fn scan(first: i32, fits: impl Fn(Pos) -> bool) -> Option<Pos> {
    for m in first..RINGS {
        let far = SEARCHED - 1 - m;
        let sides: [fn(i32, i32) -> Pos; 2] = [|at, k| Pos::new(k, at), |at, k| Pos::new(at, k)];
        for side in sides {
            for at in [m, far] {
                if let Some(k) = (m..=far).find(|&k| fits(side(at, k))) {
                    return Some(side(at, k));
                }
            }
        }
    }
    None
}
