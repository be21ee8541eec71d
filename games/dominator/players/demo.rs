//! Demo: every unit wanders at random, knights in every other round, witches now and then only.
//! `AIDemo.cc` plays the same.

use crate::dominator::state::State;
use crate::dominator::view::{Glance, Sight, View};
use engine::{Dir, Freeze, Lcg, Order, Player, Turn};

const KNIGHT: u8 = 1;
const WITCH: u8 = 2;
const KNIGHTS_MOVE_EVERY: i32 = 2;
const WITCHES_MOVE_EVERY: i32 = 8;

/// The player.
pub(super) struct Demo {
    pub side: usize,
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let Some(&stream) = turn.stream.first_chunk() else { return Ok(()) };
        let mut dice = Lcg::from_state(u32::from_le_bytes(stream));
        let mut orders = std::mem::take(turn.orders);
        let glance = turn.state_of::<State>().and_then(|s| Glance::new(s, turn.seat()));
        if let Some(glance) = glance {
            give_orders(&glance, &mut dice, &mut orders);
        } else if let Some(view) = View::new(turn.view(), self.side) {
            give_orders(&view, &mut dice, &mut orders);
        }
        *turn.orders = orders;
        turn.stream.clear();
        turn.stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}

fn give_orders(sight: &impl Sight, dice: &mut Lcg, orders: &mut Vec<Order>) {
    let witches_rest = sight.round() % WITCHES_MOVE_EVERY != 0;
    let knights_rest = sight.round() % KNIGHTS_MOVE_EVERY != 0;
    // In a register while it is used.
    let mut own = *dice;
    sight.for_own(|id, kind, place| {
        // Knights know eight directions, farmers and witches the four with even codes.
        let dir = match kind {
            WITCH if witches_rest => return,
            KNIGHT if knights_rest => return,
            KNIGHT => Dir::EIGHT[own.draw(0, 7) as usize],
            _ => Dir::FOUR[own.draw(0, 3) as usize],
        };
        if !sight.is_blocked(place, dir) {
            orders.push(Order::new(id, dir as i32));
        }
    });
    *dice = own;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominator::Dominator;
    use crate::testing;
    use engine::{Match, Notes, Ruleset};

    /// Reads the bytes, as it does away from the arena.
    struct Reader(Demo);

    impl Player for Reader {
        fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
            let mut view = turn.view().to_vec();
            self.0.play(&mut Turn::shown(&mut view, turn.stream, turn.orders, turn.said))
        }
    }

    #[test]
    fn it_plays_the_same_from_the_bytes_of_its_view() {
        let game = Dominator;
        let settings = crate::dominator::FACTS.boards[0].1.as_bytes();
        let setup = testing::setup("7", &["A", "B", "C", "D"], Ruleset::Kit);
        let played = |reads: bool| {
            let state = engine::DynGame::start(&game, settings, &setup, &mut Notes::default());
            let player = |_| match reads {
                true => Box::new(Reader(Demo { side: 37 })) as Box<dyn Player>,
                false => Box::new(Demo { side: 37 }),
            };
            let players = (0..4).map(player).collect();
            let mut played = Match::new(state.expect("it begins"), players, setup.ruleset, false);
            let mut all = Vec::new();
            while !played.over() {
                played.play_round().expect("the round is played");
                all.extend((0..4).map(|seat| played.seat(seat).orders.clone()));
            }
            (all, played.state().scores())
        };
        assert_eq!(played(true), played(false));
    }
}
