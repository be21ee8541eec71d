//! Matches in batches: played, recorded, replayed, stored; each result counts once, however often
//! it is delivered. No transaction is open while a match runs.

use super::lineup::{Lineup, Lineups};
use super::{PATIENCE, size};
use crate::app::in_hand::Held;
use crate::app::machine_notes::{NotPlayed, Note};
use crate::app::{App, Shared};
use crate::db::matches::{self, Match, Seat};
use crate::db::queue::{self, PAUSE, PAUSE_LOST, Wanted};
use crate::db::seasons::Season;
use crate::db::{self, Connection, checks, fairness, seats};
use crate::i18n::Lang;
use crate::ids::{SeasonId, UserId};
use crate::states::MatchState;
use crate::{store, time};
use bus::Answer;
use bus::nats::sender::Receipt;
use futures_util::StreamExt;
use futures_util::stream::{self, FuturesUnordered};
use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use worker::protocol::{self, Job, Outcome, Play, Played};

const DELIVERY_PAUSE_MAX: Duration = Duration::from_secs(8);
/// How long a result waits for others, to be stored in one transaction.
const DELIVERED_WITHIN: Duration = Duration::from_secs(2);
/// A match that takes longer than this does not hold up those behind it: they go back.
const SLOW: Duration = Duration::from_secs(3);
/// Time for the rules, the record and its replay, on a machine that is busy.
const OVERHEAD: Duration = Duration::from_secs(60);
/// Bytes of the words in which a match ends.
const ENDING_MAX: usize = 4096;
/// How long database and store may take to give what a match needs.
pub(super) const SET_PATIENCE: Duration = Duration::from_secs(60);
/// Matches whose files are stored at once.
const FILES: usize = 8;
/// Results of two quarters of an hour ago that were not stored are not worth more tries: the
/// match is played again.
const DELIVERED_BEFORE: Duration = Duration::from_secs(1800);

/// A match that was played, before its files are stored.
struct Unstored {
    one: Match,
    seats: Vec<Seat>,
    played: Played,
    charge: Option<Charge>,
    worker: String,
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
    one: Match,
    why: NotPlayed,
    reason: Reason,
    charge: Option<Charge>,
    worker: String,
}

/// Why a match could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The machine failed, or a file is missing. How long the match waits, as [`queue::failed`]
    /// has it.
    Machine { pause: i64 },
    /// Its worker process was lost.
    Lost,
    /// This seat used up its CPU time.
    Overtime { seat: usize },
}

/// Plays the next matches.
///
/// # Errors
/// When database or files fail.
pub async fn next(app: &Shared) -> anyhow::Result<bool> {
    let taking = match app.bus.shares_jobs() {
        true => Some(app.in_hand.taking.lock().await),
        false => None,
    };
    let Some(wanted) = size::wanted(app) else { return Ok(false) };
    let claim = async {
        let mut transaction = db::begin_beside(&app.db).await?;
        let batch = queue::claim(&mut transaction, &app.pin, &wanted).await?;
        transaction.commit().await?;
        Ok(batch)
    };
    let batch = db::in_time(PATIENCE, claim).await?;
    if batch.is_empty() {
        return Ok(false);
    }
    let ids = batch.iter().map(|one| one.id.to_string()).collect();
    let held = match wanted {
        Wanted::Room(room) if size::whole(batch.len()) >= room => Held::take_last(app, ids),
        _ => Held::take(app, ids),
    };
    drop(taking);
    let mut round = Batch::new(app, batch.into(), held);
    let played = round.play().await;
    for one in std::mem::take(&mut round.left) {
        give_back(app, &one).await;
    }
    let settled = round.deliver().await;
    played.and(settled).map(|()| true)
}

/// Matches that were taken together.
struct Batch<'a> {
    app: &'a Shared,
    held: Held<'a>,
    lineups: Lineups,
    left: VecDeque<Match>,
    results: Vec<Unstored>,
    failures: Vec<Failure>,
    /// The receipts for workers whose results are stored.
    receipts: Vec<Arc<Receipt>>,
    /// When the oldest result that is not delivered came.
    waiting: Option<tokio::time::Instant>,
}

impl<'a> Batch<'a> {
    fn new(app: &'a Shared, left: VecDeque<Match>, held: Held<'a>) -> Self {
        let (lineups, results, failures, receipts) = Default::default();
        Self { app, held, lineups, left, results, failures, receipts, waiting: None }
    }

