//! A league's report as one page that needs nothing else: no scripts, no fonts, no network.

use super::text::{score_decimals, strength};
use super::{Report, percent, plus_minus, style};
use engine::{Freeze, SEATS};
use std::fmt::Write;

/// The page.
pub fn page(report: &Report<'_>) -> String {
    let title = format!("League of {}", report.stage.hall.game.facts().title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{0}</title>\n<style>{1}</style>\n<h1>{0}</h1>\n",
        escaped(&title),
        style::sheet()
    );
    head(&mut page, report);
    standings(&mut page, report);
    ranks(&mut page, report);
    duels(&mut page, report);
    boards(&mut page, report);
    freezes(&mut page, report);
    look(&mut page, report);
    method(&mut page);
    page
}

fn head(page: &mut String, report: &Report<'_>) {
    let _ = writeln!(
        page,
        "<p>{} players, {} matches on {} seeds. {}. Master seed <code>{}</code>.</p>",
        report.standings.rows.len(),
        report.league.bouts.len(),
        report.league.visits(),
        escaped(&report.stage.about()),
        escaped(&report.stage.master),
    );
    if report.stopped() {
        let go_on = escaped(&report.stage.go_on());
        let _ = writeln!(
            page,
            "<p class=\"fail\">Stopped before its end. To go on: <code>{go_on}</code></p>"
        );
    }
}

fn standings(page: &mut String, report: &Report<'_>) {
    let metered = report.metered();
    let fuel = if metered { "<th>fuel mean<th>most" } else { "" };
    let _ = writeln!(
        page,
        "<h2>Standings</h2>\n<div class=\"wide\"><table><thead><tr><th>player<th>rank\
         <th>place points<th>from 0 to 1<th>score<th>won<th>strength<th>first<th>matches\
         {fuel}<th>frozen</thead>\n<tbody>"
    );
    for (k, row) in report.standings.rows.iter().enumerate() {
        let first = report.standings.ranks.as_ref().map_or_else(
            || "?".into(),
            |ranks| format!("{} %", percent(ranks.place[row.player][0])),
        );
        let _ = write!(
            page,
            "<tr><th scope=\"row\">{}<td>{}<td>{}<td>{}<td>{}<td>{:.0} %<td>{}<td>{}<td>{}",
            escaped(report.label(row.player)),
            k + 1,
            plus_minus(&row.points, 3),
            interval(row.points.mean, row.points.half),
            plus_minus(&row.score, score_decimals(row)),
            100.0 * row.wins,
            strength(row),
            escaped(&first),
            row.matches,
        );
        if metered {
            let _ = write!(page, "<td>{:.1} %<td>{:.1} %", 100.0 * row.cpu, 100.0 * row.cpu_most);
        }
        let _ = match row.freezes {
            0 => writeln!(page, "<td>"),
            n => writeln!(page, "<td><a class=\"fail\" href=\"#frozen-{}\">{n}</a>", row.player),
        };
    }
    page.push_str(
        "</tbody></table></div>\n<p class=\"dim\">Place points of a match: rivals outscored plus \
         half the rivals tied with, over three. ± are 95 % intervals; all matches of a seed count \
         as one observation. Strengths: a player that is stronger by 1 outscores the other in 73 \
         of 100 matches.</p>\n",
    );
}

/// A mean and its interval on a line from 0 to 1.
fn interval(mean: f64, half: f64) -> String {
    let (low, high) = match half.is_finite() {
        true => ((mean - half).max(0.0), (mean + half).min(1.0)),
        false => (0.0, 1.0),
    };
    format!(
        "<div class=\"span\"><i style=\"left:{:.1}%;width:{:.1}%\"></i>\
         <b style=\"left:{:.1}%\"></b></div>",
        100.0 * low,
        100.0 * (high - low),
        100.0 * mean
    )
}

/// The head of a table of all by all.
fn columns(page: &mut String, first: &str, count: usize) {
    let _ = write!(page, "<div class=\"wide\"><table class=\"heat\"><thead><tr><th>{first}");
    (1..=count).for_each(|k| {
        let _ = write!(page, "<th>{k}");
    });
    page.push_str("</thead>\n<tbody>\n");
}

/// A cell, the darker the more probable; what never happened is left empty if so wished.
fn cell(page: &mut String, p: f64, empty: bool) {
    let _ = match p {
        p if p <= 0.0 && empty => write!(page, "<td>"),
        _ => write!(page, "<td style=\"--p:{p:.2}\">{}", escaped(&percent(p))),
    };
}

