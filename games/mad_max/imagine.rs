//! A state as a player imagines it: everything that it sees, and a guess of the rest.

use super::cities::Cities;
use super::land::Land;
use super::settings::VERSION;
use super::state::{Head, Kind, State};
use super::view::{Intro, View};
use engine::bytes::Bytes;
use engine::{Lcg, LookAhead, Ruleset, SEATS};

/// Unknown are the random streams.
impl LookAhead for State {
    const SUPPORTED: bool = true;

    fn imagine(intro: &[u8], bytes: &[u8]) -> Option<Self> {
        let parameters = Intro::read(intro)?.parameters;
        let mut view = View::new(&parameters);
        view.read(bytes)?;
        let land: Land = view.land;
        let cities = Cities::find(&land).ok()?;
        let head = Head {
            judged: false,
            seed: "0".into(),
            version: VERSION.into(),
            parameters,
            names: Default::default(),
        };
        let mut state = State::empty(head, land, cities, 0, Ruleset::Statement);
        let mut numbers = Bytes(bytes);
        numbers.ints(2);
        for seat in 0..SEATS {
            state.board.num_cities[seat] = numbers.int();
        }
        for seat in 0..SEATS {
            state.board.total_score[seat] = numbers.int();
        }
        for seat in 0..SEATS {
            state.board.status[seat] = numbers.real();
        }
        for unit in view.units {
            let home = state.board.land.place(unit.pos);
            state.create(Kind::Warrior, unit.player, home);
            if let Some(last) = state.board.units.last_mut() {
                *last = unit;
            }
        }
        state.ids = view.ids;
        state.board.round = view.round;
        Some(state)
    }

    fn reseed(&mut self, seed: u32) {
        self.dice = Lcg::new(seed as i32);
    }

    fn share_hidden(&mut self, from: &Self) {
        (self.dice, self.streams) = (from.dice, from.streams);
    }
}