    /// Plays all that are left. Results are delivered when they are there; matches that wait
    /// behind a slow one go back, so that others play them.
    async fn play(&mut self) -> anyhow::Result<()> {
        let app = self.app;
        let all: Vec<_> = self.left.iter().collect();
        db::in_time(SET_PATIENCE, self.lineups.learn(app, &all)).await?;
        let mut running = FuturesUnordered::new();
        let mut trouble = None;
        loop {
            while (running.is_empty() || app.bus.shares_jobs())
                && !app.stopping()
                && trouble.is_none()
                && let Some(one) = self.left.pop_front()
            {
                match self.lineup(one).await {
                    Ok(Some((one, set))) => running.push(begun(app, one, set)),
                    Ok(None) => {}
                    Err(error) => trouble = Some(error),
                }
            }
            let Some(Ended { one, set, begin, answer }) = self.meanwhile(running.next()).await?
            else {
                return trouble.map_or(Ok(()), Err);
            };
            self.held.ended();
            if app.bus.shares_jobs() && size::wanted(app).is_some() {
                self.held.ask_for_more(app);
            }
            match answer {
                Ok(answer) => self.take(one, set, answer, begin),
                Err(error) if store::is_lost(&error) => self.lost(one, &error),
                // Nothing is wrong with the match: it goes back, with all that are left.
                Err(error) => {
                    give_back(app, &one).await;
                    trouble = Some(error);
                }
            }
        }
    }

    /// The players of a match; none when it cannot be played.
    async fn lineup(&mut self, one: Match) -> anyhow::Result<Option<(Match, Lineup)>> {
        match db::in_time(SET_PATIENCE, self.lineups.of(self.app, &one)).await {
            Ok(Ok(set)) => return Ok(Some((one, set))),
            Ok(Err(detail)) => {
                let why = NotPlayed::Machine { detail };
                self.fail(one, why, Reason::Machine { pause: PAUSE }, None, String::new());
            }
            Err(error) if store::is_lost(&error) => self.lost(one, &error),
            Err(error) => {
                give_back(self.app, &one).await;
                return Err(error);
            }
        }
        Ok(None)
    }

    /// A file of a match is lost.
    fn lost(&mut self, one: Match, error: &anyhow::Error) {
        let why = NotPlayed::Machine { detail: format!("{error:#}") };
        self.fail(one, why, Reason::Machine { pause: PAUSE_LOST }, None, String::new());
    }

    /// Waits for a match, and delivers earlier results when they have waited long enough.
    async fn meanwhile<T>(&mut self, played: impl Future<Output = T>) -> anyhow::Result<T> {
        let mut played = pin!(played);
        let slow = tokio::time::Instant::now() + SLOW;
        loop {
            let deliver = self.waiting.map(|since| since + DELIVERED_WITHIN);
            let wake = if self.left.is_empty() { None } else { Some(slow) };
            let next = [deliver, wake].into_iter().flatten().min();
            tokio::select! {
                ended = &mut played => return Ok(ended),
                () = until(next) => {}
            }
            if deliver.is_some_and(|at| at <= tokio::time::Instant::now()) {
                self.deliver().await?;
            }
            if wake.is_some_and(|at| at <= tokio::time::Instant::now()) {
                for one in std::mem::take(&mut self.left) {
                    give_back(self.app, &one).await;
                }
            }
        }
    }

    /// Takes what came of a match.
    fn take(&mut self, one: Match, set: Lineup, answer: Answer, begin: Instant) {
        let app = self.app;
        let Answer { result, cost, worker, receipt } = answer;
        self.receipts.extend(receipt);
        let micros = i64::try_from(cost.as_micros()).unwrap_or(i64::MAX);
        let charge = set.author.clone().map(|user| Charge { user, micros });
        let (why, reason) = match result {
            Ok(Outcome::Played(played)) => match checked(&played, &set) {
                Ok(()) => {
                    app.metrics.match_ended("done", begin);
                    let (seats, played) = (set.seats, *played);
                    self.results.push(Unstored { one, seats, played, charge, worker });
                    self.waiting.get_or_insert_with(tokio::time::Instant::now);
                    return;
                }
                Err(why) => (NotPlayed::Broken { detail: why.to_string() }, Reason::Lost),
            },
            Ok(Outcome::Overtime { seat }) if seat < set.seats.len() => {
                let name = set.seats[seat].name.clone();
                (NotPlayed::Overtime { name, seat }, Reason::Overtime { seat })
            }
            Ok(Outcome::Trouble(detail) | Outcome::NoMatch(detail)) => {
                (NotPlayed::Machine { detail }, Reason::Machine { pause: PAUSE })
            }
            Ok(_) => {
                let detail = "the outcome of another job".into();
                (NotPlayed::Broken { detail }, Reason::Lost)
            }
            Err(lost) => (lost.into(), Reason::Lost),
        };
        let again = one.attempts < queue::ATTEMPTS_MAX;
        app.metrics.match_ended(if again { "again" } else { "void" }, begin);
        self.fail(one, why, reason, charge, worker);
    }

