//! The places of units: at the start and after their rebirth (sections d and e.7 to e.9).

use super::rules;
use super::state::{Diamond, Kind, NEAR, State, Unit, WIDE};
use engine::{Fatal, Notes, SEATS};

/// A box: the cells where a team's units appear (section d.1).
#[derive(Clone, Copy)]
struct Quadrant {
    rows: (i32, i32),
    cols: (i32, i32),
}

impl Quadrant {
    fn of(team: usize, side: i32) -> Self {
        let half = side / 2;
        let (near, far) = ((1, half - 2), (half + 2, side - 2));
        match team {
            0 => Self { rows: near, cols: near },
            1 => Self { rows: far, cols: near },
            2 => Self { rows: far, cols: far },
            _ => Self { rows: near, cols: far },
        }
    }
}

/// So many attempts in vain mean that there is no place left: the kit would try for ever.
const PATIENCE: u32 = 1_000_000;

/// Section d.3: witches, knights and farmers of team 0, then of team 1, and so on.
///
/// # Errors
/// When a quadrant has no room.
pub(super) fn place_everybody(state: &mut State, notes: &mut Notes) -> Result<(), Fatal> {
    let p = *state.parameters();
    for team in 0..SEATS {
        for _ in 0..p.nb_witches {
            place_witch(state, team)?;
        }
        for (kind, count, health) in [
            (Kind::Knight, p.nb_knights, p.knights_health),
            (Kind::Farmer, p.nb_farmers, p.farmers_health),
        ] {
            let first = state.board.units.len() as i32;
            let unit = Unit { kind, team: team as u8, health, i: 0, j: 0 };
            state.board.units.extend(std::iter::repeat_n(unit, count as usize));
            state.scratch.group.clear();
            state.scratch.group.extend(first..first + count);
            place_group(state, team, false, notes);
            if !state.scratch.extra.is_empty() {
                return Err(Fatal::new("the units do not fit into their quadrants"));
            }
        }
    }
    Ok(())
}

fn place_witch(state: &mut State, team: usize) -> Result<(), Fatal> {
    let quadrant = Quadrant::of(team, state.side());
    for _ in 0..PATIENCE {
        let i = state.dice.draw(quadrant.rows.0, quadrant.rows.1);
        let j = state.dice.draw(quadrant.cols.0, quadrant.cols.1);
        let Some(place) = state.place(i, j) else { continue };
        let mut far = true;
        state.for_diamond(i, j, WIDE, |q| far &= !state.has_witch(q));
        if far && state.is_free(place) {
            let id = state.board.units.len();
            state.board.units.push(Unit { kind: Kind::Witch, team: team as u8, health: -1, i, j });
            state.set_unit(place, id as i32);
            state.active[id] = true;
            state.witches.push(id as i32);
            rules::haunt_around(state, i, j);
            return Ok(());
        }
    }
    Err(Fatal::new(format!("no place is left for a witch of team {team}")))
}

/// Units normally appear at a distance of more than 3 from witches: outside this diamond.
const FAR: Diamond = WIDE;
/// The middle tier of the statement: at a distance of more than 2.
const MIDDLE: Diamond = NEAR;

/// Section e.7: puts the units of `scratch.group`, all of one kind and of this team. Those
/// without a cell go to `scratch.extra`.
fn place_group(state: &mut State, team: usize, reborn: bool, notes: &mut Notes) {
    let group = std::mem::take(&mut state.scratch.group);
    if let Some(&first) = group.first() {
        let kind = state.board.units[first as usize].kind;
        place_tiers(state, team, kind, &group, reborn, notes);
    }
    state.scratch.group = group;
}

fn place_tiers(
    state: &mut State,
    team: usize,
    kind: Kind,
    group: &[i32],
    reborn: bool,
    notes: &mut Notes,
) {
    let mut placed = put_on_good_cells(state, team, kind, FAR, group);
    if placed < group.len() && reborn && state.switches.reborn_middle_tier {
        placed += put_on_good_cells(state, team, kind, MIDDLE, &group[placed..]);
    }
    if placed == group.len() {
        return;
    }
    let word = kind.word();
    notes.line(format_args!("warning: more {word}s than good reborn positions for player {team}"));
    let free = put_on_free_cells(state, team, group, placed);
    if group.len() > placed + free {
        notes.line(format_args!(
            "warning: more {word}s than free reborn positions for player {team}"
        ));
        state.scratch.extra.extend_from_slice(&group[placed + free..]);
    }
}

