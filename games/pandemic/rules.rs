//! One round, phase by phase (sections d and e of the specification).

use super::layout::{GRASS, GRASS_CAP, TOWN_CAP, WALL};
use super::res::{Head, Moves};
use super::settings::Settings;
use super::state::{Board, EMPTY, Hidden, NOBODY, State, Unit};
use super::{Pandemic, generator, scoring};
use engine::{Dir, Fatal, Notes, Order, Pos, Rules, Ruleset, SEATS, Setup};
use std::sync::Arc;

/// Certain, in ten-thousandths.
const CERTAIN: i32 = 10_000;
/// The virus that an infected unit without mask adds to its cell.
const SHED: u8 = 3;
/// From this turn on healing is certain.
const LAST_TURN: usize = 127;
/// A mask appears whenever the number of the round is a multiple of this.
const MASK_EVERY: i32 = 5;

/// The largest draw of 1 ..= 10000 that makes something with this probability happen. What does
/// not fit an `i32` becomes the smallest one, as x86 converts it: such things never happen.
#[must_use]
pub fn threshold(p: f64) -> i32 {
    let scaled = f64::from(CERTAIN) * p;
    // Between these bounds the conversion truncates and nothing is lost.
    if scaled > -2_147_483_649.0 && scaled < 2_147_483_648.0 { scaled as i32 } else { i32::MIN }
}

/// Chance of a unit to heal in its nth turn, in ten-thousandths.
#[must_use]
pub fn healing(turns: i32) -> i32 {
    const fn table() -> [i32; LAST_TURN + 1] {
        let mut table = [0; LAST_TURN + 1];
        let mut turns = 0;
        while turns <= LAST_TURN {
            let p = 0.001 * ((turns * turns) as f64 / 16.0 + 1.0);
            table[turns] = (CERTAIN as f64 * p) as i32;
            turns += 1;
        }
        table
    }
    static TABLE: [i32; LAST_TURN + 1] = table();
    usize::try_from(turns).ok().and_then(|t| TABLE.get(t)).copied().unwrap_or(CERTAIN)
}

/// The direction with a code of this game; `None` for "stay" and for wrong codes.
#[must_use]
pub fn direction(code: i32) -> Option<Dir> {
    usize::try_from(code).ok().and_then(|c| Dir::FOUR.get(c)).copied()
}

/// Code of "stay".
pub const STAY: i32 = 4;

impl Rules for State {
    type Game = Pandemic;
    type Settings = Settings;

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<Self, Fatal> {
        let seed = super::parse_seed(&setup.seed).map_err(Fatal::new)?;
        let parameters = settings.parameters;
        let mut hidden = Hidden::new(setup.ruleset, seed, &parameters);
        let (layout, virus, masks) = match &settings.fixed {
            Some(fixed) => (fixed.layout.clone(), fixed.virus.clone(), fixed.masks.clone()),
            None => {
                let layout = generator::generate(parameters.side(), &mut hidden.dice)?;
                (layout, vec![0; parameters.side() * parameters.side()], Vec::new())
            }
        };
        masks.iter().for_each(|&mask| hidden.lies[layout.index(mask)] = true);
        let board = Board {
            virus,
            masks,
            round: 0,
            scores: [0; SEATS],
            status: [0.0; SEATS],
            city_owners: vec![NOBODY; layout.cities.len()],
            path_owners: vec![NOBODY; layout.paths.len()],
            units: vec![Unit::default(); parameters.total_units()],
            known: true,
            layout: Arc::new(layout),
        };
        let head = Head { seed, parameters, names: setup.names.clone() };
        let mut state = State { head, board, moves: Moves::default(), hidden };
        state.place_units()?;
        Ok(state)
    }

    fn round(&self) -> i32 {
        self.board.round
    }

    fn rounds_left(&self) -> u32 {
        u32::try_from(self.head.parameters.nb_rounds - self.board.round).unwrap_or(0)
    }

    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        self.moves.clear();
        self.collect(orders, warned, notes);
        self.board.round += 1;
        self.execute();
        self.spread();
        self.infect_and_heal();
        self.suffer()?;
        self.bear_the_killed()?;
        self.drop_mask()?;
        scoring::score(self)
    }

    fn status(&mut self) -> &mut [f64] {
        &mut self.board.status
    }
}

