//! One round (section e), phase by phase; each sees the result of the one before.
//!
//! 1. **Orders** are looked through and the moves that are allowed are put in random order.
//! 2. **Moves**: units step, crash, run over, duel and bite.
//! 3. **Hunger**: food, water and fuel go down; who is left without starves.
//! 4. **Rebirth**: the dead come back for another player, far from everybody.
//! 5. **Cities** go to strict majorities, and every city counts a point.
//! 6. **Recharging** in cities, beside water and beside petrol stations.

mod crowd;
mod moves;
mod orders;
mod rebirth;
#[cfg(test)]
mod tests;

pub use crowd::Crowd;

use super::MadMax;
use super::land::is_city;
use super::settings::{Settings, VERSION};
use super::state::{Head, Kind, NEAR_STATION, NEAR_WATER, State, draw_checked};
use engine::{Fatal, Lcg, Notes, Order, Rules, SEATS, Setup};

impl Rules for State {
    type Game = MadMax;
    type Settings = Settings;

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<Self, Fatal> {
        let seed: i32 = setup.seed.parse().map_err(|_| {
            Fatal::new(format!("`{}` is not a seed: use a whole number", setup.seed))
        })?;
        let mut dice = Lcg::new(seed);
        let parameters = settings.parameters;
        let (land, cities) = match &settings.fixed {
            Some(fixed) => fixed.clone(),
            None => draw_checked(&parameters, &mut dice)?,
        };
        let mut names: [String; SEATS] = Default::default();
        names.iter_mut().zip(&setup.names).for_each(|(to, name)| to.clone_from(name));
        let head = Head {
            judged: setup.judged,
            seed: seed.to_string(),
            version: VERSION.into(),
            parameters,
            names,
        };
        let mut state = Self::empty(head, land, cities, seed, setup.ruleset);
        state.dice = dice;
        state.place_warriors();
        state.place_cars()?;
        count_cities(&mut state);
        Ok(state)
    }

    fn round(&self) -> i32 {
        self.board.round
    }

    fn rounds_left(&self) -> u32 {
        (self.head.parameters.nb_rounds - self.board.round).max(0) as u32
    }

    /// Fails when the kit would abort: too many orders of one player, no room for a rebirth.
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        self.moves.done.clear();
        self.moves.refused.clear();
        self.killed.fill(false);
        orders::collect(self, orders, warned, notes)?;
        orders::filter(self, notes);
        remember_drivers(self);
        moves::carry_out(self);
        hunger(self);
        rebirth::revive(self, Kind::Car)?;
        rebirth::revive(self, Kind::Warrior)?;
        count_cities(self);
        recharge(self);
        self.board.round += 1;
        Ok(())
    }

    fn status(&mut self) -> &mut [f64] {
        &mut self.board.status
    }
}

/// Notes which cars may move before anything moves: the statement charges those.
fn remember_drivers(state: &mut State) {
    let mut could = std::mem::take(&mut state.scratch.could_move);
    could.clear();
    if state.switches.offroad_fuel {
        could.extend(state.board.units.iter().map(|u| u.kind == Kind::Car && state.can_move(u)));
    }
    state.scratch.could_move = could;
}

/// Food, water and fuel of a round (e.5).
fn hunger(state: &mut State) {
    for id in 0..state.board.units.len() {
        if state.killed[id] {
            continue;
        }
        let unit = state.board.units[id];
        let charged = match unit.kind {
            Kind::Car if state.switches.offroad_fuel => state.scratch.could_move[id],
            _ => state.can_move(&unit),
        };
        if !charged {
            continue;
        }
        let now = &mut state.board.units[id];
        match unit.kind {
            Kind::Car => now.food -= i32::from(unit.food > 0),
            Kind::Warrior => {
                now.food -= 1;
                now.water -= 1;
                if now.food <= 0 || now.water <= 0 {
                    let (heir, _) = moves::two_others(state, unit.player, unit.player);
                    moves::capture(state, id, heir);
                }
            }
        }
    }
}

/// Gives cities to strict majorities, then counts them (e.7).
pub(super) fn count_cities(state: &mut State) {
    let State { board, cities, ids, .. } = state;
    board.num_cities = [0; SEATS];
    for cells in cities.iter() {
        let mut inside = [0_u32; SEATS];
        for &place in cells {
            if let Ok(id) = usize::try_from(ids[place as usize]) {
                inside[usize::from(board.units[id].player)] += 1;
            }
        }
        let mut owner = usize::from(board.land.text()[cells[0] as usize] - b'0');
        let most = inside.into_iter().max().unwrap_or(0);
        let mut first = (0..SEATS).filter(|&seat| inside[seat] == most);
        if let (true, Some(seat), None) = (inside[owner] < most, first.next(), first.next()) {
            owner = seat;
            let letter = b'0' + seat as u8;
            cells.iter().for_each(|&place| board.land.text_mut()[place as usize] = letter);
        }
        board.num_cities[owner] += 1;
    }
    for (score, cities) in board.total_score.iter_mut().zip(board.num_cities) {
        *score = score.wrapping_add(cities);
    }
}

/// Fills up food, water and fuel where they are at hand (e.8).
fn recharge(state: &mut State) {
    let (health, fuel) = (state.head.parameters.warriors_health, state.head.parameters.cars_fuel);
    let mover = state.mover();
    for id in 0..state.board.units.len() {
        let unit = state.board.units[id];
        if state.killed[id] || (unit.kind == Kind::Warrior && unit.player != mover) {
            continue;
        }
        let place = state.board.land.place(unit.pos);
        let near = state.near[place];
        match unit.kind {
            Kind::Warrior => {
                if is_city(state.board.land.text()[place]) {
                    state.board.units[id].food = health;
                }
                if near & NEAR_WATER != 0 {
                    state.board.units[id].water = health;
                }
            }
            Kind::Car => {
                if near & NEAR_STATION != 0 && state.can_move(&unit) {
                    state.board.units[id].food = fuel;
                }
            }
        }
    }
}
