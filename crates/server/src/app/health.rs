//! Whether the judge is well: its database, its workers, its queue.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::db::health::{self, Running, Void};
use crate::db::matches;
use crate::db::queue::{self, LEASE, Worker};
use crate::states::WorkerState;
use crate::time;

/// Asks the database for a sign of life.
///
/// # Errors
/// When it gives none.
pub async fn alive(app: &Shared) -> Result<(), Fail> {
    matches::counts(&app.db).await.map(drop).map_err(|_| Fail::Ours)
}

/// A worker and what it does.
pub struct AtWork {
    /// The worker.
    pub worker: Worker,
    /// Whether it is this process.
    pub own: bool,
    /// Matches that it plays now.
    pub busy: i64,
}

/// How the machinery stands.
pub struct Machinery {
    /// Workers that play, are in quarantine, or ended within a day.
    pub workers: Vec<AtWork>,
    /// Whether this machine has a compiler.
    pub has_compiler: bool,
    /// Matches that ended within the last hour.
    pub last_hour: i64,
    /// Since when the submission waits that waits longest for the compiler.
    pub waiting_since: Option<i64>,
    /// Matches of each season by state: title, state, how many.
    pub matches: Vec<(String, String, i64)>,
    /// Submissions by state.
    pub submissions: Vec<(String, i64)>,
    /// Matches that are being played, and when each showed its last sign of life.
    pub running: Vec<(i64, Running)>,
    /// Matches that were given up, newest first.
    pub given_up: Vec<Void>,
}

/// How workers and queue stand.
///
/// # Errors
/// When the actor does not organise.
pub async fn machinery(app: &Shared, actor: &Actor) -> Result<Machinery, Fail> {
    actor.must_organise()?;
    let (db, now) = (&app.db, time::now());
    let mut workers = queue::workers(db).await?;
    // Those that have ended are of interest for a day.
    workers.retain(|w| w.state != WorkerState::Gone || now - w.seen < time::DAY);
    let playing = health::playing(db).await?;
    let at_work = |worker: Worker| AtWork {
        own: worker.id == app.worker.id,
        busy: playing.iter().find(|(id, _)| *id == worker.id).map_or(0, |(_, n)| *n),
        worker,
    };
    let running = health::running(db).await?.into_iter().map(|r| (r.lease - LEASE, r));
    Ok(Machinery {
        workers: workers.into_iter().map(at_work).collect(),
        has_compiler: app.build_service.has_compiler(),
        last_hour: health::ended_since(db, now - time::HOUR).await?,
        waiting_since: health::waiting_since(db).await?,
        matches: health::matches(db).await?,
        submissions: health::submissions(db).await?,
        running: running.collect(),
        given_up: health::given_up(db).await?,
    })
}
