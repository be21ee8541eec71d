//! All routes, each with its rule of access: one list, walked by the tests.

use crate::access::{self, Access, LANGUAGE, cookie};
use crate::api::{self, competition};
use crate::app::Shared;
use crate::fail::{self, Fail};
use crate::i18n::Lang;
use crate::live;
use crate::pages::{
    account, assets, boards, editor, friendly, health, matches, organise, people, players,
    register, season, similar, submissions, tournaments,
};
use crate::security;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use std::time::Instant;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// Largest request: a source with some room around it.
const BODY_BYTES_MAX: usize = 3 << 20;

/// A route.
pub struct Route {
    /// `GET` or `POST` or `DELETE`.
    pub method: Method,
    /// Its path; `{name}` stands for an open part.
    pub path: &'static str,
    /// Who may use it.
    pub access: Access,
    handler: MethodRouter<Shared>,
}

fn read(path: &'static str, access: Access, handler: MethodRouter<Shared>) -> Route {
    Route { method: Method::GET, path, access, handler }
}

fn write(path: &'static str, access: Access, handler: MethodRouter<Shared>) -> Route {
    Route { method: Method::POST, path, access, handler }
}

/// Every route of the server. The rule says who gets to the handler; what a handler shows of
/// results that are held back, and of logs, depends on the visitor besides.
#[must_use]
pub fn routes() -> Vec<Route> {
    let mut all = website();
    all.extend(season());
    all.extend(interface());
    all
}

/// The website, but for the pages of seasons.
fn website() -> Vec<Route> {
    use Access::{Admin, Organiser, Public, SignedIn};
    vec![
        read("/", Public, get(season::home)),
        read("/site.css", Public, get(assets::css)),
        read("/live.js", Public, get(assets::live)),
        read("/icon.svg", Public, get(assets::icon)),
        read("/language/{code}", Public, get(account::language)),
        read("/sign-in", Public, get(account::sign_in_form)),
        write("/sign-in", Public, post(account::sign_in)),
        write("/sign-out", SignedIn, post(account::sign_out)),
        read("/invitation/{token}", Public, get(account::invitation_form)),
        write("/invitation/{token}", Public, post(account::accept)),
        read("/account", SignedIn, get(account::show)),
        write("/account/password", SignedIn, post(account::password)),
        write("/account/tokens", SignedIn, post(account::add_token)),
        write("/account/tokens/{id}/revoke", SignedIn, post(account::revoke)),
        read("/people", Organiser, get(people::show)),
        write("/people/invite", Organiser, post(people::invite)),
        write("/people/import", Organiser, post(people::import)),
        write("/people/{id}/change", Admin, post(people::change)),
        read("/audit", Organiser, get(organise::audit)),
        read("/seasons/new", Admin, get(organise::season_form)),
        write("/seasons/new", Admin, post(organise::new_season)),
        read("/metrics", Organiser, get(assets::metrics)),
        read("/health", Public, get(assets::health)),
    ]
}

/// The pages of a season.
fn season() -> Vec<Route> {
    use Access::{Organiser, Owner, Public, SignedIn};
    vec![
        read("/s/{season}", Public, get(season::now)),
        read("/s/{season}/events", Public, get(live::season)),
        read("/s/{season}/standings", Public, get(season::standings)),
        read("/s/{season}/standings.csv", Public, get(season::standings_csv)),
        read("/s/{season}/rules", Public, get(season::rules)),
        read("/s/{season}/settings.cnf", Public, get(season::settings_file)),
        read("/s/{season}/matches", Public, get(matches::list)),
        read("/s/{season}/matches/{id}", Public, get(matches::one)),
        read("/s/{season}/matches/{id}/viewer", Public, get(matches::viewer)),
        read("/s/{season}/matches/{id}/record.match", Public, get(matches::record)),
        read("/s/{season}/matches/{id}/result.res", Public, get(matches::result_file)),
        read("/s/{season}/players/{name}", Public, get(players::one)),
        read("/s/{season}/rounds", Public, get(tournaments::list)),
        write("/s/{season}/rounds", Organiser, post(tournaments::start)),
        read("/s/{season}/rounds/{id}", Public, get(tournaments::one)),
        read("/s/{season}/rounds/{id}/{number}", Public, get(tournaments::round)),
        write("/s/{season}/rounds/{id}/release", Organiser, post(tournaments::release)),
        write("/s/{season}/rounds/{id}/stop", Organiser, post(tournaments::stop)),
        read("/s/{season}/register", Public, get(register::form)),
        write("/s/{season}/register", Public, post(register::register)),
        read("/s/{season}/friendly", SignedIn, get(friendly::form)),
        write("/s/{season}/friendly", SignedIn, post(friendly::ask)),
        read("/s/{season}/submit", SignedIn, get(submissions::form)),
        write("/s/{season}/submit", SignedIn, post(submissions::send)),
        read("/s/{season}/submissions/{id}", Owner, get(submissions::one)),
        read("/s/{season}/submissions/{id}/events", Owner, get(live::submission)),
        read("/s/{season}/submissions/{id}/source", Owner, get(submissions::source)),
        write("/s/{season}/submissions/{id}/represent", Owner, post(submissions::represent)),
        read("/s/{season}/organise", Organiser, get(organise::show)),
        write("/s/{season}/organise/settings", Organiser, post(organise::settings)),
        write("/s/{season}/organise/release", Organiser, post(organise::release)),
        read("/s/{season}/organise/submissions", Organiser, get(organise::submissions)),
        write("/s/{season}/organise/disqualify/{id}", Organiser, post(organise::disqualify)),
        write("/s/{season}/organise/rerun/{id}", Organiser, post(organise::rerun)),
        read("/s/{season}/organise/export.csv", Organiser, get(organise::export)),
        write("/s/{season}/organise/dates", Organiser, post(editor::dates)),
        write("/s/{season}/organise/boards", Organiser, post(boards::change)),
        read("/s/{season}/organise/health", Organiser, get(health::show)),
        read("/s/{season}/organise/similar", Organiser, get(similar::list)),
        write("/s/{season}/organise/similar", Organiser, post(similar::compare)),
        read("/s/{season}/organise/similar.csv", Organiser, get(similar::csv)),
        read("/s/{season}/organise/similar.json", Organiser, get(similar::json)),
        read("/s/{season}/organise/similar/{left}/{right}", Organiser, get(similar::pair)),
        write("/s/{season}/organise/similar/{left}/{right}", Organiser, post(similar::decide)),
    ]
}

