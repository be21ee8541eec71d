//! The leases of this process. Signs of life keep only these: when the answer of a statement that
//! took a job got lost, nobody knows of the job, and others get it when its lease ends.

use crate::app::App;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The last ticket, and the ids of jobs for each that is out.
type Tickets = (u64, BTreeMap<u64, Vec<String>>);

/// Ids of all leased jobs, by the ticket of their lease.
#[derive(Debug, Default)]
pub struct Leases {
    tickets: Mutex<Tickets>,
}

impl Leases {
    /// Ids of all leased jobs.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        let tickets = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.1.values().flatten().cloned().collect()
    }
}

/// Jobs that this process works on until this is dropped.
#[must_use]
pub struct Lease<'a> {
    all: &'a Leases,
    ticket: u64,
}

impl<'a> Lease<'a> {
    /// Leases jobs.
    pub fn take(app: &'a App, ids: Vec<String>) -> Self {
        let mut tickets = app.leases.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        Self::ticket(&app.leases, &mut tickets, ids)
    }

    /// Leases a job, unless somebody else in this process has it.
    pub fn take_alone(app: &'a App, id: &str) -> Option<Self> {
        let mut tickets = app.leases.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = tickets.1.values().flatten().any(|other| other == id);
        (!taken).then(|| Self::ticket(&app.leases, &mut tickets, vec![id.into()]))
    }

    fn ticket(all: &'a Leases, tickets: &mut Tickets, ids: Vec<String>) -> Self {
        tickets.0 += 1;
        tickets.1.insert(tickets.0, ids);
        Self { all, ticket: tickets.0 }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut tickets = self.all.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.1.remove(&self.ticket);
    }
}
