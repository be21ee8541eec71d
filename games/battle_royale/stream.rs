//! The one random stream of a match, shared by the rules and all players (section c).

use super::state::State;
use engine::Streams;

/// Words of the generator's state.
pub const WORDS: usize = 31;
/// Bytes of a stream as players get it: the words and the index, little-endian.
pub const BYTES: usize = 4 * (WORDS + 1);
/// A turn that drew more often than this is remembered by its whole stream.
const COUNTED: u32 = 1 << 16;
const SEPARATION: usize = 3;
const WARM_UP: usize = 310;

/// The additive feedback generator of the GNU C library's `random()`.
///
/// ```
/// use games::battle_royale::Stream;
/// let mut stream = Stream::new(42);
/// assert_eq!([stream.draw(), stream.draw()], [71_876_166, 708_592_740]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The last one is unused: with 32 words no index can lie outside.
    words: [u32; WORDS + 1],
    /// The word that the next draw changes, and the one that it adds.
    front: u32,
    back: u32,
}

const fn behind(index: u32) -> u32 {
    if index + 1 >= WORDS as u32 { 0 } else { index + 1 }
}

impl Stream {
    /// The stream that `srandom(seed)` leaves.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        let mut words = [0; WORDS + 1];
        words[0] = seed.max(1);
        let mut word = words[0] as i32;
        for slot in &mut words[1..WORDS] {
            let (high, low) = (word / 127_773, word % 127_773);
            word = 16_807 * low - 2_836 * high;
            if word < 0 {
                word = word.wrapping_add(i32::MAX);
            }
            *slot = word as u32;
        }
        let mut stream = Self { words, front: SEPARATION as u32, back: 0 };
        for _ in 0..WARM_UP {
            stream.draw();
        }
        stream
    }

    /// The next value of `random()`, 0 ..= 2147483647.
    #[inline]
    pub fn draw(&mut self) -> i32 {
        let (front, back) = (self.front as usize % 32, self.back as usize % 32);
        let word = self.words[front].wrapping_add(self.words[back]);
        self.words[front] = word;
        self.front = behind(self.front);
        self.back = behind(self.back);
        (word >> 1) as i32
    }

    /// Gives each of many things a draw.
    #[inline]
    pub fn deal<T>(&mut self, mut things: &mut [T], mut give: impl FnMut(&mut T, u32)) {
        // What is added is always the word three places behind: three words in registers.
        let mut front = self.front as usize % WORDS;
        let behind = |places: usize| self.words[(front + WORDS - places) % WORDS];
        let (mut a, mut b, mut c) = (behind(3), behind(2), behind(1));
        while !things.is_empty() {
            let words = &mut self.words[front..WORDS];
            let run = words.len().min(things.len());
            let (now, later) = things.split_at_mut(run);
            for (thing, word) in now.iter_mut().zip(words) {
                *word = word.wrapping_add(a);
                (a, b, c) = (b, c, *word);
                give(thing, *word >> 1);
            }
            front = (front + run) % WORDS;
            things = later;
        }
        self.front = front as u32;
        self.back = ((front + WORDS - SEPARATION) % WORDS) as u32;
    }

    /// One draw and its remainder by `count`, which must not be 0.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        self.draw() as u32 % count
    }

    /// Appends the stream as players get it: 31 words and the index of the next one.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut bytes = [0; BYTES];
        for (four, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(self.words) {
            *four = word.to_le_bytes();
        }
        bytes[4 * WORDS..].copy_from_slice(&self.front.to_le_bytes());
        out.extend_from_slice(&bytes);
    }

    /// A stream from its bytes. Any 128 bytes are a legal stream; `None` for another number.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != BYTES {
            return None;
        }
        let mut words = [0; WORDS + 1];
        for (word, &four) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(four);
        }
        let front = std::mem::take(&mut words[WORDS]) % WORDS as u32;
        let back = (front + (WORDS - SEPARATION) as u32) % WORDS as u32;
        Some(Self { words, front, back })
    }
}

/// All players and the rules draw from one stream.
impl Streams for State {
    fn write_stream(&mut self, _: usize, out: &mut Vec<u8>) {
        self.stream.write(out);
    }

    fn read_stream(&mut self, _: usize, bytes: &[u8]) {
        if let Some(stream) = Stream::read(bytes) {
            self.stream = stream;
        }
    }

    /// `None` also when it takes more than 65 536 draws.
    fn stream_steps(before: &[u8], after: &[u8]) -> Option<u32> {
        let (mut stream, after) = (Stream::read(before)?, Stream::read(after)?);
        for steps in 0..=COUNTED {
            if stream == after {
                return Some(steps);
            }
            stream.draw();
        }
        None
    }

    fn advance_stream(bytes: &mut [u8], steps: u32) {
        let Some(mut stream) = Stream::read(bytes) else { return };
        for _ in 0..steps.min(COUNTED) {
            stream.draw();
        }
        let mut out = Vec::with_capacity(BYTES);
        stream.write(&mut out);
        bytes.copy_from_slice(&out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_are_those_of_the_c_library() {
        let cases: [(u32, [i32; 5]); 4] = [
            (0, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793]),
            (1, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793]),
            (42, [71_876_166, 708_592_740, 1_483_128_881, 907_283_241, 442_951_012]),
            (
                i32::MAX as u32,
                [1_065_668_062, 2_142_264_300, 1_066_566_375, 1_064_012_770, 2_141_034_222],
            ),
        ];
        for (seed, draws) in cases {
            let mut stream = Stream::new(seed);
            assert_eq!(draws.map(|_| stream.draw()), draws, "seed {seed}");
        }
    }

    #[test]
    fn many_draws_at_once_are_as_many_one_by_one() {
        let (mut one, mut many) = (Stream::new(5), Stream::new(5));
        for count in 0..100 {
            let mut draws = vec![0; count];
            many.deal(&mut draws, |slot, draw| *slot = draw);
            assert!(draws.iter().all(|&draw| draw as i32 == one.draw()), "{count} draws");
            assert_eq!(one, many);
        }
    }

    #[test]
    fn steps_between_streams_are_counted_and_walked_again() {
        let (mut stream, mut before, mut after) = (Stream::new(9), Vec::new(), Vec::new());
        stream.write(&mut before);
        for _ in 0..1234 {
            stream.draw();
        }
        stream.write(&mut after);
        assert_eq!(State::stream_steps(&before, &before), Some(0));
        assert_eq!(State::stream_steps(&before, &after), Some(1234));
        assert_eq!(State::stream_steps(&after, &before), None);
        State::advance_stream(&mut before, 1234);
        assert_eq!(before, after);
    }

    #[test]
    fn any_bytes_are_a_safe_stream() {
        for fill in [0_u8, 1, 0x7f, 0xff] {
            let mut stream = Stream::read(&[fill; BYTES]).expect("128 bytes");
            assert!((0..500).all(|_| stream.draw() >= 0));
        }
        assert_eq!(Stream::read(&[0; BYTES - 1]), None);
        State::advance_stream(&mut [1, 2, 3], 7);
    }
}
