//! Matches, played: on this machine in batches, one match after the other; on a cluster as many at
//! once as it has room for. No transaction is open while a match runs.

use super::deliver::{Charge, Failure, Reason, Undelivered, Unstored, give_back};
use super::lineup::{Lineup, Lineups};
use super::{PATIENCE, size};
use crate::app::in_hand::Held;
use crate::app::machine_notes::NotPlayed;
use crate::app::{App, Shared};
use crate::db::matches::Match;
use crate::db::queue::{self, PAUSE, PAUSE_LOST, Wanted};
use crate::db::seasons::Season;
use crate::{db, store};
use bus::{Answer, Lost};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use worker::protocol::{self, Job, Outcome, Play, Played};

/// A match that takes longer than this does not hold up those behind it: they go back.
const SLOW: Duration = Duration::from_secs(3);
/// Time for the rules, the record and its replay, on a machine that is busy.
const OVERHEAD: Duration = Duration::from_secs(60);
/// Bytes of the words in which a match ends.
const ENDING_MAX: usize = 4096;
/// How long database and store may take to give what a match needs.
pub(super) const SET_PATIENCE: Duration = Duration::from_secs(60);
/// While so many results are not stored, a cluster gets no more matches.
const UNDELIVERED_MAX: usize = 512;

/// Plays the next matches: a batch of them, or on a cluster all that there are, while `goes_on`
/// holds.
///
/// # Errors
/// When database or files fail.
pub async fn next(app: &Shared, goes_on: &AtomicBool) -> anyhow::Result<bool> {
    // One task has all matches of a cluster, so that their results are stored together.
    let _owner = match app.bus.shares_jobs() {
        true => match app.in_hand.cluster.try_lock() {
            Ok(owner) => Some(owner),
            Err(_) => {
                app.in_hand.matches.notify_one();
                return Ok(false);
            }
        },
        false => None,
    };
    let mut playing = Playing::new(app);
    let Some(wanted) = size::wanted(app, 0) else { return Ok(false) };
    let trouble = match playing.take_more(&wanted).await {
        Ok(false) => return Ok(false),
        taken => taken.err(),
    };
    app.more.notify_one();
    playing.play(goes_on, trouble).await.map(|()| true)
}

/// A match with its players.
struct Ready {
    one: Match,
    set: Lineup,
    held: Held,
}

/// A match, as far as the bus brought it.
struct Ended {
    ready: Ready,
    begin: Instant,
    answer: anyhow::Result<Answer>,
}

/// The matches that one task plays.
struct Playing<'a> {
    app: &'a Shared,
    /// Those that are not begun.
    left: VecDeque<Ready>,
    undelivered: Undelivered,
    /// Whether more of them may wait in the database.
    more: bool,
}

impl<'a> Playing<'a> {
    fn new(app: &'a Shared) -> Self {
        Self { app, left: VecDeque::new(), undelivered: Undelivered::default(), more: true }
    }

    /// Takes matches from the database, with their players; `false` when there are none.
    async fn take_more(&mut self, wanted: &Wanted) -> anyhow::Result<bool> {
        let app = self.app;
        let claim = async {
            let mut transaction = db::begin_beside(&app.db).await?;
            let batch = queue::claim(&mut transaction, &app.pin, wanted).await?;
            transaction.commit().await?;
            Ok(batch)
        };
        let batch = db::in_time(PATIENCE, claim).await?;
        let held: Vec<_> = batch.iter().map(|one| Held::new(app, &one.id)).collect();
        let mut lineups = Lineups::default();
        let learned = lineups.learn(app, &batch);
        let mut trouble = db::in_time(SET_PATIENCE, learned).await.err();
        let taken = !batch.is_empty();
        for (one, held) in batch.into_iter().zip(held) {
            match trouble {
                None => trouble = self.line_up(&mut lineups, one, held).await.err(),
                Some(_) => give_back(app, &one).await,
            }
        }
        trouble.map_or(Ok(taken), Err)
    }

