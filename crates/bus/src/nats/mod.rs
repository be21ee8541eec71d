//! Jobs over NATS JetStream.
//!
//! | Subject | Carries | Kept by |
//! | --- | --- | --- |
//! | `jobs.CLIENT.PIN.KIND` | a ticket: one job, or several short matches | stream `jobs`, until it is acknowledged |
//! | `results.CLIENT.SENDER.WORKER.ID` | the results of a ticket, in parts | the worker, until the sender answers |
//! | `blobs.CLIENT.DIGEST.PART` | bytes that jobs name | stream `blobs`, for two days |
//! | `workers.WORKER` | a [`Member`](crate::Member), every few seconds and after each call | nobody |
//! | `calls.CLIENT` | nothing: workers shall say that they are there, and look for consumers | nobody |
//! | `wake.CLIENT` | nothing: there may be something to do | nobody |
//!
//! A client is who has jobs: the judge, or a researcher. Its jobs of one kind for one version wait
//! for one consumer of the stream. All workers of this version take jobs from it.
//!
//! A worker acknowledges a ticket after its sender said that the results are stored. If the worker
//! is gone before that, JetStream gives the ticket to another one. The id of a ticket is a secret
//! of those who took it: nobody else can send results for it.

pub mod access;
pub mod sender;
pub mod setup;
mod tickets;
pub mod worker;

use crate::Lost;
use ::worker::Kind;
use ::worker::protocol::{Digest, Job, Outcome, VERSION};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The stream of jobs.
pub const JOBS: &str = "jobs";
/// The stream of bytes that jobs name.
pub const BLOBS: &str = "blobs";
/// Where JetStream says which jobs nobody finished, before the consumer's name.
const GIVEN_UP: &str = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.jobs";
/// Bytes of one message at most: less than the usual limit of a server, 1 MiB.
const PART: usize = 512 << 10;
/// After this time without a sign of progress a job goes to another worker.
pub const ACK_WAIT: Duration = Duration::from_secs(30);
/// How often a worker gives a sign of progress.
const PROGRESS: Duration = Duration::from_secs(10);
/// How often a worker says what it does, unless somebody calls.
const ANNOUNCED: Duration = Duration::from_secs(3);
/// After this time without a word a worker does not count any more.
const SILENT: Duration = Duration::from_secs(10);

/// Jobs on their way to one worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Ticket {
    /// Names it for its sender. Unguessable.
    id: String,
    /// Which process sent it.
    sender: String,
    /// The jobs, in their order.
    errands: Vec<Errand>,
}

/// A job of a ticket.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Errand {
    /// After this time the worker process is killed, in milliseconds.
    limit: u64,
    /// The job.
    job: Job,
}

/// The results of a ticket.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Report {
    /// The result of each job; none if the worker did not begin it.
    done: Vec<Option<Done>>,
}

/// The result of a job and its cost.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Done {
    /// The result, or why there is none.
    result: Result<Outcome, Lost>,
    /// CPU time in microseconds.
    cost: u64,
}

/// The answer of a sender to a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    /// It is stored.
    Stored,
    /// Parts of it are missing.
    Again,
    /// Nobody waits for it any more.
    Gone,
    /// Nobody believes this worker.
    Quarantined,
}

impl Reply {
    const ALL: [Self; 4] = [Self::Stored, Self::Again, Self::Gone, Self::Quarantined];

    fn word(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Again => "again",
            Self::Gone => "gone",
            Self::Quarantined => "quarantined",
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|reply| reply.word().as_bytes() == bytes)
    }
}

/// A message of this version.
fn encode<T: Serialize>(message: &T) -> anyhow::Result<Vec<u8>> {
    Ok(postcard::to_extend(message, VERSION.to_le_bytes().to_vec())?)
}

/// Reads a message of this version.
fn decode<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    let (version, body) = bytes.split_at_checked(2).unwrap_or_default();
    anyhow::ensure!(version == VERSION.to_le_bytes(), "a message of another version");
    match postcard::take_from_bytes(body)? {
        (message, []) => Ok(message),
        _ => anyhow::bail!("more than one message"),
    }
}

/// A pin as one word of a subject: its first characters, and a digest of the rest.
#[must_use]
pub fn pin_word(pin: &str) -> String {
    Digest::of(pin.as_bytes()).to_string()[..12].to_string()
}

/// The subject of jobs.
fn jobs(client: &str, pin: &str, kind: Kind) -> String {
    format!("jobs.{client}.{}.{}", pin_word(pin), kind.word())
}

/// The subject of a part of bytes.
fn blob(client: &str, digest: &Digest, part: usize) -> String {
    format!("blobs.{client}.{digest}.{part}")
}

/// Bytes in parts: each begins with how many parts there are in all.
fn parts(bytes: &[u8]) -> Vec<Vec<u8>> {
    let count = bytes.len().div_ceil(PART).max(1);
    let head = u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes();
    let mut all: Vec<_> = bytes.chunks(PART).map(|part| [&head, part].concat()).collect();
    if all.is_empty() {
        all.push(head.to_vec());
    }
    all
}

/// How many parts there are in all, and this one.
fn part(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (head, part) = bytes.split_first_chunk::<4>()?;
    Some((usize::try_from(u32::from_le_bytes(*head)).ok()?, part))
}

/// An id that nobody guesses.
fn random_id() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_from_their_parts() {
        for size in [0, 1, PART, PART + 1, 3 * PART] {
            let bytes = vec![7; size];
            let all = parts(&bytes);
            assert_eq!(all.len(), size.div_ceil(PART).max(1));
            let mut back = Vec::new();
            for one in &all {
                let (count, part) = part(one).expect("a part");
                assert_eq!(count, all.len());
                back.extend_from_slice(part);
            }
            assert_eq!(back, bytes);
        }
        assert!(part(&[1, 2]).is_none());
    }

    #[test]
    fn other_versions_and_other_bytes_are_refused() {
        let bytes = encode(&("a", 1_u8)).expect("encoded");
        assert_eq!(decode::<(String, u8)>(&bytes).expect("read"), ("a".into(), 1));
        let mut other = bytes.clone();
        other[0] ^= 1;
        assert!(decode::<(String, u8)>(&other).is_err());
        assert!(decode::<(String, u8)>(&[bytes, vec![0]].concat()).is_err());
        assert!(decode::<(String, u8)>(b"x").is_err());
    }
}
