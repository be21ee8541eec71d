//! What everybody sees of a season: now, standings, rules.

use super::history::{self, History};
use super::matches::{Shown, shown};
use super::{Layout, Live, Page, back, download, live_page, number, page};
use crate::app::fail::Fail;
use crate::app::{keys, live, matches, seasons};
use crate::db::keys::Key;
use crate::db::live::Playing;
use crate::db::matches::Only;
use crate::db::seasons::{Options, Season, SeasonBoard};
use crate::http::manual;
use crate::http::request::{Context, InSeason, Query};
use crate::ranking::Standing;
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

/// One row of the standings as it is drawn.
pub struct Row {
    /// The row.
    pub s: Standing,
    /// Whether it is the visitor's own.
    pub own: bool,
    /// Estimate, left and right end of the interval, in hundredths of the axis times ten.
    pub at: (i64, i64, i64),
    /// The chance in percent, in words, and its bar's length of 100.
    pub chance: Option<(String, i64)>,
    /// The probability of each rank: its shade, 0 to 9, and its percent.
    pub ranks: Vec<(usize, String)>,
}

/// The standings that a visitor may see, as a table.
pub struct Table {
    /// The rows.
    pub rows: Vec<Row>,
    /// Round of the ladder after which this is the order; 0: none yet.
    pub round: i64,
    /// Marks of the axis: place of 1000 and text.
    pub axis: Vec<(i64, String)>,
}

/// Probabilities of ranks as they are drawn, one for each of so many ranks: shades from 0 to 9
/// and whole percents; empty when there are none.
#[must_use]
pub fn shades(chances: &[f64], ranks: usize) -> Vec<(usize, String)> {
    if chances.is_empty() {
        return Vec::new();
    }
    let shade = |p: f64| match p {
        p if p <= 0.0 => (0, String::new()),
        // Roots tell small probabilities from none.
        p => ((p.sqrt() * 9.0).ceil().min(9.0) as usize, percent(p)),
    };
    let rest = std::iter::repeat(0.0);
    chances.iter().copied().chain(rest).take(ranks.max(chances.len())).map(shade).collect()
}

fn percent(p: f64) -> String {
    match (p * 100.0).round() as i64 {
        0 => "<1".into(),
        100 if p < 1.0 => ">99".into(),
        n => n.to_string(),
    }
}

async fn table(request: &InSeason) -> Result<Table, Fail> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let (round, rows) = seasons::standings(app, actor, season).await?;
    let bounded = |s: &Standing| if s.half < 0.0 { 0.0 } else { s.half };
    let low = rows.iter().map(|s| s.strength - bounded(s)).fold(-1.0, f64::min).max(-8.0).floor();
    let high = rows.iter().map(|s| s.strength + bounded(s)).fold(1.0, f64::max).min(8.0).ceil();
    let place = |x: f64| ((x.clamp(low, high) - low) / (high - low) * 1000.0).round() as i64;
    let axis = (low as i64..=high as i64).map(|x| (place(x as f64), number(x))).collect();
    let players = rows.len();
    let row = |s: Standing| Row {
        own: actor.owns(s.user_id.as_ref()),
        at: (place(s.strength), place(s.strength - bounded(&s)), place(s.strength + bounded(&s))),
        chance: s.chance.map(|p| {
            let percent = (p * 100.0).round() as i64;
            let text = match percent {
                0 => "<1\u{2009}%".into(),
                100 => ">99\u{2009}%".into(),
                n => format!("{n}\u{2009}%"),
            };
            (text, percent)
        }),
        ranks: shades(&s.rank_chances(), players),
        s,
    };
    Ok(Table { rows: rows.into_iter().map(row).collect(), round, axis })
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
    table.rows.truncate(8);
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
#[template(path = "standings.html")]
struct Standings {
    l: Layout,
    table: Table,
    history: Option<History>,
    matches: i64,
    held: bool,
}

/// The standings.
///
/// # Errors
/// When the database fails.
pub async fn standings(request: InSeason) -> Page {
    let (app, season) = (&request.app, &request.season);
    let l = request.layout(request.t("common-standings"), "standings");
    let matches = matches::public_count(app, season).await?;
    let held = season.options().hold;
    let table = table(&request).await?;
    let history = history::of(&request, &table).await?;
    page(&Standings { l, table, history, matches, held })
}

/// The standings as CSV.
///
/// # Errors
/// When the database fails.
pub async fn standings_csv(request: InSeason) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let (round, rows) = seasons::standings(app, actor, season).await?;
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "place",
        "player",
        "author",
        "strength",
        "half_width_95",
        "chance_of_top_4",
        "rank_probabilities",
        "matches",
        "round",
    ])?;
    for s in rows {
        let ranks = s.rank_chances();
        let probabilities = ranks.iter().map(|p| format!("{p:.3}")).collect::<Vec<_>>().join(" ");
        let fields = [
            s.place.to_string(),
            s.name,
            guarded(s.author.unwrap_or_default()),
            format!("{:.3}", s.strength),
            if s.half < 0.0 { String::new() } else { format!("{:.3}", s.half) },
            s.chance.map_or_else(String::new, |p| format!("{p:.3}")),
            probabilities,
            s.matches.to_string(),
            round.to_string(),
        ];
        out.write_record(fields)?;
    }
    let bytes = out.into_inner().map_err(|_| Fail::Ours)?;
    Ok(download("standings.csv", "text/csv; charset=utf-8", bytes))
}

/// A field that no spreadsheet takes for a formula.
#[must_use]
pub fn guarded(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
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
