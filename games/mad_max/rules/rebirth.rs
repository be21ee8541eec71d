//! Where the dead come back (e.6).

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
    }
    state.scratch.order = order;
    Ok(())
}

/// The candidates: cells of the right ground at the edge, away from everybody. Cars never
/// find the first corner and have the last one twice; warriors have no corners.
fn list_edge(state: &mut State, kind: Kind) {
    let mut edge = std::mem::take(&mut state.scratch.edge);
    edge.clear();
    let (bottom, right) = (state.board.land.rows() - 1, state.board.land.cols() - 1);
    let cut = i32::from(kind == Kind::Warrior);
    let sides = (1..=bottom - cut).flat_map(|i| [Pos::new(i, 0), Pos::new(i, right)]);
    let ends = (1..=right - cut).flat_map(|j| [Pos::new(0, j), Pos::new(bottom, j)]);
    // The kit measures distances to the nearest unit: without any there is no candidate.
    if state.ids.iter().any(|&id| id != NOBODY) {
        let home = |p: &Pos| state.board.land.at(*p) == kind.home();
        edge.extend(sides.chain(ends).filter(home).filter(|&p| is_clear(state, p, CANDIDATE)));
    }
    state.scratch.edge = edge;
}

/// Whether nobody stands within `distance` of a cell, diagonals counting one.
fn is_clear(state: &State, p: Pos, distance: i32) -> bool {
    let land = &state.board.land;
    let (top, bottom) = ((p.i - distance).max(0), (p.i + distance).min(land.rows() - 1));
    let (left, right) = ((p.j - distance).max(0), (p.j + distance).min(land.cols() - 1));
    (top..=bottom).all(|i| {
        let (from, to) = (land.place(Pos::new(i, left)), land.place(Pos::new(i, right)));
        state.ids[from..=to].iter().all(|&id| id == NOBODY)
    })
}

fn find_cell(state: &mut State, kind: Kind) -> Option<Pos> {
    while !state.scratch.edge.is_empty() {
        let last = state.scratch.edge.len() as i32 - 1;
        let k = state.dice.draw(0, last) as usize;
        let cell = state.scratch.edge.swap_remove(k);
        if is_clear(state, cell, SAFE) {
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
    rings(1)
        .find(|&p| home(p) && is_clear(state, p, SAFE))
        .or_else(|| rings(0).find(|&p| home(p) && free(p)))
        .or_else(|| {
            let allowed = state.switches.last_resort;
            rings(0).find(|&p| allowed && land.at(p) == foreign && free(p))
        })
}

/// Square rings from ring `first` inwards: each its left, right, top and bottom side.
fn rings(first: i32) -> impl Iterator<Item = Pos> {
    (first..RINGS).flat_map(|m| {
        let far = SEARCHED - 1 - m;
        let along = move || m..=far;
        let left = along().map(move |i| Pos::new(i, m));
        let right = along().map(move |i| Pos::new(i, far));
        let top = along().map(move |j| Pos::new(m, j));
        let bottom = along().map(move |j| Pos::new(far, j));
        left.chain(right).chain(top).chain(bottom)
    })
}
