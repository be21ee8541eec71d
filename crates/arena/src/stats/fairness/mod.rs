//! Are the seats of a board equally good?
//!
//! Seat means alone do not say: a test that permutes the seats within each match does, whatever
//! the distribution (Friedman 1937 with ties, p by permutation). A second test looks for what
//! seat means cannot show: whether it helps to sit beside a weak rival.

use crate::random::Stream;
use crate::stats::clustered_mean::{self, Cluster, Mean};
use serde::Serialize;

/// Permutations behind a p value.
pub const PERMUTATIONS: usize = 4999;
const SEATS: usize = engine::SEATS;

/// Place points of one match (or mean points of one seed) by seat.
pub type Row = [f64; SEATS];

/// The results of a board's seats.
#[derive(Clone, Debug, Serialize)]
pub struct Seats {
    /// Mean place points by seat, with intervals that hold for all seats at once (95 %).
    pub means: Vec<Mean>,
    /// Friedman's statistic; `None` when all scores were tied everywhere.
    pub statistic: Option<f64>,
    /// Probability of so uneven a result by chance.
    pub p: f64,
}

/// Tests whether the seats are equally good; one row per seed.
#[must_use]
pub fn seats(rows: &[Row], stream: &mut Stream) -> Seats {
    let one_seat = |seat: usize| {
        let all: Vec<Cluster> =
            rows.iter().map(|row| Cluster { count: 1.0, total: row[seat] }).collect();
        clustered_mean::mean(&all, 0.05 / SEATS as f64)
    };
    let (statistic, p) = friedman(rows, PERMUTATIONS, stream);
    Seats { means: (0..SEATS).map(one_seat).collect(), statistic, p }
}

/// Friedman's statistic with ties, and its p value by permuting the seats within each row.
/// `(None, 1)` when nothing differs anywhere.
#[must_use]
pub fn friedman(rows: &[Row], permutations: usize, stream: &mut Stream) -> (Option<f64>, f64) {
    let spread: f64 = rows.iter().flatten().map(|v| (v - 0.5).powi(2)).sum();
    if spread < 1e-12 {
        return (None, 1.0);
    }
    let uneven = |sums: &Row| {
        let mean = sums.iter().sum::<f64>() / SEATS as f64;
        sums.iter().map(|s| (s - mean).powi(2)).sum::<f64>()
    };
    let mut sums = [0.0; SEATS];
    rows.iter().for_each(|row| (0..SEATS).for_each(|s| sums[s] += row[s]));
    let observed = uneven(&sums);
    // Rows without a difference stay as they are however they are permuted.
    let told: Vec<Row> =
        rows.iter().filter(|row| row.iter().any(|v| *v != row[0])).copied().collect();
    let orders = orders();
    let mut as_uneven = 0;
    for _ in 0..permutations {
        let mut sums = [0.0; SEATS];
        let mut bits = Bits::default();
        for row in &told {
            let order = &orders[bits.below_24(stream)];
            (0..SEATS).for_each(|s| sums[s] += row[order[s]]);
        }
        // Sums of sixths added in another order differ in their last digits.
        as_uneven += usize::from(uneven(&sums) >= observed - 1e-9);
    }
    let p = (1 + as_uneven) as f64 / (1 + permutations) as f64;
    (Some(3.0 * observed / spread), p)
}

/// All 24 orders of four.
pub(crate) fn orders() -> Vec<[usize; SEATS]> {
    let mut all = Vec::with_capacity(24);
    for code in 0..256_usize {
        let order = [code % 4, code / 4 % 4, code / 16 % 4, code / 64];
        if (0..SEATS).all(|s| order.contains(&s)) {
            all.push(order);
        }
    }
    all
}

/// Random numbers below 24 from five bits each: permutation tests need very many.
#[derive(Default)]
struct Bits {
    bits: u64,
    left: u32,
}

impl Bits {
    fn below_24(&mut self, stream: &mut Stream) -> usize {
        loop {
            if self.left == 0 {
                self.bits = stream.bits();
                self.left = 12;
            }
            let draw = (self.bits & 31) as usize;
            self.bits >>= 5;
            self.left -= 1;
            if draw < 24 {
                return draw;
            }
        }
    }
}

/// p values of several tests, each corrected for being one of many (Holm 1979).
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut corrected = vec![0.0; p.len()];
    let mut highest: f64 = 0.0;
    for (rank, k) in order.into_iter().enumerate() {
        highest = highest.max(((p.len() - rank) as f64 * p[k]).min(1.0));
        corrected[k] = highest;
    }
    corrected
}

/// One of the seatings of the neighbour test: the same program twice, side by side, and two
/// fillers. Seats 3 and 0 are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// Seats of the two copies.
    pub copies: [usize; 2],
    /// Seats of the two fillers; filler k sits beside copy k.
    pub fillers: [usize; 2],
}

/// The seatings of the neighbour test. There are sixteen; as the copies are the same program,
/// eight of them are different.
#[must_use]
pub fn neighbour_seatings() -> Vec<Neighbours> {
    let mut all = Vec::new();
    for first in 0..SEATS {
        // Round the table: copy, copy, the filler beside the second, the filler beside the first.
        let [a, b, beside_b, beside_a] = [0, 1, 2, 3].map(|k| (first + k) % SEATS);
        all.push(Neighbours { copies: [a, b], fillers: [beside_a, beside_b] });
        all.push(Neighbours { copies: [b, a], fillers: [beside_b, beside_a] });
    }
    all
}

#[cfg(test)]
mod tests;
