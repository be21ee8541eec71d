//! Dummy: worth beating. It conquers what brings the most, cities and the paths that join them,
//! sends just as many units as a place needs, hits the weakest rival in reach, picks up masks,
//! walks around virus, sends its infected away from its own and at the others, and comes back
//! to what it owns when somebody threatens it.

use super::worth::Worth;
use crate::pandemic::rules::STAY;
use crate::pandemic::view::{Intro, MASK_BIT, UnitSeen, View};
use engine::{Freeze, Order, Player, Turn};

const FAR: u16 = u16::MAX;
const NOBODY: u32 = u32::MAX;
/// A mask is worth a detour of so many steps.
const MASK_REACH: u16 = 7;
/// Steps at which a rival is a threat to a place.
const THREAT: u16 = 3;
/// Units come so many steps to fight a rival together.
const ENGAGE_REACH: u16 = 5;
/// More units do not get near one rival.
const MOST_FIGHTERS: usize = 4;
/// The infected conquer as long as they have so much health; then they only hunt.
const STURDY: i32 = 60;
/// The mean damage of a blow.
const BLOW: i32 = 32;

/// The player.
pub(super) struct Dummy {
    intro: Intro,
    worth: Worth,
    /// Steps from each cell to each city and path, walls considered.
    ways: Vec<Vec<u16>>,
    units: Vec<UnitSeen>,
    virus: Vec<u8>,
    /// The unit on each cell.
    occupant: Vec<u32>,
    /// Cells that own units step on in this round.
    claimed: Vec<bool>,
    /// The plan of each unit, by number; `None` while it is free.
    plan: Vec<Option<i32>>,
    /// Cells around a rival, with the steps to it.
    reach: Vec<(u16, u32)>,
    /// The same as a map, [`FAR`] elsewhere.
    to_target: Vec<u16>,
    /// Cells seen by the survey whose number is `mark`.
    marks: Vec<u32>,
    mark: u32,
    /// Steps to the nearest rival.
    to_rival: Vec<u16>,
    /// Steps to the nearest mask.
    to_mask: Vec<u16>,
    queue: Vec<u32>,
}

impl Dummy {
    pub(super) fn new(intro: Intro) -> Self {
        let cells = intro.ground.len();
        let lists = intro.cities.iter().chain(intro.paths.iter().map(|(_, cells)| cells));
        let mut queue = Vec::new();
        let ways = lists.map(|list| {
            let mut way = Vec::new();
            queue.clear();
            queue.extend(list.iter().map(|&p| intro.index(p) as u32));
            flood(&intro, &mut queue, &mut way, FAR);
            way
        });
        let ways = ways.collect();
        Self {
            worth: Worth::new(&intro),
            ways,
            units: Vec::new(),
            virus: vec![0; cells],
            occupant: vec![NOBODY; cells],
            claimed: vec![false; cells],
            plan: Vec::new(),
            reach: Vec::new(),
            to_target: Vec::new(),
            marks: vec![0; cells],
            mark: 0,
            to_rival: Vec::new(),
            to_mask: Vec::new(),
            queue,
            intro,
        }
    }

    fn look(&mut self, view: &View<'_>) {
        self.units.clear();
        self.units.extend(view.units());
        self.virus.copy_from_slice(view.cells);
        self.occupant.fill(NOBODY);
        self.claimed.fill(false);
        for (id, unit) in (0..).zip(&self.units) {
            self.occupant[self.intro.index(unit.pos)] = id;
        }
        self.plan.clear();
        self.plan.resize(self.units.len(), None);
        self.queue.clear();
        let rivals = self.units.iter().filter(|u| usize::from(u.player) != self.intro.seat);
        self.queue.extend(rivals.map(|u| self.intro.index(u.pos) as u32));
        flood(&self.intro, &mut self.queue, &mut self.to_rival, FAR);
        self.queue.clear();
        let masks = (0..).zip(&self.virus).filter(|(_, v)| *v & MASK_BIT != 0);
        self.queue.extend(masks.map(|(k, _)| k as u32));
        self.virus.iter_mut().for_each(|v| *v &= !MASK_BIT);
        flood(&self.intro, &mut self.queue, &mut self.to_mask, MASK_REACH);
        self.worth.weigh(&self.intro, |place| view.owner(place));
    }

