//! The progress of seasons and submissions, for pages that update themselves, and the number of
//! visitors that may watch.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::limits::Capacity;
use crate::app::submissions::waits_until;
use crate::db::live as rows;
use crate::db::seasons::Season;
use crate::db::submissions::{self, Submission};
use crate::ids::{SeasonId, SubmissionId};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Streams of one process; whoever comes later sees pages that do not move.
const STREAMS_MAX: usize = 2000;
/// Those of one network: nobody takes the room of all others.
pub const OF_ONE_MAX: usize = STREAMS_MAX / 4;
/// How often a stream looks.
pub const STEP: Duration = Duration::from_secs(1);

/// The data that all streams share.
pub struct Live {
    /// Room for streams.
    pub streams: Arc<Capacity>,
    seasons: Mutex<HashMap<(SeasonId, bool), (Instant, String)>>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            streams: Arc::new(Capacity::new(STREAMS_MAX, OF_ONE_MAX)),
            seasons: Mutex::default(),
        }
    }
}

/// How far a season has come, as JSON: rounds that are over, and those that are being played.
///
/// # Errors
/// When the database fails.
pub async fn season_state(app: &Shared, season: &SeasonId, all: bool) -> Result<String, Fail> {
    let key = (season.clone(), all);
    let kept = |live: &Live| {
        let seasons = live.seasons.lock().unwrap_or_else(PoisonError::into_inner);
        let (when, state) = seasons.get(&key)?;
        (when.elapsed() < STEP).then(|| state.clone())
    };
    if let Some(state) = kept(&app.live) {
        return Ok(state);
    }
    let playing = rows::playing(&app.db, season, all).await?;
    let playing: Vec<_> = playing
        .into_iter()
        .map(|r| json!({"kind": r.kind, "round": r.number, "matches": r.matches, "done": r.done}))
        .collect();
    let over = rows::rounds_over(&app.db, season, all).await?;
    let state = json!({"rounds_over": over, "playing": playing}).to_string();
    let mut seasons = app.live.seasons.lock().unwrap_or_else(PoisonError::into_inner);
    seasons.insert(key, (Instant::now(), state.clone()));
    Ok(state)
}

/// The rounds of a season that are being played, oldest first, as far as the actor may know.
///
/// # Errors
/// When the database fails.
pub async fn playing(
    app: &Shared,
    actor: &Actor,
    season: &Season,
) -> Result<Vec<rows::Playing>, Fail> {
    Ok(rows::playing(&app.db, &season.id, actor.organises(&season.id)).await?)
}

/// How far a submission has come, as JSON: its state, matches of its qualification, and until when
/// its author waits.
///
/// # Errors
/// When the database fails.
pub async fn submission_state(app: &Shared, submission: &Submission) -> Result<String, Fail> {
    let played = rows::qualification_over(&app.db, &submission.id).await?;
    let until = waits_until(app, submission).await?;
    let state = json!({"state": submission.state, "matches_over": played, "waits_until": until});
    Ok(state.to_string())
}

/// The same for the submission with this id, as whoever was let in before sees it.
///
/// # Errors
/// [`Fail::NotFound`] when it is gone.
pub async fn submission_state_of(app: &Shared, id: &SubmissionId) -> Result<String, Fail> {
    let found = submissions::by_id(&app.db, id).await?.ok_or(Fail::NotFound)?;
    submission_state(app, &found).await
}
