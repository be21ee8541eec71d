//! The backstop: the CPU time that a player's thread may take for it.
//!
//! Guests run on a fiber of their own that comes back to us after every slice of fuel. That costs
//! nothing in the compiled code, unlike epochs, and the slices are the same in every run; only
//! the look at the clock between them is not.

use std::cell::Cell;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// Units of fuel between two looks at the clock: a tenth of a millisecond of ordinary code, and
/// a tenth of a second of the slowest that is known (see `SECURITY.md`).
pub(crate) const SLICE: u64 = 1_000_000;

/// A slice that took less than this is charged by the clock of the machine, which costs nothing.
const UNSEEN: Duration = Duration::from_millis(1);

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
        let begun = Instant::now();
        let polled = call.as_mut().poll(&mut context);
        self.used += first_slice(begun);
        if let Poll::Ready(result) = polled {
            return result;
        }
        let (begun, before) = (now(), self.used);
        while self.used <= max {
            let polled = call.as_mut().poll(&mut context);
            self.used = before + now().saturating_sub(begun);
            if let Poll::Ready(result) = polled {
                return result;
            }
        }
        Err(wasmtime::Error::new(Late(max)))
    }
}

/// CPU time of a slice that began at this moment; a little more where that is quicker to say, never
/// less. Most calls end within their first slice, and a look at the thread's clock takes longer
/// than many of them.
fn first_slice(begun: Instant) -> Duration {
    thread_local! {
        /// The time of the thread's clock at the last look.
        static SEEN: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }
    let passed = begun.elapsed();
    if passed < UNSEEN {
        return passed;
    }
    // The machine did something else, or was asleep: that time is not the player's.
    let now = now();
    passed.min(now.saturating_sub(SEEN.replace(now)))
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
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Works until the thread's clock has moved on this far.
    fn work(time: Duration) {
        let begun = now();
        while now() - begun < time {}
    }

    #[test]
    fn a_player_is_charged_for_its_work_and_not_for_its_waiting() {
        let time = Duration::from_millis(20);
        let mut clock = Clock::new(Some(Duration::from_secs(1000)));
        let player = async {
            work(time);
            Ok(())
        };
        clock.run(player).expect("in time");
        assert!(clock.used >= time, "{clock:?}");
        // This thread sleeps while another one works.
        let before = clock.used;
        let wait = async { Ok(std::thread::spawn(move || work(2 * time)).join()) };
        clock.run(wait).expect("in time").expect("no panic");
        assert!(clock.used - before < time, "{clock:?} after {before:?}");
    }

    #[test]
    fn short_calls_are_charged_at_least_what_they_take() {
        let mut clock = Clock::new(Some(Duration::from_secs(1000)));
        let mut taken = Duration::ZERO;
        for _ in 0..200 {
            let call = async {
                let begun = now();
                work(Duration::from_micros(50));
                taken += now() - begun;
                Ok(())
            };
            clock.run(call).expect("in time");
        }
        assert!(clock.used >= taken, "{clock:?}, {taken:?}");
    }
}