    fn is_mine(&self, unit: &UnitSeen) -> bool {
        usize::from(unit.player) == self.intro.seat
    }

    fn rival_on(&self, cell: usize) -> Option<usize> {
        let id = self.occupant[cell] as usize;
        self.units.get(id).filter(|u| !self.is_mine(u)).map(|_| id)
    }

    /// Own units without a plan.
    fn idle(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(|&id| self.plan[id].is_none() && self.is_mine(&self.units[id]))
    }

    /// Groups fall upon rivals that they outnumber, the surest kill first.
    fn engage(&mut self) {
        let mut targets: Vec<(i32, usize)> = Vec::new();
        let mut reach = std::mem::take(&mut self.reach);
        for rival in 0..self.units.len() {
            if !self.is_mine(&self.units[rival]) {
                self.survey(rival, &mut reach);
                if let Some(price) = self.price(rival, &reach) {
                    targets.push((price, rival));
                }
            }
        }
        targets.sort_unstable();
        for (_, rival) in targets {
            self.survey(rival, &mut reach);
            if self.price(rival, &reach).is_some() {
                self.fall_upon(rival, &reach);
            }
        }
        self.reach = reach;
    }

    /// Steps from every cell near a unit to it, in the order of the distance.
    fn survey(&mut self, rival: usize, reach: &mut Vec<(u16, u32)>) {
        let start = self.intro.index(self.units[rival].pos) as u32;
        self.mark += 1;
        self.marks[start as usize] = self.mark;
        reach.clear();
        reach.push((0, start));
        let mut next = 0;
        while let Some(&(steps, k)) = reach.get(next) {
            next += 1;
            if steps == ENGAGE_REACH {
                break;
            }
            for cell in self.intro.around(k as usize) {
                if self.marks[cell] != self.mark && !self.intro.is_wall(cell) {
                    self.marks[cell] = self.mark;
                    reach.push((steps + 1, cell as u32));
                }
            }
        }
    }

    /// Own units without a plan that could fight a rival, nearest first.
    fn group(&self, reach: &[(u16, u32)]) -> Vec<(u16, usize)> {
        let fighter = |&(steps, cell): &(u16, u32)| {
            let id = self.occupant[cell as usize] as usize;
            let unit = self.units.get(id)?;
            let strong = unit.health > BLOW || steps == 1;
            (self.is_mine(unit) && self.plan[id].is_none() && strong).then_some((steps, id))
        };
        reach.iter().filter_map(fighter).take(MOST_FIGHTERS).collect()
    }

    /// The cost of killing a rival; `None` if units should leave it alone.
    fn price(&self, rival: usize, reach: &[(u16, u32)]) -> Option<i32> {
        let group = self.group(reach);
        let hits = blows_to_kill(self.units[rival].health);
        let at = self.units[rival].pos;
        let helpers = self.units.iter().enumerate().filter(|&(id, u)| {
            id != rival && u.player == self.units[rival].player && u.pos.manhattan(at) <= 2
        });
        let theirs = 1 + helpers.count() as i32;
        let ours = group.iter().filter(|&&(steps, _)| steps <= group[0].0 + 2).count() as i32;
        let nearest = i32::from(group.first()?.0);
        let strength: i32 = group.iter().map(|&(_, id)| blows_to_kill(self.units[id].health)).sum();
        let worth_it = ours > theirs || strength > hits + 1 && ours == theirs || hits == 1;
        worth_it.then_some(10 * nearest + 6 * hits - 4 * ours)
    }

