//! The public pages of a season: overview, rules.

use super::matches::{Shown, shown};
use super::standings::{Table, table};
use super::{Layout, Live, Page, back, live_page, number, page};
use crate::app::fail::Fail;
use crate::app::{keys, live, matches, seasons};
use crate::db::keys::Key;
use crate::db::live::Playing;
use crate::db::matches::Only;
use crate::db::seasons::{Options, Season, SeasonBoard};
use crate::http::manual;
use crate::http::request::{Context, InSeason, Query};
use crate::time;
use askama::Template;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    l: Layout,
    /// Each season with the title of its game.
    seasons: Vec<(Season, &'static str)>,
}

/// `/`: the only season, or a list.
///
/// # Errors
/// When the database fails.
pub async fn home(request: Context) -> Page {
    let seasons = seasons::all(&request.app, &request.actor).await?;
    if let [only] = &seasons[..] {
        return Ok(back(&format!("/s/{}", only.slug)));
    }
    let titled = |season: Season| {
        let title = season.game().map_or("", |game| game.facts().title);
        (season, title)
    };
    let seasons = seasons.into_iter().map(titled).collect();
    page(&Home { l: request.layout("Palestra", ""), seasons })
}

#[derive(Template)]
#[template(path = "season.html")]
struct Now {
    l: Layout,
    table: Table,
    latest: Vec<Shown>,
    playing: Vec<Playing>,
    matches: i64,
    game: &'static str,
    summary: &'static str,
    dates: String,
    days: Vec<(&'static str, String)>,
    held: bool,
    frozen: bool,
    key: Option<Key>,
}

/// The dates of a season that are set, each with what happens then.
fn days(options: &Options) -> Vec<(&'static str, String)> {
    let all = [
        ("common-opens", options.opens),
        ("common-closes", options.freezes),
        ("common-final", options.finals),
    ];
    all.into_iter().filter_map(|(what, at)| Some((what, time::shown(at?)))).collect()
}

/// The season's first page.
///
/// # Errors
/// When the database fails.
pub async fn now(request: InSeason) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let facts = season.game().ok_or(Fail::Ours)?.facts();
    let options = season.options();
    let mut table = table(&request).await?;
    table.shorten(8);
    let latest = shown(matches::listed(app, actor, season, Only::Any, (0, 6)).await?);
    let mut l = request.layout(&season.title, "now");
    l.live = Some(Live {
        events: format!("{}/events", l.base()),
        state: live::season_state(app, &season.id, actor.organises(&season.id)).await?,
        pause: 3000,
        reload: 20,
    });
    live_page(&Now {
        playing: live::playing(app, actor, season).await?,
        l,
        table,
        latest,
        matches: matches::public_count(app, season).await?,
        game: facts.title,
        summary: facts.told_in(request.lang().code()).summary,
        dates: options.dates.clone(),
        held: options.hold,
        frozen: options.frozen_at(time::now()),
        days: days(&options),
        key: keys::shown(app, season).await?,
    })
}

#[derive(Template)]
#[template(path = "rules.html")]
struct Rules {
    l: Layout,
    game: &'static str,
    manual: String,
    /// The language of the manual.
    language: &'static str,
    boards: Vec<SeasonBoard>,
    o: Options,
    fuel: String,
    seconds: String,
    rival_count: usize,
}

/// Limits, settings and the game's manual.
///
/// # Errors
/// When the database fails.
pub async fn rules(request: InSeason) -> Page {
    let season = &request.season;
    let facts = season.game().ok_or(Fail::Ours)?.facts();
    let told = facts.told_in(request.lang().code());
    let o = season.options();
    page(&Rules {
        l: request.layout(request.t("common-rules"), "rules"),
        game: facts.title,
        manual: manual::html(facts, told.manual),
        language: told.language,
        boards: season.boards(),
        fuel: number(i64::try_from(o.fuel_max).unwrap_or(i64::MAX)),
        seconds: format!("{:.2}", o.fuel_max as f64 / sandbox::Limits::FUEL_PER_SECOND as f64),
        rival_count: engine::SEATS - 1,
        o,
    })
}

/// Which settings file.
#[derive(Default, Deserialize)]
pub struct Wanted {
    board: Option<String>,
}

/// A settings file of the season: `?board=NAME`, or its first.
///
/// # Errors
/// When there is no such season.
pub async fn settings_file(request: InSeason, Query(wanted): Query<Wanted>) -> Page {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let own = |board: &SeasonBoard| wanted.board.as_ref().is_none_or(|name| *name == board.name);
    let found = request.season.boards().into_iter().find(own).ok_or(Fail::NotFound)?;
    Ok((kind, found.settings).into_response())
}
