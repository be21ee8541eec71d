//! The staff of seasons, as JSON.

use super::{Answer, Body, Problem};
use crate::app::staff;
use crate::http::request::Context;
use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Somebody who organises seasons as their staff.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Staff {
    login: String,
    /// The addresses of the seasons.
    seasons: Vec<String>,
}

/// Everybody who organises single seasons.
///
/// # Errors
/// When the visitor does not administer.
#[utoipa::path(get, path = "/api/staff",
    responses((status = 200, body = [Staff]), (status = 401, body = Problem),
              (status = 403, body = Problem)))]
pub async fn all(request: Context) -> Answer<Vec<Staff>> {
    let all = staff::listed(&request.app, &request.actor).await?;
    Ok(Json(all.into_iter().map(|(login, seasons)| Staff { login, seasons }).collect()))
}

/// Replaces the seasons that somebody organises as their staff; an empty list: none.
///
/// # Errors
/// When the visitor does not administer, or there is no such account or season.
#[utoipa::path(post, path = "/api/staff", request_body = Staff,
    responses((status = 200, body = Staff), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 422, body = Problem)))]
pub async fn change(request: Context, Body(wanted): Body<Staff>) -> Answer<Staff> {
    let (app, actor) = (&request.app, &request.actor);
    staff::change_by_login(app, actor, &wanted.login, &wanted.seasons.join(" ")).await?;
    Ok(Json(wanted))
}
