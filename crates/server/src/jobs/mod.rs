//! What the server does by itself: compile, play, check, close rounds, plan new ones.
//!
//! There is no separate queue: the row of a submission or a match says what is still to be done
//! with it, and its result is written in the transaction that ends the work. A process may
//! therefore die at any moment: what it had begun is begun again and gives the same. Processes on
//! any number of machines share the work by the leases of [`crate::db::queue`].

pub mod build;
pub mod code;
pub mod play;
pub mod replay;
pub mod rounds;
pub mod similarity;
pub mod tournaments;

use crate::app::Shared;
use crate::app::leases::Lease;
use crate::db::queue::{self, DIRECTOR, DIRECTOR_LEASE};
use crate::db::{self, Kind, checks, matches, seasons, submissions};
use crate::ids::SeasonId;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::task::JoinHandle;

/// How long a worker without work waits before it looks again by itself: at first, and at most.
const NAPS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];
/// How long a worker waits after a failure, at most.
const TROUBLE_MAX: Duration = Duration::from_secs(8);
/// How often a process says that it is alive.
const BEAT: Duration = Duration::from_secs(5);
/// How long saying so may take before it is tried anew.
const BEAT_TIMEOUT: Duration = Duration::from_secs(10);
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

/// Starts the workers of this process.
///
/// # Errors
/// When the database fails, or this machine is in quarantine.
pub async fn start(app: &Shared) -> anyhow::Result<Vec<JoinHandle<()>>> {
    // Nobody else works on a file: what is marked as taken was taken by one that is gone.
    if Kind::of(&app.db) == Kind::Sqlite {
        take_over(app).await?;
    }
    if app.config.workers == 0 {
        return Ok(Vec::new());
    }
    let name = &app.worker.name;
    anyhow::ensure!(
        queue::register(&mut *app.db.acquire().await?, &app.worker).await?,
        "the machine `{name}` had wrong results and is in quarantine; after its repair: palestra \
         admin trust {name}"
    );
    for season in seasons::pinned_otherwise(&app.db, &app.worker.pin).await? {
        tracing::warn!(
            season,
            ours = app.worker.pin,
            "this season is pinned to other versions, so this worker does not play it; to change \
             its versions: palestra admin pin"
        );
    }
    let worker = |_| tokio::spawn(work(app.clone()));
    let mut all: Vec<_> = (0..app.config.workers).map(worker).collect();
    all.push(tokio::spawn(live(app.clone())));
    Ok(all)
}

/// Gives back what any process had taken; only for one that is alone.
///
/// # Errors
/// When the database fails.
pub async fn take_over(app: &Shared) -> anyhow::Result<()> {
    let mut connection = app.db.acquire().await?;
    submissions::release(&mut connection).await?;
    matches::release(&mut connection).await?;
    checks::release(&mut connection).await?;
    Ok(())
}

/// Says again and again that this process is alive, and looks after those that are not.
async fn live(app: Shared) {
    let mut stop = app.stop.subscribe();
    while !app.stopping() {
        match tokio::time::timeout(BEAT_TIMEOUT, beat(&app)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(error = format!("{error:#}"), "no sign of life given"),
            Err(_) => tracing::warn!("no sign of life given: the database does not answer"),
        }
        tokio::select! {
            () = tokio::time::sleep(BEAT) => {}
            _ = stop.changed() => {}
        }
    }
}

async fn beat(app: &Shared) -> anyhow::Result<()> {
    let mut connection = app.db.acquire().await?;
    let left = app.left.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for id in &left {
        queue::put_back(&mut connection, id, &app.worker.id).await?;
    }
    app.left.lock().unwrap_or_else(PoisonError::into_inner).retain(|id| !left.contains(id));
    queue::beat(&mut connection, &app.worker.id, &app.leases.all()).await?;
    if queue::reap(&mut connection).await? + checks::skip_lonely(&mut connection).await? > 0 {
        app.wake.notify_waiters();
    }
    Ok(())
}

/// Waits until the workers have ended what they were doing. Those that need too long are left
/// behind, and what they had taken is there for the next server to take.
///
/// # Errors
/// When the database fails.
pub async fn end(app: &Shared, workers: Vec<JoinHandle<()>>) -> anyhow::Result<()> {
    let in_time = Duration::from_secs(app.config.stop_seconds);
    let all = async {
        for worker in workers {
            // A worker that panicked has told so; its match is put back by the next server.
            let _ = worker.await;
        }
    };
    if tokio::time::timeout(in_time, all).await.is_err() {
        tracing::warn!("matches in progress take too long: they are put back");
    }
    let mut connection = app.db.acquire().await?;
    queue::leave(&mut connection, &app.worker.id).await?;
    Ok(())
}

