//! The sequential test of `compare`, and the always-valid interval that belongs to it.
//!
//! It is a Wald test by betting (Waudby-Smith and Ramdas 2024). A capital starts at 1 and grows or
//! shrinks with each block, by a stake that depends on earlier blocks only. Ville's inequality
//! bounds the capital: if the mean is not above 0, it ever reaches 2/α with probability at most
//! α/2. This holds for every distribution on [−1, 1] and every time to stop.

use libm::{exp, log, log1p};
use serde::Serialize;

/// Stakes relative to the basic one, and how the first coin is spread over them. The basic stake
/// makes the test as quick as Wald's for effects about the gain; the higher ones find large
/// effects early.
const SCALES: [f64; 4] = [1.0, 2.0, 4.0, 8.0];
const WEIGHTS: [f64; 4] = [0.7, 0.1, 0.1, 0.1];
/// No stake may lose more than this part of the capital.
const CAP: f64 = 0.9;
/// The variance assumed before the first block, and how many blocks the assumption is worth.
const PRIOR_VARIANCE: f64 = 0.1;
const PRIOR_BLOCKS: f64 = 4.0;

/// The error rates that determine the outcome of a test, besides the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Errors {
    /// Probability of claiming a difference when there is none, both sides together.
    pub alpha: f64,
    /// Probability of claiming no difference when there is one of the size of the gain.
    pub beta: f64,
    /// The smallest difference worth mentioning, in units of the utility.
    pub gain: f64,
}

impl Errors {
    /// α = β = 0.05 and this gain.
    #[must_use]
    pub fn usual(gain: f64) -> Self {
        Self { alpha: 0.05, beta: 0.05, gain }
    }

    /// Whether a test with these errors makes sense.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(format!("{name} is {value}; it must lie between 0 and 0.5"));
            }
        }
        if !(self.gain > 0.0 && self.gain < 0.3) {
            let gain = self.gain;
            return Err(format!("the gain is {gain}; it must be above 0 and below 0.3"));
        }
        Ok(())
    }
}

/// The answer of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// The new player is better.
    Better,
    /// The new player is worse.
    Worse,
    /// A difference, if any, is below the gain.
    NoDifference,
}

/// One block as the interval needs it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    d: f64,
    stake: f64,
}

/// A test in progress: blocks are [pushed](Self::push) until there is a [finding](Self::finding).
#[derive(Clone, Debug)]
pub struct SequentialTest {
    errors: Errors,
    mean: f64,
    squares: f64,
    above: [f64; 4],
    below: [f64; 4],
    futile_above: f64,
    futile_below: f64,
    not_above: bool,
    not_below: bool,
    finding: Option<Finding>,
    seen: Vec<Seen>,
}

impl SequentialTest {
    /// A test that has seen nothing yet.
    #[must_use]
    pub fn new(errors: Errors) -> Self {
        Self {
            errors,
            mean: 0.0,
            squares: 0.0,
            above: [0.0; 4],
            below: [0.0; 4],
            futile_above: 0.0,
            futile_below: 0.0,
            not_above: false,
            not_below: false,
            finding: None,
            seen: Vec::new(),
        }
    }

    /// Takes the difference of the next block, in [−1, 1], and says whether that decides it.
    /// Once there is a finding it stays.
    pub fn push(&mut self, d: f64) -> Option<Finding> {
        let d = d.clamp(-1.0, 1.0);
        let Errors { alpha, beta, gain } = self.errors;
        let n = self.seen.len() as f64;
        // The stake depends on the past only: that is what makes the test valid.
        let variance = (PRIOR_BLOCKS * PRIOR_VARIANCE + self.squares) / (PRIOR_BLOCKS + n);
        let stake = gain / variance;
        self.seen.push(Seen { d, stake });
        if d != 0.0 {
            let capitals = self.above.iter_mut().zip(&mut self.below);
            for ((above, below), scale) in capitals.zip(SCALES) {
                let l = (scale * stake).min(CAP);
                *above += log1p(l * d);
                *below += log1p(-l * d);
            }
        }
        let l = stake.min(CAP / (1.0 + gain));
        self.futile_above += log1p(-l * (d - gain));
        self.futile_below += log1p(l * (d + gain));
        let delta = d - self.mean;
        self.mean += delta / (n + 1.0);
        self.squares += delta * (d - self.mean);
        self.not_above |= self.futile_above >= log(1.0 / beta);
        self.not_below |= self.futile_below >= log(1.0 / beta);
        if self.finding.is_none() {
            self.finding = self.decide(log(2.0 / alpha));
        }
        self.finding
    }