    /// Finds the players of a match. A match that cannot be played has failed.
    async fn line_up(
        &mut self,
        lineups: &mut Lineups,
        one: Match,
        held: Held,
    ) -> anyhow::Result<()> {
        match lineups.of(self.app, &one).await {
            Ok(Ok(set)) => self.left.push_back(Ready { one, set, held }),
            Ok(Err(detail)) => {
                let why = NotPlayed::Machine { detail };
                let reason = Reason::Machine { pause: PAUSE };
                self.undelivered.failed(held, Failure::unplayed(one, why, reason));
            }
            Err(error) => {
                give_back(self.app, &one).await;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Plays until nothing is left. Results are delivered meanwhile; matches that wait behind a
    /// slow one go back, so that others play them. After `trouble` nothing more is begun.
    async fn play(
        mut self,
        goes_on: &AtomicBool,
        mut trouble: Option<anyhow::Error>,
    ) -> anyhow::Result<()> {
        let app = self.app;
        let together = app.bus.shares_jobs();
        // Results are stored by a task of their own: one that waits here for the database must not
        // wait for what it stores itself.
        let (mut running, mut delivering) = (FuturesUnordered::new(), JoinSet::new());
        let mut slow = tokio::time::Instant::now() + SLOW;
        loop {
            if trouble.is_some() || app.stopping() || !goes_on.load(Ordering::Relaxed) {
                self.leave().await;
            } else if together {
                trouble = self.refill(running.len()).await.err();
            }
            while (together || running.is_empty())
                && let Some(ready) = self.left.pop_front()
            {
                slow = tokio::time::Instant::now() + SLOW;
                running.push(begun(app, ready));
            }
            if running.is_empty() && delivering.is_empty() {
                if self.undelivered.is_empty() {
                    return trouble.map_or(Ok(()), Err);
                }
                delivering.spawn(self.undelivered.take().deliver(Arc::clone(app)));
            }
            let due = self.due(running.len());
            tokio::select! {
                Some(ended) = running.next() => trouble = self.take(ended).await.err().or(trouble),
                Some(delivered) = delivering.join_next() => {
                    trouble = delivered.map_err(anyhow::Error::from).flatten().err().or(trouble);
                    if !running.is_empty() {
                        // A round may be over: somebody else looks for it.
                        app.more.notify_one();
                    }
                }
                () = until(due), if delivering.is_empty() => {
                    delivering.spawn(self.undelivered.take().deliver(Arc::clone(app)));
                }
                () = until(Some(slow)), if !self.left.is_empty() => self.leave().await,
                () = app.in_hand.matches.notified(), if together => self.more = true,
            }
        }
    }

    /// Takes as many more matches as a cluster has room for, with so many under way.
    async fn refill(&mut self, under_way: usize) -> anyhow::Result<()> {
        while self.more
            && self.undelivered.len() < UNDELIVERED_MAX
            && let Some(wanted) = size::wanted(self.app, under_way + self.left.len())
        {
            self.more = self.take_more(&wanted).await?;
        }
        Ok(())
    }

    /// When results are to be stored, with so many matches under way. Where slots of a cluster may
    /// soon have nothing to do, at once: what comes next may wait for the end of a round.
    fn due(&self, under_way: usize) -> Option<tokio::time::Instant> {
        let capacity = *self.app.bus.capacity().borrow();
        let wait = self.more
            || !self.left.is_empty()
            || !self.app.bus.shares_jobs()
            || size::is_busy(capacity, under_way, self.undelivered.len());
        let due = self.undelivered.due()?;
        Some(if wait { due } else { due.min(tokio::time::Instant::now()) })
    }

    /// Gives back what is not begun.
    async fn leave(&mut self) {
        for ready in self.left.drain(..) {
            give_back(self.app, &ready.one).await;
        }
    }

    /// Takes what came of a match.
    ///
    /// # Errors
    /// When the bus has no answer. Nothing is wrong with the match then: it goes back.
    async fn take(&mut self, ended: Ended) -> anyhow::Result<()> {
        let app = self.app;
        let Ended { ready: Ready { one, set, held }, begin, answer } = ended;
        let Answer { result, cost, worker, receipt } = match answer {
            Ok(answer) => answer,
            Err(error) if store::is_lost(&error) => {
                let why = NotPlayed::Machine { detail: format!("{error:#}") };
                let reason = Reason::Machine { pause: PAUSE_LOST };
                self.undelivered.failed(held, Failure::unplayed(one, why, reason));
                return Ok(());
            }
            Err(error) => {
                give_back(app, &one).await;
                return Err(error);
            }
        };
        self.undelivered.receipt(receipt);
        let micros = i64::try_from(cost.as_micros()).unwrap_or(i64::MAX);
        let charge = set.author.clone().map(|user| Charge { user, micros });
        let (why, reason) = match why_not(result, &set) {
            Ok(played) => {
                app.metrics.match_ended("done", begin);
                let result = Unstored { one, seats: set.seats, played, charge, worker };
                self.undelivered.played(held, result);
                return Ok(());
            }
            Err(why) => why,
        };
        let again = one.attempts < queue::ATTEMPTS_MAX;
        app.metrics.match_ended(if again { "again" } else { "void" }, begin);
        self.undelivered.failed(held, Failure { one, why, reason, charge, worker });
        Ok(())
    }
}

/// The result of a match, or why there is none.
fn why_not(result: Result<Outcome, Lost>, set: &Lineup) -> Result<Played, (NotPlayed, Reason)> {
    match result {
        Ok(Outcome::Played(played)) => match checked(&played, set) {
            Ok(()) => Ok(*played),
            Err(why) => Err((NotPlayed::Broken { detail: why.to_string() }, Reason::Lost)),
        },
        Ok(Outcome::Overtime { seat }) if seat < set.seats.len() => {
            let name = set.seats[seat].name.clone();
            Err((NotPlayed::Overtime { name, seat }, Reason::Overtime { seat }))
        }
        Ok(Outcome::Trouble(detail) | Outcome::NoMatch(detail)) => {
            Err((NotPlayed::Machine { detail }, Reason::Machine { pause: PAUSE }))
        }
        Ok(_) => {
            let detail = "the outcome of another job".into();
            Err((NotPlayed::Broken { detail }, Reason::Lost))
        }
        Err(lost) => Err((lost.into(), Reason::Lost)),
    }
}

async fn begun(app: &App, ready: Ready) -> Ended {
    let begin = Instant::now();
    let answer = run(app, &ready.set, &ready.one).await;
    Ended { ready, begin, answer }
}

/// Waits until a moment, or for ever.
async fn until(moment: Option<tokio::time::Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
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
