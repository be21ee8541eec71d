//! The random generator that three of the kits share (section c of their specifications).

/// A linear congruential generator with 31 bits of state that makes two steps per draw.
///
/// ```
/// let mut dice = engine::Lcg::new(30);
/// let roll = dice.draw(1, 6);
/// assert!((1..=6).contains(&roll));
/// assert_eq!(dice.draw(5, 2), 5); // an empty range answers its first bound and draws nothing
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lcg(u32);

const MODULUS_BITS: u32 = 31;
const MASK: u64 = (1 << MODULUS_BITS) - 1;
const WIDEST_RANGE: i64 = 1_000_000;
/// A step multiplies by this and adds that.
const A: u64 = 843_314_861;
const C: u64 = 453_816_693;

impl Lcg {
    /// A stream seeded as the kits do: the absolute value of `seed`, modulo 2^31.
    #[must_use]
    pub fn new(seed: i32) -> Self {
        Self(seed.unsigned_abs() & MASK as u32)
    }

    /// The stream of player `seat` in a match with this `seed`: seeded with `seed + seat + 1`.
    #[must_use]
    pub fn for_seat(seed: i32, seat: usize) -> Self {
        Self::new(seed.wrapping_add(seat as i32).wrapping_add(1))
    }

    /// The state, 0 ..= 2^31 - 1.
    #[must_use]
    pub fn state(self) -> u32 {
        self.0
    }

    /// A generator in the given state; the top bit is dropped, so any number is safe.
    #[must_use]
    pub fn from_state(state: u32) -> Self {
        Self(state & MASK as u32)
    }

    /// The two steps of a draw, taken at once.
    #[inline]
    fn step_twice(&mut self) {
        const SQUARE: u64 = (A * A) & MASK;
        const SUM: u64 = (A * C + C) & MASK;
        self.0 = ((SQUARE * u64::from(self.0) + SUM) & MASK) as u32;
    }

    /// One integer in `low ..= high`. An empty range, or one of more than a million values,
    /// answers `low` and leaves the stream alone.
    #[inline]
    pub fn draw(&mut self, low: i32, high: i32) -> i32 {
        let width = i64::from(high) - i64::from(low) + 1;
        if !(1..=WIDEST_RANGE).contains(&width) {
            return low;
        }
        self.step_twice();
        (i64::from(low) + ((width as u64 * u64::from(self.0)) >> MODULUS_BITS) as i64) as i32
    }

    /// Leaves the stream where `draws` draws would leave it, in a time that hardly grows.
    pub fn skip(&mut self, draws: u64) {
        let (mut a, mut c) = (A, C);
        let (mut total_a, mut total_c) = (1_u64, 0_u64);
        let mut steps = draws.wrapping_mul(2);
        while steps > 0 {
            if steps & 1 == 1 {
                total_a = (total_a * a) & MASK;
                total_c = (total_c * a + c) & MASK;
            }
            c = (c * (a + 1)) & MASK;
            a = (a * a) & MASK;
            steps >>= 1;
        }
        self.0 = ((total_a * u64::from(self.0) + total_c) & MASK) as u32;
    }

    /// A random order of `0 .. n`, written over `out`. It makes `n` draws, the last one in vain;
    /// `n` over a million gives nothing and draws nothing.
    pub fn permute(&mut self, n: usize, out: &mut Vec<u32>) {
        self.permute_first(n, n, out);
    }

    /// Like [`permute`](Self::permute) for somebody who reads the first `count` places only:
    /// what stands behind them is not shuffled any more, the stream goes on all the same.
    pub fn permute_first(&mut self, n: usize, count: usize, out: &mut Vec<u32>) {
        out.clear();
        if n as i64 > WIDEST_RANGE {
            return;
        }
        out.extend(0..n as u32);
        let count = count.min(n);
        for i in 0..count {
            let k = self.draw(i as i32, n as i32 - 1) as usize;
            out.swap(i, k);
        }
        if count < n {
            self.skip((n - count) as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_follow_the_published_formula() {
        // Worked by hand: two steps from state 1, then floor(m * s / 2^31).
        let (a, c, m) = (843_314_861_u64, 453_816_693_u64, 1_u64 << 31);
        let s = (a * ((a + c) % m) + c) % m;
        assert_eq!(Lcg::new(1).draw(1, 10_000), 1 + (10_000 * s / m) as i32);
        assert_eq!(Lcg::new(-1), Lcg::new(1));
        assert_eq!(Lcg::new(i32::MIN).state(), 0);
    }

    #[test]
    fn ranges_that_cannot_be_drawn_leave_the_stream_alone() {
        let mut dice = Lcg::new(7);
        assert_eq!(dice.draw(9, 2), 9);
        assert_eq!(dice.draw(0, 1_000_000), 0);
        assert_eq!(dice.draw(i32::MIN, i32::MAX), i32::MIN);
        assert_eq!(dice, Lcg::new(7));
        dice.draw(1, 1_000_000);
        assert_ne!(dice, Lcg::new(7));
    }

    #[test]
    fn skipping_is_drawing_in_vain() {
        let mut walked = Lcg::new(99);
        for draws in 0..40 {
            let mut leapt = Lcg::new(99);
            leapt.skip(draws);
            assert_eq!(leapt, walked);
            walked.draw(0, 9);
        }
    }

    #[test]
    fn the_first_places_of_a_permutation_are_the_whole_one_s() {
        let (mut whole, mut first) = (Lcg::new(5), Lcg::new(5));
        let (mut all, mut some) = (Vec::new(), Vec::new());
        whole.permute(40, &mut all);
        first.permute_first(40, 7, &mut some);
        assert_eq!(all[..7], some[..7]);
        assert_eq!(whole, first);
    }

    #[test]
    fn a_permutation_draws_even_for_its_last_place() {
        let (mut dice, mut order) = (Lcg::new(3), Vec::new());
        dice.permute(1, &mut order);
        assert_eq!(order, [0]);
        assert_ne!(dice, Lcg::new(3));
        dice.permute(50, &mut order);
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..50));
    }
}
