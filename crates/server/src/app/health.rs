//! The state of the judge: its database, its workers, its queue.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::db::health::{self, Running, Void};
use crate::db::matches;
use crate::db::queue::{self, Worker};
use crate::db::seasons::Season;
use crate::states::{MatchState, SubmissionState, WorkerState};
use crate::time;

/// Asks the database for a sign of life.
///
/// # Errors
/// When it gives none.
pub async fn alive(app: &Shared) -> Result<(), Fail> {
    matches::counts(&app.db).await.map(drop).map_err(|_| Fail::Ours)
}

/// How the machinery stands.
pub struct Machinery {
    /// Workers that play, are in quarantine, or ended within a day.
    pub workers: Vec<Worker>,
    /// Whether somebody has a compiler.
    pub has_compiler: bool,
    /// Matches that ended within the last hour.
    pub last_hour: i64,
    /// Since when the submission waits that waits longest for the compiler.
    pub waiting_since: Option<i64>,
    /// Matches of each season by state: title, state, how many.
    pub matches: Vec<(String, String, MatchState, i64)>,
    /// Submissions by state.
    pub submissions: Vec<(SubmissionState, i64)>,
    /// Matches that are being played.
    pub running: Vec<Running>,
    /// Matches that were given up, newest first.
    pub given_up: Vec<Void>,
}

/// How workers and queue stand.
///
/// # Errors
/// When the actor does not organise.
pub async fn machinery(app: &Shared, actor: &Actor, season: &Season) -> Result<Machinery, Fail> {
    actor.must_organise(&season.id)?;
    let (db, now) = (&app.db, time::now());
    let mut workers = queue::workers(db).await?;
    // Those that have ended are of interest for a day.
    workers.retain(|w| w.state != WorkerState::Gone || now - w.seen < time::DAY);
    let seen = |slug: &str| actor.organises_at(slug);
    let mut matches = health::matches(db).await?;
    matches.retain(|(slug, ..)| seen(slug));
    let mut running = health::running(db).await?;
    running.retain(|one| seen(&one.slug));
    let mut given_up = health::given_up(db).await?;
    given_up.retain(|one| seen(&one.slug));
    Ok(Machinery {
        workers,
        has_compiler: app.has_compiler(),
        last_hour: health::ended_since(db, now - time::HOUR).await?,
        waiting_since: health::waiting_since(db).await?,
        matches,
        submissions: health::submissions(db).await?,
        running,
        given_up,
    })
}
