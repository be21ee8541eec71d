//! Digests of canonical state bytes: the proof that two matches went the same way.

/// A chain of digests, one link per round: each covers the state of its round and everything
/// before.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    last: [u8; 32],
    /// The last link and the state that the next one covers, in one piece: BLAKE3 is slower with
    /// two.
    covered: Vec<u8>,
}

impl Chain {
    /// Adds the next state, whose canonical bytes `write` appends, and gives the link's first eight
    /// bytes.
    pub fn link(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> u64 {
        self.covered.clear();
        self.covered.extend(self.last);
        write(&mut self.covered);
        self.last = *blake3::hash(&self.covered).as_bytes();
        let mut short = [0; 8];
        short.copy_from_slice(&self.last[..8]);
        u64::from_le_bytes(short)
    }

    /// The whole digest of everything so far.
    #[must_use]
    pub fn whole(&self) -> [u8; 32] {
        self.last
    }
}

/// The digest of some bytes (a player's code, a view) as 64 hexadecimal digits.
#[must_use]
pub fn hex_digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_depends_on_everything_before() {
        let link = |chain: &mut Chain, bytes: &[u8]| chain.link(|out| out.extend(bytes));
        let (mut a, mut b) = (Chain::default(), Chain::default());
        assert_eq!(link(&mut a, b"one"), link(&mut b, b"one"));
        assert_ne!(link(&mut a, b"two"), link(&mut b, b"2"));
        assert_ne!(link(&mut a, b"three"), link(&mut b, b"three"));
    }

    #[test]
    fn a_link_is_the_digest_of_the_link_before_and_of_a_state() {
        let (mut chain, mut last) = (Chain::default(), [0; 32]);
        for length in [0, 1, 992, 5000, 40_000] {
            let state = vec![7; length];
            chain.link(|out| out.extend(&state));
            last = *blake3::Hasher::new().update(&last).update(&state).finalize().as_bytes();
            assert_eq!(chain.whole(), last, "{length} bytes");
        }
    }
}