impl State {
    /// Section d: health, first infections and places of all units.
    pub(super) fn place_units(&mut self) -> Result<(), Fatal> {
        let first_damage = match self.hidden.ruleset {
            Ruleset::Statement => 2,
            Ruleset::Kit => 1,
        };
        let nb_units = self.head.parameters.nb_units as usize;
        for player in 0..SEATS {
            for u in 0..nb_units {
                let unit = &mut self.board.units[player * nb_units + u];
                unit.player = player as u8;
                unit.health = self.head.parameters.initial_health;
                if u < 3 {
                    unit.damage = first_damage + u as i32;
                    unit.turns = 1;
                }
            }
            let born = player * nb_units..(player + 1) * nb_units;
            self.hidden.scratch.born.clear();
            self.hidden.scratch.born.extend(born.map(|id| id as u32));
            self.give_birth()?;
        }
        Ok(())
    }

    /// Sections e.1 and e.2: of each player, the first order for each number, if it is legal.
    fn collect(&mut self, orders: &[Vec<Order>], warned: &[bool], notes: &mut Notes) {
        let scratch = &mut self.hidden.scratch;
        scratch.orders.clear();
        let mut complaints = Notes::default();
        for (seat, calls) in orders.iter().enumerate() {
            let silent = warned.get(seat).copied().unwrap_or(false);
            scratch.strange.clear();
            scratch.turn = scratch.turn.wrapping_add(1);
            for order in calls {
                let (id, code) = (order.unit, order.a);
                let unit = usize::try_from(id).ok().filter(|&id| id < self.board.units.len());
                let again = match unit {
                    Some(id) => {
                        std::mem::replace(&mut scratch.asked[id], scratch.turn) == scratch.turn
                    }
                    None => scratch.strange.contains(&id),
                };
                let Some(unit) = unit else {
                    if again && !silent {
                        notes
                            .line(format_args!("warning: command already requested for unit {id}"));
                    } else if !again {
                        scratch.strange.push(id);
                        complaints.line(format_args!("warning: id out of range : {id}"));
                    }
                    continue;
                };
                let owner = usize::from(self.board.units[unit].player);
                if again {
                    if !silent {
                        notes
                            .line(format_args!("warning: command already requested for unit {id}"));
                    }
                } else if owner != seat {
                    complaints.line(format_args!(
                        "warning: unit {id} of player {owner} not owned by {seat}"
                    ));
                } else if direction(code).is_some() {
                    scratch.orders.push((unit as u32, code as u8));
                } else if code != STAY {
                    complaints.line(format_args!("warning: direction not valid: {code}"));
                }
            }
        }
        notes.text.push_str(&complaints.text);
    }

    /// Section e.3: all orders in a random order.
    fn execute(&mut self) {
        let n = self.hidden.scratch.orders.len();
        let mut shuffled = std::mem::take(&mut self.hidden.scratch.shuffled);
        self.hidden.dice.permute(n, &mut shuffled);
        for &k in &shuffled {
            let (id, code) = self.hidden.scratch.orders[k as usize];
            let dir = Dir::FOUR[usize::from(code & 3)];
            if !self.hidden.killed[id as usize] && self.advance(id as usize, dir) {
                self.moves.done.push((id, code));
            }
        }
        self.hidden.scratch.shuffled = shuffled;
    }

    /// Moves a unit one step, through a fight if need be; answers whether it got there.
    fn advance(&mut self, id: usize, dir: Dir) -> bool {
        let mover = self.board.units[id];
        let from = self.board.layout.index(mover.pos);
        // Units never stand on the border, so the step stays on the board.
        let to = self.board.layout.index(mover.pos + dir);
        if self.board.layout.base[to] == WALL {
            return false;
        }
        let other = self.hidden.occupant[to];
        if other != EMPTY {
            let other = other as usize;
            let victim = &mut self.board.units[other];
            if victim.player == mover.player {
                return false;
            }
            let damage = self.hidden.dice.draw(25, 40);
            victim.health -= damage;
            let dead = victim.health < 0;
            self.moves.fought(id, other, victim.player, dead);
            if !dead {
                return false;
            }
            self.kill(other, mover.player);
        }
        self.hidden.occupant[from] = EMPTY;
        self.settle(id, to);
        if self.hidden.lies[to] && !mover.mask {
            self.take_mask(id, to);
        }
        true
    }

