//! All routes, each with its rule of access: one list, walked by the tests.

use crate::app::Shared;
use crate::app::fail::Fail;
use crate::http::access::{self, Access, Rule, Visitor};
use crate::http::api::{self, competition};
use crate::http::pages::{
    account, assets, boards, friendly, health, matches, organise, people, players, register,
    season, settings, similar, standings, submissions, tournaments,
};
use crate::http::{connections, description, errors, events, files, refill, security};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::path::Paths;
use utoipa::openapi::{RefOr, Schema};
use utoipa_axum::routes;

/// Largest request: a source with some room around it.
const BODY_BYTES_MAX: usize = 3 << 20;

/// Largest request of somebody who is not signed in: a form with a password.
const PUBLIC_BODY_BYTES_MAX: usize = 16 << 10;

/// A route.
pub struct Route {
    /// `GET` or `POST` or `DELETE`.
    pub method: Method,
    /// Its path; `{name}` stands for an open part.
    pub path: String,
    /// The access rule, with the tokens that may use it.
    pub rule: Rule,
    /// The description for programs: schemas and operation. Every route of the API has one.
    pub description: Option<(Schemas, Paths)>,
    /// The page of the form that is sent to this route: a refused form is shown there again.
    pub page: Option<String>,
    handler: MethodRouter<Shared>,
}

/// Names and schemas of what a route takes and gives.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

fn read(path: &str, access: Access, handler: MethodRouter<Shared>) -> Route {
    let rule = Rule::read(access);
    let (method, description, page) = (Method::GET, None, None);
    Route { method, path: path.into(), rule, description, page, handler }
}

fn write(path: &str, access: Access, handler: MethodRouter<Shared>) -> Route {
    changing(path, Rule::write(access), handler)
}

/// The same for a change that nobody makes by a token: whoever finds one shall not get more.
fn in_person(path: &str, access: Access, handler: MethodRouter<Shared>) -> Route {
    changing(path, Rule { access, scope: None }, handler)
}

fn changing(path: &str, rule: Rule, handler: MethodRouter<Shared>) -> Route {
    let (method, description, page) = (Method::POST, None, None);
    Route { method, path: path.into(), rule, description, page, handler }
}

impl Route {
    /// The same route, for a form on the page with this path.
    fn on(mut self, page: &str) -> Self {
        self.page = Some(page.into());
        self
    }
}

/// A route of the API: path and method stand at its handler.
fn described(
    access: Access,
    (schemas, paths, handler): (Schemas, Paths, MethodRouter<Shared>),
) -> Route {
    // `routes!` gives one path for one handler.
    let (path, item) = paths.paths.iter().next().expect("a handler has a path");
    let (method, rule) = match item.get.is_some() {
        true => (Method::GET, Rule::read(access)),
        false => (Method::POST, Rule::write(access)),
    };
    let path = path.clone();
    Route { method, path, rule, description: Some((schemas, paths)), page: None, handler }
}

/// Every route of the server. The rule says who gets to the handler; what a handler shows of
/// results that are withheld, and of logs, depends on the visitor besides.
#[must_use]
pub fn routes() -> Vec<Route> {
    let mut all = website();
    all.extend(season());
    all.extend(organisers());
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
        read("/pictures/{game}/{name}", Public, get(assets::picture)),
        read("/language/{code}", Public, get(account::language)),
        read("/sign-in", Public, get(account::sign_in_form)),
        write("/sign-in", Public, post(account::sign_in)).on("/sign-in"),
        in_person("/sign-out", SignedIn, post(account::sign_out)).on("/account"),
        read("/invitation/{token}", Public, get(account::invitation_form)),
        write("/invitation/{token}", Public, post(account::accept)).on("/invitation/{token}"),
        read("/account", SignedIn, get(account::show)),
        in_person("/account/password", SignedIn, post(account::password)).on("/account"),
        in_person("/account/tokens", SignedIn, post(account::add_token)).on("/account"),
        in_person("/account/tokens/{id}/revoke", SignedIn, post(account::revoke)).on("/account"),
        read("/people", Organiser, get(people::show)),
        write("/people/invite", Organiser, post(people::invite)).on("/people"),
        write("/people/import", Organiser, post(people::import)).on("/people"),
        in_person("/people/invitations/{id}/link", Organiser, post(people::renew)).on("/people"),
        write("/people/invitations/{id}/revoke", Organiser, post(people::revoke)).on("/people"),
        in_person("/people/{id}/password", Organiser, post(people::password)).on("/people"),
        write("/people/{id}/change", Admin, post(people::change)).on("/people"),
        write("/people/{id}/seasons", Admin, post(people::seasons)).on("/people"),
        read("/audit", Organiser, get(organise::audit)),
        read("/seasons/new", Admin, get(organise::season_form)),
        write("/seasons/new", Admin, post(organise::new_season)).on("/seasons/new"),
        read("/metrics", Organiser, get(assets::metrics)),
        read("/health", Public, get(assets::health)),
        read(signing::PATH, Public, get(files::keys)),
    ]
}

