//! Finds out whether this machine can build players. Worker processes build them.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use toolchain::{Cache, Compiler};

/// How long it is believed that there is no compiler, in milliseconds.
const ASKED_AGAIN: i64 = 5000;

/// The compilers that build players here.
pub struct BuildService {
    forward: Option<Arc<[u8]>>,
    compiler: OnceLock<()>,
    /// When a compiler was looked for last.
    looked: AtomicI64,
}

impl BuildService {
    /// `forward`: the rules for players that look ahead, as the bytes of an object.
    #[must_use]
    pub fn new(forward: Option<Arc<[u8]>>) -> Self {
        Self { forward, compiler: OnceLock::new(), looked: AtomicI64::new(0) }
    }

    /// Whether players can look ahead: whether there are rules for them.
    #[must_use]
    pub fn has_forward(&self) -> bool {
        self.forward.is_some()
    }

    /// The rules for players that look ahead.
    #[must_use]
    pub fn forward(&self) -> Option<&Arc<[u8]>> {
        self.forward.as_ref()
    }

    /// Whether a compiler is installed.
    #[must_use]
    pub fn has_compiler(&self) -> bool {
        if self.compiler.get().is_some() {
            return true;
        }
        let now = crate::time::now();
        if now - self.looked.swap(now, Ordering::Relaxed) < ASKED_AGAIN {
            return false;
        }
        // Looking starts programs, so nobody may ask for that more often.
        let found = Compiler::find(&Cache::of_user()).is_ok();
        if found {
            let _ = self.compiler.set(());
        }
        found
    }
}
