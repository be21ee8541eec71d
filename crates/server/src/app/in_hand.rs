//! The work that this process has handed out. Other work that the database lists as running has no
//! owner: its process is gone, or the answer of a statement was lost.

use crate::app::Shared;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Ids of matches, submissions and seasons, by number.
#[derive(Debug, Default)]
pub struct InHand {
    all: Mutex<Numbered>,
    /// One task has all matches that a cluster plays.
    pub(crate) cluster: tokio::sync::Mutex<()>,
    /// Tells that task that there may be more of them.
    pub(crate) matches: Notify,
}

#[derive(Debug, Default)]
struct Numbered {
    next: u64,
    ids: BTreeMap<u64, String>,
}

impl InHand {
    /// Whether this process knows of something.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.all().has(id)
    }

    fn all(&self) -> MutexGuard<'_, Numbered> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Numbered {
    fn has(&self, id: &str) -> bool {
        self.ids.values().any(|other| other == id)
    }
}

/// Something that a task has in hand until this is dropped.
#[must_use]
pub struct Held {
    app: Shared,
    number: u64,
}

impl Held {
    /// Takes something in hand, and wakes a task that looks for more.
    pub fn take(app: &Shared, id: &str) -> Self {
        app.more.notify_one();
        Self::new(app, id)
    }

    /// Takes something in hand.
    pub fn new(app: &Shared, id: &str) -> Self {
        Self::numbered(app, &mut app.in_hand.all(), id)
    }

    /// Takes something in hand, unless other work has it.
    pub fn take_alone(app: &Shared, id: &str) -> Option<Self> {
        let mut all = app.in_hand.all();
        (!all.has(id)).then(|| Self::numbered(app, &mut all, id))
    }

    fn numbered(app: &Shared, all: &mut Numbered, id: &str) -> Self {
        all.next += 1;
        all.ids.insert(all.next, id.into());
        Self { app: Arc::clone(app), number: all.next }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.app.in_hand.all().ids.remove(&self.number);
    }
}
