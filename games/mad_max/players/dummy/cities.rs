//! Which warrior shall stand in which city.

use super::Dummy;
use super::maps::{FAR, Maps};
use crate::mad_max::state::Kind;
use engine::SEATS;

/// Rivals at most this far from a city count as about to enter it.
const NEAR: u16 = 3;

/// A free warrior of ours.
#[derive(Clone, Copy)]
pub(super) struct Fighter {
    pub id: usize,
    pub place: usize,
    /// The city it shall hold or take.
    pub city: Option<usize>,
}

/// The plan of a round.
#[derive(Default)]
pub(super) struct Plan {
    pub fighters: Vec<Fighter>,
    /// Warriors of every player in each city.
    inside: Vec<[u16; SEATS]>,
    /// Rivals that may enter each city soon.
    incoming: Vec<u16>,
    /// How many of ours each city needs, and has been given.
    needed: Vec<u16>,
    given: Vec<u16>,
    nearest: Vec<(u16, usize)>,
}

impl Dummy {
    /// Counts who stands in the cities and around them.
    pub(super) fn survey_cities(&mut self, maps: &Maps) {
        let plan = &mut self.plan;
        plan.inside.clear();
        plan.inside.resize(maps.cities.len(), [0; SEATS]);
        plan.incoming.clear();
        plan.incoming.resize(maps.cities.len(), 0);
        for unit in self.view.units.iter().filter(|unit| unit.kind == Kind::Warrior) {
            let place = self.view.land.place(unit.pos);
            for (c, city) in maps.cities.iter().enumerate() {
                match city.distance[place] {
                    0 => plan.inside[c][usize::from(unit.player)] += 1,
                    1..=NEAR if unit.player != self.intro.me => plan.incoming[c] += 1,
                    _ => {}
                }
            }
        }
        let me = usize::from(self.intro.me);
        plan.needed.clear();
        plan.given.clear();
        for (c, city) in maps.cities.iter().enumerate() {
            let rivals = (0..SEATS).filter(|&seat| seat != me);
            let most = rivals.map(|seat| plan.inside[c][seat]).max().unwrap_or(0);
            let mine = self.view.land.text()[city.cells[0] as usize] == b'0' + self.intro.me;
            // A tie keeps a city; taking one needs more than anybody else has.
            let spare = if mine { 1 + plan.incoming[c].min(3) } else { 1 };
            plan.needed.push(most + spare);
            plan.given.push(0);
        }
    }

    /// Gives the free warriors to the cities: first where a point costs the fewest steps.
    pub(super) fn share_out(&mut self, maps: &Maps) {
        let mut left = self.plan.fighters.len();
        while left > 0 {
            let Some(city) = self.cheapest_city(maps) else { break };
            left -= self.give(maps, city, self.plan.needed[city]);
        }
        // The others strengthen the weakest city near them.
        for k in 0..self.plan.fighters.len() {
            let Fighter { place, city: None, .. } = self.plan.fighters[k] else { continue };
            let plan = &self.plan;
            let cost = |c: &usize| {
                let away = u32::from(maps.cities[*c].distance[place]);
                away + 3 * u32::from(plan.given[*c].saturating_sub(plan.needed[*c]))
            };
            let best = (0..maps.cities.len()).min_by_key(cost);
            self.plan.fighters[k].city = best;
            if let Some(best) = best {
                self.plan.given[best] += 1;
            }
        }
    }

    /// The city whose missing warriors have the shortest way together, if there are enough.
    fn cheapest_city(&mut self, maps: &Maps) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        for c in 0..maps.cities.len() {
            let wanted = usize::from(self.plan.needed[c]);
            if self.plan.given[c] > 0 || !self.find_nearest(maps, c, wanted) {
                continue;
            }
            let way: u32 = self.plan.nearest[..wanted].iter().map(|&(d, _)| u32::from(d)).sum();
            let mine = self.view.land.text()[maps.cities[c].cells[0] as usize] - b'0';
            // A city that is ours already is worth a longer way.
            let cost = way * 2 + wanted as u32 * if mine == self.intro.me { 2 } else { 8 };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, c));
            }
        }
        best.map(|(_, c)| c)
    }

    /// Lists the free warriors by their way to a city; whether `wanted` of them can go there.
    fn find_nearest(&mut self, maps: &Maps, city: usize, wanted: usize) -> bool {
        let distance = &maps.cities[city].distance;
        let Plan { fighters, nearest, .. } = &mut self.plan;
        nearest.clear();
        let free = fighters.iter().enumerate().filter(|(_, f)| f.city.is_none());
        nearest.extend(free.map(|(k, f)| (distance[f.place], k)));
        nearest.sort_unstable();
        nearest.get(wanted.wrapping_sub(1)).is_some_and(|&(d, _)| d < FAR)
    }

    fn give(&mut self, maps: &Maps, city: usize, count: u16) -> usize {
        let count = usize::from(count);
        if !self.find_nearest(maps, city, count) {
            return 0;
        }
        for k in 0..count {
            let (_, fighter) = self.plan.nearest[k];
            self.plan.fighters[fighter].city = Some(city);
        }
        self.plan.given[city] += count as u16;
        count
    }
}
