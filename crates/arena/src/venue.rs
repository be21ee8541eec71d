//! The place where the matches of a series run: this machine, or a cluster with the same results.

use crate::play::{self, Observer, Plan, Products};
use engine::{Fatal, Match, Outcome};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where single matches are played. It changes no result.
pub trait Venue: Send + Sync {
    /// Plays a match. [`Ending::Stopped`](engine::Ending::Stopped) when `stop` was set before it
    /// ended.
    ///
    /// # Errors
    /// When the match cannot begin: refused settings, or no legal board.
    fn play(&self, plan: &Plan<'_>, stop: &AtomicBool) -> Result<Outcome, Fatal>;
}

/// This process.
pub struct Here;

impl Venue for Here {
    fn play(&self, plan: &Plan<'_>, stop: &AtomicBool) -> Result<Outcome, Fatal> {
        let played = play::play(plan, Products::default(), &mut Watchful(stop))?;
        Ok(played.outcome)
    }
}

/// Stops a match that is being played when somebody asked for it.
struct Watchful<'a>(&'a AtomicBool);

impl Observer for Watchful<'_> {
    fn round(&mut self, _: &Match) -> ControlFlow<()> {
        match self.0.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