fn ranks(page: &mut String, report: &Report<'_>) {
    page.push_str("<h2>How sure are the ranks?</h2>\n");
    let Some(ranks) = &report.standings.ranks else {
        page.push_str("<p>At least five seeds are needed to say.</p>\n");
        return;
    };
    page.push_str("<p>Probability of each final rank, in per cent.</p>\n");
    columns(page, "player", report.standings.rows.len());
    for row in &report.standings.rows {
        let _ = write!(page, "<tr><th scope=\"row\">{}", escaped(report.label(row.player)));
        ranks.place[row.player].iter().for_each(|p| cell(page, *p, true));
        page.push('\n');
    }
    page.push_str("</tbody></table></div>\n");
}

fn duels(page: &mut String, report: &Report<'_>) {
    page.push_str(
        "<h2>Who beats whom</h2>\n<p>In how many per cent of their matches the player of the row \
         outscored that of the column; ties count half.</p>\n",
    );
    let rows = &report.standings.rows;
    columns(page, "player", rows.len());
    for (k, row) in rows.iter().enumerate() {
        let label = escaped(report.label(row.player));
        let _ = write!(page, "<tr><th scope=\"row\">{} {label}", k + 1);
        for other in rows {
            let duel = report.standings.duels[row.player][other.player];
            match duel.met {
                0 => page.push_str("<td>"),
                met => cell(page, duel.won / met as f64, false),
            }
        }
        page.push('\n');
    }
    page.push_str("</tbody></table></div>\n");
}

fn boards(page: &mut String, report: &Report<'_>) {
    page.push_str(
        "<h2>Seats and boards</h2>\n<div class=\"wide\"><table><thead><tr><th>board<th>matches\
         <th>mean score",
    );
    for seat in 0..SEATS {
        let _ = write!(page, "<th><span class=\"seat seat-{seat}\"></span>seat {seat}");
    }
    page.push_str("<th class=\"text\">are the seats fair?</thead>\n<tbody>\n");
    for (board, (name, said)) in report.standings.boards.iter().zip(report.fairness()) {
        let _ = write!(
            page,
            "<tr><th scope=\"row\">{}<td>{}<td>{}",
            escaped(&name),
            board.matches,
            plus_minus(&board.score, 1)
        );
        for win in board.wins {
            let _ = write!(page, "<td>{:.0} %", 100.0 * win);
        }
        let _ = writeln!(page, "<td class=\"text\">{}", escaped(&said));
    }
    page.push_str(
        "</tbody></table></div>\n<p class=\"dim\">Share of the matches that each seat won, and a \
         permutation test of the seats' place points, corrected for the number of boards.</p>\n",
    );
}

fn freezes(page: &mut String, report: &Report<'_>) {
    let mut rows = report.standings.rows.iter().filter(|row| row.freezes > 0).peekable();
    if rows.peek().is_none() {
        page.push_str("<h2>Frozen players</h2>\n<p>Nobody was frozen.</p>\n");
        return;
    }
    page.push_str("<h2>Frozen players</h2>\n");
    for row in rows {
        let label = escaped(report.label(row.player));
        let _ = writeln!(
            page,
            "<div class=\"slip\" id=\"frozen-{}\"><b>{label}</b> was frozen in {} of {} matches.",
            row.player, row.freezes, row.matches
        );
        for (bout, freeze) in &report.league.freezes[row.player].receipts {
            let _ = writeln!(
                page,
                "<pre>{}</pre><code>{}</code>",
                escaped(&receipt(freeze)),
                escaped(&report.replay(*bout))
            );
        }
        page.push_str("</div>\n");
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

fn look(page: &mut String, report: &Report<'_>) {
    page.push_str(
        "<h2>Matches to look at</h2>\n<p>Each command plays the match again and opens it in the \
         viewer.</p>\n<ul class=\"look\">\n",
    );
    for (why, bout) in report.to_look_at() {
        let _ = writeln!(
            page,
            "<li><b>{}</b>: {}<br><code>{}</code>",
            escaped(&why),
            escaped(&report.line_up(bout)),
            escaped(&report.replay(bout))
        );
    }
    page.push_str("</ul>\n");
}

fn method(page: &mut String) {
    page.push_str(
        "<h2>How this was measured</h2>\n<p>All pairs met equally often. Each group played the \
         four rotations of a cyclic order drawn anew for each seed, so that seats and neighbours \
         are balanced. Strengths are a Plackett–Luce fit; its covariance takes the seed as the \
         unit, and the probabilities of ranks are draws from it. Everything says something about \
         these players and these boards only.</p>\n",
    );
}

/// Text as HTML. What programs wrote may hold anything.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' => safe.push(c),
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
