//! The bus: it carries jobs to worker processes and brings their results back.
//!
//! There are two carriers. [`local`] runs the worker processes of this machine over pipes. [`nats`]
//! sends the same jobs over NATS JetStream to other machines, where [`local`] runs them. Whoever
//! has a job asks [`Bus::run`] and does not notice the difference.
#![forbid(unsafe_code)]

pub mod local;
pub mod nats;
mod pace;

pub use pace::Pace;

use futures_util::future::BoxFuture;
use local::Machine;
use nats::sender::{Receipt, Sender};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use worker::protocol::{Digest, Job, Outcome};

/// Where the bytes are that jobs name.
pub trait Blobs: Send + Sync {
    /// The bytes with this digest.
    ///
    /// # Errors
    /// When they are missing or cannot be read. Nothing is wrong with the job then.
    fn get<'a>(&'a self, digest: &'a Digest) -> BoxFuture<'a, anyhow::Result<Vec<u8>>>;
}

/// Why a job gave no result. It counts as an attempt of that job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Lost {
    /// The process ended: killed, out of memory, or by a fault of its own.
    #[error("the worker process ended: {0}")]
    Died(String),
    /// It took too long and was killed.
    #[error("the worker process was killed after {} seconds", .0.as_secs())]
    Late(Duration),
    /// It does not keep to the protocol and was killed.
    #[error("the worker process does not keep to the protocol: {0}")]
    Broken(String),
    /// Several machines took it, and none of them finished it.
    #[error("{0} machines took the job, and none of them finished it")]
    GivenUp(u64),
    /// The queue does not have it any more, and nobody brought a result.
    #[error("the job is gone from the queue without a result")]
    Gone,
}

/// The result of a job.
#[derive(Debug)]
pub struct Answer {
    /// The result, or why there is none.
    pub result: Result<Outcome, Lost>,
    /// CPU time of the worker and its children for it; wall time where nobody knows.
    pub cost: Duration,
    /// The machine that did it. The carrier vouches for the name.
    pub worker: String,
    /// Tells the machine that its results are stored, when the last one is dropped: until then it
    /// keeps the jobs.
    pub receipt: Option<Arc<Receipt>>,
}

/// A machine with worker processes, as it says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its name: that of its credentials.
    pub name: String,
    /// Versions of engine and sandbox: whoever has others plays other matches.
    pub pin: String,
    /// Its processor.
    pub architecture: String,
    /// Jobs that it does at once.
    pub slots: usize,
    /// Jobs that it does now.
    pub busy: usize,
    /// Jobs that it has done since it started.
    pub done: u64,
    /// Whether it can compile players.
    pub compiler: bool,
}

/// How jobs get to worker processes.
pub enum Bus {
    /// On this machine.
    Local(Arc<Machine>),
    /// Over a cluster.
    Cluster(Sender),
}

impl Bus {
    /// Does a job. A process that needs more than `limit` for it is killed.
    ///
    /// # Errors
    /// When no process can be started, or the bytes that the job names are missing: nothing is
    /// wrong with the job.
    pub async fn run(&self, job: Job, limit: Duration) -> anyhow::Result<Answer> {
        match self {
            Self::Local(machine) => machine.run(job, limit).await,
            Self::Cluster(sender) => sender.run(job, limit).await,
        }
    }

    /// Sequences of jobs that are worth having under way, as it changes: enough that no worker
    /// waits for the next one.
    #[must_use]
    pub fn capacity(&self) -> watch::Receiver<usize> {
        match self {
            Self::Local(machine) => machine.capacity(),
            Self::Cluster(sender) => sender.capacity(),
        }
    }

    /// Whether all workers share the jobs of one sequence, as those of a cluster do. On this
    /// machine each sequence keeps one process busy, one job after the other.
    #[must_use]
    pub fn shares_jobs(&self) -> bool {
        matches!(self, Self::Cluster(_))
    }

    /// How long matches take.
    #[must_use]
    pub fn pace(&self) -> &Pace {
        match self {
            Self::Local(machine) => machine.pace(),
            Self::Cluster(sender) => sender.pace(),
        }
    }

    /// The machines that work now.
    #[must_use]
    pub fn crew(&self) -> Vec<Member> {
        match self {
            Self::Local(machine) => vec![machine.member()],
            Self::Cluster(sender) => sender.crew(),
        }
    }

    /// Takes no result any more from the machines with these names.
    pub fn quarantine(&self, names: Vec<String>) {
        if let Self::Cluster(sender) = self {
            sender.quarantine(names);
        }
    }

    /// Tells the other processes of the judge that there may be something to do.
    pub fn wake(&self) {
        if let Self::Cluster(sender) = self {
            sender.wake();
        }
    }
}
