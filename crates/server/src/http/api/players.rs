//! A player that competes, as JSON.

use super::{Answer, Problem, Row};
use crate::app::seasons;
use crate::db::standings::{self, Opponent};
use crate::http::request::{InSeason, Name, Path};
use crate::ranking::table::{rating, rating_half_width};
use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// A player that competes.
#[derive(Serialize, ToSchema)]
pub struct PlayerInfo {
    player: String,
    /// Its row of the standings; none before it has played.
    standing: Option<Row>,
    /// How its author's versions stood, round by round of the ladder.
    history: Vec<Point>,
    /// The players it met, the most frequent first.
    opponents: Vec<Met>,
    /// Its author's versions that have competed, oldest first.
    versions: Vec<String>,
}

/// A rating after a round of the ladder.
#[derive(Serialize, ToSchema)]
pub struct Point {
    round: i64,
    /// The version that competed.
    player: String,
    rating: i64,
    rating_half_width: Option<i64>,
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
    let point = |p: standings::Point| Point {
        round: p.round,
        player: p.version,
        rating: rating(p.strength),
        rating_half_width: rating_half_width(p.half),
        strength: p.strength,
        half_width: (p.half >= 0.0).then_some(p.half),
    };
    let met = |o: Opponent| Met { player: o.name, matches: o.matches, won: o.won };
    Ok(Json(PlayerInfo {
        player: known.version.name,
        standing: known.standing.map(Row::from),
        history: known.history.into_iter().map(point).collect(),
        opponents: known.opponents.into_iter().map(met).collect(),
        versions: known.versions.into_iter().map(|version| version.name).collect(),
    }))
}
