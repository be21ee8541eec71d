//! Tournaments and friendly matches as JSON.

use super::{Answer, Body, MatchInfo, Problem, Refused, info};
use crate::app::fail::Fail;
use crate::app::friendlies::{self, Friendly};
use crate::app::tournaments::{self as app_tournaments, ShownRound, View, Wanted};
use crate::db::tournaments::Entry;
use crate::http::request::{Id, InSeason, Path, Query, Range};
use crate::i18n::Lang;
use crate::ids::{MatchId, TournamentId};
use crate::ranking::Standing;
use crate::ranking::table::{rating, rating_half_width};
use crate::states::{MatchState, TournamentKind};
use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A tournament.
#[derive(Serialize, ToSchema)]
pub struct TournamentInfo {
    id: TournamentId,
    /// `round-robin` or `elimination`.
    kind: TournamentKind,
    number: i64,
    title: String,
    matches_each: i64,
    matches_most: i64,
    /// Whether there are results that the visitor does not see yet.
    held: bool,
    /// Whether it is over, as far as the visitor may know.
    over: bool,
    /// The players: first the remaining ones, then by place.
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
    /// The reason: `clear`, `strength`, `points`, `before`, `later`, `order`, `disqualified`.
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
    /// The strength in the matches of this round on a readable scale: 1500 + 100 × strength.
    rating: i64,
    /// Half the width of the rating's 95 % interval, once there is one.
    rating_half_width: Option<i64>,
    /// The exact value behind the rating.
    strength: f64,
    half_width: Option<f64>,
    /// Mean place points.
    points: Option<f64>,
    /// Of staying in; in the final of winning; in a round robin of the best four places.
    chance: Option<f64>,
    matches: i64,
}

fn described(view: View) -> TournamentInfo {
    let title = view.title(Lang::EN);
    let entry = |e: Entry| EntryInfo {
        player: e.name,
        author: e.author,
        round: e.round,
        place: e.place,
        reason: e.reason.map_or_else(String::new, |reason| reason.to_string()),
    };
    let place = |s: Standing| PlaceInfo {
        place: s.position,
        player: s.name,
        rating: rating(s.strength),
        rating_half_width: rating_half_width(s.half),
        strength: s.strength,
        half_width: (s.half >= 0.0).then_some(s.half),
        points: s.points,
        chance: s.chance,
        matches: s.matches,
    };
    let round = |r: ShownRound| RoundInfo {
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
pub async fn tournaments(request: InSeason) -> Answer<Vec<TournamentInfo>> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let all = app_tournaments::views(app, actor, season).await?;
    Ok(Json(all.into_iter().map(described).collect()))
}

async fn seen(request: &InSeason, id: &TournamentId) -> Answer<TournamentInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    Ok(Json(described(app_tournaments::view(app, actor, season, id).await?)))
}

/// One tournament.
///
/// # Errors
/// When there is none.
#[utoipa::path(get, path = "/api/seasons/{season}/tournaments/{id}",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = TournamentInfo), (status = 404, body = Problem)))]
pub async fn tournament(
    request: InSeason,
    Path(Id { id }): Path<Id<TournamentId>>,
) -> Answer<TournamentInfo> {
    seen(&request, &id).await
}

/// Begins a tournament of all who compete now.
///
/// # Errors
/// Why it cannot be.
#[utoipa::path(post, path = "/api/seasons/{season}/tournaments",
    params(("season" = String, Path)), request_body = Wanted,
    responses((status = 201, body = TournamentInfo), Refused))]
pub async fn begin(
    request: InSeason,
    Body(wanted): Body<Wanted>,
) -> Result<(StatusCode, Json<TournamentInfo>), Fail> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let new = app_tournaments::begin(app, actor, season, &wanted).await?;
    Ok((StatusCode::CREATED, seen(&request, &new.id).await?))
}

/// The part of a tournament to release.
#[derive(Default, Deserialize, ToSchema)]
pub struct Release {
    /// All rounds that are over, instead of the next one.
    #[serde(default)]
    all: bool,
}

/// Shows everybody the next round that was withheld, or all that are over.
///
/// # Errors
/// When there is no such tournament.
#[utoipa::path(post, path = "/api/seasons/{season}/tournaments/{id}/release",
    params(("season" = String, Path), ("id" = String, Path)), request_body = Release,
    responses((status = 200, body = TournamentInfo), Refused))]
pub async fn release(
    request: InSeason,
    Path(Id { id }): Path<Id<TournamentId>>,
    Body(what): Body<Release>,
) -> Answer<TournamentInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    app_tournaments::release(app, actor, season, &id, what.all).await?;
    seen(&request, &id).await
}

/// Stops a tournament.
///
/// # Errors
/// When it is over.
#[utoipa::path(post, path = "/api/seasons/{season}/tournaments/{id}/stop",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = TournamentInfo), Refused))]
pub async fn stop(
    request: InSeason,
    Path(Id { id }): Path<Id<TournamentId>>,
) -> Answer<TournamentInfo> {
    app_tournaments::stop(&request.app, &request.actor, &request.season, &id).await?;
    seen(&request, &id).await
}

/// A friendly match.
#[derive(Serialize, ToSchema)]
pub struct FriendlyInfo {
    /// `planned`, `running`, `done` or `void`.
    state: MatchState,
    /// Whether its result is withheld.
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
pub async fn friendlies(
    request: InSeason,
    Query(range): Query<Range>,
) -> Answer<Vec<FriendlyInfo>> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let part = (range.from(), range.count(50, 200));
    let list = friendlies::own(app, actor, season, part).await?;
    let one = |b: Friendly| FriendlyInfo {
        state: b.m.state,
        held: b.m.held,
        one: info(&b.m, None, &b.seats),
    };
    Ok(Json(list.into_iter().map(one).collect()))
}

/// A match that was asked for.
#[derive(Serialize, ToSchema)]
pub struct Asked {
    /// Its id.
    id: MatchId,
}

/// Asks for a friendly match.
///
/// # Errors
/// Why there will be none.
#[utoipa::path(post, path = "/api/seasons/{season}/friendlies",
    params(("season" = String, Path)), request_body = friendlies::Wanted,
    responses((status = 201, body = Asked), Refused))]
pub async fn ask(
    request: InSeason,
    Body(wanted): Body<friendlies::Wanted>,
) -> Result<(StatusCode, Json<Asked>), Fail> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let id = friendlies::ask(app, actor, season, &wanted).await?;
    Ok((StatusCode::CREATED, Json(Asked { id })))
}
