//! What this process has in hand. Only that is kept by signs of life: a job that was taken by a
//! statement whose answer got lost is nobody's, and goes to others when its lease ends.

use crate::app::App;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Ids of all jobs in hand, by the ticket of whoever holds them.
#[derive(Debug, Default)]
pub struct Hands {
    tickets: Mutex<(u64, BTreeMap<u64, Vec<String>>)>,
}

impl Hands {
    /// Ids of all jobs in hand.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        let tickets = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.1.values().flatten().cloned().collect()
    }
}

/// Jobs in hand until this is dropped.
#[must_use]
pub struct Held<'a> {
    hands: &'a Hands,
    ticket: u64,
}

impl<'a> Held<'a> {
    /// Takes jobs in hand.
    pub fn take(app: &'a App, ids: Vec<String>) -> Self {
        let mut tickets = app.hands.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.0 += 1;
        let ticket = tickets.0;
        tickets.1.insert(ticket, ids);
        Self { hands: &app.hands, ticket }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut tickets = self.hands.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.1.remove(&self.ticket);
    }
}