/// Puts as many of the units as there are good cells, in random order; says how many.
fn put_on_good_cells(
    state: &mut State,
    team: usize,
    kind: Kind,
    distance: Diamond,
    units: &[i32],
) -> usize {
    let mut good = std::mem::take(&mut state.scratch.good);
    let found = collect_good_cells(state, team, kind, distance, &mut good);
    let count = units.len().min(found);
    shuffle(state, found, count);
    for (k, &unit) in units[..count].iter().enumerate() {
        put(state, unit, good[state.scratch.order[k] as usize]);
    }
    state.scratch.good = good;
    count
}

/// Step 2 of section e.7: any free cell of the quadrant; says how many there were. With the
/// kit's rules the index runs over the whole group, so some units may get lost (section e.9).
fn put_on_free_cells(state: &mut State, team: usize, group: &[i32], placed: usize) -> usize {
    let mut free = std::mem::take(&mut state.scratch.good);
    free.clear();
    let quadrant = Quadrant::of(team, state.side());
    for_each_cell(state, quadrant, |state, place| {
        if state.is_free(place) {
            free.push(place);
        }
    });
    shuffle(state, free.len(), free.len());
    let count = free.len();
    let end = match state.switches.lost_units {
        true => {
            state.some_lost = true;
            group.len().min(count)
        }
        false if count == 0 => placed,
        false => group.len().min(placed + count),
    };
    for (k, &unit) in group.iter().enumerate().take(end).skip(placed) {
        let at = state.scratch.order[k % count] as usize;
        put(state, unit, free[at]);
    }
    state.scratch.good = free;
    count
}

/// A random order of `0 .. n`, of which only the first places will be looked at.
fn shuffle(state: &mut State, n: usize, first: usize) {
    let State { dice, scratch, .. } = state;
    dice.permute_first(n, first, &mut scratch.order);
}

fn for_each_cell(state: &State, quadrant: Quadrant, mut each: impl FnMut(&State, usize)) {
    for i in quadrant.rows.0..=quadrant.rows.1 {
        for j in quadrant.cols.0..=quadrant.cols.1 {
            each(state, (i * state.stride() + j) as usize);
        }
    }
}

/// The cells of the quadrant that are good for this kind and team (section d.2), row after row;
/// says how many they are.
fn collect_good_cells(
    state: &mut State,
    team: usize,
    kind: Kind,
    distance: Diamond,
    good: &mut Vec<usize>,
) -> usize {
    let mut bad = std::mem::take(&mut state.scratch.bad);
    bad.copy_from_slice(&state.taken);
    match distance.radius == FAR.radius {
        true => {
            refresh_wide(state);
            bad.iter_mut().zip(&state.scratch.wide).for_each(|(bad, wide)| *bad |= wide);
        }
        false => mark_near_witches(state, distance, &mut bad),
    }
    mark_beside_rivals(state, team, kind, &mut bad);
    let quadrant = Quadrant::of(team, state.side());
    let width = (quadrant.cols.1 - quadrant.cols.0 + 1).max(0) as usize;
    // Every cell is written down, and overwritten by the next one if it is not good.
    if good.len() < bad.len() {
        good.resize(bad.len(), 0);
    }
    let mut count = 0;
    for i in quadrant.rows.0..=quadrant.rows.1 {
        let first = (i * state.stride() + quadrant.cols.0) as usize;
        let row = &bad[first..first + width];
        let Some(room) = good.get_mut(count..count + width) else { break };
        let mut found = 0;
        for (k, &bad) in row.iter().enumerate() {
            room[found] = first + k;
            found += usize::from(bad == 0);
        }
        count += found;
    }
    state.scratch.bad = bad;
    count
}

/// Brings the cells near witches up to date: witches move seldom.
fn refresh_wide(state: &mut State) {
    if state.scratch.wide_is_old {
        let mut wide = std::mem::take(&mut state.scratch.wide);
        wide.fill(0);
        mark_near_witches(state, FAR, &mut wide);
        state.scratch.wide = wide;
        state.scratch.wide_is_old = false;
    }
}

fn mark_near_witches(state: &State, distance: Diamond, bad: &mut [u8]) {
    for &id in &state.witches {
        // Only what the grid holds counts: a lost witch is not found (section a).
        if state.ids[state.place_of(id)] == id {
            let unit = &state.board.units[id as usize];
            state.for_diamond(unit.i, unit.j, distance, |q| bad[q] = 1);
        }
    }
}

