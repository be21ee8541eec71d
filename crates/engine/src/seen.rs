//! Which units a player has already ordered in a round.

/// A set of unit numbers, cheap for the numbers of real units and safe for any other.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    stamps: Vec<u32>,
    now: u32,
    strange: Vec<i32>,
}

impl Seen {
    /// An empty set for units `0 .. units`.
    #[must_use]
    pub fn new(units: usize) -> Self {
        Self { stamps: vec![0; units], now: 1, strange: Vec::new() }
    }

    /// Forgets everything; the memory stays.
    pub fn clear(&mut self) {
        self.strange.clear();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    /// Adds a number; `false` if it was there already.
    #[inline]
    pub fn insert(&mut self, unit: i32) -> bool {
        match usize::try_from(unit).ok().and_then(|u| self.stamps.get_mut(u)) {
            Some(stamp) => std::mem::replace(stamp, self.now) != self.now,
            None => match self.strange.binary_search(&unit) {
                Ok(_) => false,
                Err(at) => {
                    self.strange.insert(at, unit);
                    true
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_new_once_a_round() {
        let mut seen = Seen::new(3);
        for _ in 0..2 {
            for unit in [0, 2, -1, 3, i32::MIN, i32::MAX] {
                assert!(seen.insert(unit));
                assert!(!seen.insert(unit));
            }
            seen.clear();
        }
    }
}
