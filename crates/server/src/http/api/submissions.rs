//! Submissions as JSON: sending, verdicts, and the decisions of their authors and organisers.

use super::{Answer, Body, MatchInfo, Problem, Refused, info};
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::app::submissions::{self, Qualification};
use crate::app::verdict::{self, Verdict};
use crate::app::{decisions, source_rules};
use crate::db::matches::Listed;
use crate::db::submissions::Submission;
use crate::http::request::{Id, InSeason, Path, Query};
use crate::ids::SubmissionId;
use crate::states::{Language, MatchState, RoundKind, SubmissionState};
use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use engine::Freeze;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Submissions in one answer.
const LISTED_MAX: usize = 50;

/// A submission.
#[derive(Serialize, ToSchema)]
pub struct SubmissionInfo {
    id: SubmissionId,
    player: String,
    state: SubmissionState,
    /// Whether the verdict is still to come.
    pending: bool,
    /// Until when it waits because jobs of its author were killed or used up their CPU time, in
    /// milliseconds since 1970.
    waits_until: Option<i64>,
    /// In words, in the language that the request asks for.
    verdict: String,
    /// For programs: `key`, such as `beaten`, with its numbers; none while it is pending.
    #[schema(value_type = Option<Object>)]
    verdict_key: Option<Verdict>,
    /// The messages of the rules and the compiler.
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

impl SubmissionInfo {
    fn new(
        request: &InSeason,
        s: Submission,
        waits_until: Option<i64>,
        qualification: Qualification,
    ) -> Self {
        let (mut matches, mut receipts) = (Vec::new(), Vec::new());
        for (m, seats) in qualification {
            if m.state != MatchState::Done {
                continue;
            }
            let own = seats.iter().filter(|seat| seat.submission_id.is_some());
            receipts.extend(own.filter_map(|seat| {
                serde_json::from_str::<Freeze>(seat.receipt.as_deref().unwrap_or_default()).ok()
            }));
            let listed = Listed {
                id: m.id,
                seed: m.seed,
                kind: RoundKind::Qualification,
                round: 1,
                held: false,
                state: m.state,
                finished: m.finished,
                verified: m.verified,
            };
            matches.push(info(&listed, m.public_record, &seats));
        }
        let report = source_rules::shown(&s, request.lang());
        let (url, slug) = (request.app.config.url(), &request.season.slug);
        Self {
            page: format!("{url}/s/{slug}/submissions/{}", s.id),
            pending: s.state.is_pending(),
            waits_until,
            id: s.id,
            player: s.name,
            state: s.state,
            verdict: verdict::shown(&s.verdict, request.lang()),
            verdict_key: Verdict::read(&s.verdict),
            report: Some(report).filter(|r| !r.is_empty()),
            size: s.size,
            created: s.created,
            decided: s.decided,
            matches,
            receipts,
        }
    }
}

async fn described(request: &InSeason, list: Vec<Submission>) -> Result<Vec<SubmissionInfo>, Fail> {
    let all = submissions::qualifications(&request.app, &list).await?;
    let mut described = Vec::with_capacity(list.len());
    for (s, matches) in list.into_iter().zip(all) {
        let until = submissions::waits_until(&request.app, &s).await?;
        described.push(SubmissionInfo::new(request, s, until, matches));
    }
    Ok(described)
}

async fn one(request: &InSeason, s: Submission) -> Result<Json<SubmissionInfo>, Fail> {
    described(request, vec![s]).await?.pop().map(Json).ok_or(Fail::Ours)
}

/// One's own submissions, newest first.
///
/// # Errors
/// Without a token.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions",
    params(("season" = String, Path)),
    responses((status = 200, body = [SubmissionInfo]), (status = 401, body = Problem),
              (status = 404, body = Problem)))]
