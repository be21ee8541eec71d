//! The wall-clock backstop.
//!
//! Guests run on a fiber of their own that comes back to us after every slice of fuel. That costs
//! nothing in the compiled code, unlike epochs, and the slices are the same in every run; only
//! the look at the clock between them is not, and all it can do is to void the match.

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// Units of fuel between two looks at the clock: about a millisecond.
pub(crate) const SLICE: u64 = 10_000_000;

/// The wall clock ran out while a player was thinking.
#[derive(Debug, thiserror::Error)]
#[error("thinking took longer than {0:?} on this machine")]
pub(crate) struct Late(pub(crate) Duration);

/// Wall-clock time that one player used, and may use.
#[derive(Debug)]
pub(crate) struct Clock {
    used: Duration,
    max: Option<Duration>,
}

impl Clock {
    pub(crate) fn new(max: Option<Duration>) -> Self {
        Self { used: Duration::ZERO, max }
    }

    /// Runs a guest's call to its end.
    ///
    /// # Errors
    /// What the call says, or [`Late`].
    pub(crate) fn run<T>(
        &mut self,
        call: impl Future<Output = wasmtime::Result<T>>,
    ) -> wasmtime::Result<T> {
        let mut call = pin!(call);
        let mut context = Context::from_waker(Waker::noop());
        let begun = Instant::now();
        loop {
            if let Poll::Ready(result) = call.as_mut().poll(&mut context) {
                self.used += begun.elapsed();
                return result;
            }
            if let Some(max) = self.max
                && self.used + begun.elapsed() > max
            {
                return Err(wasmtime::Error::new(Late(max)));
            }
        }
    }
}
