//! Demo: units walk to the nearest city, path or mask that is not theirs, and never mean to
//! fight. `AIDemo.cc` plays the same way.

use crate::pandemic::rules::STAY;
use crate::pandemic::view::{Intro, MASK_BIT, UnitSeen, View};
use engine::{Freeze, Lcg, Order, Player, Turn};

const FAR: u16 = u16::MAX;

/// The player.
pub(super) struct Demo {
    intro: Intro,
    /// Steps of each cell from the nearest wanted one.
    distance: Vec<u16>,
    pending: Vec<u32>,
    /// Whether a unit stands on each cell.
    occupied: Vec<bool>,
}

impl Demo {
    pub(super) fn new(intro: Intro) -> Self {
        Self { intro, distance: Vec::new(), pending: Vec::new(), occupied: Vec::new() }
    }

    fn measure(&mut self, view: &View<'_>) {
        let me = self.intro.seat as i32;
        self.distance.clear();
        self.distance.resize(self.intro.ground.len(), FAR);
        self.pending.clear();
        for (k, &place) in self.intro.place.iter().enumerate() {
            let masked = view.cells[k] & MASK_BIT != 0;
            let wanted = place.map_or(masked, |p| view.owner(p) != me);
            if wanted {
                self.distance[k] = 0;
                self.pending.push(k as u32);
            }
        }
        let mut next = 0;
        while let Some(&k) = self.pending.get(next) {
            next += 1;
            for q in self.intro.around(k as usize) {
                if !self.intro.is_wall(q) && self.distance[q] == FAR {
                    self.distance[q] = self.distance[k as usize].saturating_add(1);
                    self.pending.push(q as u32);
                }
            }
        }
    }

    fn choose(&self, unit: &UnitSeen, dice: &mut Lcg) -> i32 {
        let here = self.intro.index(unit.pos);
        let around = self.intro.around(here);
        if self.distance[here] == 0 {
            return STAY;
        }
        let (mut best, mut least) = (None, self.distance[here]);
        for (d, &q) in around.iter().enumerate() {
            if !self.occupied[q] && self.distance[q] < least {
                (best, least) = (Some(d as i32), self.distance[q]);
            }
        }
        best.unwrap_or_else(|| dice.draw(0, 3))
    }
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (bytes, orders, stream) = turn.view_and_orders();
        let Some(view) = View::new(bytes, &self.intro) else { return Ok(()) };
        let Some(&state) = stream.first_chunk() else { return Ok(()) };
        let mut dice = Lcg::from_state(u32::from_le_bytes(state));
        self.measure(&view);
        self.occupied.clear();
        self.occupied.resize(self.intro.ground.len(), false);
        for unit in view.units() {
            let k = self.intro.index(unit.pos);
            self.occupied[k] = true;
        }
        for (id, unit) in (0..).zip(view.units()) {
            if usize::from(unit.player) == self.intro.seat {
                orders.push(Order::new(id, self.choose(&unit, &mut dice)));
            }
        }
        stream.clear();
        stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}
