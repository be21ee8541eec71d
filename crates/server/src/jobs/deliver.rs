//! Results of matches, stored: the files first, then all rows in one transaction. Each result
//! counts once, however often it is delivered.

use super::PATIENCE;
use crate::app::in_hand::Held;
use crate::app::machine_notes::{NotPlayed, Note};
use crate::app::{App, Shared};
use crate::db::matches::{self, Match, Seat};
use crate::db::queue::{self, PAUSE};
use crate::db::{self, Connection, checks, fairness, seats};
use crate::i18n::Lang;
use crate::ids::{SeasonId, UserId};
use crate::states::MatchState;
use crate::time;
use bus::nats::sender::Receipt;
use futures_util::StreamExt;
use futures_util::stream;
use std::collections::BTreeMap;
use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use worker::protocol::Played;

const DELIVERY_PAUSE_MAX: Duration = Duration::from_secs(8);
/// How long a result waits for others, to be stored in one transaction. On a cluster only while
/// there is more to play.
const WITHIN: Duration = Duration::from_secs(4);
/// The same for a match that an author is charged for: the author waits for the result.
const SOON: Duration = Duration::from_millis(200);
/// Matches whose files are stored at once.
const FILES: usize = 8;
/// Results of two quarters of an hour ago that were not stored are not worth more tries: the
/// match is played again.
const DELIVERED_BEFORE: Duration = Duration::from_secs(1800);

/// A match that was played, before its files are stored.
pub(super) struct Unstored {
    pub one: Match,
    pub seats: Vec<Seat>,
    pub played: Played,
    pub charge: Option<Charge>,
    pub worker: String,
}

/// Something to store about a match that was played.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// The match with its result.
    pub one: Match,
    /// Its seats with theirs.
    pub seats: Vec<Seat>,
    /// Whether the clock froze somebody.
    pub clocked: bool,
    /// The author who pays for the job, and the amount.
    pub charge: Option<Charge>,
    /// The machine that played it.
    pub worker: String,
}

/// CPU time of a job that an author is charged.
#[derive(Clone, Debug)]
pub struct Charge {
    /// The author.
    pub user: UserId,
    /// Microseconds.
    pub micros: i64,
}

/// A match that could not be played.
#[derive(Debug)]
pub struct Failure {
    pub(super) one: Match,
    pub(super) why: NotPlayed,
    pub(super) reason: Reason,
    pub(super) charge: Option<Charge>,
    pub(super) worker: String,
}

impl Failure {
    /// Of a match that was not begun, or that nobody brought to a worker.
    pub(super) fn unplayed(one: Match, why: NotPlayed, reason: Reason) -> Self {
        Self { one, why, reason, charge: None, worker: String::new() }
    }
}

/// Why a match could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The machine failed, or a file is missing. How long the match waits, as [`queue::failed`]
    /// has it.
    Machine { pause: i64 },
    /// Its worker process was lost.
    Lost,
    /// This seat used up its CPU time.
    Overtime { seat: usize },
}

/// Results of matches that are not stored yet.
#[derive(Default)]
pub(super) struct Undelivered {
    results: Vec<Unstored>,
    failures: Vec<Failure>,
    /// The receipts for workers whose results are stored.
    receipts: Vec<Arc<Receipt>>,
    held: Vec<Held>,
    /// When these are to be stored at the latest.
    due: Option<tokio::time::Instant>,
}

impl Undelivered {
    /// Adds a match that was played.
    pub fn played(&mut self, held: Held, result: Unstored) {
        self.wait(if result.charge.is_some() { SOON } else { WITHIN });
        self.held.push(held);
        self.results.push(result);
    }

    /// Adds a match that could not be played.
    pub fn failed(&mut self, held: Held, failure: Failure) {
        self.wait(WITHIN);
        self.held.push(held);
        self.failures.push(failure);
    }

    /// Adds the receipt for results that are among these.
    pub fn receipt(&mut self, receipt: Option<Arc<Receipt>>) {
        self.receipts.extend(receipt);
    }

