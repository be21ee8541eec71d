//! The random generator that three of the games share.

use std::cell::Cell;

const BITS: u32 = 31;
const MASK: u64 = (1 << BITS) - 1;
const WIDEST_RANGE: i64 = 1_000_000;

/// A player's own random stream; it begins anew with the seed of the match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lcg(Cell<u32>);

impl Lcg {
    /// Takes the state from a stream.
    pub(crate) fn load(&self, stream: &[u8]) {
        if let Some(bytes) = stream.first_chunk() {
            self.0.set(u32::from_le_bytes(*bytes));
        }
    }

    /// Writes the state back.
    pub(crate) fn store(&self, stream: &mut [u8]) {
        if let Some(bytes) = stream.first_chunk_mut() {
            *bytes = self.0.get().to_le_bytes();
        }
    }

    fn step(&self) -> u64 {
        let next = (843_314_861 * u64::from(self.0.get()) + 453_816_693) & MASK;
        self.0.set(next as u32);
        next
    }

    /// An integer in `low ..= high`; an empty range, or one of more than a million values,
    /// answers `low` without a draw.
    pub(crate) fn draw(&self, low: i32, high: i32) -> i32 {
        let width = i64::from(high) - i64::from(low) + 1;
        if !(1..=WIDEST_RANGE).contains(&width) {
            return low;
        }
        self.step();
        let state = self.step();
        (i64::from(low) + ((width as u64 * state) >> BITS) as i64) as i32
    }

    /// A random order of `0 .. n`, for `n` draws.
    pub(crate) fn permutation(&self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for k in 0..n {
            let other = self.draw(k as i32, n as i32 - 1) as usize;
            order.swap(k, other);
        }
        order
    }
}
