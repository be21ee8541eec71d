//! What organisers do besides tournaments, as JSON.

use super::competition::read;
use super::{Answer, Problem, SubmissionInfo, described};
use crate::access::Cx;
use crate::db::audit as rows;
use crate::pages::organise as pages;
use axum::Json;
use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};

/// These routes, as a part of the description.
#[derive(OpenApi)]
#[openapi(paths(release, disqualify, rerun, audit))]
pub struct Part;

/// What was released.
#[derive(Serialize, ToSchema)]
pub struct Released {
    /// Rounds that everybody sees now.
    rounds: u64,
}

/// Shows everybody the results of ladder and friendly matches that were held back.
///
/// # Errors
/// When there is no such season.
#[utoipa::path(post, path = "/api/seasons/{season}/release",
    params(("season" = String, Path)),
    responses((status = 200, body = Released), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn release(cx: Cx) -> Answer<Released> {
    Ok(Json(Released { rounds: pages::show_held(&cx).await? }))
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
    responses((status = 200, body = SubmissionInfo), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 422, body = Problem)))]
pub async fn disqualify(cx: Cx, body: Bytes) -> Answer<SubmissionInfo> {
    let why: Reason = if body.is_empty() { Reason::default() } else { read(&body)? };
    let out = pages::take_out(&cx, &why.reason).await?;
    Ok(Json(described(&cx, out).await?))
}

/// Judges a version again whose verdict is not good.
///
/// # Errors
/// When it cannot be.
#[utoipa::path(post, path = "/api/seasons/{season}/submissions/{id}/rerun",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SubmissionInfo), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 422, body = Problem)))]
pub async fn rerun(cx: Cx) -> Answer<SubmissionInfo> {
    let again = pages::judge_again(&cx).await?;
    Ok(Json(described(&cx, again).await?))
}

/// A line of the audit log.
#[derive(Serialize, ToSchema)]
pub struct Line {
    at: i64,
    /// The login of who did it, or `-`.
    actor: String,
    action: String,
    subject: String,
    detail: String,
}

/// The newest lines of the audit log: `?count=300`.
///
/// # Errors
/// When the database fails.
#[utoipa::path(get, path = "/api/audit", params(("count" = Option<i64>, Query)),
    responses((status = 200, body = [Line]), (status = 401, body = Problem),
              (status = 403, body = Problem)))]
pub async fn audit(cx: Cx) -> Answer<Vec<Line>> {
    let newest = rows::newest(&cx.app.db, cx.number("count", 300, 10_000)).await?;
    let line = |e: rows::Entry| Line {
        at: e.at,
        actor: e.actor,
        action: e.action,
        subject: e.subject,
        detail: e.detail,
    };
    Ok(Json(newest.into_iter().map(line).collect()))
}
