//! The files of every page: style, icon, health check.

use crate::app::fail::Fail;
use crate::app::health;
use crate::http::pages::Page;
use crate::http::request::Context;
use crate::ops::metrics;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::sync::OnceLock;

/// Colours and sizes: those of the viewer.
const TOKENS: &str = include_str!("../../../../../viewer/src/tokens.css");
const SITE: &str = include_str!("../../../assets/site.css");
const LIVE: &str = include_str!("../../../assets/live.js");
const ICON: &str = include_str!("../../../assets/icon.svg");

/// The inside of the block of `TOKENS` that begins with this selector.
fn block(selector: &str) -> &'static str {
    let from = TOKENS.find(selector).and_then(|at| Some(at + TOKENS[at..].find('{')? + 1));
    let inside = from.and_then(|from| Some(&TOKENS[from..from + TOKENS[from..].find('}')?]));
    inside.unwrap_or_default()
}

/// The style sheet: light unless the reader's system is dark.
fn sheet() -> &'static str {
    static SHEET: OnceLock<String> = OnceLock::new();
    SHEET.get_or_init(|| {
        let (sizes, dark) = (block(":root {"), block(":root, [data-theme=\"dark\"] {"));
        let light = block("[data-theme=\"light\"] {");
        let seats = TOKENS.find(".seat-0 {").map_or("", |at| &TOKENS[at..]);
        format!(
            ":root {{{sizes}{light}}}\n@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}\n\
             {seats}\n{SITE}"
        )
    })
}

/// `/site.css`
pub async fn css() -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "max-age=300")];
    (headers, sheet()).into_response()
}

/// `/icon.svg`
pub async fn icon() -> Response {
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=86400")];
    (headers, ICON).into_response()
}

/// A picture of the manual of a game.
///
/// # Errors
/// When there is no such game or picture.
pub async fn picture(Path((game, name)): Path<(String, String)>) -> Page {
    let facts = games::by_id(&game).ok_or(Fail::NotFound)?.facts();
    let (_, svg) = facts.pictures.iter().find(|(own, _)| *own == name).ok_or(Fail::NotFound)?;
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=300")];
    Ok((headers, *svg).into_response())
}

/// `/live.js`
pub async fn live() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "max-age=300"),
    ];
    (headers, LIVE).into_response()
}

/// `/health`: says `ok` while the database answers.
///
/// # Errors
/// When it does not.
pub async fn health(request: Context) -> Page {
    health::alive(&request.app).await?;
    Ok("ok\n".into_response())
}

/// `/metrics`: figures for Prometheus.
///
/// # Errors
/// When the database fails.
pub async fn metrics(request: Context) -> Page {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let figures = metrics::text(&request.app).await?;
    Ok(([(header::CONTENT_TYPE, kind)], figures).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_has_sizes_both_themes_and_the_seats() {
        for part in ["--s-4: 16px", "--bg: #f6f6f3", "--bg: #121416", ".seat-3 {", "prefers-color"]
        {
            assert!(sheet().contains(part), "{part}");
        }
    }
}
