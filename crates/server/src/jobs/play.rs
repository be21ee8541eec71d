//! Matches in batches: played, recorded, replayed, stored; each result counts once, however often
//! it is delivered. No transaction is open while a match runs.

use super::PATIENCE;
use super::held::Held;
use crate::app::{App, Shared};
use crate::db::matches::{self, Match, Seat};
use crate::db::queue::{self, PAUSE, PAUSE_LOST};
use crate::db::seasons::{self, Season};
use crate::db::{self, checks, submissions};
use crate::{record, store, time, workshop};
use anyhow::Context;
use arena::play::Nobody;
use arena::{Entrant, Plan, Played, Products};
use engine::{Ending, Setup};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// How long a batch shall take about, and how many matches it has at most.
const BATCH: (Duration, i64) = (Duration::from_millis(1500), 64);
/// How often results are delivered anew when the database does not take them.
const DELIVERIES: u32 = 14;
const DELIVERY_PAUSE_MAX: Duration = Duration::from_secs(8);
/// How long database and store may take to give what a match needs.
pub(super) const SET_PATIENCE: Duration = Duration::from_secs(90);

/// How long matches take here, to make batches of about the same time.
#[derive(Default)]
pub struct Pace {
    micros: AtomicU64,
}

impl Pace {
    fn note(&self, took: Duration) {
        let (old, new) = (self.micros.load(Ordering::Relaxed), took.as_micros() as u64 + 1);
        let mean = if old == 0 { new } else { (7 * old + new) / 8 };
        self.micros.store(mean, Ordering::Relaxed);
    }

    fn batch(&self) -> i64 {
        match self.micros.load(Ordering::Relaxed) {
            0 => 1,
            micros => (BATCH.0.as_micros() as i64 / micros as i64).clamp(1, BATCH.1),
        }
    }
}

/// A result on its way: the match, and what it gave when its files are stored.
type Kept = (String, JoinHandle<anyhow::Result<(Match, Vec<Seat>)>>);

/// A match that could not be played.
#[derive(Debug)]
pub struct Failure {
    one: Match,
    why: String,
    /// How long it waits, as [`queue::failed`] has it.
    pause: i64,
}

/// Plays the next matches.
///
/// # Errors
/// When database or files fail.
pub async fn next(app: &Shared) -> anyhow::Result<bool> {
    let claim = async {
        let mut transaction = db::begin_beside(&app.db).await?;
        let batch = queue::claim(&mut transaction, &app.worker, app.pace.batch()).await?;
        transaction.commit().await?;
        Ok(batch)
    };
    let batch = db::in_time(PATIENCE, claim).await?;
    if batch.is_empty() {
        return Ok(false);
    }
    let _held = Held::take(app, batch.iter().map(|one| one.id.clone()).collect());
    let mut table = Table::default();
    let (mut kept, mut failures, mut trouble): (Vec<Kept>, Vec<_>, _) = (vec![], vec![], None);
    let mut left = batch.into_iter();
    for one in left.by_ref() {
        let set = match db::in_time(SET_PATIENCE, table.set(app, &one)).await {
            Ok(set) => set,
            Err(error) if store::is_lost(&error) => {
                failures.push(Failure { one, why: format!("{error:#}"), pause: PAUSE_LOST });
                continue;
            }
            // Nothing is wrong with the match: it goes back, with all that are left.
            Err(error) => {
                give_back(app, &one.id).await;
                trouble = Some(error);
                break;
            }
        };
        let begin = Instant::now();
        let Set { season, seats, entrants } = set;
        let seed = one.seed.clone();
        let played = tokio::task::spawn_blocking(move || play(&season, &seed, &entrants)).await;
        app.pace.note(begin.elapsed());
        let played = played.map_err(anyhow::Error::from).flatten();
        let result = match &played {
            Ok(_) => "done",
            Err(_) if one.attempts < queue::ATTEMPTS_MAX => "again",
            Err(_) => "void",
        };
        app.metrics.match_ended(result, begin);
        match played {
            Ok(product) => {
                let id = one.id.clone();
                kept.push((id, tokio::spawn(keep(app.clone(), one, seats, product))));
            }
            Err(why) => {
                failures.push(Failure { one, why: format!("{why:#}"), pause: PAUSE });
            }
        }
        if app.stopping() {
            break;
        }
    }
    for one in left {
        give_back(app, &one.id).await;
    }
    settle(app, kept, &failures, trouble).await
}

