//! A player that competes, as JSON, and what its author does with it.

use super::{Answer, Problem, Row, SubmissionInfo, described};
use crate::access::Cx;
use crate::pages::{players as pages, submissions};
use axum::Json;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

/// These routes, as a part of the description.
#[derive(OpenApi)]
#[openapi(paths(player, represent, source_file))]
pub struct Part;

/// A player that competes.
#[derive(Serialize, ToSchema)]
pub struct PlayerInfo {
    player: String,
    /// Its row of the standings; none before it has played.
    standing: Option<Row>,
    /// How its strength went on, round by round of the ladder.
    history: Vec<Point>,
    /// Whom it met most often.
    opponents: Vec<Met>,
    /// Its author's versions that have competed, oldest first.
    versions: Vec<String>,
}

/// A strength after a round of the ladder.
#[derive(Serialize, ToSchema)]
pub struct Point {
    round: i64,
    strength: f64,
    half_width: Option<f64>,
}

/// Another player that it met.
#[derive(Serialize, ToSchema)]
pub struct Met {
    player: String,
    matches: i64,
    /// In how many of them the other one had fewer points.
    won: i64,
}

/// A player that competes, as far as the visitor may know it.
///
/// # Errors
/// When no such player competes.
#[utoipa::path(get, path = "/api/seasons/{season}/players/{name}",
    params(("season" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = PlayerInfo), (status = 404, body = Problem)))]
pub async fn player(cx: Cx) -> Answer<PlayerInfo> {
    let known = pages::known(&cx).await?;
    let point = |(round, strength, half): (i64, f64, f64)| Point {
        round,
        strength,
        half_width: (half >= 0.0).then_some(half),
    };
    let met =
        |o: crate::db::standings::Opponent| Met { player: o.name, matches: o.matches, won: o.won };
    Ok(Json(PlayerInfo {
        player: known.player.name,
        standing: known.standing.0.map(Row::from),
        history: known.history.into_iter().map(point).collect(),
        opponents: known.opponents.into_iter().map(met).collect(),
        versions: known.versions,
    }))
}

/// Lets a version stand for its author.
///
/// # Errors
/// When it may not.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions/{id}/represent",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SubmissionInfo), (status = 401, body = Problem),
              (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn represent(cx: Cx) -> Answer<SubmissionInfo> {
    let chosen = submissions::choose(&cx).await?;
    Ok(Json(described(&cx, chosen).await?))
}

/// The source of one's own submission.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions/{id}/source",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "text/plain"), (status = 401, body = Problem),
              (status = 404, body = Problem)))]
#[expect(dead_code, reason = "describes a route whose handler the website shares")]
async fn source_file() {}