    fn fall_upon(&mut self, rival: usize, reach: &[(u16, u32)]) {
        let mut left = blows_to_kill(self.units[rival].health) + 1;
        let mut way = std::mem::take(&mut self.to_target);
        way.resize(self.intro.ground.len(), FAR);
        reach.iter().for_each(|&(steps, cell)| way[cell as usize] = steps);
        for (steps, id) in self.group(reach) {
            if left <= 0 {
                break;
            }
            left -= 1;
            let here = self.intro.index(self.units[id].pos);
            if steps == 1 {
                let target = reach[0].1 as usize;
                let dir = self.intro.around(here).iter().position(|&cell| cell == target);
                self.plan[id] = dir.map(|d| d as i32);
                self.claimed[here] = true;
            } else {
                self.step(id, here, &way);
            }
        }
        reach.iter().for_each(|&(_, cell)| way[cell as usize] = FAR);
        self.to_target = way;
    }

    /// A unit beside a rival without help leaves, or strikes if there is no way out.
    fn retreat(&mut self) {
        for id in 0..self.units.len() {
            if !self.is_mine(&self.units[id]) || self.plan[id].is_some() {
                continue;
            }
            let here = self.intro.index(self.units[id].pos);
            let around = self.intro.around(here);
            let Some(strike) = (0..4)
                .filter_map(|d| self.rival_on(around[d]).map(|r| (self.units[r].health, d)))
                .min()
            else {
                continue;
            };
            let stronger = self.units[id].health >= strike.0;
            let out = (0..4).find(|&d| {
                let cell = around[d];
                !self.intro.is_wall(cell)
                    && self.occupant[cell] == NOBODY
                    && !self.claimed[cell]
                    && self.intro.around(cell).iter().all(|&c| self.rival_on(c).is_none())
            });
            match out {
                Some(d) if !stronger => {
                    self.claimed[around[d]] = true;
                    self.plan[id] = Some(d as i32);
                }
                _ => self.plan[id] = Some(strike.1 as i32),
            }
        }
    }

    /// The nearest unit to each mask fetches it.
    fn fetch_masks(&mut self) {
        let mut wanting: Vec<(u16, usize)> = self
            .idle()
            .filter(|&id| !self.units[id].mask && !self.units[id].immune)
            .map(|id| (self.to_mask[self.intro.index(self.units[id].pos)], id))
            .filter(|&(steps, _)| steps <= MASK_REACH)
            .collect();
        wanting.sort_unstable();
        let mut fetched: Vec<usize> = Vec::new();
        for (steps, id) in wanting {
            let here = self.intro.index(self.units[id].pos);
            let rivals_for_it = fetched.iter().filter(|&&other| {
                let p = self.units[other].pos;
                p.manhattan(self.units[id].pos) <= 2 * u32::from(steps)
            });
            if rivals_for_it.count() == 0 {
                fetched.push(id);
                let way = std::mem::take(&mut self.to_mask);
                self.step(id, here, &way);
                self.to_mask = way;
            }
        }
    }

    /// Sends units to the places that bring the most for the fewest steps.
    fn conquer(&mut self) {
        let need = self.needs();
        let mut wishes: Vec<(f32, usize, usize)> = Vec::new();
        for id in self.idle() {
            if self.units[id].damage > 0 && self.units[id].health < STURDY {
                continue;
            }
            let here = self.intro.index(self.units[id].pos);
            for (place, way) in self.ways.iter().enumerate() {
                if need[place] > 0 && way[here] != FAR {
                    let wish = self.worth.of(place) / (f32::from(way[here]) + 3.0);
                    wishes.push((wish, id, place));
                }
            }
        }
        wishes.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut need = need;
        for (_, id, place) in wishes {
            if need[place] <= 0 || self.plan[id].is_some() {
                continue;
            }
            need[place] -= 1;
            let way = std::mem::take(&mut self.ways[place]);
            let here = self.intro.index(self.units[id].pos);
            if way[here] == 0 {
                self.plan[id] = Some(STAY);
            } else {
                self.step(id, here, &way);
            }
            self.ways[place] = way;
        }
    }

