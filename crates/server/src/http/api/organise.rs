//! Actions of organisers except tournaments, as JSON.

use super::{Answer, Problem};
use crate::app::{audit, decisions};
use crate::db::audit::Entry;
use crate::http::request::{Context, InSeason, Query, Range};
use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// The released results.
#[derive(Serialize, ToSchema)]
pub struct Released {
    /// Rounds that everybody sees now.
    rounds: u64,
}

/// Shows everybody the results of ladder and friendly matches that were withheld.
///
/// # Errors
/// When there is no such season.
#[utoipa::path(post, path = "/api/seasons/{season}/release",
    params(("season" = String, Path)),
    responses((status = 200, body = Released), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn release(request: InSeason) -> Answer<Released> {
    let rounds = decisions::release(&request.app, &request.actor, &request.season).await?;
    Ok(Json(Released { rounds }))
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
pub async fn audit(request: Context, Query(range): Query<Range>) -> Answer<Vec<Line>> {
    let count = range.count(300, 10_000);
    let newest = audit::newest(&request.app, &request.actor, count).await?;
    let line = |e: Entry| Line {
        at: e.at,
        actor: e.actor,
        action: e.action,
        subject: e.subject,
        detail: e.detail,
    };
    Ok(Json(newest.into_iter().map(line).collect()))
}
