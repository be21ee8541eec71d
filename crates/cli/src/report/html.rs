//! A league's report as one page that needs nothing else: no scripts, no fonts, no network.

use super::text::{score_decimals, strength};
use super::{Report, percent, plus_minus, style};
use arena::league::Standing;
use askama::Template;
use engine::{Freeze, SEATS};
use std::fmt::Write;

#[derive(Template)]
#[template(path = "league.html")]
struct Page<'a> {
    title: String,
    sheet: String,
    matches: usize,
    seeds: usize,
    about: String,
    master: &'a str,
    /// The command that goes on with a league that was stopped.
    go_on: Option<String>,
    metered: bool,
    standings: Vec<Row<'a>>,
    ranks: Option<Vec<Line>>,
    duels: Vec<Line>,
    boards: Vec<BoardRow>,
    frozen: Vec<Frozen<'a>>,
    looks: Vec<Look>,
}

/// A player's row in the standings.
struct Row<'a> {
    player: usize,
    label: &'a str,
    points: String,
    /// Place points on a line from 0 to 100: where the interval begins, its width, the mean.
    low: String,
    width: String,
    mean: String,
    score: String,
    won: String,
    strength: String,
    first: String,
    matches: usize,
    /// Mean and most fuel, where anybody was metered.
    fuel: Option<(String, String)>,
    freezes: usize,
}

/// A row of a table of probabilities.
struct Line {
    label: String,
    cells: Vec<Option<Cell>>,
}

struct Cell {
    /// From 0 to 1, the darker the more probable.
    shade: String,
    text: String,
}

struct BoardRow {
    name: String,
    matches: usize,
    score: String,
    wins: [String; SEATS],
    fairness: String,
}

struct Frozen<'a> {
    player: usize,
    label: &'a str,
    freezes: usize,
    matches: usize,
    /// The event, and the command that shows it again.
    receipts: Vec<(String, String)>,
}

/// A match to look at.
struct Look {
    why: String,
    line_up: String,
    replay: String,
}

/// The page.
pub fn page(report: &Report<'_>) -> String {
    let rows = &report.standings.rows;
    let look =
        |(why, bout)| Look { why, line_up: report.line_up(bout), replay: report.replay(bout) };
    let page = Page {
        title: format!("League of {}", report.stage.environment.game.facts().title),
        sheet: style::sheet(),
        matches: report.league.bouts.len(),
        seeds: report.league.visits(),
        about: report.stage.about(),
        master: &report.stage.master,
        go_on: report.stopped().then(|| report.stage.go_on()),
        metered: report.metered(),
        standings: rows.iter().map(|row| standing(report, row)).collect(),
        ranks: ranks(report),
        duels: duels(report),
        boards: boards(report),
        frozen: rows.iter().filter(|r| r.freezes > 0).map(|row| frozen(report, row)).collect(),
        looks: report.to_look_at().into_iter().map(look).collect(),
    };
    page.to_string()
}

fn standing<'a>(report: &'a Report<'_>, row: &Standing) -> Row<'a> {
    let first = report.standings.ranks.as_ref().map(|ranks| ranks.place[row.player][0]);
    let (mean, half) = (row.points.mean, row.points.half);
    let (low, high) = match half.is_finite() {
        true => ((mean - half).max(0.0), (mean + half).min(1.0)),
        false => (0.0, 1.0),
    };
    let of_hundred = |share: f64| format!("{:.1}", 100.0 * share);
    let fuel = |share: f64| format!("{:.1} %", 100.0 * share);
    Row {
        player: row.player,
        label: report.label(row.player),
        points: plus_minus(&row.points, 3),
        low: of_hundred(low),
        width: of_hundred(high - low),
        mean: of_hundred(mean),
        score: plus_minus(&row.score, score_decimals(row)),
        won: format!("{:.0} %", 100.0 * row.wins),
        strength: strength(row),
        first: first.map_or_else(|| "?".into(), |p| format!("{} %", percent(p))),
        matches: row.matches,
        fuel: report.metered().then(|| (fuel(row.cpu), fuel(row.cpu_most))),
        freezes: row.freezes,
    }
}

fn cell(p: f64) -> Cell {
    Cell { shade: format!("{p:.2}"), text: percent(p) }
}

/// The probability of each rank; what cannot be is left empty. Few seeds tell nothing.
fn ranks(report: &Report<'_>) -> Option<Vec<Line>> {
    let ranks = report.standings.ranks.as_ref()?;
    let line = |row: &Standing| Line {
        label: report.label(row.player).into(),
        cells: ranks.place[row.player].iter().map(|p| (*p > 0.0).then(|| cell(*p))).collect(),
    };
    Some(report.standings.rows.iter().map(line).collect())
}

/// The results of each pair; players that never met have no cell.
fn duels(report: &Report<'_>) -> Vec<Line> {
    let rows = &report.standings.rows;
    let against = |player: usize, other: &Standing| {
        let duel = report.standings.duels[player][other.player];
        (duel.met > 0).then(|| cell(duel.won / duel.met as f64))
    };
    let line = |(k, row): (usize, &Standing)| Line {
        label: format!("{} {}", k + 1, report.label(row.player)),
        cells: rows.iter().map(|other| against(row.player, other)).collect(),
    };
    rows.iter().enumerate().map(line).collect()
}

fn boards(report: &Report<'_>) -> Vec<BoardRow> {
    let named = report.standings.boards.iter().zip(report.fairness());
    named
        .map(|(board, (name, fairness))| BoardRow {
            name,
            matches: board.matches,
            score: plus_minus(&board.score, 1),
            wins: board.wins.map(|win| format!("{:.0} %", 100.0 * win)),
            fairness,
        })
        .collect()
}

fn frozen<'a>(report: &'a Report<'_>, row: &Standing) -> Frozen<'a> {
    let receipts = &report.league.freezes[row.player].receipts;
    Frozen {
        player: row.player,
        label: report.label(row.player),
        freezes: row.freezes,
        matches: row.matches,
        receipts: receipts.iter().map(|(bout, f)| (receipt(f), report.replay(*bout))).collect(),
    }
}

fn receipt(freeze: &Freeze) -> String {
    let mut text =
        format!("round {}: it {}\n{}\n", freeze.round, freeze.cause.in_words(), freeze.detail);
    for frame in &freeze.backtrace {
        let _ = writeln!(text, "    at {frame}");
    }
    if !freeze.last_words.is_empty() {
        text += "its last lines on stderr:\n";
    }
    for line in &freeze.last_words {
        let _ = writeln!(text, "    {line}");
    }
    text
}
