//! Digests of canonical state bytes: the proof that two matches went the same way.

/// A chain of digests, one link per round: each covers the state of its round and everything
/// before.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    last: [u8; 32],
}

impl Chain {
    /// Adds the canonical bytes of the next state and gives the link's first eight bytes.
    pub fn link(&mut self, canonical: &[u8]) -> u64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.last);
        hasher.update(canonical);
        self.last = *hasher.finalize().as_bytes();
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
        let (mut a, mut b) = (Chain::default(), Chain::default());
        assert_eq!(a.link(b"one"), b.link(b"one"));
        assert_ne!(a.link(b"two"), b.link(b"2"));
        assert_ne!(a.link(b"three"), b.link(b"three"));
    }
}
