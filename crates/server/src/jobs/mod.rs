//! The work that the judge does without a request: compile, play, check, close rounds, plan new
//! rounds.
//!
//! The row of a submission or a match has the state of its work, and the transaction that ends the
//! work writes the result. One process hands out work (see [`crate::db::director`]); the bus
//! carries it to worker processes on this machine or others. A process may die at any moment: then
//! the judge hands out its work again and gets the same result.

pub mod build;
pub mod deliver;
pub mod lineup;
pub mod play;
pub mod replay;
pub mod rounds;
pub mod similarity;
mod size;
pub mod tournaments;

use crate::app::Shared;
use crate::app::in_hand::Held;
use crate::db::director::{self, Directing};
use crate::db::seasons::{self, Season};
use crate::db::{self, checks, matches, queue};
use crate::ids::SeasonId;
use bus::Bus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::task::{JoinHandle, JoinSet};

/// How long it takes until somebody without work looks again by itself, in milliseconds: after
/// work was found, and at most.
const NAPS: [u64; 2] = [400, 2000];
/// How long a pause is after a failure, at first and at most.
const TROUBLE: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(8)];
/// How often a process that does not direct looks whether it can.
const SUCCESSION: Duration = Duration::from_secs(1);
/// How often the directing process looks after what it handed out, and for rounds to plan that
/// nobody asked for.
const ROUTINE: Duration = Duration::from_secs(5);
/// The age of work, in milliseconds, after which the judge hands it out again if it is unknown
/// here.
const UNKNOWN: i64 = 60_000;
/// How long the database may take to hand out work or to store results.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// How long counting and planning rounds may take.
const DIRECTOR_PATIENCE: Duration = Duration::from_secs(600);
/// One turn in so many looks for matches to check first, so that they are not always last.
const CHECK_TURNS: u64 = 4;
/// One turn in so many looks for sources to build before it plays qualifications: whoever has many
/// matches to play does not keep others from a verdict.
const BUILD_TURNS: u64 = 3;
/// One turn in so many looks first for rounds to plan: a ladder may give work without an end.
const PLAN_TURNS: u64 = 8;

/// Hands out work whenever no other process does it, until the server ends.
///
/// # Errors
/// When the database fails.
pub async fn start(app: &Shared) -> anyhow::Result<JoinHandle<()>> {
    if app.config.workers == 0 && matches!(app.bus, Bus::Local(_)) {
        return Ok(tokio::spawn(async {}));
    }
    for season in seasons::pinned_otherwise(&app.db, &app.pin).await? {
        tracing::warn!(
            season,
            ours = app.pin,
            "this season is pinned to other versions, so nobody plays it here; to change its \
             versions: palestra admin pin"
        );
    }
    Ok(tokio::spawn(succeed(app.clone())))
}