    fn fail(
        &mut self,
        one: Match,
        why: NotPlayed,
        reason: Reason,
        charge: Option<Charge>,
        worker: String,
    ) {
        self.failures.push(Failure { one, why, reason, charge, worker });
        self.waiting.get_or_insert_with(tokio::time::Instant::now);
    }

    /// Delivers what there is, and gives back what could not be stored.
    async fn deliver(&mut self) -> anyhow::Result<()> {
        let app = self.app;
        self.waiting = None;
        let failures = std::mem::take(&mut self.failures);
        // Dropped at the end, when all is stored.
        let _receipts = std::mem::take(&mut self.receipts);
        let mut trouble = None;
        let mut done = Vec::with_capacity(self.results.len());
        let stored = std::mem::take(&mut self.results).into_iter().map(async |result| {
            let Unstored { one, seats, played, charge, worker } = result;
            let kept = keep(app, one.clone(), seats, played, (charge, worker)).await;
            (one, kept)
        });
        let mut stored = pin!(stream::iter(stored).buffer_unordered(FILES));
        while let Some((one, delivery)) = stored.next().await {
            match delivery {
                Ok(delivery) => done.push(delivery),
                Err(error) => {
                    give_back(app, &one).await;
                    trouble = Some(error);
                }
            }
        }
        if done.is_empty() && failures.is_empty() {
            return trouble.map_or(Ok(()), Err);
        }
        // In one order for all, so that no two wait for each other.
        done.sort_by(|a, b| a.one.id.cmp(&b.one.id));
        deliver(app, &done, &failures).await?;
        trouble.map_or(Ok(()), Err)
    }
}

/// A match, as far as the bus brought it.
struct Ended {
    one: Match,
    set: Lineup,
    begin: Instant,
    answer: anyhow::Result<Answer>,
}

async fn begun(app: &App, one: Match, set: Lineup) -> Ended {
    let begin = Instant::now();
    let answer = run(app, &set, &one).await;
    Ended { one, set, begin, answer }
}

/// Waits until a moment, or for ever.
async fn until(moment: Option<tokio::time::Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Gives a match back. Where that fails, it is taken back when nobody has it in hand any more.
async fn give_back(app: &App, one: &Match) {
    let back = async {
        let mut connection = app.db.acquire().await?;
        Ok(queue::put_back(&mut connection, one).await?)
    };
    if let Err(error) = db::in_time(PATIENCE, back).await {
        tracing::warn!(r#match = one.id.as_str(), %error, "the match goes back to the queue later");
    }
}

/// Has a match played by a worker process.
///
/// # Errors
/// When no process can be started, or the store does not give machine code.
pub async fn run(app: &App, set: &Lineup, one: &Match) -> anyhow::Result<Answer> {
    let limits = limits(app, &set.season);
    let players = u32::try_from(set.players.len()).unwrap_or(1);
    // Twice what the clock allows to all players, and time for rules, record and replay.
    let limit = 2 * players * Duration::from_secs(app.config.cpu_seconds) + OVERHEAD;
    let job = Play {
        game: set.season.game.clone(),
        settings: set.season.settings.clone().into_bytes(),
        seed: one.seed.clone(),
        ruleset: set.season.options().rules,
        judged: true,
        limits,
        seats: set.players.clone(),
        record: true,
    };
    app.bus.run(Job::Play(job), limit).await
}

/// The limits of a player of a season.
pub(super) fn limits(app: &App, season: &Season) -> protocol::Limits {
    let limits = season.limits();
    protocol::Limits {
        fuel: limits.fuel_max.unwrap_or(u64::MAX),
        memory_bytes: limits.memory_bytes_max as u64,
        stderr_bytes: limits.stderr_bytes_max as u64,
        cpu_millis: Some(app.config.cpu_seconds.saturating_mul(1000)),
    }
}

/// Whether a result has the right shape: a worker is not trusted with that.
pub(super) fn checked(played: &Played, set: &Lineup) -> anyhow::Result<()> {
    let seats = set.seats.len();
    let fits = played.scores.len() == seats
        && played.status.len() == seats
        && played.status.iter().all(|status| (-1.0..=1.0).contains(status))
        && played.freezes.iter().all(|freeze| freeze.seat < seats)
        && played.ending.len() <= ENDING_MAX
        && !played.record.is_empty()
        && played.freezes.len() <= seats
        && i32::try_from(played.rounds).is_ok();
    anyhow::ensure!(fits, "a worker process sent a result that does not fit the match");
    Ok(())
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
