//! The programming interface: the same as JSON. Times are milliseconds since 1970. What changes
//! something needs a token (`Authorization: Bearer …`).

pub mod competition;
pub mod organise;
pub mod players;

use crate::access::Cx;
use crate::db::matches::{self as rows, Listed};
use crate::db::seasons as db_seasons;
use crate::db::standings::Standing;
use crate::db::submissions as db_submissions;
use crate::fail::Fail;
use crate::pages::{matches as match_pages, season as season_pages, submissions as pages};
use crate::verdict::{self, Verdict};
use crate::{rules, submit, time};
use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use engine::Freeze;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

/// An answer.
pub(crate) type Answer<T> = Result<Json<T>, Fail>;

#[derive(OpenApi)]
#[openapi(
    info(title = "Palestra", description = "The judge of a season."),
    paths(
        openapi,
        me,
        seasons,
        standings,
        matches,
        one_match,
        submissions,
        submit,
        submission,
        record_file,
        result_file,
        season_events,
        submission_events
    ),
    components(schemas(Problem))
)]
struct Document;

fn document() -> utoipa::openapi::OpenApi {
    let mut all = Document::openapi();
    all.merge(competition::Part::openapi());
    all.merge(organise::Part::openapi());
    all.merge(players::Part::openapi());
    all
}

/// What a refused request is answered with.
#[derive(Serialize, ToSchema)]
pub struct Problem {
    /// Why, and what to do.
    error: String,
}

/// This description.
///
/// # Errors
/// When it cannot be written.
#[utoipa::path(get, path = "/api/openapi.json",
    responses((status = 200, description = "OpenAPI")))]
pub async fn openapi(_: Cx) -> Answer<serde_json::Value> {
    Ok(Json(serde_json::to_value(document())?))
}

/// Who a token belongs to.
#[derive(Serialize, ToSchema)]
pub struct Me {
    login: String,
    name: String,
    role: String,
}

/// The account of the token.
///
/// # Errors
/// Without a token.
#[utoipa::path(get, path = "/api/me",
    responses((status = 200, body = Me), (status = 401, body = Problem)))]
pub async fn me(cx: Cx) -> Answer<Me> {
    let user = cx.visitor.user()?.clone();
    Ok(Json(Me { login: user.login, name: user.name, role: user.role }))
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
    boards: Vec<db_seasons::Board>,
    /// Whether players may look ahead.
    forward: bool,
    fuel_max: u64,
    memory_bytes_max: u64,
    source_bytes_max: u64,
    frozen: bool,
    results_held: bool,
}

