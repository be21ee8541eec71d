//! Random numbers that depend on nothing but a master seed, a purpose and a number.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use rand_distr::{ChiSquared, Distribution, StandardNormal};

/// The stream of random numbers that belongs to one block, one visit, one permutation test.
///
/// ChaCha8 is counter-based: the key comes from the master seed and the purpose, the stream from
/// the number, so stream 900 is the same whether or not the 899 before it were ever drawn.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream with this number; `purpose` keeps streams for different things apart.
    #[must_use]
    pub fn new(master: &str, purpose: &str, number: u64) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(purpose.len() as u64).to_le_bytes());
        hasher.update(purpose.as_bytes());
        hasher.update(master.as_bytes());
        let mut generator = ChaCha8Rng::from_seed(*hasher.finalize().as_bytes());
        generator.set_stream(number);
        Self(generator)
    }

    /// A whole number from 0 to `n` − 1, all equally likely.
    ///
    /// # Panics
    /// When `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        let n = n as u64;
        // The last, incomplete run of n numbers would favour the small ones.
        let whole = u64::MAX - u64::MAX % n;
        loop {
            let draw = self.0.next_u64();
            if draw < whole {
                return (draw % n) as usize;
            }
        }
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A draw from the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }

    /// A draw from the χ² distribution; `freedom` is at least 1.
    pub fn chi_squared(&mut self, freedom: usize) -> f64 {
        ChiSquared::new(freedom.max(1) as f64).map_or(1.0, |chi| chi.sample(&mut self.0))
    }

    /// Puts a list into random order, all orders equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.below(k + 1));
        }
    }

    /// The generator itself, for libraries that draw their own numbers.
    pub(crate) fn generator(&mut self) -> &mut ChaCha8Rng {
        &mut self.0
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_whenever_it_is_drawn() {
        let draw = |number| {
            let mut stream = Stream::new("7", "test", number);
            [stream.below(1000), stream.below(1000), stream.below(1000)]
        };
        let forwards: Vec<_> = (0..20).map(draw).collect();
        let backwards: Vec<_> = (0..20).rev().map(draw).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
        assert_ne!(forwards[0], forwards[1]);
        assert_ne!(draw(0), [0; 3].map(|_| Stream::new("7", "other", 0).below(1000)));
    }

    #[test]
    fn numbers_are_evenly_spread() {
        let mut stream = Stream::new("1", "spread", 0);
        let mut counts = [0_u32; 6];
        for _ in 0..6000 {
            counts[stream.below(6)] += 1;
        }
        assert!(counts.iter().all(|c| (850..1150).contains(c)), "{counts:?}");
        let mean = (0..4000).map(|_| stream.unit()).sum::<f64>() / 4000.0;
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
        let square = (0..4000).map(|_| stream.normal().powi(2)).sum::<f64>() / 4000.0;
        assert!((square - 1.0).abs() < 0.1, "{square}");
    }

    /// Published seeds must give the same numbers for ever: these numbers may never change.
    #[test]
    fn the_numbers_of_a_seed_are_fixed() {
        let mut stream = Stream::new("30", "block", 5);
        let drawn: Vec<usize> = (0..4).map(|_| stream.below(1_000_000)).collect();
        assert_eq!(drawn, [221_326, 132_600, 579_641, 212_763]);
    }
}
