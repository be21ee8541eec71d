//! Demo: shoots at a rival close ahead, takes a bonus within reach, and otherwise goes anywhere
//! that looks safe now. `AIDemo.cc` is the same player in C++, call by call.

use crate::star_war::random::Lehmer;
use crate::star_war::rules::{MOVE, SHOOT, fan};
use crate::star_war::settings::Parameters;
use crate::star_war::state::{Ship, Unit, letter};
use crate::star_war::view::{Intro, View};
use engine::{Freeze, Order, Player, Pos, Turn};

/// The player.
pub(super) struct Demo {
    seat: usize,
    parameters: Parameters,
}

/// How far ahead a rival is shot at.
const SIGHT: i32 = 4;

impl Demo {
    pub(super) fn new(intro: Intro) -> Self {
        Self { seat: intro.seat, parameters: intro.parameters }
    }

    fn steer(&self, view: &View<'_>, ship: &Ship, dice: &mut Lehmer) -> Option<Order> {
        let order = |verb, a, b| Some(Order { verb, unit: 0, a, b });
        if ship.missiles > 0 && self.target_ahead(view, ship.at) {
            return order(SHOOT, 0, 0);
        }
        // All safe directions, or only those with a bonus if there are any.
        let (mut good, mut count, mut found) = ([(0, 0); 9], 0, false);
        for (di, dj) in (-1..=1).flat_map(|di| (0..=2).map(move |dj| (di, dj))) {
            let Some(bonus) = self.safe(view, ship.at, di, dj) else { continue };
            if bonus && !found {
                count = 0;
            }
            found |= bonus;
            if bonus == found {
                good[count] = (di, dj);
                count += 1;
            }
        }
        match count {
            0 if ship.missiles > 0 => order(SHOOT, 0, 0),
            0 => None,
            _ => {
                let (di, dj) = good[dice.draw(0, count as i32 - 1) as usize];
                order(MOVE, di, dj)
            }
        }
    }

    /// Whether a rival's starship is close ahead, with nothing between.
    fn target_ahead(&self, view: &View<'_>, from: Pos) -> bool {
        for k in 1..=SIGHT {
            match view.cell(from + Pos::new(0, k)) {
                (Unit::Nobody, letter::EMPTY) => {}
                (Unit::Ship(other), _) => {
                    return self.parameters.owner(other as usize) != self.seat;
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether there is a bonus on a way that stays in the window of the next round and meets
    /// nothing dangerous now; `None` if the way is none of these.
    fn safe(&self, view: &View<'_>, from: Pos, di: i32, dj: i32) -> Option<bool> {
        let to = Pos::new(from.i + di, self.parameters.wrap(i64::from(from.j + dj)));
        if !self.parameters.in_window(to, view.round().wrapping_add(1)) {
            return None;
        }
        let mut bonus = false;
        for &step in fan(di, dj)? {
            match view.cell(from + step) {
                (Unit::Nobody, letter::EMPTY) => {}
                (Unit::Nobody, letter::POINTS | letter::MISSILES) => bonus = true,
                _ => return None,
            }
        }
        Some(bonus)
    }
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (view, orders, stream) = turn.view_and_orders();
        let Some(view) = View::new(view, &self.parameters) else { return Ok(()) };
        let Some(&state) = stream.first_chunk() else { return Ok(()) };
        let mut dice = Lehmer::from_state(u32::from_le_bytes(state));
        for s in self.parameters.fleet(self.seat) {
            let ship = view.ship(s);
            if ship.alive
                && let Some(order) = self.steer(&view, &ship, &mut dice)
            {
                orders.push(Order { unit: s as i32, ..order });
            }
        }
        stream.clear();
        stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}
