//! The owner of each unit, as bits. A loop over the units of one player skips all other units.

use crate::SEATS;

const BITS: usize = 64;

/// The units of each seat.
///
/// ```
/// let mut owners = engine::Owners::of([0, 1, 1, 0].into_iter());
/// owners.give(2, 1, 0);
/// let mut units = Vec::new();
/// owners.for_each(0, |unit| units.push(unit));
/// assert_eq!(units, [0, 2, 3]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    words: Vec<[u64; SEATS]>,
}

impl Owners {
    /// Of units with these owners, in the order of their numbers. An owner that is no seat has
    /// none.
    #[must_use]
    pub fn of(owners: impl Iterator<Item = u8>) -> Self {
        let mut words: Vec<[u64; SEATS]> = Vec::new();
        for (unit, owner) in owners.enumerate() {
            if unit % BITS == 0 {
                words.push([0; SEATS]);
            }
            let word = words.last_mut().and_then(|word| word.get_mut(usize::from(owner)));
            if let Some(word) = word {
                *word |= 1 << (unit % BITS);
            }
        }
        Self { words }
    }

    /// A unit changes sides. Units and seats that do not exist change nothing.
    pub fn give(&mut self, unit: usize, from: u8, to: u8) {
        let Some(word) = self.words.get_mut(unit / BITS) else { return };
        if let Some(word) = word.get_mut(usize::from(from)) {
            *word &= !(1 << (unit % BITS));
        }
        if let Some(word) = word.get_mut(usize::from(to)) {
            *word |= 1 << (unit % BITS);
        }
    }

    /// Calls `each` for the units of a seat, by number.
    #[inline]
    pub fn for_each(&self, seat: usize, each: impl FnMut(usize)) {
        self.for_each_of(seat, std::iter::repeat(&u64::MAX), each);
    }

    /// Calls `each` for the units of a seat, by number, that are in a set too: 64 units a word.
    #[inline]
    pub fn for_each_of<'a>(
        &self,
        seat: usize,
        set: impl IntoIterator<Item = &'a u64>,
        mut each: impl FnMut(usize),
    ) {
        for (k, (word, set)) in self.words.iter().zip(set).enumerate() {
            let mut word = word.get(seat).copied().unwrap_or(0) & set;
            while word != 0 {
                each(k * BITS + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_found_by_their_owner_beyond_one_word_too() {
        let owner = |unit: usize| (unit % 3) as u8;
        let mut owners = Owners::of((0..200).map(owner));
        owners.give(150, 0, 2);
        owners.give(999, 0, 2);
        owners.give(1, 1, 9);
        for seat in 0..SEATS {
            let is_own = |unit: &usize| match unit {
                150 => seat == 2,
                1 => false,
                _ => usize::from(owner(*unit)) == seat,
            };
            let mut found = Vec::new();
            owners.for_each(seat, |unit| found.push(unit));
            assert_eq!(found, (0..200).filter(is_own).collect::<Vec<_>>());
            let mut few = Vec::new();
            owners.for_each_of(seat, &[0, u64::MAX], |unit| few.push(unit));
            assert_eq!(few, (64..128).filter(is_own).collect::<Vec<_>>());
        }
        let mut nobodys = 0;
        owners.for_each(SEATS, |_| nobodys += 1);
        assert_eq!(nobodys, 0);
    }
}
