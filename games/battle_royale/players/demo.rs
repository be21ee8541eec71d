//! Demo: every unit wanders at random. It shows how a player reads its view and gives orders.

use crate::battle_royale::state::Kind;
use crate::battle_royale::state::State;
use crate::battle_royale::stream::Stream;
use crate::battle_royale::view::{Intro, View};
use engine::{Freeze, Order, Player, Turn};

/// The player.
pub(super) struct Demo {
    intro: Intro,
    /// Runs of numbers: of all farmers, then of all knights.
    runs: Vec<std::ops::Range<usize>>,
    /// Farmers and knights as sets, 64 units a word.
    sets: [Vec<u64>; 2],
}

impl Demo {
    pub(super) fn new(intro: Intro) -> Self {
        let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
        for kind in [Kind::Farmer, Kind::Knight] {
            for (id, _) in intro.kinds.iter().enumerate().filter(|(_, k)| **k == kind) {
                match runs.last_mut() {
                    Some(run) if run.end == id => run.end += 1,
                    _ => runs.push(id..id + 1),
                }
            }
        }
        let sets = [Kind::Farmer, Kind::Knight].map(|kind| {
            let word = |kinds: &[Kind]| {
                kinds.iter().rev().fold(0, |word, &k| word << 1 | u64::from(k == kind))
            };
            intro.kinds.chunks(64).map(word).collect()
        });
        Self { intro, runs, sets }
    }
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let Some(mut dice) = Stream::read(turn.stream) else { return Ok(()) };
        let mut orders = std::mem::take(turn.orders);
        orders.reserve(self.intro.kinds.len());
        let mut order = |id| orders.push(Order::new(id as i32, 0));
        if let Some(state) = turn.state_of::<State>() {
            for set in &self.sets {
                state.owners.for_each_of(turn.seat(), set, &mut order);
            }
        } else if let Some(view) = View::new(turn.view(), &self.intro) {
            for run in &self.runs {
                view.for_own(self.intro.seat, run.clone(), &mut order);
            }
        }
        dice.deal(&mut orders, |order, draw| order.a = 1 + (draw % 4) as i32);
        *turn.orders = orders;
        turn.stream.clear();
        dice.write(turn.stream);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle_royale::BattleRoyale;
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
        let game = BattleRoyale;
        let settings = crate::battle_royale::FACTS.boards[0].1.as_bytes();
        let setup = testing::setup("7", &["A", "B", "C", "D"], Ruleset::Kit);
        let played = |reads: bool| {
            let state = engine::DynGame::start(&game, settings, &setup, &mut Notes::default());
            let state = state.expect("it begins");
            let player = |seat| {
                let mut intro = Vec::new();
                state.write_intro(seat, &mut intro);
                let demo = Demo::new(Intro::read(&intro).expect("an intro"));
                match reads {
                    true => Box::new(Reader(demo)) as Box<dyn Player>,
                    false => Box::new(demo),
                }
            };
            let players = (0..4).map(player).collect();
            let mut played = Match::new(state, players, setup.ruleset, false);
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