/// The pages of a season.
fn season() -> Vec<Route> {
    use Access::{Owner, Public, SignedIn, Staff};
    vec![
        read("/s/{season}", Public, get(season::now)),
        read("/s/{season}/events", Public, get(events::season)),
        read("/s/{season}/standings", Public, get(standings::show)),
        read("/s/{season}/standings.csv", Public, get(standings::csv)),
        read("/s/{season}/rules", Public, get(season::rules)),
        read("/s/{season}/settings.cnf", Public, get(season::settings_file)),
        read("/s/{season}/starter", Public, get(submissions::starter)),
        read("/s/{season}/matches", Public, get(matches::list)),
        read("/s/{season}/matches/{id}", Public, get(matches::one)),
        read("/s/{season}/matches/{id}/viewer", Public, get(matches::viewer)),
        read("/s/{season}/matches/{id}/record.match", Public, get(files::record)),
        read("/s/{season}/matches/{id}/result.res", Public, get(files::result)),
        read("/s/{season}/players/{name}", Public, get(players::one)),
        read("/s/{season}/rounds", Public, get(tournaments::list)),
        write("/s/{season}/rounds", Staff, post(tournaments::start)).on("/s/{season}/rounds"),
        read("/s/{season}/rounds/{id}", Public, get(tournaments::one)),
        read("/s/{season}/rounds/{id}/{number}", Public, get(tournaments::round)),
        write("/s/{season}/rounds/{id}/release", Staff, post(tournaments::release))
            .on("/s/{season}/rounds/{id}"),
        write("/s/{season}/rounds/{id}/stop", Staff, post(tournaments::stop))
            .on("/s/{season}/rounds/{id}"),
        read("/s/{season}/register", Public, get(register::form)),
        write("/s/{season}/register", Public, post(register::register)).on("/s/{season}/register"),
        read("/s/{season}/friendly", SignedIn, get(friendly::form)),
        write("/s/{season}/friendly", SignedIn, post(friendly::ask)).on("/s/{season}/friendly"),
        read("/s/{season}/submit", SignedIn, get(submissions::form)),
        write("/s/{season}/submit", SignedIn, post(submissions::send)).on("/s/{season}/submit"),
        read("/s/{season}/submissions/{id}", Owner, get(submissions::one)),
        read("/s/{season}/submissions/{id}/events", Owner, get(events::submission)),
        read("/s/{season}/submissions/{id}/source", Owner, get(files::source)),
        write("/s/{season}/submissions/{id}/represent", Owner, post(submissions::represent))
            .on("/s/{season}/submissions/{id}"),
    ]
}

/// The pages of a season for its organisers.
fn organisers() -> Vec<Route> {
    use Access::Staff;
    vec![
        read("/s/{season}/organise", Staff, get(settings::show)),
        write("/s/{season}/organise/settings", Staff, post(settings::save))
            .on("/s/{season}/organise"),
        write("/s/{season}/organise/release", Staff, post(settings::release))
            .on("/s/{season}/organise"),
        read("/s/{season}/organise/submissions", Staff, get(organise::submissions)),
        read("/s/{season}/organise/disqualify/{id}", Staff, get(organise::ask_disqualify)),
        write("/s/{season}/organise/disqualify/{id}", Staff, post(organise::disqualify))
            .on("/s/{season}/organise/disqualify/{id}"),
        write("/s/{season}/organise/reinstate/{id}", Staff, post(organise::reinstate))
            .on("/s/{season}/organise/submissions"),
        write("/s/{season}/organise/rerun/{id}", Staff, post(organise::rerun))
            .on("/s/{season}/organise/submissions"),
        write("/s/{season}/organise/stop/{id}", Staff, post(organise::stop_judging))
            .on("/s/{season}/organise/submissions"),
        read("/s/{season}/organise/export.csv", Staff, get(organise::export)),
        read("/s/{season}/organise/boards", Staff, get(boards::show)),
        write("/s/{season}/organise/boards", Staff, post(boards::change))
            .on("/s/{season}/organise/boards"),
        read("/s/{season}/organise/health", Staff, get(health::show)),
        read("/s/{season}/organise/similar", Staff, get(similar::list)),
        write("/s/{season}/organise/similar", Staff, post(similar::compare))
            .on("/s/{season}/organise/similar"),
        read("/s/{season}/organise/similar.csv", Staff, get(similar::csv)),
        read("/s/{season}/organise/similar.json", Staff, get(similar::json)),
        read("/s/{season}/organise/similar/{left}/{right}", Staff, get(similar::pair)),
        write("/s/{season}/organise/similar/{left}/{right}", Staff, post(similar::decide))
            .on("/s/{season}/organise/similar/{left}/{right}"),
    ]
}