pub async fn submissions(request: InSeason) -> Answer<Vec<SubmissionInfo>> {
    let mut own = submissions::own(&request.app, &request.actor, &request.season).await?;
    own.list.truncate(LISTED_MAX);
    Ok(Json(described(&request, own.list).await?))
}

/// The query of a new submission.
#[derive(Default, Deserialize)]
pub struct New {
    name: Option<String>,
    language: Option<String>,
}

impl New {
    /// The language that is named; C++ where none is.
    fn language(&self, files: &str) -> Result<Language, Fail> {
        let Some(word) = &self.language else { return Ok(Language::Cpp) };
        let (language, files) = (word.clone(), files.to_string());
        word.parse().map_err(|_| Fail::bad(Refusal::Language { language, files }))
    }
}

/// Sends a submission: the body is the source, `?name=` the player's name, `&language=` the word
/// of its language (`cpp`, `rust`, `js`, `python`).
///
/// # Errors
/// Why it is not taken.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions",
    params(("season" = String, Path), ("name" = String, Query),
           ("language" = Option<Language>, Query)),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 201, body = SubmissionInfo), (status = 401, body = Problem),
              (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn submit(
    request: InSeason,
    Query(new): Query<New>,
    body: Bytes,
) -> Result<(StatusCode, Json<SubmissionInfo>), Fail> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let language = new.language(&season.options().files())?;
    let name = new.name.unwrap_or_default();
    let sent = submissions::submit(app, actor, season, (&name, language), body.to_vec()).await?;
    Ok((StatusCode::CREATED, one(&request, sent).await?))
}

/// One submission of one's own.
///
/// # Errors
/// When there is none for the visitor.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions/{id}",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SubmissionInfo), (status = 404, body = Problem)))]
pub async fn submission(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
) -> Answer<SubmissionInfo> {
    let found = submissions::find(&request.app, &request.actor, &request.season, &id).await?;
    one(&request, found).await
}

/// Lets a version stand for its author.
///
/// # Errors
/// When it may not.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions/{id}/represent",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SubmissionInfo), (status = 401, body = Problem),
              (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn represent(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
) -> Answer<SubmissionInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    one(&request, decisions::represent(app, actor, season, &id).await?).await
}

/// Why a version is taken out.
#[derive(Default, Deserialize, ToSchema)]
pub struct Reason {
    /// In the organiser's words; its author reads it.
    #[serde(default)]
    reason: String,
}

/// Takes a version out of the competition.
///
/// # Errors
/// When it does not compete.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions/{id}/disqualify",
    params(("season" = String, Path), ("id" = String, Path)), request_body = Reason,
    responses((status = 200, body = SubmissionInfo), Refused))]
pub async fn disqualify(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
    Body(why): Body<Reason>,
) -> Answer<SubmissionInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    one(&request, decisions::disqualify(app, actor, season, &id, &why.reason).await?).await
}

/// Undoes a disqualification.
///
/// # Errors
/// When the version is not disqualified.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions/{id}/reinstate",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SubmissionInfo), Refused))]
pub async fn reinstate(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
) -> Answer<SubmissionInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    one(&request, decisions::reinstate(app, actor, season, &id).await?).await
}

/// Judges a version again whose verdict is not good.
///
/// # Errors
/// When it cannot be.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions/{id}/rerun",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SubmissionInfo), Refused))]
pub async fn rerun(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
) -> Answer<SubmissionInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    one(&request, decisions::judge_again(app, actor, season, &id).await?).await
}

/// Stops judging a version, whatever state it is in. It competes no more.
///
/// # Errors
/// When it is a house player.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions/{id}/stop",
    params(("season" = String, Path), ("id" = String, Path)), request_body = Reason,
    responses((status = 200, body = SubmissionInfo), Refused))]
pub async fn stop_judging(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
    Body(why): Body<Reason>,
) -> Answer<SubmissionInfo> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    one(&request, decisions::stop_judging(app, actor, season, &id, &why.reason).await?).await
}
