//! Demo: every unit wanders at random. It shows how a player reads its view and gives orders.

use crate::battle_royale::state::Kind;
use crate::battle_royale::stream::Stream;
use crate::battle_royale::view::{Intro, View};
use engine::{Freeze, Order, Player, Turn};

/// The player.
pub(super) struct Demo {
    intro: Intro,
    /// Runs of numbers: of all farmers, then of all knights.
    runs: Vec<std::ops::Range<usize>>,
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
        Self { intro, runs }
    }
}

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (view, orders, stream) = turn.view_and_orders();
        let Some(view) = View::new(view, &self.intro) else { return Ok(()) };
        let Some(mut dice) = Stream::read(stream) else { return Ok(()) };
        for run in &self.runs {
            for id in view.own(self.intro.seat, run.clone()) {
                orders.push(Order::new(id as i32, 1 + dice.below(4) as i32));
            }
        }
        stream.clear();
        dice.write(stream);
        Ok(())
    }
}