    fn take_mask(&mut self, id: usize, cell: usize) {
        self.board.units[id].mask = true;
        self.hidden.lies[cell] = false;
        let pos = self.board.layout.pos(cell);
        if let Some(k) = self.board.masks.iter().position(|&m| m == pos) {
            self.board.masks.swap_remove(k);
        }
    }

    /// Takes a unit off the board: it will be born again, for `player`.
    fn kill(&mut self, id: usize, player: u8) {
        let unit = &mut self.board.units[id];
        self.hidden.killed[id] = true;
        self.hidden.occupant[self.board.layout.index(unit.pos)] = EMPTY;
        unit.player = player;
        unit.health = self.head.parameters.initial_health;
        unit.immune = false;
        unit.mask = false;
        let infected = self.hidden.dice.draw(0, 4) == 0;
        unit.damage = if infected { self.hidden.dice.draw(2, 4) } else { 0 };
        unit.turns = i32::from(infected);
    }

    /// Section e.4: the infected add to the virus of their cells, then it spreads.
    fn spread(&mut self) {
        for (unit, &killed) in self.board.units.iter().zip(&self.hidden.killed) {
            if !killed && unit.damage > 0 && !unit.mask {
                self.board.virus[self.board.layout.index(unit.pos)] += SHED;
            }
        }
        let layout = &self.board.layout;
        let (grass, town) = (&mut self.hidden.scratch.on_grass, &mut self.hidden.scratch.in_town);
        keep(&self.board.virus, &layout.grass, grass);
        keep(&self.board.virus, &layout.town, town);
        spread_both(
            &mut self.board.virus,
            (grass, &layout.grass),
            (town, &layout.town),
            layout.side,
        );
    }

    /// Section e.5.
    fn infect_and_heal(&mut self) {
        for (unit, &killed) in self.board.units.iter_mut().zip(&self.hidden.killed) {
            if killed || unit.immune {
                continue;
            }
            let dice = &mut self.hidden.dice;
            let chance = dice.draw(1, CERTAIN);
            if unit.damage == 0 {
                let amount = self.board.virus[self.board.layout.index(unit.pos)];
                let row = self.hidden.infection[usize::from(amount).min(13)];
                if chance <= row[usize::from(unit.mask)] {
                    unit.damage = dice.draw(2, 5);
                    unit.turns = 1;
                }
            } else {
                unit.turns += 1;
                if chance <= healing(unit.turns) {
                    unit.damage = 0;
                    unit.immune = true;
                }
            }
        }
    }

    /// Section e.6. In the kit those killed in fights pay for the infection they are born with.
    fn suffer(&mut self) -> Result<(), Fatal> {
        for id in 0..self.board.units.len() {
            let fresh = self.hidden.killed[id];
            if fresh && self.hidden.ruleset == Ruleset::Statement {
                continue;
            }
            let unit = &mut self.board.units[id];
            unit.health -= unit.damage;
            if unit.health >= 0 {
                continue;
            }
            if fresh {
                return Err(Fatal::new("Cannot already be dead."));
            }
            let owner = unit.player;
            let heir = self.hidden.dice.draw(0, 3) as u8;
            self.moves.perished(id, owner);
            self.kill(id, heir);
        }
        Ok(())
    }

    fn bear_the_killed(&mut self) -> Result<(), Fatal> {
        let born = &mut self.hidden.scratch.born;
        born.clear();
        born.extend((0..).zip(&self.hidden.killed).filter(|(_, k)| **k).map(|(id, _)| id));
        if born.is_empty() {
            return Ok(());
        }
        self.give_birth()?;
        self.hidden.killed.fill(false);
        Ok(())
    }

    /// A batch of births, of the units in `scratch.born`.
    fn give_birth(&mut self) -> Result<(), Fatal> {
        let mut cells = std::mem::take(&mut self.hidden.scratch.cells);
        cells.clone_from(&self.hidden.ring);
        for k in 0..self.hidden.scratch.born.len() {
            let id = self.hidden.scratch.born[k] as usize;
            let mut found = None;
            while found.is_none() && !cells.is_empty() {
                let at = self.hidden.dice.draw(0, cells.len() as i32 - 1) as usize;
                let cell = cells.remove(at) as usize;
                found = Some(cell).filter(|&c| self.free_to_be_born(c));
            }
            let found = found.or_else(|| self.scan_for_birth());
            let Some(cell) = found else {
                return Err(Fatal::new("Cannot find a cell to regenerate units"));
            };
            self.settle(id, cell);
        }
        self.hidden.scratch.cells = cells;
        Ok(())
    }

