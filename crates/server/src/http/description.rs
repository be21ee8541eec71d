//! The description of the API (OpenAPI), put together from the one list of routes.

use crate::app::fail::Fail;
use crate::http::request::Context;
use crate::http::router;
use axum::Json;
use std::sync::OnceLock;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

#[derive(utoipa::OpenApi)]
#[openapi(info(title = "Palestra", description = "The judge of a season."))]
struct Head;

/// The description of every route of the API.
#[must_use]
pub fn document() -> &'static OpenApi {
    static DOCUMENT: OnceLock<OpenApi> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let mut all = Head::openapi();
        let mut components = all.components.take().unwrap_or_default();
        for (schemas, paths) in router::routes().into_iter().filter_map(|r| r.description) {
            components.schemas.extend(schemas);
            for (path, item) in paths.paths {
                all.paths.paths.entry(path).or_default().merge_operations(item);
            }
        }
        all.components = Some(components);
        all
    })
}

/// This description.
///
/// # Errors
/// When it cannot be written.
#[utoipa::path(get, path = "/api/openapi.json",
    responses((status = 200, description = "OpenAPI")))]
pub async fn openapi(_: Context) -> Result<Json<serde_json::Value>, Fail> {
    Ok(Json(serde_json::to_value(document())?))
}