/// Directs when nobody else does.
async fn succeed(app: Shared) {
    let mut stop = app.stop.subscribe();
    while !app.stopping() {
        match db::in_time(PATIENCE, async { Ok(Directing::begin(&app.db).await?) }).await {
            Ok(Some(directing)) => direct_all(&app, directing).await,
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the database does not answer");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(SUCCESSION) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Hands out work while this process directs: as much at once as the bus has room for.
async fn direct_all(app: &Shared, mut directing: Directing) {
    let reign = Arc::new(Reign::new());
    // One task more plays all matches of a cluster.
    let player = usize::from(app.bus.shares_jobs());
    let (mut stop, mut capacity) = (app.stop.subscribe(), app.bus.capacity());
    let mut all = JoinSet::new();
    app.ladders.forget().await;
    // Nobody else has handed out anything that this process could know of.
    let mut unknown = 0;
    while !app.stopping() && directing.goes_on().await {
        let routine = tokio::time::timeout(PATIENCE, routine(app, unknown)).await;
        match routine.map_err(anyhow::Error::from).flatten() {
            Ok(()) => unknown = UNKNOWN,
            Err(error) => tracing::warn!(error = format!("{error:#}"), "the database fails"),
        }
        reign.changed.store(true, Ordering::Relaxed);
        let next = tokio::time::Instant::now() + ROUTINE;
        loop {
            // Somebody plans rounds where nobody plays.
            let wanted = (*capacity.borrow_and_update()).max(1) + player;
            reign.wanted.store(wanted, Ordering::Relaxed);
            while all.try_join_next().is_some() {}
            for k in all.len()..wanted {
                all.spawn(work(app.clone(), Arc::clone(&reign), k));
            }
            tokio::select! {
                () = tokio::time::sleep_until(next) => break,
                _ = capacity.changed() => {}
                _ = stop.changed() => break,
            }
        }
    }
    reign.goes_on.store(false, Ordering::Relaxed);
    app.wake.notify_waiters();
    // What takes too long is handed out again by the next one.
    let in_time = Duration::from_secs(app.config.stop_seconds);
    let end = async { while all.join_next().await.is_some() {} };
    if tokio::time::timeout(in_time, end).await.is_err() {
        tracing::warn!("running matches take too long and go back to the queue");
    }
    all.shutdown().await;
    if !directing.goes_on().await {
        return;
    }
    if let Err(error) = take_over(app, 0).await {
        tracing::warn!(error = format!("{error:#}"), "the handed-out work could not be put back");
    }
}

/// While a process directs.
struct Reign {
    goes_on: AtomicBool,
    /// How many hand out work.
    wanted: AtomicUsize,
    /// Whether nobody has looked for rounds to plan since somebody asked for it.
    changed: AtomicBool,
    /// One of the tasks that have nothing to do looks for work by itself.
    looking: Mutex<()>,
    /// How long it waits before it looks, in milliseconds.
    nap: AtomicU64,
}

impl Reign {
    fn new() -> Self {
        let (goes_on, changed) = (AtomicBool::new(true), AtomicBool::new(true));
        let (wanted, nap) = (AtomicUsize::new(0), AtomicU64::new(NAPS[0]));
        Self { goes_on, wanted, changed, looking: Mutex::new(()), nap }
    }

    /// Waits for the turn to look for work without being told of some, and then for a while.
    async fn turn_to_look(&self) {
        let _looking = self.looking.lock().await;
        let nap = self.nap.load(Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(nap)).await;
        self.nap.store((nap * 2).min(NAPS[1]), Ordering::Relaxed);
    }
}

/// Takes back what was handed out at least so many milliseconds ago, and that this process does
/// not know of.
///
/// # Errors
/// When the database fails.
pub async fn take_over(app: &Shared, millis: i64) -> anyhow::Result<bool> {
    let mut found = false;
    let mut connection = app.db.acquire().await?;
    for id in queue::handed_out(&mut connection, millis).await? {
        if !app.in_hand.has(&id) {
            queue::take_back(&mut connection, &id).await?;
            found = true;
        }
    }
    Ok(found)
}

/// Looks after what was handed out, and after the machines.
async fn routine(app: &Shared, unknown: i64) -> anyhow::Result<()> {
    let found = take_over(app, unknown).await?;
    let mut connection = app.db.acquire().await?;
    queue::note_workers(&mut connection, &app.bus.crew()).await?;
    let quarantined = queue::quarantined(&mut connection).await?;
    let lonely = checks::skip_lonely(&mut connection).await?;
    drop(connection);
    app.bus.quarantine(quarantined);
    if found || lonely > 0 {
        app.wake.notify_one();
    }
    Ok(())
}

/// Does one thing after the other. One of the tasks that have nothing to do looks for work by
/// itself; whatever finds work wakes the next task, so that one wake does not send all tasks to
/// the database.
async fn work(app: Shared, reign: Arc<Reign>, k: usize) {
    let mut stop = app.stop.subscribe();
    let mut trouble = TROUBLE[0];
    let wanted = |reign: &Reign| k < reign.wanted.load(Ordering::Relaxed);
    while !app.stopping() && reign.goes_on.load(Ordering::Relaxed) && wanted(&reign) {
        let (woken, more) = (app.wake.notified(), app.more.notified());
        match next(&app, &reign).await {
            Ok(true) => {
                trouble = TROUBLE[0];
                reign.nap.store(NAPS[0], Ordering::Relaxed);
            }
            Ok(false) => tokio::select! {
                () = woken => reign.changed.store(true, Ordering::Relaxed),
                () = more => {}
                () = reign.turn_to_look() => app.limits.tidy(),
                _ = stop.changed() => {}
            },
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "a job failed");
                app.metrics.job_failed();
                reign.changed.store(true, Ordering::Relaxed);
                tokio::select! {
                    () = tokio::time::sleep(trouble) => {}
                    _ = stop.changed() => {}
                }
                trouble = (trouble * 2).min(TROUBLE[1]);
            }
        }
    }
}

/// Waits until nothing is handed out any more.
pub async fn end(directing: JoinHandle<()>) {
    // One that panicked has told so; the next process takes over what it had.
    let _ = directing.await;
}

/// Does the most urgent thing there is; `false` when there is nothing to do. What fails does not
/// keep the other things from being done.
///
/// # Errors
/// When something failed and there was nothing else to do.
pub async fn step(app: &Shared) -> anyhow::Result<bool> {
    next(app, &Reign::new()).await
}

/// Does the most urgent thing; looks for rounds to plan only if something may have `changed` since
/// somebody did.
async fn next(app: &Shared, reign: &Reign) -> anyhow::Result<bool> {
    let turn = app.turn.fetch_add(1, Ordering::Relaxed);
    let asked = async {
        let waiting = queue::waiting(&app.db).await?;
        let due = if waiting.rounds { matches::due(&app.db).await? } else { Vec::new() };
        Ok((due, waiting))
    };
    let (due, waiting) = db::in_time(PATIENCE, asked).await?;
    let mut look = Look { app, trouble: None };
    // Nobody shall wait for a verdict or for the next round until there is nothing else to do.
    for season in &due {
        if look.at(direct(app, season)).await {
            return Ok(true);
        }
    }
    // Verdicts come sooner when one submission ends before the next is begun.
    let verdicts = waiting.qualifications && !turn.is_multiple_of(BUILD_TURNS);
    let checks = waiting.checks;
    let done = verdicts && look.at(play::next(app, &reign.goes_on)).await
        || turn.is_multiple_of(PLAN_TURNS) && look.at(look_after_all(app)).await
        || waiting.sources && look.at(build::next(app)).await
        || checks && turn.is_multiple_of(CHECK_TURNS) && look.at(replay::next(app)).await
        || waiting.matches && look.at(play::next(app, &reign.goes_on)).await
        || checks && look.at(replay::next(app)).await
        || reign.changed.swap(false, Ordering::Relaxed) && look.at(look_after_all(app)).await;
    match look.trouble {
        Some(trouble) if !done => Err(trouble),
        _ => Ok(done),
    }
}

/// Looks at one thing after the other, and goes on where one of them fails.
struct Look<'a> {
    app: &'a Shared,
    trouble: Option<anyhow::Error>,
}