/// Delivers what a batch gave, and gives back what could not be stored.
async fn settle(
    app: &Shared,
    kept: Vec<Kept>,
    failures: &[Failure],
    mut trouble: Option<anyhow::Error>,
) -> anyhow::Result<bool> {
    let mut done = Vec::with_capacity(kept.len());
    for (id, result) in kept {
        match result.await.map_err(anyhow::Error::from).flatten() {
            Ok(one) => done.push(one),
            Err(error) => {
                give_back(app, &id).await;
                trouble = Some(error);
            }
        }
    }
    // In one order for all, so that no two wait for each other.
    done.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    if let Err(error) = deliver(app, &done, failures).await {
        let ids = done
            .iter()
            .map(|(one, _)| &one.id)
            .chain(failures.iter().map(|failure| &failure.one.id));
        app.left.lock().unwrap_or_else(PoisonError::into_inner).extend(ids.cloned());
        return Err(error);
    }
    app.wake.notify_waiters();
    trouble.map_or(Ok(true), Err)
}

async fn give_back(app: &App, id: &str) {
    let back = async {
        let mut connection = app.db.acquire().await?;
        Ok(queue::put_back(&mut connection, id, &app.worker.id).await?)
    };
    if let Err(error) = db::in_time(PATIENCE, back).await {
        tracing::warn!(r#match = id, error = error.to_string(), "to be given back later");
        app.left.lock().unwrap_or_else(PoisonError::into_inner).push(id.into());
    }
}

/// What matches of one batch have in common, asked for once.
#[derive(Default)]
pub struct Table {
    seasons: BTreeMap<String, Arc<Season>>,
    players: BTreeMap<String, Entrant>,
}

/// A match that is about to be played.
pub struct Set {
    /// Its season.
    pub season: Arc<Season>,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// Its players.
    pub entrants: Vec<Entrant>,
}

impl Table {
    /// Gets everything that a match needs.
    ///
    /// # Errors
    /// When database or files fail.
    pub async fn set(&mut self, app: &App, one: &Match) -> anyhow::Result<Set> {
        if !self.seasons.contains_key(&one.season_id) {
            let season = seasons::by_id(&app.db, &one.season_id).await?.context("no season")?;
            self.seasons.insert(one.season_id.clone(), Arc::new(season));
        }
        let season = &self.seasons[&one.season_id];
        let season = Arc::new(season.on_board(&one.round_id, one.cluster));
        let seats = matches::seats(&mut *app.db.acquire().await?, &one.id).await?;
        let mut entrants = Vec::with_capacity(seats.len());
        for seat in &seats {
            let key =
                format!("{}/{}", season.id, seat.submission_id.as_ref().unwrap_or(&seat.name));
            let entrant = match self.players.get(&key) {
                Some(entrant) => entrant.clone(),
                None => {
                    let found = entrant(app, &season, seat).await?;
                    self.players.insert(key, found.clone());
                    found
                }
            };
            entrants.push(entrant);
        }
        Ok(Set { season, seats, entrants })
    }
}

async fn entrant(app: &App, season: &Season, seat: &Seat) -> anyhow::Result<Entrant> {
    let game = season.game().context("a season of an unknown game")?;
    let built_in = |which: &str| {
        workshop::built_in(game, which, &seat.name)
            .with_context(|| format!("{} has no player {which}", season.game))
    };
    let Some(id) = &seat.submission_id else { return built_in(&seat.name) };
    let submission = submissions::by_id(&app.db, id).await?.context("no submission")?;
    if let Some(which) = submission.source.strip_prefix("builtin:") {
        return built_in(which);
    }
    let digest = submission.wasm.context("a player without a module")?;
    if let Some(kept) = app.workshop.kept(&seat.name, &digest, season.limits()) {
        return Ok(kept);
    }
    let wasm = app.store.get(&digest).await?;
    app.workshop.module(&seat.name, &digest, &wasm, season.limits())
}

/// What a match gave.
pub struct Product {
    played: Played,
    whole: Vec<u8>,
    public: Vec<u8>,
    verified: bool,
}

impl Product {
    /// The digest of the whole record: it decides what the result is.
    #[must_use]
    pub fn digest(&self) -> String {
        blake3::hash(&self.whole).to_hex().to_string()
    }
}

/// Plays a match and replays its record.
///
/// # Errors
/// When it does not count.
pub fn play(season: &Season, seed: &str, entrants: &[Entrant]) -> anyhow::Result<Product> {
    let game = season.game().context("a season of an unknown game")?;
    let setup = Setup {
        seed: seed.into(),
        ruleset: season.options().rules,
        names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
        judged: true,
    };
    let plan = Plan { game, settings: season.settings.as_bytes(), setup, entrants };
    let products = Products { record: true, ..Products::default() };
    let mut played = arena::play::play(&plan, products, &mut Nobody)?;
    if let Ending::Voided(why) = &played.outcome.ending {
        anyhow::bail!("{why}");
    }
    let whole = played.record.take().context("a match without a record")?;
    let verified = whole.verify(game).is_ok();
    let public = record::without_logs(&whole, None);
    let bytes = whole.to_bytes();
    // Mostly there is nothing to hide: to compress it once is enough.
    let shown = if public == whole { bytes.clone() } else { public.to_bytes() };
    Ok(Product { played, whole: bytes, public: shown, verified })
}

/// Stores the files of a match and fills in its rows. The files come first: a row never names
/// what is not there.
///
/// # Errors
/// When the store fails.
pub async fn keep(
    app: Shared,
    one: Match,
    mut seats: Vec<Seat>,
    product: Product,
) -> anyhow::Result<(Match, Vec<Seat>)> {
    let outcome = &product.played.outcome;
    for (k, seat) in seats.iter_mut().enumerate() {
        seat.score = outcome.scores.get(k).copied();
        seat.status = outcome.status.get(k).copied();
        let receipt = outcome.freezes.iter().find(|freeze| freeze.seat == k);
        seat.receipt = receipt.map(serde_json::to_string).transpose()?;
    }
    let ending = match &outcome.ending {
        Ending::Finished => String::new(),
        Ending::Aborted(why) | Ending::Voided(why) => why.clone(),
        Ending::Stopped => "stopped".into(),
    };
    let same = product.whole == product.public;
    let record = app.store.put(product.whole).await?;
    let public = if same { record.clone() } else { app.store.put(product.public).await? };
    let done = Match {
        state: "done".into(),
        record: Some(record),
        public_record: Some(public),
        rounds: i64::try_from(product.played.rounds).ok(),
        ending: Some(ending),
        verified: product.verified,
        finished: Some(time::now()),
        ..one
    };
    Ok((done, seats))
}

/// Delivers results until the database has taken them; after a long while it is left to the end
/// of the leases.
///
/// # Errors
/// When the database never took them.
async fn deliver(
    app: &Shared,
    done: &[(Match, Vec<Seat>)],
    failures: &[Failure],
) -> anyhow::Result<()> {
    let mut pause = Duration::from_millis(100);
    for left in (0..DELIVERIES).rev() {
        match db::in_time(PATIENCE, store_results(app, done, failures)).await {
            Ok(()) => break,
            Err(error) if left == 0 => return Err(error),
            Err(error) => tracing::warn!(error = format!("{error:#}"), "delivered once more"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(DELIVERY_PAUSE_MAX);
    }
    Ok(())
}

/// Stores results and failures in one transaction. A result that is there already stays; if it is
/// another one, somebody else is asked.
///
/// # Errors
/// When the database fails.
pub async fn store_results(
    app: &App,
    done: &[(Match, Vec<Seat>)],
    failures: &[Failure],
) -> anyhow::Result<()> {
    let mut transaction = db::begin_beside(&app.db).await?;
    let count = i64::try_from(done.len()).unwrap_or(0);
    if !queue::may_deliver(&mut transaction, &app.worker, count).await? {
        tracing::error!("this machine is in quarantine: its results are not wanted");
        return Ok(());
    }
    for (one, seats) in done {
        if matches::finish(&mut transaction, one, seats).await? {
            queue::delivered(&mut transaction, &one.id, &app.worker).await?;
        } else if checks::record(&mut transaction, &one.id).await? != one.record {
            tracing::error!(r#match = one.id, "another result was delivered before");
            checks::ask(&mut transaction, &one.id).await?;
        }
    }
    for Failure { one, why, pause } in failures {
        if queue::failed(&mut transaction, one, &app.worker, why, *pause).await? {
            tracing::warn!(r#match = one.id, why, "a match is void; played again");
        } else {
            tracing::error!(r#match = one.id, why, "a match was given up");
        }
    }
    transaction.commit().await?;
    Ok(())
}
