//! Ctrl-C: the first one asks to stop cleanly, the second one ends the program.

use crate::failure::INTERRUPTED;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody asked to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. Where the system has no such signal, nobody can ask.
    pub fn listen() -> Self {
        let asked = Self::default();
        let signal = signal_hook::consts::SIGINT;
        // Order matters: the second signal must find the flag that the first one set.
        let _ = signal_hook::flag::register_conditional_shutdown(
            signal,
            i32::from(INTERRUPTED),
            Arc::clone(&asked.0),
        );
        let _ = signal_hook::flag::register(signal, Arc::clone(&asked.0));
        asked
    }

    /// The flag that a request to stop sets.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether somebody asked to stop.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
