//! Files that website and API share: one handler for both addresses, described for the API.

use super::api::Problem;
use super::pages::{Page, download};
use super::request::{Context, Id, InSeason, Path};
use crate::app::{keys, matches, submissions};
use crate::ids::{MatchId, SubmissionId};
use axum::Json;
use axum::response::IntoResponse;

/// The source of a submission, for its author and organisers.
///
/// # Errors
/// When there is none for this visitor.
#[utoipa::path(get, path = "/api/seasons/{season}/submissions/{id}/source",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "text/plain"), (status = 401, body = Problem),
              (status = 404, body = Problem)))]
pub async fn source(request: InSeason, Path(Id { id }): Path<Id<SubmissionId>>) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let (found, text) = submissions::source(app, actor, season, &id).await?;
    Ok(download(&found.file, "text/plain; charset=utf-8", text))
}

/// The match record, with the logs of one's own players only. A record that the judge replayed
/// ends with its signature.
///
/// # Errors
/// When there is no match for this visitor.
#[utoipa::path(get, path = "/api/seasons/{season}/matches/{id}/record.match",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream"),
              (status = 404, body = Problem)))]
pub async fn record(request: InSeason, Path(Id { id }): Path<Id<MatchId>>) -> Page {
    let found = matches::find(&request.app, &request.actor, &request.season, &id).await?;
    let record = matches::signed_record(&request.app, &request.season, &found).await?;
    Ok(download(&format!("{id}.match"), "application/octet-stream", record))
}

/// The result file.
///
/// # Errors
/// When there is no match for this visitor.
#[utoipa::path(get, path = "/api/seasons/{season}/matches/{id}/result.res",
    params(("season" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "text/plain"), (status = 404, body = Problem)))]
pub async fn result(request: InSeason, Path(Id { id }): Path<Id<MatchId>>) -> Page {
    let (app, season) = (&request.app, &request.season);
    let found = matches::find(app, &request.actor, season, &id).await?;
    let text = matches::result_file(app, season, &found).await?;
    Ok(download(&format!("{id}.res"), "text/plain; charset=utf-8", text))
}

/// The public keys that sign records, as JSON.
///
/// # Errors
/// When the database fails.
pub async fn keys(request: Context) -> Page {
    Ok(Json(keys::published(&request.app, &request.actor).await?).into_response())
}
