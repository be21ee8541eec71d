//! Tournaments and friendly matches as JSON.

use super::{Answer, MatchInfo, Problem, info};
use crate::access::Cx;
use crate::db::tournaments as rows;
use crate::fail::Fail;
use crate::friendly;
use crate::i18n::Lang;
use crate::pages::{friendly as friendly_pages, tournaments as pages};
use crate::refusal::Refusal;
use crate::tournament;
use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};

/// These routes, as a part of the description.
#[derive(OpenApi)]
#[openapi(paths(tournaments, begin, tournament, release, stop, friendlies, ask))]
pub struct Part;

/// A tournament.
#[derive(Serialize, ToSchema)]
pub struct TournamentInfo {
    id: String,
    /// `round-robin` or `elimination`.
    kind: String,
    number: i64,
    title: String,
    matches_each: i64,
    matches_most: i64,
    /// Whether there are results that the visitor does not see yet.
    held: bool,
    /// Whether it is over, as far as the visitor may know.
    over: bool,
    /// Who takes part: who is still in first, then by place.
    entries: Vec<EntryInfo>,
    /// The rounds that the visitor may see, newest first.
    rounds: Vec<RoundInfo>,
}

/// Somebody who takes part in a tournament.
#[derive(Serialize, ToSchema)]
pub struct EntryInfo {
    player: String,
    author: Option<String>,
    /// The round that gave it its place; none while it is still in.
    round: Option<i64>,
    place: Option<i64>,
    /// What decided: `clear`, `strength`, `points`, `before`, `later`, `order`, `disqualified`.
    reason: String,
}

/// A round of a tournament.
#[derive(Serialize, ToSchema)]
pub struct RoundInfo {
    number: i64,
    held: bool,
    matches: i64,
    /// Matches that are still to be played.
    open: i64,
    /// Empty while it is being played.
    order: Vec<PlaceInfo>,
}

/// A row of a round's order.
#[derive(Serialize, ToSchema)]
pub struct PlaceInfo {
    place: i64,
    player: String,
    strength: f64,
    half_width: Option<f64>,
    /// Mean place points.
    points: Option<f64>,
    /// Of staying in; in the final of winning; in a round robin of the best four places.
    chance: Option<f64>,
    matches: i64,
}

fn described(view: pages::View) -> TournamentInfo {
    let title = view.title(Lang::En);
    let entry = |e: rows::Entry| EntryInfo {
        player: e.name,
        author: e.author,
        round: e.round,
        place: e.place,
        reason: e.reason,
    };
    let place = |s: crate::db::standings::Standing| PlaceInfo {
        place: s.place,
        player: s.name,
        strength: s.strength,
        half_width: (s.half >= 0.0).then_some(s.half),
        points: s.points,
        chance: s.chance,
        matches: s.matches,
    };
    let round = |r: pages::ShownRound| RoundInfo {
        number: r.round.number,
        held: r.round.held,
        matches: r.progress.0,
        open: r.progress.1,
        order: r.order.into_iter().map(place).collect(),
    };
    TournamentInfo {
        id: view.t.id,
        kind: view.t.kind,
        number: view.t.number,
        title,
        matches_each: view.t.matches_each,
        matches_most: view.t.matches_most,
        held: view.held,
        over: view.over,
        entries: view.entries.into_iter().map(entry).collect(),
        rounds: view.rounds.into_iter().map(round).collect(),
    }
}

/// The tournaments of a season, newest first.
///
/// # Errors
/// When there is no such season.
#[utoipa::path(get, path = "/api/seasons/{season}/tournaments",
    params(("season" = String, Path)),
    responses((status = 200, body = [TournamentInfo]), (status = 404, body = Problem)))]
pub async fn tournaments(cx: Cx) -> Answer<Vec<TournamentInfo>> {
    let season = cx.season()?;
    let list = rows::of_season(&mut *cx.app.db.acquire().await?, &season.id).await?;
    let mut all = Vec::with_capacity(list.len());
    for one in list {
        all.push(described(pages::view(&cx, one).await?));
    }
    Ok(Json(all))
}

/// One tournament.
///
/// # Errors
/// When there is none.
#[utoipa::path(get, path = "/api/seasons/{season}/tournaments/{id}",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = TournamentInfo), (status = 404, body = Problem)))]
pub async fn tournament(cx: Cx) -> Answer<TournamentInfo> {
    let found = pages::find(&cx).await?;
    Ok(Json(described(pages::view(&cx, found).await?)))
}

pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fail> {
    serde_json::from_slice(body).map_err(|e| Fail::bad(Refusal::Body { why: e.to_string() }))
}

/// Begins a tournament of all who compete now.
///
/// # Errors
/// Why it cannot be.
#[utoipa::path(post, path = "/api/seasons/{season}/tournaments",
    params(("season" = String, Path)), request_body = tournament::Wanted,
    responses((status = 201, body = TournamentInfo), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 422, body = Problem)))]
pub async fn begin(cx: Cx, body: Bytes) -> Result<(StatusCode, Json<TournamentInfo>), Fail> {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let new = tournament::begin(&cx.app, season, user, &read(&body)?).await?;
    Ok((StatusCode::CREATED, Json(described(pages::view(&cx, new).await?))))
}

/// What of a tournament shall be released.
#[derive(Default, Deserialize, ToSchema)]
pub struct Release {
    /// All rounds that are over, instead of the next one.
    #[serde(default)]
    all: bool,
}

/// Shows everybody the next round that was held back, or all that are over.
///
/// # Errors
/// When there is no such tournament.
#[utoipa::path(post, path = "/api/seasons/{season}/tournaments/{id}/release",
    params(("season" = String, Path), ("id" = String, Path)), request_body = Release,
    responses((status = 200, body = TournamentInfo), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 422, body = Problem)))]
pub async fn release(cx: Cx, body: Bytes) -> Answer<TournamentInfo> {
    let found = pages::find(&cx).await?;
    let what: Release = if body.is_empty() { Release::default() } else { read(&body)? };
    tournament::release(&cx.app, &found, cx.visitor.user()?, what.all).await?;
    Ok(Json(described(pages::view(&cx, pages::find(&cx).await?).await?)))
}

/// Stops a tournament.
///
/// # Errors
/// When it is over.
#[utoipa::path(post, path = "/api/seasons/{season}/tournaments/{id}/stop",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = TournamentInfo), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 422, body = Problem)))]
pub async fn stop(cx: Cx) -> Answer<TournamentInfo> {
    let found = pages::find(&cx).await?;
    tournament::stop(&cx.app, &found, cx.visitor.user()?).await?;
    Ok(Json(described(pages::view(&cx, pages::find(&cx).await?).await?)))
}

/// A friendly match.
#[derive(Serialize, ToSchema)]
pub struct FriendlyInfo {
    /// `planned`, `running`, `done` or `void`.
    state: String,
    /// Whether its result is held back.
    held: bool,
    #[serde(flatten)]
    one: MatchInfo,
}

/// The friendly matches of the token's owner, newest first: `?from=0&count=50`.
///
/// # Errors
/// Without a token.
#[utoipa::path(get, path = "/api/seasons/{season}/friendlies",
    params(("season" = String, Path), ("from" = Option<i64>, Query),
           ("count" = Option<i64>, Query)),
    responses((status = 200, body = [FriendlyInfo]), (status = 401, body = Problem),
              (status = 404, body = Problem)))]
pub async fn friendlies(cx: Cx) -> Answer<Vec<FriendlyInfo>> {
    let range = (cx.number("from", 0, 10_000_000), cx.number("count", 50, 200));
    let list = friendly_pages::own(&cx, range).await?;
    let one = |b: friendly_pages::Bout| FriendlyInfo {
        state: b.m.state.clone(),
        held: b.m.held,
        one: info(&b.m, None, &b.seats),
    };
    Ok(Json(list.into_iter().map(one).collect()))
}

/// A match that was asked for.
#[derive(Serialize, ToSchema)]
pub struct Asked {
    /// Its id.
    id: String,
}

/// Asks for a friendly match.
///
/// # Errors
/// Why there will be none.
#[utoipa::path(post, path = "/api/seasons/{season}/friendlies",
    params(("season" = String, Path)), request_body = friendly::Wanted,
    responses((status = 201, body = Asked), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 422, body = Problem)))]
pub async fn ask(cx: Cx, body: Bytes) -> Result<(StatusCode, Json<Asked>), Fail> {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let id = friendly::ask(&cx.app, season, user, &read(&body)?).await?;
    Ok((StatusCode::CREATED, Json(Asked { id })))
}