/// All seasons, newest first.
///
/// # Errors
/// When the database fails.
#[utoipa::path(get, path = "/api/seasons", responses((status = 200, body = [SeasonInfo])))]
pub async fn seasons(cx: Cx) -> Answer<Vec<SeasonInfo>> {
    let mut all = db_seasons::all(&cx.app.db).await?;
    all.retain(|s| cx.visitor.organises() || !s.options().hidden);
    let info = |season: db_seasons::Season| {
        let o = season.options();
        SeasonInfo {
            boards: season.boards(),
            forward: o.forward,
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
    place: i64,
    player: String,
    author: Option<String>,
    /// 1 more wins 73 of 100 duels.
    strength: f64,
    /// Half the width of the 95 % interval, once there is one.
    half_width: Option<f64>,
    /// Probability of being among the best four.
    chance_of_top_4: Option<f64>,
    /// Probability of each rank, the best first; ranks behind its end are impossible. Empty while
    /// there are too few results.
    rank_probabilities: Vec<f64>,
    /// The running number of the ladder.
    running: f64,
    matches: i64,
}

impl From<Standing> for Row {
    fn from(s: Standing) -> Self {
        Self {
            rank_probabilities: s.rank_chances(),
            place: s.place,
            player: s.name,
            author: s.author,
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
pub async fn standings(cx: Cx) -> Answer<Table> {
    let (round, rows) = season_pages::visible(&cx).await?;
    Ok(Json(Table { round, rows: rows.into_iter().map(Row::from).collect() }))
}

/// A match. `seed`, `players`, `scores` and `status` are named as the old judge named them.
#[derive(Serialize, ToSchema)]
pub struct MatchInfo {
    id: String,
    kind: String,
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

pub(crate) fn info(m: &Listed, record: Option<String>, seats: &[rows::Seat]) -> MatchInfo {
    let scores: Vec<i64> = seats.iter().map(|s| s.score.unwrap_or(0)).collect();
    MatchInfo {
        id: m.id.clone(),
        kind: m.kind.clone(),
        round: m.round,
        seed: m.seed.parse::<i64>().map_or_else(|_| m.seed.clone().into(), Into::into),
        players: seats.iter().map(|s| s.name.clone()).collect(),
        status: seats.iter().map(|s| s.status.unwrap_or(0.0)).collect(),
        places: (0..scores.len()).map(|k| arena::points::place(&scores, k)).collect(),
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
pub async fn matches(cx: Cx) -> Answer<Vec<MatchInfo>> {
    let season = cx.season()?;
    let range = (cx.number("from", 0, 10_000_000), cx.number("count", 50, 200));
    let list = rows::listed(&cx.app.db, &season.id, None, cx.visitor.organises(), range).await?;
    let mut all = Vec::with_capacity(list.len());
    let mut connection = cx.app.db.acquire().await?;
    for m in &list {
        all.push(info(m, None, &rows::seats(&mut connection, &m.id).await?));
    }
    Ok(Json(all))
}

/// One match.
///
/// # Errors
/// When there is none that the visitor may see.
#[utoipa::path(get, path = "/api/seasons/{season}/matches/{id}",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = MatchInfo), (status = 404, body = Problem)))]
pub async fn one_match(cx: Cx) -> Answer<MatchInfo> {
    let found = match_pages::find(&cx).await?;
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

/// A submission.
#[derive(Serialize, ToSchema)]
pub struct SubmissionInfo {
    id: String,
    player: String,
    /// `received`, `compiling`, `qualifying`, `qualified`, `refused`, `beaten`, `disqualified`,
    /// `failed`.
    state: String,
    /// Whether the verdict is still to come.
    pending: bool,
    /// In words, in the language that the request asks for.
    verdict: String,
    /// For programs: `key`, such as `beaten`, with its numbers; none while it is pending.
    #[schema(value_type = Option<Object>)]
    verdict_key: Option<Verdict>,
    /// What the rules and the compiler had to say.
    report: Option<String>,
    size: i64,
    created: i64,
    decided: Option<i64>,
    matches: Vec<MatchInfo>,
    /// Failure receipts of its qualification.
    #[schema(value_type = Vec<Object>)]
    receipts: Vec<Freeze>,
    /// Its page.
    page: String,
}

async fn described(cx: &Cx, s: db_submissions::Submission) -> Result<SubmissionInfo, Fail> {
    let season = cx.season()?;
    let (mut matches, mut receipts) = (Vec::new(), Vec::new());
    let mut connection = cx.app.db.acquire().await?;
    for m in rows::of_qualification(&cx.app.db, &s.id).await? {
        if m.state != "done" {
            continue;
        }
        let seats = rows::seats(&mut connection, &m.id).await?;
        let own = seats.iter().filter(|seat| seat.submission_id.is_some());
        receipts.extend(own.filter_map(|seat| {
            serde_json::from_str::<Freeze>(seat.receipt.as_deref().unwrap_or_default()).ok()
        }));
        let listed = Listed {
            id: m.id,
            seed: m.seed,
            kind: rows::kind::QUALIFICATION.into(),
            round: 1,
            held: false,
            state: m.state,
            finished: m.finished,
            verified: m.verified,
        };
        matches.push(info(&listed, m.public_record, &seats));
    }
    let report = rules::shown(&s, cx.visitor.lang);
    Ok(SubmissionInfo {
        page: format!("{}/s/{}/submissions/{}", cx.app.config.url(), season.slug, s.id),
        pending: matches!(s.state.as_str(), "received" | "compiling" | "qualifying"),
        id: s.id,
        player: s.name,
        state: s.state,
        verdict: verdict::shown(&s.verdict, cx.visitor.lang),
        verdict_key: Verdict::read(&s.verdict),
        report: Some(report).filter(|r| !r.is_empty()),
        size: s.size,
        created: s.created,
        decided: s.decided,
        matches,
        receipts,
    })
}

/// One's own submissions, newest first.
///
/// # Errors
/// Without a token.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions",
    params(("season" = String, Path)),
    responses((status = 200, body = [SubmissionInfo]), (status = 401, body = Problem),
              (status = 404, body = Problem)))]
pub async fn submissions(cx: Cx) -> Answer<Vec<SubmissionInfo>> {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let list = db_submissions::of_user(&cx.app.db, &season.id, &user.id).await?;
    let mut all = Vec::with_capacity(list.len());
    for s in list.into_iter().take(50) {
        all.push(described(&cx, s).await?);
    }
    Ok(Json(all))
}

/// Sends a submission: the body is the source, `?name=` the player's name.
///
/// # Errors
/// Why it is not taken.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions",
    params(("season" = String, Path), ("name" = String, Query)),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 201, body = SubmissionInfo), (status = 401, body = Problem),
              (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn submit(cx: Cx, body: Bytes) -> Result<(StatusCode, Json<SubmissionInfo>), Fail> {
    let name = cx.word("name").unwrap_or_default();
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let new = submit::submit(&cx.app, season, user, &name, body.to_vec()).await?;
    Ok((StatusCode::CREATED, Json(described(&cx, new).await?)))
}

/// One submission of one's own.
///
/// # Errors
/// When there is none for the visitor.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions/{id}",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SubmissionInfo), (status = 404, body = Problem)))]
pub async fn submission(cx: Cx) -> Answer<SubmissionInfo> {
    let s = pages::find(&cx).await?;
    Ok(Json(described(&cx, s).await?))
}

/// The match record, with the logs of one's own players only.
#[utoipa::path(get, path = "/api/seasons/{season}/matches/{id}/record.match",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream"),
              (status = 404, body = Problem)))]
#[expect(dead_code, reason = "describes a route whose handler the website shares")]
async fn record_file() {}

/// The result file.
#[utoipa::path(get, path = "/api/seasons/{season}/matches/{id}/result.res",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "text/plain"), (status = 404, body = Problem)))]
#[expect(dead_code, reason = "describes a route whose handler the website shares")]
async fn result_file() {}

/// Server-sent events, named `change`: how far the season has come, whenever that changes.
#[utoipa::path(get, path = "/api/seasons/{season}/events",
    params(("season" = String, Path)),
    responses((status = 200, content_type = "text/event-stream"),
              (status = 404, body = Problem)))]
#[expect(dead_code, reason = "describes a route whose handler the website shares")]
async fn season_events() {}

/// Server-sent events, named `change`: how far one's submission has come.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions/{id}/events",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream"),
              (status = 404, body = Problem)))]
#[expect(dead_code, reason = "describes a route whose handler the website shares")]
async fn submission_events() {}

/// The description, for the test that compares it with the list of routes.
#[must_use]
pub fn described_paths() -> Vec<String> {
    document().paths.paths.keys().cloned().collect()
}
