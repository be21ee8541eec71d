//! Ctrl-C: the first one asks to stop cleanly, the second one ends the program.

use crate::failure::{Failure, INTERRUPTED};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time until preparations notice a request to stop.
const PAUSE: Duration = Duration::from_millis(50);

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

    /// Makes players ready. Compilers do not look at the flag, so the first Ctrl-C ends the program
    /// here, with a message.
    ///
    /// # Errors
    /// When the work fails, or somebody asked to stop.
    pub fn preparing<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        let stopped = || Failure::interrupted("the first match");
        let (working, ended) = mpsc::channel::<()>();
        let done = thread::scope(|scope| {
            scope.spawn(move || {
                while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(PAUSE) {
                    if self.asked() {
                        stopped().print();
                        process::exit(i32::from(INTERRUPTED));
                    }
                }
            });
            let done = work();
            drop(working);
            done
        });
        // A compiler in the same terminal gets the signal too, and its failure is not the player's.
        if self.asked() { Err(stopped()) } else { done }
    }

    /// Whether somebody asked to stop.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
