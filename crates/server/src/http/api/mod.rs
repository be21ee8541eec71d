//! The programming interface: the same data as JSON. Times are milliseconds since 1970. Requests
//! that change data need a token (`Authorization: Bearer …`).

pub mod competition;
pub mod organise;
pub mod players;
pub mod staff;
pub mod submissions;

use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::app::settings::{self, Chance};
use crate::app::{Shared, matches, seasons};
use crate::db::matches::{Listed, Only, Seat};
use crate::db::seasons::{Season, SeasonBoard};
use crate::http::access::Proof;
use crate::http::request::{Context, Id, InSeason, Path, Query, Range};
use crate::ids::MatchId;
use crate::ranking::table::Placed;
use crate::states::{Language, Role, RoundKind, Scope};
use crate::time;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoResponses, ToSchema};

/// An answer.
pub(crate) type Answer<T> = Result<Json<T>, Fail>;

/// The answer to a refused request.
#[derive(Serialize, ToSchema)]
pub struct Problem {
    /// Why, and what to do.
    error: String,
}

/// The owner of a token.
#[derive(Serialize, ToSchema)]
pub struct Me {
    login: String,
    name: String,
    role: Role,
    /// The seasons that the account organises as their staff.
    seasons: Vec<String>,
    /// The token that the request carries, if it carries one.
    token: Option<TokenInfo>,
}

/// A token for programs.
#[derive(Serialize, ToSchema)]
pub struct TokenInfo {
    name: String,
    /// The scope.
    scope: Scope,
    /// When it expires.
    expires: i64,
}

/// The account of the token.
///
/// # Errors
/// Without a token.
#[utoipa::path(get, path = "/api/me",
    responses((status = 200, body = Me), (status = 401, body = Problem)))]
pub async fn me(request: Context) -> Answer<Me> {
    let user = request.actor.user()?.clone();
    let token = match request.visitor.proof {
        Proof::Token(token) => {
            Some(TokenInfo { name: token.label, scope: token.scope, expires: token.expires })
        }
        _ => None,
    };
    let seasons = request.actor.seasons().iter().map(|one| one.slug.clone()).collect();
    Ok(Json(Me { login: user.login, name: user.name, role: user.role, seasons, token }))
}

/// A season.
#[derive(Serialize, ToSchema)]
pub struct SeasonInfo {
    slug: String,
    title: String,
    game: String,
    settings_name: String,
    settings: String,
    /// All boards, the first of which is the one above.
    boards: Vec<SeasonBoard>,
    /// The languages in which players are taken.
    languages: Vec<Language>,
    /// Whether players may look ahead.
    forward: bool,
    fuel_max: u64,
    memory_bytes_max: u64,
    source_bytes_max: u64,
    frozen: bool,
    results_held: bool,
    qualification: Qualification,
}

/// The conditions for a new version to compete.
#[derive(Serialize, ToSchema)]
pub struct Qualification {
    /// The player in the other three seats.
    opponent: String,
    /// Matches, from each seat in turn.
    matches: u32,
    /// In so many of them it must come first, alone.
    first_places: u32,
    /// How likely the game's own players pass. Empty where nobody measured it.
    chances: Vec<Chance>,
}

/// All seasons, newest first.
///
/// # Errors
/// When the database fails.
#[utoipa::path(get, path = "/api/seasons", responses((status = 200, body = [SeasonInfo])))]
pub async fn seasons(request: Context) -> Answer<Vec<SeasonInfo>> {
    let all = seasons::all(&request.app, &request.actor).await?;
    let info = |season: Season| {
        let o = season.options();
        SeasonInfo {
            boards: season.boards(),
            qualification: Qualification {
                opponent: o.qualification_rival.clone(),
                matches: o.qualification_matches,
                first_places: o.qualification_wins,
                chances: settings::chances(&season),
            },
            forward: o.forward,
            languages: o.languages.clone(),
            slug: season.slug,
            title: season.title,
            game: season.game,
            settings_name: season.settings_name,
            settings: season.settings,
            fuel_max: o.fuel_max,
            memory_bytes_max: o.memory_bytes_max,
            source_bytes_max: o.source_bytes_max,
            frozen: o.frozen_at(time::now()),
            results_held: o.hold,
        }
    };
    Ok(Json(all.into_iter().map(info).collect()))
}

/// A row of the standings.
#[derive(Serialize, ToSchema)]
pub struct Row {
    /// The place among the authors' players, from 1; none for a house player beside them.
    place: Option<i64>,
    /// Places it went up in 24 hours; negative: down. None without a place 24 hours ago.
    places_24h: Option<i64>,
    player: String,
    author: Option<String>,
    /// The strength on a readable scale: 1500 + 100 × strength, rounded. The website shows it.
    rating: i64,
    /// Half the width of the rating's 95 % interval, once there is one.
    rating_half_width: Option<i64>,
    /// Rating it gained in 24 hours; none without a rating 24 hours ago.
    rating_24h: Option<i64>,
    /// The exact value behind the rating. A player with 1 more outscores the other in 73 of 100
    /// matches.
    strength: f64,
    /// Half the width of the strength's 95 % interval, once there is one.
    half_width: Option<f64>,
    /// Probability of being among the best four; none for a house player.
    chance_of_top_4: Option<f64>,
    /// Probability of each rank, the best first; ranks behind its end are impossible. Empty while
    /// there are too few results, and for a house player.
    rank_probabilities: Vec<f64>,
    /// The skill after the last match, by the method of Weng and Lin.
    running: f64,
    matches: i64,
}

