//! The random generator of this game (section c of the specification).

/// A multiplicative generator modulo the prime 2^31 - 1; its state is never 0.
///
/// Seeding with a number just drawn restores the state that gave it, so "draw a seed and seed
/// with it" leaves the stream where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lehmer(u32);

const MODULUS: u32 = 2_147_483_647;
const MULTIPLIER: u64 = 48_271;

impl Lehmer {
    /// A stream seeded as the kit does: the sign of `seed` is lost.
    #[must_use]
    pub fn new(seed: i32) -> Self {
        Self::from_state(seed.unsigned_abs() % (MODULUS - 1) + 1)
    }

    /// A stream in the given state; any number is safe.
    #[must_use]
    pub fn from_state(state: u32) -> Self {
        if (1..MODULUS).contains(&state) { Self(state) } else { Self(state % (MODULUS - 1) + 1) }
    }

    /// The state, 1 ..= 2^31 - 2.
    #[must_use]
    pub fn state(self) -> u32 {
        self.0
    }

    /// One integer in 0 ..= 2147483645.
    #[inline]
    pub fn roll(&mut self) -> i32 {
        self.0 = (MULTIPLIER * u64::from(self.0) % u64::from(MODULUS)) as u32;
        self.0 as i32 - 1
    }

    /// One integer out of `low ..= high`, always for exactly one draw. As in the kit, a range
    /// that is upside down counts by its absolute width; one of width 0 answers `low`, where the
    /// kit would divide by zero.
    #[inline]
    pub fn draw(&mut self, low: i32, high: i32) -> i32 {
        let width = high.wrapping_sub(low).wrapping_add(1);
        low.wrapping_add(self.roll().checked_rem(width).unwrap_or(0))
    }

    /// A random order of the four seats; costs four draws, the last one in vain.
    pub fn permute_seats(&mut self) -> [usize; 4] {
        let mut order = [0, 1, 2, 3];
        for i in 0..4 {
            let k = self.draw(i as i32, 3) as usize;
            order.swap(i, k);
        }
        order
    }
}
