//! The CPU time that matches take.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long a batch takes at most, about, and how many matches it has at most.
const LONGEST: (Duration, i64) = (Duration::from_millis(1500), 64);
/// Matches that take less than this together are one batch: to hand them out singly costs more
/// than to play them.
const SHORTEST: (Duration, i64) = (Duration::from_millis(250), 16);

/// How long matches take, lately.
#[derive(Default)]
pub struct Pace {
    micros: AtomicU64,
}

impl Pace {
    /// Notes the CPU time of a match.
    pub fn note(&self, took: Duration) {
        let (old, new) = (self.micros.load(Ordering::Relaxed), took.as_micros() as u64 + 1);
        let mean = if old == 0 { new } else { (7 * old + new) / 8 };
        self.micros.store(mean, Ordering::Relaxed);
    }

    /// How many matches to take at once, at least and at most.
    #[must_use]
    pub fn batch(&self) -> RangeInclusive<i64> {
        let micros = self.micros.load(Ordering::Relaxed);
        let fit = |(time, most): (Duration, i64)| {
            let count = (time.as_micros() as u64).checked_div(micros).unwrap_or(1);
            i64::try_from(count).unwrap_or(most).clamp(1, most)
        };
        fit(SHORTEST)..=fit(LONGEST)
    }
}