impl From<Placed> for Row {
    fn from(row: Placed) -> Self {
        let (rating, rating_half_width) = (row.rating(), row.rating_half_width());
        let (places_24h, rating_24h) = (row.places_24h(), row.rating_24h());
        let s = row.s;
        Self {
            rank_probabilities: s.rank_chances(),
            place: row.place,
            places_24h,
            player: s.name,
            author: s.author,
            rating,
            rating_half_width,
            rating_24h,
            strength: s.strength,
            half_width: (s.half >= 0.0).then_some(s.half),
            chance_of_top_4: s.chance,
            running: s.running,
            matches: s.matches,
        }
    }
}

/// Standings after a round.
#[derive(Serialize, ToSchema)]
pub struct Table {
    /// The round of the ladder; 0: none yet.
    round: i64,
    rows: Vec<Row>,
}

/// The standings that the visitor may see.
///
/// # Errors
/// When there is no such season.
#[utoipa::path(get, path = "/api/seasons/{season}/standings",
    params(("season" = String, Path)),
    responses((status = 200, body = Table), (status = 404, body = Problem)))]
pub async fn standings(request: InSeason) -> Answer<Table> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let (round, rows) = seasons::standings(app, actor, season).await?;
    Ok(Json(Table { round, rows: rows.into_iter().map(Row::from).collect() }))
}

/// A match. `seed`, `players`, `scores` and `status` are named as the old judge named them.
#[derive(Serialize, ToSchema)]
pub struct MatchInfo {
    id: MatchId,
    kind: RoundKind,
    round: i64,
    seed: serde_json::Value,
    players: Vec<String>,
    scores: Vec<i64>,
    /// Share of the budget by seat; -1 when frozen.
    status: Vec<f64>,
    places: Vec<usize>,
    finished: Option<i64>,
    verified: bool,
    /// BLAKE3 of the record that everybody may have.
    record: Option<String>,
}

pub(crate) fn info(m: &Listed, record: Option<String>, seats: &[Seat]) -> MatchInfo {
    let scores: Vec<i64> = seats.iter().map(|s| s.score.unwrap_or(0)).collect();
    MatchInfo {
        id: m.id.clone(),
        kind: m.kind,
        round: m.round,
        seed: m.seed.parse::<i64>().map_or_else(|_| m.seed.clone().into(), Into::into),
        players: seats.iter().map(|s| s.name.clone()).collect(),
        status: seats.iter().map(|s| s.status.unwrap_or(0.0)).collect(),
        places: (0..scores.len()).map(|k| arena::stats::place_points::place(&scores, k)).collect(),
        scores,
        finished: m.finished,
        verified: m.verified,
        record,
    }
}

/// Finished matches that the visitor may see, newest first: `?from=0&count=50`.
///
/// # Errors
/// When there is no such season.
#[utoipa::path(get, path = "/api/seasons/{season}/matches",
    params(("season" = String, Path), ("from" = Option<i64>, Query),
           ("count" = Option<i64>, Query)),
    responses((status = 200, body = [MatchInfo]), (status = 404, body = Problem)))]
pub async fn matches(request: InSeason, Query(range): Query<Range>) -> Answer<Vec<MatchInfo>> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let part = (range.from(), range.count(50, 200));
    let list = matches::listed(app, actor, season, Only::Any, part).await?;
    Ok(Json(list.iter().map(|(m, seats)| info(m, None, seats)).collect()))
}

/// One match.
///
/// # Errors
/// When there is none that the visitor may see.
#[utoipa::path(get, path = "/api/seasons/{season}/matches/{id}",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = MatchInfo), (status = 404, body = Problem)))]
pub async fn one_match(request: InSeason, Path(Id { id }): Path<Id<MatchId>>) -> Answer<MatchInfo> {
    let found = matches::find(&request.app, &request.actor, &request.season, &id).await?;
    let listed = Listed {
        id: found.m.id,
        seed: found.m.seed,
        kind: found.round.kind,
        round: found.round.number,
        held: found.round.held,
        state: found.m.state,
        finished: found.m.finished,
        verified: found.m.verified,
    };
    Ok(Json(info(&listed, found.m.public_record, &found.seats)))
}

/// The body of a request as JSON; an empty one says nothing: `{}`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, Response> {
        let read = Bytes::from_request(request, app).await.map_err(IntoResponse::into_response)?;
        let text: &[u8] = if read.is_empty() { b"{}" } else { &read };
        let wrong = |e: serde_json::Error| Fail::bad(Refusal::Body { why: e.to_string() });
        serde_json::from_slice(text).map(Self).map_err(|e| wrong(e).into_response())
    }
}

/// How a request that changes something is refused.
#[derive(IntoResponses)]
pub enum Refused {
    /// There is no token.
    #[response(status = 401)]
    SignIn(Problem),
    /// The token's scope or its owner's role is too small.
    #[response(status = 403)]
    NotAllowed(Problem),
    /// There is no such thing, or not for the token's owner.
    #[response(status = 404)]
    NotFound(Problem),
    /// The request cannot be met; the problem says why.
    #[response(status = 422)]
    Bad(Problem),
}
