//! Pages that bring themselves up to date: server-sent events.
//!
//! A stream reports the progress of a season or a submission: no more than the page shows to the
//! same visitor. It does not even count withheld results, so neither an event nor its time reveals
//! anything. Streams read the database once a second, all streams of a season together, so they
//! also see the work of other processes.

use crate::app::Shared;
use crate::app::fail::Fail;
use crate::app::limits::Permit;
use crate::app::live::{STEP, season_state, submission_state_of};
use crate::app::submissions::find;
use crate::http::api::Problem;
use crate::http::request::{Context, Id, InSeason, Path};
use crate::ids::{SeasonId, SubmissionId};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// A stream ends after this long, so that no right outlives it; browsers come again by themselves.
const LONGEST: Duration = Duration::from_secs(600);
/// The name of our events.
const NAME: &str = "change";

/// The subject of a stream.
#[derive(Clone, Debug)]
enum What {
    /// A season, with what is withheld or without.
    Season(SeasonId, bool),
    /// A submission.
    Submission(SubmissionId),
}

impl What {
    async fn state(&self, app: &Shared) -> Result<String, Fail> {
        match self {
            Self::Season(id, all) => season_state(app, id, *all).await,
            Self::Submission(id) => submission_state_of(app, id).await,
        }
    }
}

/// One open stream.
struct Watch {
    app: Shared,
    what: What,
    last: String,
    until: Instant,
    stop: tokio::sync::watch::Receiver<bool>,
    _permit: Permit,
}

/// The next event; none ends the stream.
async fn next(mut watch: Watch) -> Option<(Result<Event, Infallible>, Watch)> {
    while !watch.app.stopping() && Instant::now() < watch.until {
        let state = watch.what.state(&watch.app).await.ok()?;
        if state != watch.last {
            watch.last.clone_from(&state);
            return Some((Ok(Event::default().event(NAME).data(state)), watch));
        }
        tokio::select! {
            () = tokio::time::sleep(STEP) => {}
            _ = watch.stop.changed() => {}
        }
    }
    None
}

async fn open(request: &Context, what: What) -> Result<Response, Fail> {
    let permit = request.app.live.streams.take(Some(request.address())).ok_or(Fail::TooOften)?;
    let watch = Watch {
        app: request.app.clone(),
        what,
        last: String::new(),
        until: Instant::now() + LONGEST,
        stop: request.app.stop.subscribe(),
        _permit: permit,
    };
    let stream = stream::unfold(watch, next);
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// Server-sent events, named `change`: how far the season has come, whenever that changes.
///
/// # Errors
/// When there is no such season, or too many watch already.
#[utoipa::path(get, path = "/api/seasons/{season}/events",
    params(("season" = String, Path)),
    responses((status = 200, content_type = "text/event-stream"),
              (status = 404, body = Problem)))]
pub async fn season(request: InSeason) -> Result<Response, Fail> {
    let what = What::Season(request.season.id.clone(), request.actor.organises(&request.season.id));
    open(&request, what).await
}

/// Server-sent events, named `change`: how far one's submission has come.
///
/// # Errors
/// When there is none for this visitor, or too many watch already.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions/{id}/events",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream"),
              (status = 404, body = Problem)))]
pub async fn submission(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
) -> Result<Response, Fail> {
    let found = find(&request.app, &request.actor, &request.season, &id).await?;
    open(&request, What::Submission(found.id)).await
}
