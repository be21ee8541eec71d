//! Dummy: a player worth beating. It plans trips to water, holds its cities with more warriors
//! than anybody else, takes weak ones, and hunts with its cars where they can be filled up.

mod cars;
mod cities;
mod maps;
mod warriors;

use crate::mad_max::land::ROAD;
use crate::mad_max::state::{Kind, Unit};
use crate::mad_max::view::{Intro, View};
use engine::{Dir, Freeze, Order, Player, Turn};
use maps::Maps;

/// The player and the memory that it uses again in every round.
pub(super) struct Dummy {
    intro: Intro,
    view: View,
    /// Distances on the ground, which never changes but for the owners of the cities.
    maps: Option<Maps>,
    /// Per place: a unit of ours will stand there.
    reserved: Vec<bool>,
    /// Per place: a car of others may come before our warriors move again.
    threatened: Vec<bool>,
    plan: cities::Plan,
    search: cars::Search,
}

impl Dummy {
    pub(super) fn new(intro: Intro) -> Self {
        let view = View::new(&intro.parameters);
        let places = view.ids.len();
        Self {
            intro,
            view,
            maps: None,
            reserved: vec![false; places],
            threatened: vec![false; places],
            plan: cities::Plan::default(),
            search: cars::Search::default(),
        }
    }

    /// Our units stay where they are unless they are sent elsewhere.
    fn reserve_all(&mut self) {
        self.reserved.fill(false);
        for unit in self.view.units.iter().filter(|unit| unit.player == self.intro.me) {
            self.reserved[self.view.land.place(unit.pos)] = true;
        }
    }

    /// Sends a unit and remembers where it will be.
    fn send(&mut self, orders: &mut Vec<Order>, id: usize, dir: Dir) {
        if dir == Dir::None {
            return;
        }
        let target = self.view.units[id].pos + dir;
        if self.view.land.contains(target) && self.view.unit_at(target).is_none() {
            self.reserved[self.view.land.place(target)] = true;
        }
        orders.push(Order::new(id as i32, dir as i32));
    }

    /// Marks where cars of others may be before our warriors move again: cars on roads drive
    /// up to four steps along them, and one beside.
    fn look_for_cars(&mut self) {
        const REACH: i32 = 3;
        self.threatened.fill(false);
        let land = &self.view.land;
        let rival = |unit: &&Unit| unit.player != self.intro.me && unit.kind == Kind::Car;
        for car in self.view.units.iter().filter(rival) {
            let on_road = land.at(car.pos) == ROAD && car.food > 0;
            let reach = if on_road { REACH } else { 1 };
            for di in -reach..=reach {
                for dj in -reach..=reach {
                    let p = car.pos + engine::Pos::new(di, dj);
                    let near = di.abs() <= 1 && dj.abs() <= 1;
                    let by_road = || {
                        land.at(p) == ROAD || Dir::EIGHT.iter().any(|&dir| land.at(p + dir) == ROAD)
                    };
                    if land.contains(p) && (near || by_road()) {
                        self.threatened[land.place(p)] = true;
                    }
                }
            }
        }
    }
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (bytes, orders, _) = turn.view_and_orders();
        if self.view.read(bytes).is_none() {
            return Ok(());
        }
        let maps = self.maps.take().unwrap_or_else(|| Maps::new(&self.view.land));
        self.reserve_all();
        if self.view.round % 4 == i32::from(self.intro.me) {
            self.look_for_cars();
            self.send_warriors(&maps, orders);
        }
        self.send_cars(&maps, orders);
        self.maps = Some(maps);
        Ok(())
    }
}
