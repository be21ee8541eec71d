//! A player that competes.

use super::matches::{Shown, listed};
use super::{Layout, Page, page};
use crate::access::Cx;
use crate::db::standings::{self, Opponent, Standing};
use crate::db::submissions::{self, Submission};
use crate::fail::Fail;
use askama::Template;

/// The progress chart: a line with its band, as coordinates of an 600 × 200 picture.
pub struct Chart {
    /// The line.
    pub line: String,
    /// The band of the intervals.
    pub band: String,
    /// Rounds at the left and right end.
    pub rounds: (i64, i64),
    /// Strengths at the lower and upper end.
    pub bounds: (String, String),
}

#[derive(Template)]
#[template(path = "player.html")]
struct One {
    l: Layout,
    name: String,
    standing: Option<Standing>,
    chart: Option<Chart>,
    ranks: Vec<(usize, String)>,
    list: Vec<Shown>,
    opponents: Vec<Opponent>,
    versions: Vec<String>,
}

/// What the visitor may know about a player.
pub struct Known {
    /// The version.
    pub player: Submission,
    /// Its row of the standings, and how many rows there are.
    pub standing: (Option<Standing>, usize),
    /// Round, strength and half-width after each round of the ladder.
    pub history: Vec<(i64, f64, f64)>,
    /// Whom it met most often.
    pub opponents: Vec<Opponent>,
    /// Its author's versions that have competed, oldest first.
    pub versions: Vec<String>,
}

/// The player of the address.
///
/// # Errors
/// When no such player competes.
pub async fn known(cx: &Cx) -> Result<Known, Fail> {
    let (season, db) = (cx.season()?, &cx.app.db);
    let found = submissions::public_by_name(db, &season.id, cx.part("name")).await?;
    let player = found.ok_or(Fail::NotFound)?;
    let (round, rows) = super::season::visible(cx).await?;
    let players = rows.len();
    let versions = match &player.user_id {
        Some(user) => standings::versions(db, &season.id, user).await?,
        None => Vec::new(),
    };
    Ok(Known {
        standing: (rows.into_iter().find(|s| s.submission_id == player.id), players),
        history: standings::history(db, &season.id, &player.id, round).await?,
        opponents: standings::opponents(db, &player.id, cx.visitor.organises()).await?,
        versions,
        player,
    })
}

/// The page of a player.
///
/// # Errors
/// When no such player competes.
pub async fn one(cx: Cx) -> Page {
    let Known { player, standing: (standing, players), history, opponents, versions } =
        known(&cx).await?;
    let chances = standing.as_ref().map(Standing::rank_chances).unwrap_or_default();
    page(&One {
        l: Layout::new(&cx, &player.name, "standings"),
        list: listed(&cx, Some(&player.id), (0, 20)).await?,
        name: player.name,
        standing,
        chart: chart(&history),
        ranks: super::season::shades(&chances, players),
        opponents,
        versions,
    })
}

fn chart(history: &[(i64, f64, f64)]) -> Option<Chart> {
    const WIDTH: f64 = 600.0;
    const HEIGHT: f64 = 200.0;
    let (first, last) = (history.first()?.0, history.last()?.0);
    if first == last {
        return None;
    }
    let half = |h: f64| if h < 0.0 { 0.0 } else { h.min(4.0) };
    let low = history.iter().map(|(_, s, h)| s - half(*h)).fold(-1.0, f64::min).floor();
    let high = history.iter().map(|(_, s, h)| s + half(*h)).fold(1.0, f64::max).ceil();
    let x = |round: i64| (round - first) as f64 / (last - first) as f64 * WIDTH;
    let y = |strength: f64| (high - strength) / (high - low) * HEIGHT;
    let point = |round: i64, strength: f64| format!("{:.1},{:.1}", x(round), y(strength));
    let line: Vec<String> = history.iter().map(|(r, s, _)| point(*r, *s)).collect();
    let upper = history.iter().map(|(r, s, h)| point(*r, s + half(*h)));
    let lower = history.iter().rev().map(|(r, s, h)| point(*r, s - half(*h)));
    Some(Chart {
        line: line.join(" "),
        band: upper.chain(lower).collect::<Vec<_>>().join(" "),
        rounds: (first, last),
        bounds: (format!("{low:.0}"), format!("{high:.0}")),
    })
}