/// Knights keep away from all eight sides of every rival, farmers from the four of knights.
fn mark_beside_rivals(state: &State, team: usize, kind: Kind, bad: &mut [u8]) {
    let stride = state.stride() as usize;
    let quadrant = Quadrant::of(team, state.side());
    // Whether the quadrant grown by one cell holds it: negative differences are huge.
    let within =
        |v: i32, (first, last): (i32, i32)| (v - first + 1) as u32 <= (last - first + 2) as u32;
    let all = [1, stride, stride + 1, stride - 1];
    let steps = if kind == Kind::Knight { &all[..] } else { &all[..2] };
    for (id, unit) in state.board.units.iter().enumerate() {
        if !within(unit.i, quadrant.rows) || !within(unit.j, quadrant.cols) {
            continue;
        }
        let feared = kind == Kind::Knight || unit.kind == Kind::Knight;
        if !feared || usize::from(unit.team) == team {
            continue;
        }
        let place = state.place_of(id as i32);
        if state.ids[place] != id as i32 {
            continue;
        }
        for &step in steps {
            // The boxes are far from the ends of the array, so what lies outside is of no use.
            for q in [place.wrapping_sub(step), place + step] {
                if let Some(cell) = bad.get_mut(q) {
                    *cell = 1;
                }
            }
        }
    }
}

fn put(state: &mut State, unit: i32, place: usize) {
    let stride = state.stride() as usize;
    let it = &mut state.board.units[unit as usize];
    it.i = (place / stride) as i32;
    it.j = (place % stride) as i32;
    let (kind, team) = (it.kind, it.team);
    state.set_unit(place, unit);
    if kind == Kind::Farmer {
        state.set_owner(place, team);
    }
}

/// Section e.8, steps 3 and 4: the units killed in the round appear again.
///
/// # Errors
/// When there are more of them than free cells on the whole board.
pub(super) fn rebirth(state: &mut State, notes: &mut Notes) -> Result<(), Fatal> {
    if !state.scratch.dead.is_empty() {
        state.scratch.dead.sort_unstable();
        for kind in [Kind::Knight, Kind::Farmer] {
            for team in 0..SEATS {
                let State { scratch, board, .. } = state;
                scratch.group.clear();
                let reborn = |id: &&i32| {
                    let unit = &board.units[**id as usize];
                    unit.kind == kind && unit.team as usize == team
                };
                scratch.group.extend(scratch.dead.iter().filter(reborn));
                place_group(state, team, true, notes);
            }
        }
    }
    place_extras(state)
}

fn place_extras(state: &mut State) -> Result<(), Fatal> {
    let interior = Quadrant { rows: (1, state.side() - 2), cols: (1, state.side() - 2) };
    let extra = std::mem::take(&mut state.scratch.extra);
    if extra.is_empty() {
        // Nobody needs the permutation, but the stream goes on as if it had been drawn.
        let free = state.scratch.free_inside.unwrap_or_else(|| count_free_cells(state));
        state.scratch.free_inside = Some(free);
        state.dice.skip(free);
        state.scratch.extra = extra;
        return Ok(());
    }
    let mut free = std::mem::take(&mut state.scratch.good);
    free.clear();
    for_each_cell(state, interior, |state, place| {
        if state.is_free(place) {
            free.push(place);
        }
    });
    if free.len() < extra.len() {
        let fatal = Fatal::new("Evil disposition of units.");
        return Err(Fatal { moves_shown: true, ..fatal });
    }
    shuffle(state, free.len(), extra.len());
    for (k, &unit) in extra.iter().enumerate() {
        put(state, unit, free[state.scratch.order[k] as usize]);
    }
    state.scratch.good = free;
    state.scratch.extra = extra;
    state.scratch.extra.clear();
    Ok(())
}

/// Free cells inside the border.
fn count_free_cells(state: &State) -> u64 {
    let (stride, side) = (state.stride() as usize, state.side() as usize);
    let rows = state.taken.chunks_exact(stride).take(side - 1).skip(1);
    // A row has less than 65,536 cells, so 16 bits count them and vectors stay short.
    rows.map(|row| row[1..side - 1].iter().map(|&t| u16::from(t == 0)).sum::<u16>())
        .map(u64::from)
        .sum()
}
