//! One round (section e of the specification).
//!
//! 1. **Filter**: of every player's orders, the first one for a unit counts, if the unit is its
//!    own and the direction fits.
//! 2. **Move**: all movements in one random order. A step into a haunted cell kills, a knight
//!    hits the rival it walks into, a witch takes her curse along.
//! 3. **Heal**: whoever neither moved nor died regains health.
//! 4. **Rebirth**: the dead appear in the quadrant of their new team.
//! 5. **Score**: every team scores its coloured cells.

use super::generator::{self, WALL};
use super::settings::Settings;
use super::state::{HAUNTED, Kind, NEAR, NOBODY, OCCUPIED, State, WALLED, WITCH, colour};
use super::{Dominator, placement};
use engine::{Dir, Fatal, Lcg, Notes, Order, Pos, Rules, SEATS, Setup};

impl Rules for State {
    type Game = Dominator;
    type Settings = Settings;

    fn start(settings: &Settings, setup: &Setup, notes: &mut Notes) -> Result<Self, Fatal> {
        let seed: i32 = setup.seed.parse().map_err(|_| Fatal::new("the seed is not a number"))?;
        let mut dice = Lcg::new(seed);
        let grid = generator::draw_board(settings, &mut dice, notes)?;
        let mut cells = Vec::with_capacity(grid.rows() * (grid.cols() + 1));
        for row in grid.cells().chunks(grid.cols()) {
            cells.extend_from_slice(row);
            cells.push(b'\n');
        }
        let mut state = Self::empty(settings.parameters, setup, seed, dice, cells);
        placement::place_everybody(&mut state, notes)?;
        state.count_land();
        state.count_owners();
        Ok(state)
    }

    fn round(&self) -> i32 {
        self.board.round
    }

    fn rounds_left(&self) -> u32 {
        self.parameters().nb_rounds.saturating_sub(self.board.round).max(0) as u32
    }

    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        forget_last_round(self);
        self.board.round = self.board.round.wrapping_add(1);
        filter(self, orders, warned, notes);
        move_units(self)?;
        heal(self);
        placement::rebirth(self, notes)?;
        self.add_scores();
        Ok(())
    }

    fn status(&mut self) -> &mut [f64] {
        &mut self.board.status
    }
}

/// Empties the lists that a round fills.
fn forget_last_round(state: &mut State) {
    state.scratch.accepted.clear();
    state.scratch.moved.fill(false);
    state.scratch.killed.fill(false);
    state.scratch.dead.clear();
    state.moves.clear();
}

/// Sections e.1 and e.2: which orders become movements, and what is said of the others.
fn filter(state: &mut State, orders: &[Vec<Order>], warned: &[bool], notes: &mut Notes) {
    let before = notes.text.len();
    let mut repeated = false;
    for (player, (orders, warned)) in orders.iter().zip(warned).enumerate().take(SEATS) {
        repeated |= filter_of(state, player, orders, notes) && !warned;
    }
    if repeated {
        let warnings = warnings_of_repeated_orders(state, orders, warned);
        notes.text.insert_str(before, &warnings);
    }
}

/// Section e.1: a player may order each unit once; its own runtime may have said so already.
fn warnings_of_repeated_orders(
    state: &mut State,
    orders: &[Vec<Order>],
    warned: &[bool],
) -> String {
    let seen = &mut state.scratch.seen;
    let mut notes = Notes::default();
    for (orders, _) in orders.iter().zip(warned).filter(|(_, warned)| !**warned) {
        seen.clear();
        for order in orders.iter().filter(|order| !seen.insert(order.unit)) {
            notes.line(format_args!("warning: action already requested for unit {}", order.unit));
        }
    }
    notes.text
}

/// Section e.2: which orders of a player become movements; whether any was repeated.
fn filter_of(state: &mut State, player: usize, orders: &[Order], notes: &mut Notes) -> bool {
    state.scratch.seen.clear();
    let mut repeated = false;
    for order in orders {
        if !state.scratch.seen.insert(order.unit) {
            repeated = true;
            continue;
        }
        // A negative number is beyond every table when taken as unsigned.
        let unit = state.board.units.get(order.unit as u32 as usize);
        let dir = Dir::from_code(order.a);
        match (unit, dir) {
            (Some(unit), Some(dir))
                if unit.team as usize == player
                    && (!dir.is_diagonal() || unit.kind == Kind::Knight) =>
            {
                if dir != Dir::None {
                    // Every player believes to be team 0: its directions are turned back.
                    state.scratch.accepted.push((order.unit, dir.turned(player)));
                }
            }
            _ => refuse(state, player, order, notes),
        }
    }
    repeated
}

/// The fault of an order.
#[cold]
fn refuse(state: &mut State, player: usize, order: &Order, notes: &mut Notes) {
    let (id, code) = (order.unit, order.a);
    let Some(unit) = state.board.units.get(id as u32 as usize) else {
        return notes.line(format_args!("warning: id out of range :{id}"));
    };
    if unit.team as usize != player {
        let owner = unit.team;
        return notes.line(format_args!("warning: not own unit: {id} {owner} {player}"));
    }
    let wrong = match Dir::from_code(code) {
        None => "direction not valid",
        Some(_) => "not horizontal or vertical dir",
    };
    notes.line(format_args!("warning: {wrong}: {code}"));
    if !state.switches.invalid_order_heals {
        state.scratch.moved[id as usize] = true;
    }
}

