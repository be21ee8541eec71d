//! The observations and actions of a player in a recorded match, as the arrays of learners.

use engine::features::{self, Arrays, SCALARS, Space};
use engine::record::{Record, Unusable};
use engine::{DynGame, DynState, Order};

/// The turns of one seat, one after the other in each array. The arrays have the shapes of
/// [`crate::learning::Buffers`], with turns in place of learners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons {
    /// Boards: turns × planes × rows × cols.
    pub cells: Vec<u8>,
    /// Tables of units: turns × units × columns.
    pub units: Vec<i16>,
    /// Accepted actions: turns × units × actions.
    pub mask: Vec<u8>,
    /// Turns × [`SCALARS`].
    pub scalars: Vec<i32>,
    /// The actions of the player: turns × units. The first of several orders for a unit counts.
    /// Orders that are not an action of a learner count as none.
    pub actions: Vec<i32>,
}

/// Replays a match and writes down the turns of one seat, up to the round in which it was frozen.
///
/// # Errors
/// When the match cannot be replayed, has no such seat, or its game has no units.
pub fn lessons(
    record: &Record,
    game: &'static dyn DynGame,
    seat: usize,
) -> Result<(Space, Lessons), Unusable> {
    let actions = features::actions(game);
    let mut lessons = Lessons::default();
    let mut space = None;
    let freezes = record.outcome.iter().flat_map(|outcome| &outcome.freezes);
    let frozen = freezes.filter(|freeze| freeze.seat == seat).map(|freeze| freeze.round).min();
    record.replay(game, |k, state, _| {
        let Some(here) = state.space().filter(|_| seat < state.seats()) else { return };
        space = Some(here);
        let Some(round) = record.rounds.get(k) else { return };
        if frozen.is_some_and(|frozen| state.round() >= frozen) {
            return;
        }
        lessons.see(&here, state, seat, actions.len() + 1);
        let orders = round.seats.get(seat).map_or(&[][..], |turn| &turn.orders);
        lessons.act(here.units, orders, &actions);
    })?;
    let refused = || Unusable::NoReplay(format!("seat {seat} has no units to learn from"));
    Ok((space.ok_or_else(refused)?, lessons))
}

/// `more` zeros at the end of an array.
fn grown<T: Copy + Default>(array: &mut Vec<T>, more: usize) -> &mut [T] {
    let begin = array.len();
    array.resize(begin + more, T::default());
    &mut array[begin..]
}

impl Lessons {
    /// Writes what the seat sees.
    fn see(&mut self, space: &Space, state: &dyn DynState, seat: usize, actions: usize) {
        let cells = grown(&mut self.cells, space.cells());
        let units = grown(&mut self.units, space.units * space.columns.len());
        let mask = grown(&mut self.mask, space.units * actions);
        state.write_features(&[seat], actions, Arrays { cells, units, mask });
        features::write_scalars(state, seat, &state.scores(), grown(&mut self.scalars, SCALARS));
    }

    /// Writes what it did.
    fn act(&mut self, units: usize, orders: &[Order], actions: &[(&str, Order)]) {
        let row = grown(&mut self.actions, units);
        for order in orders {
            let same = |known: &Order| Order { unit: order.unit, ..*known } == *order;
            let action = (1..).zip(actions).find(|(_, (_, known))| same(known));
            let unit = usize::try_from(order.unit).ok().and_then(|unit| row.get_mut(unit));
            if let (Some((action, _)), Some(unit @ 0)) = (action, unit) {
                *unit = action;
            }
        }
    }
}
