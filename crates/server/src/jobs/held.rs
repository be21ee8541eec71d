//! What this process has in hand. Only that is kept by signs of life: a job that was taken by a
//! statement whose answer got lost is nobody's, and goes to others when its lease ends.

use crate::app::App;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The last ticket, and the ids of jobs for each that is out.
type Tickets = (u64, BTreeMap<u64, Vec<String>>);

/// Ids of all jobs in hand, by the ticket of whoever holds them.
#[derive(Debug, Default)]
pub struct Hands {
    tickets: Mutex<Tickets>,
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
        Self::ticket(&app.hands, &mut tickets, ids)
    }

    /// Takes a job in hand that nobody else in this process has.
    pub fn take_alone(app: &'a App, id: &str) -> Option<Self> {
        let mut tickets = app.hands.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = tickets.1.values().flatten().any(|other| other == id);
        (!taken).then(|| Self::ticket(&app.hands, &mut tickets, vec![id.into()]))
    }

    fn ticket(hands: &'a Hands, tickets: &mut Tickets, ids: Vec<String>) -> Self {
        tickets.0 += 1;
        tickets.1.insert(tickets.0, ids);
        Self { hands, ticket: tickets.0 }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut tickets = self.hands.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.1.remove(&self.ticket);
    }
}