    fn wait(&mut self, at_most: Duration) {
        let due = tokio::time::Instant::now() + at_most;
        self.due = Some(self.due.map_or(due, |earlier| earlier.min(due)));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// When these are to be stored at the latest; none where there are none.
    pub fn due(&self) -> Option<tokio::time::Instant> {
        self.due
    }

    /// Takes all of them.
    pub fn take(&mut self) -> Self {
        mem::take(self)
    }

    /// Delivers them, and gives back what could not be stored.
    ///
    /// # Errors
    /// When a file could not be stored, or the database never took the results.
    pub async fn deliver(mut self, app: Shared) -> anyhow::Result<()> {
        let mut trouble = None;
        let mut done = Vec::with_capacity(self.results.len());
        let stored = mem::take(&mut self.results).into_iter().map(async |result| {
            let Unstored { one, seats, played, charge, worker } = result;
            let kept = keep(&app, one.clone(), seats, played, (charge, worker)).await;
            (one, kept)
        });
        let mut stored = pin!(stream::iter(stored).buffer_unordered(FILES));
        while let Some((one, delivery)) = stored.next().await {
            match delivery {
                Ok(delivery) => done.push(delivery),
                Err(error) => {
                    give_back(&app, &one).await;
                    trouble = Some(error);
                }
            }
        }
        if !done.is_empty() || !self.failures.is_empty() {
            // In one order for all, so that no two wait for each other.
            done.sort_by(|a, b| a.one.id.cmp(&b.one.id));
            deliver(&app, &done, &self.failures).await?;
        }
        trouble.map_or(Ok(()), Err)
    }
}

/// Gives a match back. Where that fails, it is taken back when nobody has it in hand any more.
pub(super) async fn give_back(app: &App, one: &Match) {
    let back = async {
        let mut connection = app.db.acquire().await?;
        Ok(queue::put_back(&mut connection, one).await?)
    };
    if let Err(error) = db::in_time(PATIENCE, back).await {
        tracing::warn!(r#match = one.id.as_str(), %error, "the match goes back to the queue later");
    }
}

/// Stores the files of a match and fills in its rows. The files come first: a row never names
/// what is not there.
///
/// # Errors
/// When the store fails.
pub async fn keep(
    app: &App,
    one: Match,
    mut seats: Vec<Seat>,
    played: Played,
    (charge, worker): (Option<Charge>, String),
) -> anyhow::Result<Delivery> {
    for (k, seat) in seats.iter_mut().enumerate() {
        seat.score = played.scores.get(k).copied();
        seat.status = played.status.get(k).copied();
        let receipt = played.freezes.iter().find(|freeze| freeze.seat == k);
        seat.receipt = receipt.map(serde_json::to_string).transpose()?;
    }
    let record = app.store.put(played.record).await?;
    let public = match played.public {
        Some(public) => app.store.put(public.into_vec()).await?,
        None => record.clone(),
    };
    let one = Match {
        state: MatchState::Done,
        record: Some(record),
        public_record: Some(public),
        rounds: i64::try_from(played.rounds).ok(),
        ending: Some(played.ending.replace('\0', "\u{FFFD}")),
        verified: played.verified,
        finished: Some(time::now()),
        ..one
    };
    Ok(Delivery { one, seats, clocked: !played.deterministic, charge, worker })
}

/// Delivers results until the database has taken them, or for very long.
///
/// # Errors
/// When the database never took them.
async fn deliver(app: &Shared, done: &[Delivery], failures: &[Failure]) -> anyhow::Result<()> {
    let mut pause = Duration::from_millis(100);
    let since = Instant::now();
    loop {
        match db::in_time(PATIENCE, store_results(app, done, failures)).await {
            Ok(()) => return Ok(()),
            Err(error) if since.elapsed() > DELIVERED_BEFORE => return Err(error),
            Err(error) => tracing::warn!(error = format!("{error:#}"), "delivered once more"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(DELIVERY_PAUSE_MAX);
    }
}

/// Stores results and failures in one transaction. A result that is there already stays; if it is
/// another one, somebody else is asked.
///
/// # Errors
/// When the database fails.
pub async fn store_results(
    app: &App,
    done: &[Delivery],
    failures: &[Failure],
) -> anyhow::Result<()> {
    let mut transaction = db::begin_beside(&app.db).await?;
    let rows: Vec<_> = done.iter().map(|one| (&one.one, one.worker.as_str())).collect();
    let first = matches::finish(&mut transaction, &rows).await?;
    let quarantined = match first.len() < done.len() {
        true => queue::quarantined(&mut transaction).await?,
        false => Vec::new(),
    };
    let mut scored: Vec<&Seat> = Vec::with_capacity(done.len() * 4);
    let mut delivered: BTreeMap<&str, i64> = BTreeMap::new();
    for Delivery { one, seats, clocked, charge, worker } in done {
        if quarantined.contains(worker) {
            tracing::error!(worker, "a machine in quarantine sent a result: it is refused");
            queue::put_back(&mut transaction, one).await?;
            continue;
        }
        if first.contains(&one.id) {
            scored.extend(seats);
            *delivered.entry(worker).or_default() += 1;
            if *clocked {
                fairness::clocked(&mut transaction, &one.id).await?;
            }
        } else if !clocked && checks::record(&mut transaction, &one.id).await? != one.record {
            tracing::error!(r#match = one.id.as_str(), "another result was delivered before");
            checks::ask(&mut transaction, &one.id).await?;
        }
        charge_author(&mut transaction, &one.season_id, charge.as_ref()).await?;
    }
    seats::score(&mut transaction, &scored).await?;
    let delivered: Vec<_> = delivered.into_iter().collect();
    queue::delivered(&mut transaction, &delivered).await?;
    for failure in failures {
        store_failure(&mut transaction, failure).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Charges an author for a job.
pub(super) async fn charge_author(
    db: &mut Connection,
    season: &SeasonId,
    charge: Option<&Charge>,
) -> db::Result<()> {
    match charge {
        Some(Charge { user, micros }) => fairness::charge(db, season, user, *micros).await,
        None => Ok(()),
    }
}

async fn store_failure(db: &mut Connection, failure: &Failure) -> anyhow::Result<()> {
    let Failure { one, why, reason, charge, worker } = failure;
    let (ending, why) = (why.stored(), why.in_words(Lang::EN));
    let why = why.as_str();
    charge_author(db, &one.season_id, charge.as_ref()).await?;
    match *reason {
        Reason::Overtime { seat } => {
            let seats = matches::seats(db, &one.id).await?;
            let struck = seats.get(seat).map_or(0, |seat| seat.strikes);
            let version = seats.get(seat).and_then(|seat| seat.submission_id.as_ref());
            if let Some(version) = version
                && let Some(author) = fairness::author(db, version).await?
            {
                fairness::trouble(db, &author, &one.id, why).await?;
            }
            fairness::strike(db, &one.id, i64::try_from(seat).unwrap_or(-1)).await?;
            // The second time the player is frozen and the match counts: this costs no attempt.
            if struck == 0 {
                tracing::warn!(r#match = one.id.as_str(), why, "a match is void; played again");
                queue::overtime(db, one, worker, why).await?;
                return Ok(());
            }
        }
        Reason::Lost => {
            if let Some(Charge { user, .. }) = charge {
                fairness::trouble(db, user, &one.id, why).await?;
            }
        }
        Reason::Machine { .. } => {}
    }
    let pause = match reason {
        Reason::Machine { pause } => *pause,
        Reason::Lost | Reason::Overtime { .. } => PAUSE,
    };
    if queue::failed(db, one, worker, (why, &ending), pause).await? {
        tracing::warn!(r#match = one.id.as_str(), why, "a match is void; played again");
    } else {
        tracing::error!(r#match = one.id.as_str(), why, "a match was given up");
    }
    Ok(())
}
