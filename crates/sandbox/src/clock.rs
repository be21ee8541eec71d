//! The backstop: the CPU time that a player's thread may take for it.
//!
//! Guests run on a fiber of their own that comes back to us after every slice of fuel. That costs
//! nothing in the compiled code, unlike epochs, and the slices are the same in every run; only
//! the look at the clock between them is not.

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Units of fuel between two looks at the clock: a tenth of a millisecond of ordinary code, and
/// a tenth of a second of the slowest that is known (see `SECURITY.md`).
pub(crate) const SLICE: u64 = 1_000_000;

/// A player used up its CPU time.
#[derive(Debug, thiserror::Error)]
#[error("used {0:?} of CPU time, all that it may have")]
pub(crate) struct Late(pub(crate) Duration);

/// CPU time that one player used, and may use.
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
        let Some(max) = self.max else {
            loop {
                if let Poll::Ready(result) = call.as_mut().poll(&mut context) {
                    return result;
                }
            }
        };
        let begun = now();
        loop {
            let polled = call.as_mut().poll(&mut context);
            let used = self.used + now().saturating_sub(begun);
            if let Poll::Ready(result) = polled {
                self.used = used;
                return result;
            }
            if used > max {
                return Err(wasmtime::Error::new(Late(max)));
            }
        }
    }
}

/// CPU time of this thread: what other programs take of the machine does not count.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap_or_default()
}

/// Time since the first call: other systems have no clock of a thread that is as cheap.
#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}