async fn work(app: Shared) {
    let mut stop = app.stop.subscribe();
    let (mut nap, mut trouble) = (NAPS[0], NAPS[0]);
    while !app.stopping() {
        match step(&app).await {
            Ok(true) => (nap, trouble) = (NAPS[0], NAPS[0]),
            Ok(false) => {
                tokio::select! {
                    () = app.wake.notified() => {}
                    () = tokio::time::sleep(nap) => app.limits.tidy(),
                    _ = stop.changed() => {}
                }
                nap = (nap * 2).min(NAPS[1]);
            }
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "a job failed");
                app.metrics.job_failed();
                tokio::select! {
                    () = tokio::time::sleep(trouble) => {}
                    _ = stop.changed() => {}
                }
                trouble = (trouble * 2).min(TROUBLE_MAX);
            }
        }
    }
}

/// Does the most urgent thing there is; `false` when there is nothing to do. What fails does not
/// keep the other things from being done.
///
/// # Errors
/// When something failed and there was nothing else to do.
pub async fn step(app: &Shared) -> anyhow::Result<bool> {
    let turn = app.turn.fetch_add(1, Ordering::Relaxed);
    let asked = async { Ok((matches::due(&app.db).await?, queue::qualifications(&app.db).await?)) };
    let (due, waiting) = db::in_time(PATIENCE, asked).await?;
    let mut look = Look { app, trouble: None };
    // Nobody shall wait for a verdict or for the next round until there is nothing else to do.
    for season in &due {
        if look.at(direct(app, season)).await {
            return Ok(true);
        }
    }
    // Verdicts come sooner when one submission ends before the next is begun.
    let verdicts = waiting && !turn.is_multiple_of(BUILD_TURNS);
    let done = verdicts && look.at(play::next(app)).await
        || turn.is_multiple_of(PLAN_TURNS) && look.at(look_after_all(app)).await
        || look.at(build::next(app)).await
        || turn.is_multiple_of(CHECK_TURNS) && look.at(replay::next(app)).await
        || look.at(play::next(app)).await
        || look.at(replay::next(app)).await
        || look.at(look_after_all(app)).await;
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

/// Looks for seasons whose rounds are to be planned or counted again: one process at a time.
async fn look_after_all(app: &Shared) -> anyhow::Result<bool> {
    if !hold(app, "director").await? {
        return Ok(false);
    }
    let look = async {
        let mut found = checks::seasons_to_recount(&app.db).await?;
        for season in seasons::all(&app.db).await? {
            if !found.contains(&season.id) && rounds::wanted(app, &season).await? {
                found.push(season.id);
            }
        }
        Ok(found)
    };
    let mut done = false;
    for season in &db::in_time(PATIENCE, look).await? {
        done |= direct(app, season).await?;
    }
    Ok(done)
}

/// Closes and plans the rounds of a season: one process at a time, others look after other
/// seasons meanwhile. Were it two for a moment, the second would find everything done.
async fn direct(app: &Shared, season: &SeasonId) -> anyhow::Result<bool> {
    let name = format!("{DIRECTOR}{season}");
    let Some(_alone) = Lease::take_alone(app, &name) else { return Ok(false) };
    if !hold(app, &name).await? {
        return Ok(false);
    }
    let all = async {
        let Some(season) = seasons::by_id(&app.db, season).await? else { return Ok(false) };
        // What each of them has ended stays ended.
        Ok(rounds::recount(app, &season).await?
            | db::in_time(DIRECTOR_PATIENCE, rounds::close(app, &season)).await?
            | db::in_time(DIRECTOR_PATIENCE, rounds::plan(app, &season)).await?)
    };
    let done = all.await;
    let release = async {
        let mut connection = app.db.acquire().await?;
        Ok(queue::release(&mut connection, &name, &app.worker.id).await?)
    };
    // Where this fails, the lease ends.
    let released = db::in_time(PATIENCE, release).await;
    done.and_then(|done| released.map(|()| done))
}

async fn hold(app: &Shared, name: &str) -> anyhow::Result<bool> {
    let mine = async {
        let mut connection = app.db.acquire().await?;
        Ok(queue::hold(&mut connection, name, &app.worker.id, DIRECTOR_LEASE).await?)
    };
    db::in_time(PATIENCE, mine).await
}
