//! Pages that bring themselves up to date: server-sent events.
//!
//! A stream says how far a season, or a submission, has come: no more than the page says to the
//! same visitor. What is held back is not even counted, so that neither an event nor its moment
//! tells anything. Streams look at the database once a second, all streams of a season together,
//! so they also see what other processes do.

use crate::access::Cx;
use crate::app::Shared;
use crate::db::live as rows;
use crate::db::submissions;
use crate::fail::Fail;
use crate::{pages, security};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Streams of one process; whoever comes later sees pages that do not move.
const STREAMS_MAX: usize = 2000;
/// Those of one network: nobody takes the room of all others.
pub const OF_ONE_MAX: usize = STREAMS_MAX / 4;
/// How often a stream looks.
const STEP: Duration = Duration::from_secs(1);
/// A stream ends after this long, so that no right outlives it; browsers come again by themselves.
const LONGEST: Duration = Duration::from_secs(600);
/// The name of our events.
const NAME: &str = "change";

/// What all streams share.
pub struct Live {
    room: Arc<Semaphore>,
    open: Mutex<HashMap<IpAddr, usize>>,
    seasons: Mutex<HashMap<(String, bool), (Instant, String)>>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            room: Arc::new(Semaphore::new(STREAMS_MAX)),
            open: Mutex::default(),
            seasons: Mutex::default(),
        }
    }
}

/// The place of a stream, which is free again when this is dropped.
struct Place {
    app: Shared,
    network: IpAddr,
    _room: OwnedSemaphorePermit,
}

impl Place {
    /// A place for a visitor from here, if there is one.
    fn take(app: &Shared, address: IpAddr) -> Option<Self> {
        let network = security::network(address);
        let room = app.live.room.clone().try_acquire_owned().ok()?;
        let mut open = app.live.open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.entry(network).or_default();
        if *own >= OF_ONE_MAX {
            return None;
        }
        *own += 1;
        drop(open);
        Some(Self { app: app.clone(), network, _room: room })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.app.live.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.network) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.network);
            }
        }
    }
}

/// What a stream watches.
#[derive(Clone, Debug)]
enum What {
    /// A season, with what is held back or without.
    Season(String, bool),
    /// A submission.
    Submission(String),
}

impl What {
    async fn state(&self, app: &Shared) -> Result<String, Fail> {
        match self {
            Self::Season(id, all) => season_state(app, id, *all).await,
            Self::Submission(id) => {
                let found = submissions::by_id(&app.db, id).await?.ok_or(Fail::NotFound)?;
                submission_state(app, &found).await
            }
        }
    }
}

/// How far a season has come, as JSON: rounds that are over, and those that are being played.
///
/// # Errors
/// When the database fails.
pub async fn season_state(app: &Shared, season: &str, all: bool) -> Result<String, Fail> {
    let key = (season.to_string(), all);
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

/// How far a submission has come, as JSON: its state, and matches of its qualification.
///
/// # Errors
/// When the database fails.
pub async fn submission_state(
    app: &Shared,
    submission: &submissions::Submission,
) -> Result<String, Fail> {
    let played = rows::qualification_over(&app.db, &submission.id).await?;
    Ok(json!({"state": submission.state, "matches_over": played}).to_string())
}

/// One open stream.
struct Watch {
    app: Shared,
    what: What,
    last: String,
    until: Instant,
    stop: tokio::sync::watch::Receiver<bool>,
    _place: Place,
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

async fn open(cx: &Cx, what: What) -> Result<Response, Fail> {
    let place = Place::take(&cx.app, cx.visitor.address).ok_or(Fail::TooOften)?;
    let watch = Watch {
        app: cx.app.clone(),
        what,
        last: String::new(),
        until: Instant::now() + LONGEST,
        stop: cx.app.stop.subscribe(),
        _place: place,
    };
    let stream = stream::unfold(watch, next);
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// Tells how the season of the address goes on.
///
/// # Errors
/// When there is no such season, or too many watch already.
pub async fn season(cx: Cx) -> Result<Response, Fail> {
    let what = What::Season(cx.season()?.id.clone(), cx.visitor.organises());
    open(&cx, what).await
}

/// Tells how the submission of the address goes on.
///
/// # Errors
/// When there is none for this visitor, or too many watch already.
pub async fn submission(cx: Cx) -> Result<Response, Fail> {
    let found = pages::submissions::find(&cx).await?;
    open(&cx, What::Submission(found.id)).await
}
