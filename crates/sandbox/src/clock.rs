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

/// A call that took less than this is charged by the clock of the machine, which costs nothing.
const UNSEEN: Duration = Duration::from_millis(1);

thread_local! {
    /// The CPU time of this thread at the last look.
    static SEEN: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

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
        let mut begun = Instant::now();
        loop {
            let polled = call.as_mut().poll(&mut context);
            let passed = begun.elapsed();
            // No CPU time is longer than the time that passed: mostly nothing else need be asked.
            match polled {
                Poll::Ready(result) => {
                    self.used += if passed < UNSEEN { passed } else { at_most(passed) };
                    return result;
                }
                Poll::Pending if self.used + passed <= max => {}
                Poll::Pending => {
                    self.used += at_most(passed);
                    begun = Instant::now();
                    if self.used > max {
                        return Err(wasmtime::Error::new(Late(max)));
                    }
                }
            }
        }
    }
}

/// CPU time since this much time passed; a little more if the thread did something else since the
/// last look, never less. The time in which the machine was asleep, or did the work of others, is
/// not the player's.
fn at_most(passed: Duration) -> Duration {
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

    #[test]
    fn a_call_without_an_end_is_ended_when_its_time_is_over() {
        let max = Duration::from_millis(20);
        let mut clock = Clock::new(Some(max));
        let (mut taken, mut before) = (Duration::ZERO, Duration::ZERO);
        let endless = std::future::poll_fn(|_| {
            before = taken;
            let begun = now();
            work(Duration::from_micros(50));
            taken += now() - begun;
            Poll::<wasmtime::Result<()>>::Pending
        });
        let ended = clock.run(endless).expect_err("it has no end");
        assert!(ended.is::<Late>(), "{ended}");
        assert!(clock.used > max && before <= max, "{clock:?}, {before:?} before the last slice");
    }
}
