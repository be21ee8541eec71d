//! The warriors: they drink and eat in time, fight if it pays, and go where the team needs them.

use super::Dummy;
use super::cities::Fighter;
use super::maps::{FAR, Maps, passable};
use crate::mad_max::land::is_city;
use crate::mad_max::state::{Kind, Unit};
use engine::{Dir, Order};

/// Steps that a way may take longer than it looks.
const SLACK: i32 = 4;
/// The value of a step nearer to the goal.
const STEP: i32 = 10;

/// Where a warrior wants to go.
struct Goal<'a> {
    distance: &'a [u16],
    /// Whether it dies if it does not get there.
    urgent: bool,
}

impl Dummy {
    /// Orders for all warriors, in a round of ours.
    pub(super) fn send_warriors(&mut self, maps: &Maps, orders: &mut Vec<Order>) {
        self.survey_cities(maps);
        self.plan.fighters.clear();
        for id in 0..self.view.units.len() {
            let unit = self.view.units[id];
            if unit.player != self.intro.me || unit.kind != Kind::Warrior {
                continue;
            }
            let place = self.view.land.place(unit.pos);
            match self.need(maps, &unit, place) {
                Some(goal) => self.send_warrior(orders, id, &goal, maps),
                None => self.plan.fighters.push(Fighter { id, place, city: None }),
            }
        }
        self.share_out(maps);
        let mut fighters = std::mem::take(&mut self.plan.fighters);
        // Who is nearest goes first, so that those behind find the way free.
        let way = |f: &Fighter| f.city.map_or(FAR, |c| maps.cities[c].distance[f.place]);
        fighters.sort_by_key(|f| (way(f), f.id));
        for Fighter { id, city, .. } in &fighters {
            let distance = city.map_or(&maps.food, |c| &maps.cities[c].distance);
            self.send_warrior(orders, *id, &Goal { distance, urgent: false }, maps);
        }
        self.plan.fighters = fighters;
    }

    /// Water or food, when it is time to set out for them.
    fn need<'a>(&self, maps: &'a Maps, unit: &Unit, place: usize) -> Option<Goal<'a>> {
        let health = self.intro.parameters.warriors_health;
        let (water, food) = (i32::from(maps.water[place]), i32::from(maps.food[place]));
        let thirsty = unit.water <= water.saturating_add(SLACK) && water < i32::from(FAR);
        let hungry = unit.food <= food.saturating_add(SLACK) && food < i32::from(FAR);
        // Who is on the way to water drinks enough to be worth the way.
        let sips = water <= 3 && unit.water < health * 3 / 4 && !is_city(self.letter(place));
        if thirsty && (!hungry || water <= food) {
            return Some(Goal { distance: &maps.water, urgent: true });
        }
        if hungry {
            return Some(Goal { distance: &maps.food, urgent: true });
        }
        sips.then_some(Goal { distance: &maps.water, urgent: false })
    }

    fn letter(&self, place: usize) -> u8 {
        self.view.land.text()[place]
    }

    fn send_warrior(&mut self, orders: &mut Vec<Order>, id: usize, goal: &Goal<'_>, maps: &Maps) {
        let unit = self.view.units[id];
        let place = self.view.land.place(unit.pos);
        let mut best = (self.worth(place, goal), Dir::None);
        for dir in Dir::EIGHT {
            let to = (place as isize + maps.steps[dir as usize]) as usize;
            if to >= self.view.ids.len() || !passable(Kind::Warrior, self.letter(to)) {
                continue;
            }
            let worth = match usize::try_from(self.view.ids[to]) {
                Err(_) if self.reserved[to] => continue,
                Err(_) => self.worth(to, goal),
                Ok(other) => {
                    let rival = self.view.units[other];
                    if rival.player == self.intro.me || rival.kind == Kind::Car {
                        continue;
                    }
                    // An attack happens where one stands.
                    self.worth(place, goal).saturating_add(self.fight(&unit, place, &rival, to))
                }
            };
            if worth > best.0 {
                best = (worth, dir);
            }
        }
        self.send(orders, id, best.1);
    }

    /// How good it is to stand on a place.
    fn worth(&self, place: usize, goal: &Goal<'_>) -> i32 {
        let danger = self.threatened[place] && !is_city(self.letter(place));
        let fear = if goal.urgent { STEP / 2 } else { 2 * STEP };
        -STEP * i32::from(goal.distance[place]) - if danger { fear } else { 0 }
    }

    /// The value of an attack.
    fn fight(&self, unit: &Unit, place: usize, rival: &Unit, to: usize) -> i32 {
        if is_city(self.letter(place)) && is_city(self.letter(to)) {
            // A thunderdome: the odds are those of the waters, and the winner gains a warrior.
            return 12 * (unit.water - rival.water).clamp(-20, 20) + 2;
        }
        let damage = self.intro.parameters.damage;
        if rival.food <= damage || rival.water <= damage {
            return 30 * STEP;
        }
        // A bite feeds the biter: worth more the more it lacks.
        let health = self.intro.parameters.warriors_health;
        let lacks = unit.food.min(unit.water) < health - damage / 2;
        if lacks { STEP + 2 } else { STEP / 2 }
    }
}
