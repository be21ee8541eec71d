//! The work that this process has handed out. Other work that the database lists as running has no
//! owner: its process is gone, or the answer of a statement was lost.

use crate::app::App;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Ids of matches, submissions and seasons, by the work that has them.
#[derive(Debug, Default)]
pub struct InHand {
    all: Mutex<(u64, BTreeMap<u64, Vec<String>>)>,
    /// Jobs of these that have not ended.
    under_way: AtomicUsize,
    /// Whether a task was woken for more since the last one took something.
    asked: AtomicBool,
    /// Only one task at a time decides how much it takes for a cluster.
    pub(crate) taking: tokio::sync::Mutex<()>,
}

impl InHand {
    /// Jobs that were taken and have not ended.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.under_way.load(Ordering::Relaxed)
    }

    /// Whether this process knows of something.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.1.values().flatten().any(|other| other == id)
    }
}

/// The work that a task holds until this is dropped.
#[must_use]
pub struct Held<'a> {
    hand: &'a InHand,
    number: u64,
    /// Jobs of these that have not ended.
    under_way: usize,
}

impl<'a> Held<'a> {
    /// Takes things in hand, and wakes a task that looks for more.
    pub fn take(app: &'a App, ids: Vec<String>) -> Self {
        app.more.notify_one();
        Self::take_last(app, ids)
    }

    /// Takes things in hand where there is no room for more until some have ended.
    pub fn take_last(app: &'a App, ids: Vec<String>) -> Self {
        let hand = &app.in_hand;
        let under_way = ids.len();
        hand.under_way.fetch_add(under_way, Ordering::Relaxed);
        hand.asked.store(false, Ordering::Relaxed);
        let mut all = hand.all.lock().unwrap_or_else(PoisonError::into_inner);
        Self::number(hand, &mut all, ids, under_way)
    }

    /// Notes that one of the jobs has ended.
    pub fn ended(&mut self) {
        if self.under_way > 0 {
            self.under_way -= 1;
            self.hand.under_way.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Wakes a task that looks for more, once until somebody takes something.
    pub fn ask_for_more(&self, app: &App) {
        if !self.hand.asked.swap(true, Ordering::Relaxed) {
            app.more.notify_one();
        }
    }

    /// Takes something in hand, unless other work has it.
    pub fn take_alone(app: &'a App, id: &str) -> Option<Self> {
        let mut all = app.in_hand.all.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = all.1.values().flatten().any(|other| other == id);
        (!taken).then(|| Self::number(&app.in_hand, &mut all, vec![id.into()], 0))
    }

    fn number(
        hand: &'a InHand,
        all: &mut (u64, BTreeMap<u64, Vec<String>>),
        ids: Vec<String>,
        under_way: usize,
    ) -> Self {
        all.0 += 1;
        all.1.insert(all.0, ids);
        Self { hand, number: all.0, under_way }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.hand.under_way.fetch_sub(self.under_way, Ordering::Relaxed);
        let mut all = self.hand.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.1.remove(&self.number);
    }
}