    /// How many units should go to each place: one more than the strongest rival has there.
    fn needs(&self) -> Vec<i32> {
        let me = self.intro.seat;
        (0..self.ways.len())
            .map(|place| {
                let mut there = [0_i32; 4];
                let mut near = 0;
                for unit in &self.units {
                    let steps = self.ways[place][self.intro.index(unit.pos)];
                    there[usize::from(unit.player & 3)] += i32::from(steps == 0);
                    near += i32::from(steps <= THREAT && usize::from(unit.player) != me);
                }
                let rivals = (0..4).filter(|&p| p != me).map(|p| there[p]).max().unwrap_or(0);
                if self.worth.owner(place) == me as i32 {
                    if near == 0 { 0 } else { rivals + 1 }
                } else {
                    rivals + 2
                }
            })
            .collect()
    }

    /// Units without a task go for the nearest rival.
    fn hunt(&mut self) {
        let way = std::mem::take(&mut self.to_rival);
        let idle: Vec<usize> = self.idle().collect();
        for id in idle {
            let here = self.intro.index(self.units[id].pos);
            self.step(id, here, &way);
        }
        self.to_rival = way;
    }

    /// One step along a way, around virus and own units.
    fn step(&mut self, id: usize, here: usize, way: &[u16]) {
        let unit = self.units[id];
        let cost = |cell: usize| {
            let fearless = unit.immune || unit.damage > 0;
            let virus = i32::from(self.virus[cell]) * if unit.mask { 1 } else { 4 };
            let danger = if fearless { 0 } else { virus };
            30 * i32::from(way[cell]) + danger + self.crowd(&unit, cell)
        };
        let mut best = (cost(here) + 10, STAY, here);
        for (d, cell) in self.intro.around(here).into_iter().enumerate() {
            let free = !self.intro.is_wall(cell) && way[cell] != FAR && !self.claimed[cell];
            let own = self.occupant[cell] != NOBODY && self.rival_on(cell).is_none();
            if free && !own {
                best = best.min((cost(cell), d as i32, cell));
            }
        }
        self.claimed[best.2] = true;
        self.plan[id] = Some(best.1);
    }

    /// The infected keep away from their own, and the healthy from their infected.
    fn crowd(&self, unit: &UnitSeen, cell: usize) -> i32 {
        let mut cost = 0;
        for near in self.intro.around(cell) {
            let Some(other) = self.units.get(self.occupant[near] as usize) else { continue };
            if !self.is_mine(other) || other.pos == unit.pos {
                continue;
            }
            let infects = unit.damage > 0 && !unit.mask && other.damage == 0 && !other.immune;
            let caught = other.damage > 0 && !other.mask && unit.damage == 0 && !unit.immune;
            cost += if infects || caught { 25 } else { 0 };
        }
        cost
    }
}

/// Blows that kill a unit, on average.
fn blows_to_kill(health: i32) -> i32 {
    health / BLOW + 1
}

/// Steps from each cell to the nearest one in `queue`, at most `reach`; [`FAR`] beyond.
fn flood(intro: &Intro, queue: &mut Vec<u32>, out: &mut Vec<u16>, reach: u16) {
    out.clear();
    out.resize(intro.ground.len(), FAR);
    queue.iter().for_each(|&k| out[k as usize] = 0);
    let mut next = 0;
    while let Some(&k) = queue.get(next) {
        next += 1;
        let steps = out[k as usize] + 1;
        if steps > reach {
            continue;
        }
        for cell in intro.around(k as usize) {
            if out[cell] == FAR && !intro.is_wall(cell) {
                out[cell] = steps;
                queue.push(cell as u32);
            }
        }
    }
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (bytes, orders, _) = turn.view_and_orders();
        let Some(view) = View::new(bytes, &self.intro) else { return Ok(()) };
        self.look(&view);
        self.engage();
        self.retreat();
        self.fetch_masks();
        self.conquer();
        self.hunt();
        for (id, plan) in (0..).zip(&self.plan) {
            if let Some(dir) = plan.filter(|&dir| dir != STAY) {
                orders.push(Order::new(id, dir));
            }
        }
        Ok(())
    }
}
