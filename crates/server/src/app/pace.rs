//! How long matches take on this machine.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long a batch shall take about, and how many matches it has at most.
const BATCH: (Duration, i64) = (Duration::from_millis(1500), 64);
/// How long matches take here, to make batches of about the same time.
#[derive(Default)]
pub struct Pace {
    micros: AtomicU64,
}

impl Pace {
    /// Notes how long a match took.
    pub fn note(&self, took: Duration) {
        let (old, new) = (self.micros.load(Ordering::Relaxed), took.as_micros() as u64 + 1);
        let mean = if old == 0 { new } else { (7 * old + new) / 8 };
        self.micros.store(mean, Ordering::Relaxed);
    }

    /// How many matches to take at once.
    #[must_use]
    pub fn batch(&self) -> i64 {
        match self.micros.load(Ordering::Relaxed) {
            0 => 1,
            micros => (BATCH.0.as_micros() as i64 / micros as i64).clamp(1, BATCH.1),
        }
    }
}
