//! A league's report on the terminal.

use super::{Report, percent, plus_minus};
use crate::paint::Paint;
use crate::result;
use arena::league::Standing;
use std::fmt::Write;

/// Tables of all pairs are shown up to this many players.
const PAIRS_SHOWN_MAX: usize = 12;
/// Receipts that are printed.
const RECEIPTS_SHOWN: usize = 2;

/// The whole report.
pub fn league(report: &Report<'_>, seconds: f64) -> String {
    let paint = Paint::stdout();
    let players = report.standings.rows.len();
    let (matches, seeds) = (report.league.bouts.len(), report.league.visits());
    let mut text = format!(
        "League of {players}   {}   seed {}\n{}\n\n",
        report.stage.about(),
        paint.bold(&report.stage.master),
        paint.dim(format!(
            "{} matches on {} seeds, {seconds:.1} s\n± are 95 % intervals; the matches of a seed \
             count as one observation",
            paint.number(matches as i64),
            paint.number(seeds as i64)
        )),
    );
    text += &standings(report, paint);
    text += &pairs(report, paint);
    text += &boards(report, paint);
    text += &freezes(report, paint);
    text += &to_look_at(report, paint);
    if report.stopped() {
        let go_on = paint.command(report.stage.go_on());
        let _ = writeln!(text, "\nStopped before the end. To continue: {go_on}");
    }
    text
}

fn name_width(report: &Report<'_>) -> usize {
    report.stage.labels.iter().map(|l| l.chars().count()).max().unwrap_or(0).max(6)
}

fn standings(report: &Report<'_>, paint: Paint) -> String {
    let width = name_width(report);
    let metered = report.metered();
    let rows = &report.standings.rows;
    // Mostly all have played equally often: the headline says how often.
    let counted = rows.iter().any(|row| row.matches != rows[0].matches);
    let mut head = format!(
        "    {:width$}  {:>13}  {:>14}  {:>5}  {:>12}  {:>5}",
        "player", "place points", "score", "won", "strength", "first"
    );
    for (name, shown) in [("matches", counted), ("fuel", metered)] {
        if shown {
            let _ = write!(head, "  {name}");
        }
    }
    let mut text = paint.dim(head.trim_end());
    text.push('\n');
    for (k, row) in report.standings.rows.iter().enumerate() {
        let name = format!("{:width$}", report.label(row.player));
        let name = if k == 0 { paint.bold(name) } else { name };
        let first = report.standings.ranks.as_ref().map_or_else(
            || "?".into(),
            |ranks| format!("{} %", percent(ranks.place[row.player][0])),
        );
        let _ = write!(
            text,
            "{:>3} {name}  {:>13}  {:>14}  {:>5}  {:>12}  {first:>5}",
            k + 1,
            plus_minus(&row.points, 3),
            plus_minus(&row.score, score_decimals(row)),
            format!("{:.0} %", 100.0 * row.wins),
            strength(row),
        );
        if counted {
            let _ = write!(text, "  {:>7}", row.matches);
        }
        if metered {
            let _ = write!(text, " {:>3.0} %", 100.0 * row.cpu);
        }
        text.push('\n');
    }
    if report.standings.ranks.is_none() {
        text += "Too few seeds for probabilities of ranks: at least five are needed.\n";
    }
    text
}

/// Decimals of a mean score: none where scores are large.
pub(super) fn score_decimals(row: &Standing) -> usize {
    if row.score.mean.abs() >= 100.0 { 0 } else { 1 }
}

pub(super) fn strength(row: &Standing) -> String {
    match row.half.is_finite() {
        true => format!("{:+.2} ± {:.2}", row.strength, row.half),
        false => format!("{:+.2}", row.strength),
    }
}

/// The results of each pair, and the certainty of each rank.
fn pairs(report: &Report<'_>, paint: Paint) -> String {
    let rows = &report.standings.rows;
    if rows.len() > PAIRS_SHOWN_MAX {
        return "\nTables of all pairs and ranks: --html FILE.html or --json.\n".into();
    }
    let width = name_width(report);
    let mut text = String::new();
    let columns: String = (1..=rows.len()).map(|k| format!("{k:>5}")).collect();
    let head = |title: &str| paint.dim(format!("\n    {title}\n    {:width$}{columns}", ""));
    let _ = writeln!(text, "{}", head("% of matches in which the player outscored player number"));
    for (k, row) in rows.iter().enumerate() {
        let _ = write!(text, "{:>3} {:width$}", k + 1, report.label(row.player));
        for other in rows {
            let duel = report.standings.duels[row.player][other.player];
            let cell = match duel.met {
                0 => "·".into(),
                met => percent(duel.won / met as f64),
            };
            let _ = write!(text, "{cell:>5}");
        }
        text.push('\n');
    }
    let Some(ranks) = &report.standings.ranks else { return text };
    let _ = writeln!(text, "{}", head("probability of each final rank, in %"));
    for (k, row) in rows.iter().enumerate() {
        let _ = write!(text, "{:>3} {:width$}", k + 1, report.label(row.player));
        for p in &ranks.place[row.player] {
            let _ = write!(text, "{:>5}", percent(*p));
        }
        text.push('\n');
    }
    text
}

fn boards(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    let head = "\nWins by seat, and the test for fair seats";
    let _ = writeln!(text, "{}", paint.dim(head));
    for (board, (name, said)) in report.standings.boards.iter().zip(report.fairness()) {
        let wins: Vec<String> =
            (0..4).map(|s| format!("{} {:.0} %", paint.mark(s), 100.0 * board.wins[s])).collect();
        let _ = writeln!(text, "  {name}: {}: {said}", wins.join("  "));
    }
    text
}

fn freezes(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    let rows = report.standings.rows.iter().filter(|row| row.freezes > 0);
    for row in rows {
        let label = report.label(row.player);
        let _ =
            writeln!(text, "\n{label} was frozen in {} of {} matches:", row.freezes, row.matches);
        let kept = &report.league.freezes[row.player].receipts;
        for (bout, freeze) in kept.iter().take(RECEIPTS_SHOWN) {
            text += &result::receipt(paint, label, freeze, None, &report.replay(*bout));
        }
    }
    text
}

fn to_look_at(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", paint.dim("\nMatches to look at"));
    for (why, bout) in report.to_look_at() {
        let _ = writeln!(text, "  {why}: {}", report.line_up(bout));
        let _ = writeln!(text, "    {}", paint.command(report.replay(bout)));
    }
    text
}