    fn scan_for_birth(&self) -> Option<usize> {
        (0..self.hidden.occupant.len()).find(|&c| self.free_to_be_born(c))
    }

    fn free_to_be_born(&self, cell: usize) -> bool {
        let side = self.board.layout.side;
        let occupant = &self.hidden.occupant;
        // Grass never lies on the border, so all four neighbours exist.
        self.board.layout.base[cell] == GRASS
            && [cell, cell + side, cell + 1, cell - side, cell - 1]
                .iter()
                .all(|&c| occupant[c] == EMPTY)
    }

    /// Section e.7: every fifth round a mask, anywhere on free grass.
    fn drop_mask(&mut self) -> Result<(), Fatal> {
        const CHECK_EVERY: u32 = 100_000;
        if self.board.round % MASK_EVERY != 0 || self.board.round >= self.head.parameters.nb_rounds
        {
            return Ok(());
        }
        let last = self.board.layout.side as i32 - 3;
        for attempt in 0_u32.. {
            let i = self.hidden.dice.draw(2, last);
            let p = Pos::new(i, self.hidden.dice.draw(2, last));
            let cell = self.board.layout.index(p);
            if self.free_for_mask(cell) {
                self.hidden.lies[cell] = true;
                self.board.masks.push(p);
                return Ok(());
            }
            if attempt % CHECK_EVERY == CHECK_EVERY - 1 && !self.any_cell_for_mask() {
                break;
            }
        }
        Err(Fatal::new("no free cell of grass is left for a new mask; the kit would hang here"))
    }

    fn free_for_mask(&self, cell: usize) -> bool {
        self.board.layout.base[cell] == GRASS
            && self.hidden.occupant[cell] == EMPTY
            && !self.hidden.lies[cell]
    }

    fn any_cell_for_mask(&self) -> bool {
        let side = self.board.layout.side;
        (2..side - 2).any(|i| (2..side - 2).any(|j| self.free_for_mask(i * side + j)))
    }
}

/// Copies the amounts of one world; elsewhere there are none.
fn keep(virus: &[u8], world: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.extend(virus.iter().zip(world).map(|(&amount, &mask)| amount & mask));
}

/// The new amounts of all cells from the old ones of grass and town, each with its mask.
///
/// One flat run from the second row to the last but one: left and right of a row's ends lie
/// walls, which have no virus and are masked out. Without any condition the compiler works on
/// sixteen cells at once.
fn spread_both(out: &mut [u8], grass: (&[u8], &[u8]), town: (&[u8], &[u8]), side: usize) {
    let n = out.len() - 2 * side;
    let near = |old| Near::new(old, side, n);
    let (near_grass, near_town) = (near(grass.0), near(town.0));
    let (grass, town) = (&grass.1[side..side + n], &town.1[side..side + n]);
    let out = &mut out[side..side + n];
    for k in 0..n {
        out[k] = near_grass.best(k).min(GRASS_CAP) & grass[k]
            | near_town.best(k).min(TOWN_CAP) & town[k];
    }
}

/// Equally long views of the cells of a run and of their four neighbours.
struct Near<'a> {
    here: &'a [u8],
    left: &'a [u8],
    right: &'a [u8],
    above: &'a [u8],
    below: &'a [u8],
}

impl<'a> Near<'a> {
    #[inline]
    fn new(old: &'a [u8], side: usize, n: usize) -> Self {
        let run = |from: usize| &old[from..from + n];
        Self {
            here: run(side),
            left: run(side - 1),
            right: run(side + 1),
            above: run(0),
            below: run(2 * side),
        }
    }

    /// The largest amount around, less one.
    #[inline]
    fn best(&self, k: usize) -> u8 {
        let sides = self.left[k].max(self.right[k]).max(self.above[k].max(self.below[k]));
        self.here[k].max(sides).saturating_sub(1)
    }
}
