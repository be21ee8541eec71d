//! The cars: they hunt warriors near roads and wait beside stations, where they fill up.

use super::Dummy;
use super::maps::{FAR, Maps, passable};
use crate::mad_max::land::{ROAD, is_city};
use crate::mad_max::state::{Kind, NOBODY};
use engine::{Dir, Order};

/// Fuel kept in reserve on the way to a station.
const RESERVE: i32 = 8;
/// How many rounds away prey may be.
const RANGE: usize = 16;
/// A step off the road has to wait for a round of ours.
const OFF_ROAD: usize = 4;

/// Memory of the search for prey.
#[derive(Default)]
pub(super) struct Search {
    /// Per place: the search that reached it last.
    seen: Vec<u32>,
    stamp: u32,
    /// By cost: places to look at, and the first direction of the way there.
    queues: Vec<Vec<(u32, u8)>>,
}

impl Dummy {
    /// Orders for all cars that may move.
    pub(super) fn send_cars(&mut self, maps: &Maps, orders: &mut Vec<Order>) {
        for id in 0..self.view.units.len() {
            let unit = self.view.units[id];
            let drives = unit.player == self.intro.me && unit.kind == Kind::Car;
            if !drives || !self.view.can_move(&unit) {
                continue;
            }
            let place = self.view.land.place(unit.pos);
            let home = i32::from(maps.station[place]);
            let low = unit.food <= home.saturating_add(RESERVE);
            let hunt = if low && home < i32::from(FAR) { None } else { self.hunt(maps, place) };
            let dir = hunt.or_else(|| self.go_home(maps, place));
            if let Some(dir) = dir {
                self.send(orders, id, dir);
                // Prey may be run over by one car only.
                let to = (place as isize + maps.steps[dir as usize]) as usize;
                self.reserved[to] = true;
            }
        }
    }

    /// Whether a car of ours may drive there now without hurting itself or its friends.
    fn drivable(&self, maps: &Maps, to: usize) -> bool {
        if to >= self.view.ids.len() || !passable(Kind::Car, self.letter_at(to)) {
            return false;
        }
        if self.reserved[to] || self.car_at(to) {
            return false;
        }
        // A car of others beside the target may drive there too.
        maps.steps.iter().all(|step| {
            let near = (to as isize + step) as usize;
            near >= self.view.ids.len() || !self.rival_car_at(near)
        })
    }

    fn letter_at(&self, place: usize) -> u8 {
        self.view.land.text()[place]
    }

    fn car_at(&self, place: usize) -> bool {
        usize::try_from(self.view.ids[place]).is_ok_and(|id| self.view.units[id].kind == Kind::Car)
    }

    fn rival_car_at(&self, place: usize) -> bool {
        usize::try_from(self.view.ids[place]).is_ok_and(|id| {
            let unit = &self.view.units[id];
            unit.kind == Kind::Car && unit.player != self.intro.me && self.view.can_move(unit)
        })
    }

    fn is_prey(&self, place: usize) -> bool {
        usize::try_from(self.view.ids[place]).is_ok_and(|id| {
            let unit = &self.view.units[id];
            unit.kind == Kind::Warrior && unit.player != self.intro.me
        })
    }

    /// The first step of the cheapest way to a warrior of others outside cities.
    fn hunt(&mut self, maps: &Maps, place: usize) -> Option<Dir> {
        let mut search = std::mem::take(&mut self.search);
        let found = self.search_prey(&mut search, maps, place);
        self.search = search;
        found
    }

    fn search_prey(&self, search: &mut Search, maps: &Maps, place: usize) -> Option<Dir> {
        search.seen.resize(self.view.ids.len(), 0);
        search.stamp = search.stamp.wrapping_add(1);
        search.queues.resize_with(RANGE + OFF_ROAD + 1, Vec::new);
        search.queues.iter_mut().for_each(Vec::clear);
        search.seen[place] = search.stamp;
        for dir in Dir::EIGHT {
            let to = (place as isize + maps.steps[dir as usize]) as usize;
            if self.drivable(maps, to) {
                search.queues[self.cost(to)].push((to as u32, dir as u8));
            }
        }
        for cost in 1..=RANGE {
            let mut next = 0;
            while let Some(&(at, first)) = search.queues[cost].get(next) {
                next += 1;
                let at = at as usize;
                if std::mem::replace(&mut search.seen[at], search.stamp) == search.stamp {
                    continue;
                }
                if self.is_prey(at) {
                    return Dir::from_code(first.into());
                }
                for step in maps.steps {
                    let to = (at as isize + step) as usize;
                    let open = to < self.view.ids.len()
                        && search.seen[to] != search.stamp
                        && passable(Kind::Car, self.letter_at(to))
                        && (self.view.ids[to] == NOBODY || self.is_prey(to));
                    if open {
                        search.queues[cost + self.cost(to)].push((to as u32, first));
                    }
                }
            }
        }
        None
    }

    fn cost(&self, place: usize) -> usize {
        if self.letter_at(place) == ROAD { 1 } else { OFF_ROAD }
    }

    /// One step nearer to a station, by road if possible.
    fn go_home(&self, maps: &Maps, place: usize) -> Option<Dir> {
        let worth = |at: usize| {
            debug_assert!(!is_city(self.letter_at(at)));
            (maps.station[at], self.letter_at(at) != ROAD)
        };
        let way = |dir: &Dir| (place as isize + maps.steps[*dir as usize]) as usize;
        let open = Dir::EIGHT.into_iter().filter(|dir| self.drivable(maps, way(dir)));
        let best = open.min_by_key(|dir| worth(way(dir)))?;
        (worth(way(&best)) < worth(place)).then_some(best)
    }
}