/// The programming interface.
fn interface() -> Vec<Route> {
    use Access::{Organiser, Owner, Public, SignedIn};
    vec![
        read("/api/openapi.json", Public, get(api::openapi)),
        read("/api/me", SignedIn, get(api::me)),
        read("/api/seasons", Public, get(api::seasons)),
        read("/api/seasons/{season}/standings", Public, get(api::standings)),
        read("/api/seasons/{season}/events", Public, get(live::season)),
        read("/api/seasons/{season}/matches", Public, get(api::matches)),
        read("/api/seasons/{season}/matches/{id}", Public, get(api::one_match)),
        read("/api/seasons/{season}/matches/{id}/record.match", Public, get(matches::record)),
        read("/api/seasons/{season}/matches/{id}/result.res", Public, get(matches::result_file)),
        read("/api/seasons/{season}/submissions", SignedIn, get(api::submissions)),
        write("/api/seasons/{season}/submissions", SignedIn, post(api::submit)),
        read("/api/seasons/{season}/tournaments", Public, get(competition::tournaments)),
        write("/api/seasons/{season}/tournaments", Organiser, post(competition::begin)),
        read("/api/seasons/{season}/tournaments/{id}", Public, get(competition::tournament)),
        write(
            "/api/seasons/{season}/tournaments/{id}/release",
            Organiser,
            post(competition::release),
        ),
        write("/api/seasons/{season}/tournaments/{id}/stop", Organiser, post(competition::stop)),
        read("/api/seasons/{season}/friendlies", SignedIn, get(competition::friendlies)),
        write("/api/seasons/{season}/friendlies", SignedIn, post(competition::ask)),
        read("/api/seasons/{season}/submissions/{id}", Owner, get(api::submission)),
        read("/api/seasons/{season}/submissions/{id}/events", Owner, get(live::submission)),
        read("/api/seasons/{season}/submissions/{id}/source", Owner, get(submissions::source)),
        write(
            "/api/seasons/{season}/submissions/{id}/represent",
            Owner,
            post(api::players::represent),
        ),
        write(
            "/api/seasons/{season}/submissions/{id}/disqualify",
            Organiser,
            post(api::organise::disqualify),
        ),
        write(
            "/api/seasons/{season}/submissions/{id}/rerun",
            Organiser,
            post(api::organise::rerun),
        ),
        read("/api/seasons/{season}/players/{name}", Public, get(api::players::player)),
        write("/api/seasons/{season}/release", Organiser, post(api::organise::release)),
        read("/api/audit", Organiser, get(api::organise::audit)),
    ]
}

/// The server as one service.
pub fn router(app: &Shared) -> Router {
    let mut router = Router::new();
    for route in routes() {
        let rule = middleware::from_fn_with_state((app.clone(), route.access), access::guard);
        router = router.route(route.path, route.handler.route_layer(rule));
    }
    router
        .fallback(|| async { Fail::NotFound })
        .method_not_allowed_fallback(|| async { Fail::NotFound })
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), finish))
        // The viewer is large: better levels would cost more time than they save.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .with_state(app.clone())
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    Fail::Ours.into_response()
}

/// The last step of every answer: failures in the visitor's words, headers that protect.
async fn finish(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let headers = request.headers();
    let lang = cookie(headers, LANGUAGE).as_deref().and_then(Lang::of_code);
    let lang = lang.unwrap_or_else(|| Lang::accepted(headers));
    let mut response = next.run(request).await;
    if let Some(fail) = response.extensions_mut().remove::<Fail>() {
        response = fail::render(&fail, path.starts_with("/api/"), lang);
    }
    security::protect(response.headers_mut(), app.config.secure());
    app.metrics.request(response.status().as_u16(), begun);
    tracing::debug!(%method, path, status = response.status().as_u16(), "answered");
    response
}
