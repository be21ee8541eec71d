//! A player that competes.

use super::matches::{Shown, shown};
use super::season::shades;
use super::{Layout, Page, page};
use crate::app::{matches, seasons};
use crate::db::matches::Only;
use crate::db::standings::Opponent;
use crate::http::request::{InSeason, Name, Path};
use crate::ranking::Standing;
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

/// The page of a player.
///
/// # Errors
/// When no such player competes.
pub async fn one(request: InSeason, Path(Name { name }): Path<Name>) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let player = seasons::player(app, actor, season, &name).await?;
    let version = Only::Of(&player.version.id);
    let list = matches::listed(app, actor, season, version, (0, 20)).await?;
    let chances = player.standing.as_ref().map(Standing::rank_chances).unwrap_or_default();
    page(&One {
        l: request.layout(&player.version.name, "standings"),
        list: shown(list),
        name: player.version.name,
        standing: player.standing,
        chart: chart(&player.history),
        ranks: shades(&chances, player.players),
        opponents: player.opponents,
        versions: player.versions,
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