impl Look<'_> {
    /// Whether it was done.
    async fn at(&mut self, job: impl Future<Output = anyhow::Result<bool>>) -> bool {
        match job.await {
            Ok(done) => done,
            Err(error) => {
                if let Some(earlier) = self.trouble.replace(error) {
                    tracing::error!(error = format!("{earlier:#}"), "a job failed");
                    self.app.metrics.job_failed();
                }
                false
            }
        }
    }
}

/// Looks for seasons whose rounds are to be planned or counted again.
async fn look_after_all(app: &Shared) -> anyhow::Result<bool> {
    let look = async {
        let mut all = seasons::all(&app.db).await?;
        let agendas = director::agendas(&app.db).await?;
        let agenda = |season: &Season| agendas.iter().find(|one| one.season_id == season.id);
        all.retain(|season| {
            agenda(season).is_some_and(|one| one.recount || rounds::wanted(season, one))
        });
        Ok(all)
    };
    let mut done = false;
    for season in &db::in_time(PATIENCE, look).await? {
        done |= direct(app, &season.id).await?;
    }
    Ok(done)
}

/// Closes and plans the rounds of a season. Other work looks after other seasons meanwhile.
async fn direct(app: &Shared, season: &SeasonId) -> anyhow::Result<bool> {
    let Some(_alone) = Held::take_alone(app, season) else { return Ok(false) };
    let Some(season) = seasons::by_id(&app.db, season).await? else { return Ok(false) };
    // What each of them has ended stays ended.
    Ok(rounds::recount(app, &season).await?
        | db::in_time(DIRECTOR_PATIENCE, rounds::close(app, &season)).await?
        | db::in_time(DIRECTOR_PATIENCE, rounds::plan(app, &season)).await?)
}