/// The programming interface.
fn interface() -> Vec<Route> {
    use Access::{Admin, Organiser, Owner, Public, SignedIn, Staff};
    vec![
        described(Public, routes!(description::openapi)),
        described(SignedIn, routes!(api::me)),
        described(Public, routes!(api::seasons)),
        described(Public, routes!(api::standings)),
        described(Public, routes!(events::season)),
        described(Public, routes!(api::matches)),
        described(Public, routes!(api::one_match)),
        described(Public, routes!(files::record)),
        described(Public, routes!(files::result)),
        described(SignedIn, routes!(api::submissions::submissions)),
        described(SignedIn, routes!(api::submissions::submit)),
        described(Owner, routes!(api::submissions::submission)),
        described(Owner, routes!(events::submission)),
        described(Owner, routes!(files::source)),
        described(Owner, routes!(api::submissions::represent)),
        described(Staff, routes!(api::submissions::disqualify)),
        described(Staff, routes!(api::submissions::reinstate)),
        described(Staff, routes!(api::submissions::rerun)),
        described(Staff, routes!(api::submissions::stop_judging)),
        described(Public, routes!(competition::tournaments)),
        described(Staff, routes!(competition::begin)),
        described(Public, routes!(competition::tournament)),
        described(Staff, routes!(competition::release)),
        described(Staff, routes!(competition::stop)),
        described(SignedIn, routes!(competition::friendlies)),
        described(SignedIn, routes!(competition::ask)),
        described(Public, routes!(api::players::player)),
        described(Staff, routes!(api::organise::release)),
        described(Organiser, routes!(api::organise::audit)),
        described(Admin, routes!(api::staff::all)),
        described(Admin, routes!(api::staff::change)),
    ]
}

/// The server as one service.
pub fn router(app: &Shared) -> Router {
    let mut router = Router::new();
    let routes = routes();
    let pages = pages(&routes, app);
    for route in routes {
        let rule = middleware::from_fn_with_state((app.clone(), route.rule), access::guard);
        let mut handler = route.handler;
        if let Some(page) = route.page.and_then(|page| pages.get(&page)) {
            let keep = middleware::from_fn_with_state(page.clone(), refill::keep);
            handler = handler.route_layer(keep);
        }
        handler = handler.route_layer(rule);
        if route.rule.access == Access::Public {
            handler = handler.layer(DefaultBodyLimit::max(PUBLIC_BODY_BYTES_MAX));
        }
        router = router.route(&route.path, handler);
    }
    router
        .fallback(|| async { Fail::NotFound })
        .method_not_allowed_fallback(|| async { Fail::NotFound })
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn_with_state(app.clone(), connections::limit_body))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), finish))
        // The viewer is large: better levels would cost more time than they save.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .with_state(app.clone())
}

/// The pages with forms, by their paths, without their rules: a form has passed its own.
fn pages(routes: &[Route], app: &Shared) -> BTreeMap<String, MethodRouter> {
    let forms: BTreeSet<&String> = routes.iter().filter_map(|route| route.page.as_ref()).collect();
    let shown = routes.iter().filter(|r| r.method == Method::GET && forms.contains(&r.path));
    shown.map(|r| (r.path.clone(), r.handler.clone().with_state(app.clone()))).collect()
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    Fail::Ours.into_response()
}

/// The last step of every answer: failures in the visitor's words, headers that protect.
async fn finish(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let lang = access::language(request.headers());
    let mut response = next.run(request).await;
    if let Some(fail) = response.extensions_mut().remove::<Fail>() {
        let visitor = response.extensions_mut().remove::<Visitor>();
        let visitor = visitor.unwrap_or_else(|| Visitor::unknown(lang));
        response = errors::render(&fail, path.starts_with("/api/"), &visitor);
    }
    security::protect(response.headers_mut(), app.config.secure());
    app.metrics.request(response.status().as_u16(), begun);
    tracing::debug!(%method, path, status = response.status().as_u16(), "answered");
    response
}
