//! Seals on machine code: whoever knows a key can tell the code that it sealed from any other.
//!
//! Machine code is loaded without any check of what it does. A loader therefore takes sealed
//! code only, and a seal holds for one key and one [target](crate::Sandbox::target).

use crate::Unavailable;
use std::fmt;

/// Bytes behind the code: the digest of the module, then the seal itself.
pub(crate) const TAIL_BYTES: usize = 2 * DIGEST_BYTES;
const DIGEST_BYTES: usize = blake3::OUT_LEN;

/// The key with which one owner seals machine code.
///
/// A person with the key can make any bytes run as machine code in a process that loads with it.
/// Keep the key where only the owner can read it.
#[derive(Clone)]
pub struct Seal {
    key: [u8; Self::KEY_BYTES],
}

impl Seal {
    /// Bytes of a key.
    pub const KEY_BYTES: usize = blake3::KEY_LEN;

    /// A seal with a key that nobody has yet.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn random() -> Result<Self, Unavailable> {
        let mut key = [0; Self::KEY_BYTES];
        getrandom::fill(&mut key).map_err(|e| Unavailable::new(&e))?;
        Ok(Self { key })
    }

    /// The seal of this key.
    #[must_use]
    pub const fn from_key(key: [u8; Self::KEY_BYTES]) -> Self {
        Self { key }
    }

    /// The key.
    #[must_use]
    pub const fn key(&self) -> &[u8; Self::KEY_BYTES] {
        &self.key
    }

    /// A hasher that has taken in the target; it wants the code and the digest of the module.
    pub(crate) fn hasher(&self, target: &str) -> blake3::Hasher {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(blake3::hash(target.as_bytes()).as_bytes());
        hasher
    }

    /// The code with its tail.
    pub(crate) fn close(&self, target: &str, mut code: Vec<u8>, module: &blake3::Hash) -> Vec<u8> {
        code.extend_from_slice(module.as_bytes());
        let seal = self.hasher(target).update(&code).finalize();
        code.extend_from_slice(seal.as_bytes());
        code
    }

    /// The code and the digest of its module, when the seal holds.
    pub(crate) fn open<'a>(
        &self,
        target: &str,
        sealed: &'a [u8],
    ) -> Option<(&'a [u8], blake3::Hash)> {
        let (code, tail) = sealed.split_at_checked(sealed.len().checked_sub(TAIL_BYTES)?)?;
        let mut hasher = self.hasher(target);
        let module = holds(hasher.update(code), tail)?;
        Some((code, module))
    }
}

/// The digest of the module in a tail, when the tail belongs to the code in the hasher.
pub(crate) fn holds(hasher: &mut blake3::Hasher, tail: &[u8]) -> Option<blake3::Hash> {
    let (module, seal) = tail.split_at_checked(DIGEST_BYTES)?;
    let seal = blake3::Hash::from_slice(seal).ok()?;
    // Comparing two `Hash` values takes the same time wherever they differ.
    (hasher.update(module).finalize() == seal).then_some(())?;
    blake3::Hash::from_slice(module).ok()
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seal").finish_non_exhaustive()
    }
}
