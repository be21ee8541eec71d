//! A match that does not move on: a player in an endless loop, which nothing ends where there are
//! no limits. Whoever waits is told.

use crate::failure::INTERRUPTED;
use crate::interrupt::Interrupt;
use crate::paint::Paint;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A round that takes longer is remarked upon.
const LONG: Duration = Duration::from_secs(5);
/// How long a round may go on after Ctrl-C before the program ends without it.
const GRACE: Duration = Duration::from_secs(1);
/// How often it is looked.
const PAUSE: Duration = Duration::from_millis(200);

/// How far the match is.
struct Progress {
    round: i32,
    since: Instant,
    over: bool,
}

/// Watches over a match from a thread of its own until it is dropped.
pub struct Patience {
    progress: Arc<(Mutex<Progress>, Condvar)>,
    watcher: Option<JoinHandle<()>>,
}

impl Patience {
    /// Begins to watch.
    pub fn begin(interrupt: Interrupt) -> Self {
        let progress = Progress { round: 0, since: Instant::now(), over: false };
        let progress = Arc::new((Mutex::new(progress), Condvar::new()));
        let shared = Arc::clone(&progress);
        let watcher = std::thread::spawn(move || watch(&shared, &interrupt));
        Self { progress, watcher: Some(watcher) }
    }

    /// This round is played from now on.
    pub fn round(&self, round: i32) {
        let mut progress = self.progress.0.lock().unwrap_or_else(PoisonError::into_inner);
        (progress.round, progress.since) = (round, Instant::now());
    }
}

impl Drop for Patience {
    fn drop(&mut self) {
        self.progress.0.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.progress.1.notify_all();
        if let Some(watcher) = self.watcher.take() {
            let _ = watcher.join();
        }
    }
}

fn watch(shared: &(Mutex<Progress>, Condvar), interrupt: &Interrupt) {
    let (mut long, mut asked): (bool, Option<Instant>) = (false, None);
    let mut progress = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !progress.over {
        if !long && progress.since.elapsed() > LONG {
            long = true;
            note(&format!(
                "round {} takes long: a player may be in an endless loop. Press Ctrl-C to end the \
                 match",
                progress.round
            ));
        }
        if asked.is_none() && interrupt.asked() {
            asked = Some(Instant::now());
        }
        if asked.is_some_and(|at| at.elapsed() > GRACE) {
            note("the round did not end: there is no result");
            // Nothing else can end a round in which a player does not answer.
            std::process::exit(i32::from(INTERRUPTED));
        }
        let waited = shared.1.wait_timeout(progress, PAUSE);
        progress = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

fn note(text: &str) {
    anstream::eprintln!("{} {text}", Paint::stderr().dim("note:"));
}