    fn decide(&self, rich: f64) -> Option<Finding> {
        // The mixture is at most its best part, which is cheaper to know.
        let reached = |e: &[f64; 4]| e.iter().any(|e| *e >= rich) && mixture(e) >= rich;
        if reached(&self.above) {
            Some(Finding::Better)
        } else if reached(&self.below) {
            Some(Finding::Worse)
        } else if self.not_above && self.not_below {
            Some(Finding::NoDifference)
        } else {
            None
        }
    }

    /// The finding, once there is one.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        self.finding
    }

    /// Blocks so far.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.seen.len()
    }

    /// Mean difference so far. Where the test stopped it is biased outwards a little.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Standard deviation of the blocks so far; 0 for fewer than two.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let n = self.seen.len();
        if n < 2 { 0.0 } else { (self.squares.max(0.0) / (n - 1) as f64).sqrt() }
    }

    /// The always-valid interval of the mean with error α: it holds at any stopping.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let lower = |sign: f64| {
            let rich = log(2.0 / self.errors.alpha);
            let refuted = |m: f64| self.capital_against(sign, m) >= rich;
            if !refuted(-1.0) {
                return -1.0;
            }
            let (mut low, mut high) = (-1.0, 1.0);
            for _ in 0..40 {
                let middle = 0.5 * (low + high);
                if refuted(middle) { low = middle } else { high = middle }
            }
            low
        };
        (lower(1.0), -lower(-1.0))
    }

    /// Log-capital of the bets that the mean of `sign`·d is above `m`.
    fn capital_against(&self, sign: f64, m: f64) -> f64 {
        let cap = CAP / (1.0 + m.abs());
        let mut capital = [0.0; 4];
        for seen in &self.seen {
            for (c, scale) in capital.iter_mut().zip(SCALES) {
                *c += log1p((scale * seen.stake).min(cap) * (sign * seen.d - m));
            }
        }
        mixture(&capital)
    }

    /// About how many more blocks the test will need, if the effect is what it looks like now.
    #[must_use]
    pub fn forecast(&self) -> f64 {
        let n = self.seen.len() as f64;
        if self.finding.is_some() {
            return 0.0;
        }
        let gain = self.errors.gain;
        let variance = (PRIOR_BLOCKS * PRIOR_VARIANCE + self.squares) / (PRIOR_BLOCKS + n);
        let effect = self.mean.abs() / gain;
        let whole = blocks_needed(effect) * variance / (gain * gain);
        // All blocks equal are recognised after 177 at the usual errors, whatever the variance.
        let least = log(1.0 / self.errors.beta) / log1p(CAP / (1.0 + gain) * gain);
        let whole = if self.squares == 0.0 { least } else { whole.max(1.0) };
        // What is there is no worse than half as far again from any stage of the way.
        (whole - n).max(0.1 * whole)
    }

    /// The log-capitals E+, E−, f+, f−.
    #[must_use]
    pub fn capitals(&self) -> [f64; 4] {
        [mixture(&self.above), mixture(&self.below), self.futile_above, self.futile_below]
    }
}

/// ln Σ w·exp(e), without overflow.
fn mixture(e: &[f64; 4]) -> f64 {
    let top = e.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    top + log(e.iter().zip(WEIGHTS).map(|(e, w)| w * exp(e - top)).sum())
}

/// Blocks that the test takes, in units of variance / gain², for an effect in units of the gain.
fn blocks_needed(effect: f64) -> f64 {
    const KNOWN: [(f64, f64); 5] = [(0.0, 9.0), (0.5, 13.0), (1.0, 7.5), (2.0, 2.3), (4.0, 0.7)];
    for pair in KNOWN.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        if effect <= x1 {
            return y0 + (y1 - y0) * (effect - x0) / (x1 - x0);
        }
    }
    0.7 * (4.0 / effect).powi(2)
}
