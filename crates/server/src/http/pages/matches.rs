//! Matches: lists, one match, the viewer.

use super::receipts::{Receipt, receipts};
use super::{Layout, Page, number, page};
use crate::app::fail::Fail;
use crate::app::keys;
use crate::app::machine_notes::{NotPlayed, Note};
use crate::app::matches::{self, Found, WithSeats};
use crate::app::submissions;
use crate::db::matches::{Listed, Match, Only, Seat};
use crate::http::request::{Id, InSeason, Paged, Path, Query, Range};
use crate::http::security;
use crate::ids::MatchId;
use crate::states::RoundKind;
use crate::time;
use arena::stats::place_points;
use askama::Template;
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine;
use engine::Freeze;

/// A seat as it is shown.
pub struct ShownSeat {
    /// The seat.
    pub seat: i64,
    /// The player.
    pub name: String,
    /// Whether there is a page about it.
    pub linked: bool,
    /// Whether it is the visitor's own.
    pub own: bool,
    /// Its place, from 1.
    pub place: usize,
    /// Its score.
    pub score: String,
    /// Length of its bar, of 100.
    pub bar: i64,
    /// Share of its budget, or empty when frozen.
    pub fuel: String,
    /// Whether it was frozen.
    pub frozen: bool,
    /// The round in which it was frozen.
    pub frozen_round: i32,
}

/// A match as lists show it.
pub struct Shown {
    /// The match.
    pub m: Listed,
    /// When it was finished.
    pub when: String,
    /// The players.
    pub seats: Vec<ShownSeat>,
}

/// Seats as they are shown.
#[must_use]
pub fn shown_seats(seats: &[Seat], own: &[usize]) -> Vec<ShownSeat> {
    let scores: Vec<i64> = seats.iter().map(|s| s.score.unwrap_or(0)).collect();
    let best = scores.iter().copied().max().unwrap_or(0).max(1);
    let freeze = |s: &Seat| s.receipt.as_ref().and_then(|r| serde_json::from_str::<Freeze>(r).ok());
    let one = |(k, s): (usize, &Seat)| ShownSeat {
        seat: s.seat,
        name: s.name.clone(),
        linked: s.submission_id.is_some(),
        own: own.contains(&k),
        place: place_points::place(&scores, k),
        score: number(scores[k]),
        bar: i64::try_from(i128::from(scores[k].max(0)) * 100 / i128::from(best)).unwrap_or(100),
        fuel: match s.status {
            Some(status) if status >= 0.0 => format!("{:.0}\u{2009}%", status * 100.0),
            _ => String::new(),
        },
        frozen: s.receipt.is_some(),
        frozen_round: freeze(s).map_or(0, |f| f.round),
    };
    seats.iter().enumerate().map(one).collect()
}

/// Matches as lists show them.
#[must_use]
pub fn shown(list: Vec<WithSeats>) -> Vec<Shown> {
    let one = |(m, seats): WithSeats| {
        let when = m.finished.map(time::shown).unwrap_or_default();
        Shown { when, seats: shown_seats(&seats, &[]), m }
    };
    list.into_iter().map(one).collect()
}

#[derive(Template)]
#[template(path = "matches.html")]
struct List {
    l: Layout,
    list: Vec<Shown>,
    /// The part of a player's name that is looked for.
    part: String,
    newer: Option<String>,
    older: Option<String>,
}

/// Finished matches, newest first: of all players, or of those with a part of a name.
///
/// # Errors
/// When the database fails.
pub async fn list(request: InSeason, Query(range): Query<Range>) -> Page {
    const COUNT: i64 = 25;
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let part = range.searched();
    let only = if part.is_empty() { Only::Any } else { Only::Named(part) };
    let list = matches::listed(app, actor, season, only, (range.from(), COUNT + 1)).await?;
    let Paged { rows, newer, older } = Paged::new(list, &range, COUNT);
    let (l, part) =
        (request.layout(request.t("common-matches-label"), "matches"), part.to_string());
    page(&List { l, list: shown(rows), part, newer, older })
}

#[derive(Template)]
#[template(path = "match.html")]
struct One {
    l: Layout,
    m: Match,
    kind: RoundKind,
    round: i64,
    held: bool,
    when: String,
    seats: Vec<ShownSeat>,
    receipts: Vec<Receipt>,
    logs: Vec<(String, String)>,
    viewer: bool,
    rounds: i64,
    ending: String,
    digest: String,
    /// The address of the judge, if it signs the record.
    judge: Option<String>,
}

/// One match.
///
/// # Errors
/// When there is none for this visitor.
pub async fn one(request: InSeason, Path(Id { id }): Path<Id<MatchId>>) -> Page {
    let (app, season) = (&request.app, &request.season);
    let found = matches::find(app, &request.actor, season, &id).await?;
    let logs = matches::logs(app, &found).await?;
    let title = format!("{} {}", request.t("common-match-label"), found.m.id.short());
    page(&One {
        l: request.layout(&title, "matches"),
        kind: found.round.kind,
        round: found.round.number,
        held: found.round.held,
        when: found.m.finished.map(time::shown).unwrap_or_default(),
        seats: shown_seats(&found.seats, &found.own),
        receipts: with_sources(&request, &found).await,
        logs,
        viewer: app.viewer.is_some(),
        rounds: found.m.rounds.unwrap_or(0),
        ending: NotPlayed::shown(found.m.ending.as_deref().unwrap_or_default(), request.lang()),
        digest: found.m.public_record.clone().unwrap_or_default(),
        judge: keys::signs(app, &found).then(|| app.config.url()),
        m: found.m,
    })
}

/// The receipts of the visitor's own players, with the lines of their sources.
async fn with_sources(request: &InSeason, found: &Found) -> Vec<Receipt> {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let mut all = receipts(season, &found.m, &found.seats, &found.own);
    for receipt in &mut all {
        let Some(version) = &receipt.version else { continue };
        // Players that come with the game have no source in the store.
        if let Ok((s, text)) = submissions::source(app, actor, season, version).await {
            receipt.quote(&s.file, &text);
        }
    }
    all
}

/// The viewer with the match inside, for a frame of its own.
///
/// # Errors
/// When there is no match for this visitor, or no viewer in this program.
pub async fn viewer(request: InSeason, Path(Id { id }): Path<Id<MatchId>>) -> Page {
    let app = &request.app;
    let found = matches::find(app, &request.actor, &request.season, &id).await?;
    let page = app.viewer.as_deref().ok_or(Fail::NotFound)?;
    let record = matches::signed_record(app, &request.season, &found).await?;
    let inside = base64::engine::general_purpose::STANDARD.encode(record);
    let name = format!("{id}.match");
    let html = page.replacen("PALESTRA-NAME", &name, 1).replacen("PALESTRA-MATCH", &inside, 1);
    let mut response: Response = Html(html).into_response();
    let policy = HeaderValue::from_static(security::VIEWER);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}
