//! A player that competes, as JSON.

use super::{Answer, Problem, Row};
use crate::app::seasons::{self, Point as Strength};
use crate::db::standings::Opponent;
use crate::http::request::{InSeason, Name, Path};
use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

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
pub async fn player(request: InSeason, Path(Name { name }): Path<Name>) -> Answer<PlayerInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let known = seasons::player(app, actor, season, &name).await?;
    let point = |(round, strength, half): Strength| Point {
        round,
        strength,
        half_width: (half >= 0.0).then_some(half),
    };
    let met = |o: Opponent| Met { player: o.name, matches: o.matches, won: o.won };
    Ok(Json(PlayerInfo {
        player: known.version.name,
        standing: known.standing.map(Row::from),
        history: known.history.into_iter().map(point).collect(),
        opponents: known.opponents.into_iter().map(met).collect(),
        versions: known.versions,
    }))
}
