//! Demo: units wander at random, but not into each other; it shows how a player reads its view
//! and gives orders. `AIDemo.cc` is the same player in C++.

use crate::mad_max::land::{ROAD, WATER, is_city};
use crate::mad_max::state::{Kind, Unit};
use crate::mad_max::view::{Intro, View};
use engine::{Dir, Freeze, Lcg, Order, Player, Turn};

/// The player.
pub(super) struct Demo {
    intro: Intro,
    view: View,
}

impl Demo {
    pub(super) fn new(intro: Intro) -> Self {
        Self { view: View::new(&intro.parameters), intro }
    }

    /// Whether a warrior is well where it is: in a city unless it is thirsty, or beside water
    /// when it wants to drink.
    fn is_content(&self, unit: &Unit) -> bool {
        let land = &self.view.land;
        match unit.water > self.intro.parameters.warriors_health / 2 {
            true => is_city(land.at(unit.pos)),
            false => Dir::EIGHT.iter().any(|&dir| land.at(unit.pos + dir) == WATER),
        }
    }

    /// Where a unit goes: onto a rival warrior beside it, or some free cell.
    fn choose(&self, unit: &Unit, dice: &mut Lcg) -> Option<Dir> {
        for dir in Dir::EIGHT {
            let Some((_, other)) = self.view.unit_at(unit.pos + dir) else { continue };
            let prey = other.player != self.intro.me && other.kind == Kind::Warrior;
            if prey && self.view.passable(unit.kind, unit.pos + dir) {
                return Some(dir);
            }
        }
        if unit.kind == Kind::Warrior && self.is_content(unit) {
            return None;
        }
        let dir = Dir::EIGHT[dice.draw(0, 7) as usize];
        let target = unit.pos + dir;
        let on_road = self.view.land.at(unit.pos) == ROAD;
        let leaves_road = unit.kind == Kind::Car && on_road && self.view.land.at(target) != ROAD;
        let free = self.view.passable(unit.kind, target) && self.view.unit_at(target).is_none();
        (free && !leaves_road).then_some(dir)
    }
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (bytes, orders, stream) = turn.view_and_orders();
        if self.view.read(bytes).is_none() {
            return Ok(());
        }
        let Some(&state) = stream.first_chunk() else { return Ok(()) };
        let mut dice = Lcg::from_state(u32::from_le_bytes(state));
        for (id, unit) in self.view.units.iter().enumerate() {
            if unit.player != self.intro.me || !self.view.can_move(unit) {
                continue;
            }
            if let Some(dir) = self.choose(unit, &mut dice) {
                orders.push(Order::new(id as i32, dir as i32));
            }
        }
        stream.clear();
        stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}
