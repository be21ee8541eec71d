//! The work that this process has handed out. Other work that the database lists as running has no
//! owner: its process is gone, or the answer of a statement was lost.

use crate::app::App;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Ids of matches, submissions and seasons, by the work that has them.
#[derive(Debug, Default)]
pub struct InHand {
    all: Mutex<(u64, BTreeMap<u64, Vec<String>>)>,
}

impl InHand {
    /// Whether nothing is handed out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).1.is_empty()
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
}

impl<'a> Held<'a> {
    /// Takes things in hand, and wakes a task that looks for more.
    pub fn take(app: &'a App, ids: Vec<String>) -> Self {
        app.more.notify_one();
        let mut all = app.in_hand.all.lock().unwrap_or_else(PoisonError::into_inner);
        Self::number(&app.in_hand, &mut all, ids)
    }

    /// Takes something in hand, unless other work has it.
    pub fn take_alone(app: &'a App, id: &str) -> Option<Self> {
        let mut all = app.in_hand.all.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = all.1.values().flatten().any(|other| other == id);
        (!taken).then(|| Self::number(&app.in_hand, &mut all, vec![id.into()]))
    }

    fn number(
        hand: &'a InHand,
        all: &mut (u64, BTreeMap<u64, Vec<String>>),
        ids: Vec<String>,
    ) -> Self {
        all.0 += 1;
        all.1.insert(all.0, ids);
        Self { hand, number: all.0 }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut all = self.hand.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.1.remove(&self.number);
    }
}
