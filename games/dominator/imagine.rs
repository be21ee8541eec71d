//! A state as a player imagines it: everything that it sees, and a guess of the rest.

use super::generator::WALL;
use super::rules;
use super::settings::Parameters;
use super::state::{HAUNTED, Kind, State, Unit};
use super::view::{
    ACTIVE_FLAG, HAUNTED_BIT, LOST_FLAG, NOBODYS, OWNER_BITS, UNIT_BYTES, WALL_CELL,
};
use engine::bytes::Bytes;
use engine::{Lcg, LookAhead, Order, Ruleset, SEATS, Setup};

const DIRS: i32 = 8;
/// Directions from one seat's view to the next one's.
const QUARTER: i32 = 2;

/// Unknown are the random streams.
impl LookAhead for State {
    const SUPPORTED: bool = true;

    fn imagine(intro: &[u8], view: &[u8]) -> Option<Self> {
        let mut intro = Bytes(intro);
        let seat = usize::try_from(intro.int()).ok().filter(|seat| *seat < SEATS)?;
        let parameters = Parameters::take(&mut intro);
        let side = usize::try_from(parameters.rows).ok()?;
        let mut view = Bytes(view);
        let (round, units) = (view.int(), view.int() as usize);
        let (land, score, status) = (view.ints(SEATS), view.ints(SEATS), view.reals(SEATS));
        let records = view.take(units.checked_mul(UNIT_BYTES)?);
        let cells = view.take(side * side);
        if cells.len() != side * side || records.len() != units * UNIT_BYTES {
            return None;
        }
        let last = side - 1;
        let seen = |i: usize, j: usize| match seat {
            0 => cells[i * side + j],
            1 => cells[j * side + last - i],
            2 => cells[(last - i) * side + last - j],
            _ => cells[(last - j) * side + i],
        };
        let mut text = Vec::with_capacity(side * (side + 1));
        for i in 0..side {
            text.extend((0..side).map(|j| letter(seen(i, j), seat)));
            text.push(b'\n');
        }
        let setup = Setup {
            seed: "0".into(),
            ruleset: Ruleset::Statement,
            names: vec![String::new(); SEATS],
            judged: false,
        };
        let mut state = State::empty(parameters, &setup, 0, Lcg::new(0), text);
        state.board.round = round;
        for team in 0..SEATS {
            let as_seen = (team + SEATS - seat) % SEATS;
            state.board.land[team] = land[as_seen];
            state.board.total_score[team] = score[as_seen];
            state.board.status[team] = status[as_seen];
        }
        read_units(&mut state, records, seat)?;
        state.count_owners();
        for i in 0..side {
            for j in 0..side {
                if seen(i, j) & HAUNTED_BIT != 0 {
                    state.taken[i * (side + 1) + j] |= HAUNTED;
                }
            }
        }
        Some(state)
    }

    fn imagined_order(me: usize, team: usize, order: Order) -> (usize, Order) {
        // The team that I see as `team` sees my directions turned by as many quarters.
        let turned = (order.a + QUARTER * team as i32).rem_euclid(DIRS);
        let a = if (0..DIRS).contains(&order.a) { turned } else { order.a };
        ((team + me) % SEATS, Order { a, ..order })
    }

    fn reseed(&mut self, seed: u32) {
        self.dice = Lcg::new(seed as i32);
    }

    fn share_hidden(&mut self, from: &Self) {
        (self.dice, self.streams) = (from.dice, from.streams);
    }
}

fn letter(cell: u8, seat: usize) -> u8 {
    match cell & OWNER_BITS {
        owner if owner < NOBODYS => b'0' + ((usize::from(owner) + seat) % SEATS) as u8,
        WALL_CELL => WALL,
        _ => b'.',
    }
}

fn read_units(state: &mut State, records: &[u8], seat: usize) -> Option<()> {
    let last = state.side() - 1;
    let mut records = Bytes(records);
    for id in 0..records.0.len() / UNIT_BYTES {
        let [kind, team, listed, flags] = [0; 4].map(|_: u8| records.u8());
        let [health, a, b] = [0; 3].map(|_: i32| records.int());
        let lost = flags & LOST_FLAG != 0;
        let (i, j) = match seat {
            _ if lost => (a, b),
            0 => (a, b),
            1 => (last - b, a),
            2 => (last - a, last - b),
            _ => (b, last - a),
        };
        let team = if lost { team } else { ((usize::from(listed) + seat) % SEATS) as u8 };
        let kind = *[Kind::Farmer, Kind::Knight, Kind::Witch].get(usize::from(kind))?;
        let place = state.place(i, j)?;
        state.board.units.push(Unit { kind, team, health, i, j });
        *state.active.get_mut(id)? = flags & ACTIVE_FLAG != 0;
        state.some_lost |= lost;
        if kind == Kind::Witch {
            state.witches.push(id as i32);
        } else if health != rules::full_health(state, id as i32) {
            state.wounded.push(id as i32);
        }
        if !lost {
            state.set_unit(place, id as i32);
        }
    }
    (state.board.units.len() == state.active.len()).then_some(())
}