/// Section e.3: the movements in random order.
fn move_units(state: &mut State) -> Result<(), Fatal> {
    let State { dice, scratch, .. } = state;
    dice.permute(scratch.accepted.len(), &mut scratch.order);
    let mut next = 0;
    while let Some((id, dir)) = walk(state, &mut next) {
        if move_unit(state, id, dir)? {
            state.moves.push((id, dir));
        }
    }
    Ok(())
}

/// Does the movements from the `next` one on as far as farmers and knights walk to free cells or
/// against walls; answers the first that is more than that.
fn walk(state: &mut State, next: &mut usize) -> Option<(i32, Dir)> {
    let (side, stride) = (state.side(), state.stride());
    let State { board, moves, ids, taken, seen, scratch, .. } = state;
    let units = &mut board.units[..];
    let (moved, killed) = (&mut scratch.moved[..units.len()], &scratch.killed[..units.len()]);
    let ids = &mut ids[..taken.len()];
    for &k in &scratch.order[*next..] {
        *next += 1;
        let (id, dir) = scratch.accepted[k as usize];
        let unit = &mut units[id as usize];
        moved[id as usize] = true;
        if killed[id as usize] {
            continue;
        }
        let (from, to) = (Pos::new(unit.i, unit.j), Pos::new(unit.i, unit.j) + dir);
        let inside = (to.i as u32) < side as u32 && (to.j as u32) < side as u32;
        let place = |p: Pos| (p.i * stride + p.j) as usize;
        let from = place(from);
        if unit.kind == Kind::Witch || taken[from] & WALLED != 0 || !inside {
            return Some((id, dir));
        }
        let target = place(to);
        match taken[target] {
            0 => {}
            why if why & WALLED != 0 => continue,
            _ => return Some((id, dir)),
        }
        // The unit may share its cell with a lost witch, who is then lost for good.
        scratch.wide_is_old |= taken[from] & WITCH != 0;
        taken[from] &= !(OCCUPIED | WITCH);
        taken[target] |= OCCUPIED;
        // One cell is taken and one becomes free, unless it was haunted or at the border.
        let at_border = |p: Pos| p.i == 0 || p.j == 0 || p.i + 1 == side || p.j + 1 == side;
        if taken[from] != 0 || at_border(to) || at_border(Pos::new(unit.i, unit.j)) {
            scratch.free_inside = None;
        }
        ids[from] = NOBODY;
        ids[target] = id;
        (unit.i, unit.j) = (to.i, to.j);
        if unit.kind == Kind::Farmer {
            colour(&mut board.cells, &mut board.land, seen, target, unit.team);
        }
        moves.push((id, dir));
    }
    None
}

/// Section e.4: whether the movement was done.
fn move_unit(state: &mut State, id: i32, dir: Dir) -> Result<bool, Fatal> {
    if state.board.cells[state.place_of(id)] == WALL {
        return Err(Fatal::new(format!("unit {id} was lost inside a wall and cannot move")));
    }
    let unit = state.board.units[id as usize];
    let step = dir.offset();
    let Some(target) = state.place(unit.i + step.i, unit.j + step.j) else { return Ok(false) };
    if state.board.cells[target] == WALL {
        return Ok(false);
    }
    let other = state.ids[target];
    if other == NOBODY {
        return enter(state, id, dir, target);
    }
    meets_no_active_witch(state, id, other)?;
    let rival = &state.board.units[other as usize];
    if unit.kind != Kind::Knight || rival.kind == Kind::Witch || rival.team == unit.team {
        return Ok(false);
    }
    attack(state, unit.team, other);
    Ok(true)
}

/// Cases 2 and 3 of section e.4: nobody is in the way.
fn enter(state: &mut State, id: i32, dir: Dir, target: usize) -> Result<bool, Fatal> {
    let from = state.place_of(id);
    state.set_unit(from, NOBODY);
    state.set_unit(target, id);
    let unit = &mut state.board.units[id as usize];
    unit.i += dir.offset().i;
    unit.j += dir.offset().j;
    let (kind, team) = (unit.kind, unit.team);
    match kind {
        Kind::Witch => {
            haunt(state);
            kill_the_haunted(state)?;
        }
        _ if state.is_haunted(target) => {
            die_by_spell(state, id)?;
            return Ok(false);
        }
        Kind::Farmer => state.set_owner(target, team),
        Kind::Knight => {}
    }
    Ok(true)
}

