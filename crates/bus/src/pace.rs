//! The CPU time that jobs take.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long jobs take, lately: a running mean of their CPU time.
///
/// ```
/// use bus::Pace;
/// use std::time::Duration;
/// let pace = Pace::default();
/// assert_eq!(pace.fit(Duration::from_secs(1), 64), 1, "nobody knows yet");
/// pace.note(Duration::from_millis(50));
/// assert_eq!(pace.fit(Duration::from_secs(1), 64), 20);
/// ```
#[derive(Debug, Default)]
pub struct Pace {
    /// Microseconds; 0 before the first job.
    mean: AtomicU64,
}

impl Pace {
    /// Notes the CPU time of a job.
    pub fn note(&self, cost: Duration) {
        let cost = u64::try_from(cost.as_micros()).unwrap_or(u64::MAX).max(1);
        // Two at once may lose one of the notes: this is an estimate.
        let mean = match self.mean.load(Ordering::Relaxed) {
            0 => cost,
            old => (old.saturating_mul(7).saturating_add(cost) / 8).max(1),
        };
        self.mean.store(mean, Ordering::Relaxed);
    }

    /// How many jobs take about this time, at least one and at most `most`.
    #[must_use]
    pub fn fit(&self, time: Duration, most: usize) -> usize {
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let count = time.checked_div(self.mean.load(Ordering::Relaxed)).unwrap_or(1);
        usize::try_from(count).unwrap_or(most).clamp(1, most.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_counts_an_eighth() {
        let (pace, second) = (Pace::default(), Duration::from_secs(1));
        pace.note(Duration::from_millis(10));
        assert_eq!(pace.fit(second, 1000), 100);
        // (7 · 10 ms + 90 ms) / 8 = 20 ms
        pace.note(Duration::from_millis(90));
        assert_eq!(pace.fit(second, 1000), 50);
        assert_eq!(pace.fit(second, 7), 7);
        assert_eq!(pace.fit(Duration::from_millis(1), 7), 1);
        assert_eq!(pace.fit(second, 0), 1);
    }
}