/// Only lost units can meet so (section e.4, at the end).
fn meets_no_active_witch(state: &State, id: i32, other: i32) -> Result<(), Fatal> {
    let kind = |id: i32| state.board.units[id as usize].kind;
    let active = |id: i32| state.active[id as usize];
    let met = match kind(id) {
        Kind::Witch => active(id) && kind(other) != Kind::Witch,
        _ => kind(other) == Kind::Witch && active(other),
    };
    if met {
        return Err(Fatal::new(match kind(id) {
            Kind::Witch => "Active witch adjacent to a non-witch.",
            Kind::Farmer => "Farmer adjacent to an active witch.",
            Kind::Knight => "Knight adjacent to an active witch.",
        }));
    }
    Ok(())
}

/// Case 5 of section e.4: a knight of `team` hits.
fn attack(state: &mut State, team: u8, victim: i32) {
    let (low, high) = (state.parameters().damage_min, state.parameters().damage_max);
    let damage = state.dice.draw(low, high);
    let full = full_health(state, victim);
    let hit = &mut state.board.units[victim as usize];
    let was_well = hit.health == full;
    hit.health = hit.health.wrapping_sub(damage);
    if hit.health <= 0 {
        capture(state, victim, team);
    } else if was_well && hit.health != full {
        state.wounded.push(victim);
    }
}

/// The unit leaves its cell and will be reborn in its new team.
fn capture(state: &mut State, id: i32, team: u8) {
    let health = full_health(state, id);
    let place = state.place_of(id);
    let unit = &mut state.board.units[id as usize];
    state.owners.give(id as usize, unit.team, team);
    unit.team = team;
    unit.health = health;
    state.set_unit(place, NOBODY);
    state.scratch.killed[id as usize] = true;
    state.scratch.dead.push(id);
}

pub(super) fn full_health(state: &State, id: i32) -> i32 {
    match state.board.units[id as usize].kind {
        Kind::Farmer => state.parameters().farmers_health,
        _ => state.parameters().knights_health,
    }
}

/// Section e.5: which witches are active, and which cells they haunt.
pub(super) fn haunt(state: &mut State) {
    state.scratch.free_inside = None;
    state.taken.iter_mut().for_each(|taken| *taken &= !HAUNTED);
    for k in 0..state.witches.len() {
        let id = state.witches[k];
        let unit = state.board.units[id as usize];
        let own = state.place_of(id);
        let mut alone = true;
        state.for_diamond(unit.i, unit.j, NEAR, |q| alone &= q == own || !state.has_witch(q));
        state.active[id as usize] = alone;
        if alone {
            haunt_around(state, unit.i, unit.j);
        }
    }
}

/// Everything within distance 2 of (i, j) is haunted, walls included.
pub(super) fn haunt_around(state: &mut State, i: i32, j: i32) {
    let mut taken = std::mem::take(&mut state.taken);
    state.for_diamond(i, j, NEAR, |q| taken[q] |= HAUNTED);
    state.taken = taken;
}

/// A witch has moved: everybody in a haunted cell dies, row after row.
fn kill_the_haunted(state: &mut State) -> Result<(), Fatal> {
    let mut victims = std::mem::take(&mut state.scratch.victims);
    victims.clear();
    for &id in state.witches.iter().filter(|&&id| state.active[id as usize]) {
        let unit = &state.board.units[id as usize];
        state.for_diamond(unit.i, unit.j, NEAR, |q| {
            if state.taken[q] & (OCCUPIED | WITCH) == OCCUPIED {
                victims.push(q);
            }
        });
    }
    victims.sort_unstable();
    victims.dedup();
    let died = victims.iter().try_for_each(|&place| die_by_spell(state, state.ids[place]));
    state.scratch.victims = victims;
    died
}

/// Section e.6: the unit goes to one of the teams whose active witches reach it.
fn die_by_spell(state: &mut State, id: i32) -> Result<(), Fatal> {
    let unit = state.board.units[id as usize];
    let mut killers = [0_u8; 13];
    let (mut count, mut own) = (0, false);
    state.for_diamond(unit.i, unit.j, NEAR, |place| {
        if !state.has_witch(place) || !state.active[state.ids[place] as usize] {
            return;
        }
        let team = state.board.units[state.ids[place] as usize].team;
        if team == unit.team {
            own = true;
        } else {
            killers[count] = team;
            count += 1;
        }
    });
    let team = match (count, own) {
        (0, false) => return Err(Fatal::new("Unit killed by nobody.")),
        (0, true) => ((i32::from(unit.team) + state.dice.draw(1, 3)) % 4) as u8,
        _ => killers[state.dice.draw(0, count as i32 - 1) as usize],
    };
    capture(state, id, team);
    Ok(())
}

/// Section e.8, step 2. Who is well stays so.
fn heal(state: &mut State) {
    let p = *state.parameters();
    let State { board, scratch, wounded, .. } = state;
    wounded.retain(|&id| {
        let (unit, id) = (&mut board.units[id as usize], id as usize);
        let (regen, most) = match unit.kind {
            Kind::Farmer => (p.farmers_regen, p.farmers_health),
            _ => (p.knights_regen, p.knights_health),
        };
        if !scratch.moved[id] && !scratch.killed[id] {
            unit.health = unit.health.saturating_add(regen).min(most);
        }
        unit.health != most
    });
}
