//! The result of a match for people and for programs.

use crate::paint::Paint;
use crate::players::mistakes;
use arena::Played;
use engine::{Ending, Freeze, Ruleset, Setup};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Columns of the longest bar, and what it keeps where the rest of the table is wide.
const BAR: usize = 30;
const BAR_MIN: usize = 10;
/// Columns of a table: those of a usual terminal.
const WIDTH: usize = 80;

/// Facts about a finished match besides [`Played`].
pub struct About<'a> {
    /// Id of the game.
    pub game: &'static str,
    /// Seed, rules, names, limits.
    pub setup: &'a Setup,
    /// Name of the settings file.
    pub settings: &'a str,
    /// The round in which the winner took the lead for good.
    pub lead: Option<i32>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Places by seat: 1 for the best score; equal scores share a place.
pub fn places(scores: &[i64]) -> Vec<usize> {
    scores.iter().map(|s| 1 + scores.iter().filter(|other| *other > s).count()).collect()
}

/// The first line: what is played, where, and with which seed.
pub fn headline(paint: Paint, played: &Played, about: &About<'_>) -> String {
    let stage = played.last.stage();
    let rules = if about.setup.ruleset == Ruleset::Kit { ", kit rules" } else { "" };
    let limits = if about.setup.judged { ", judge's limits" } else { "" };
    format!(
        "{}   {}, {} {} {}, {} rounds{rules}{limits}   seed {}",
        stage.title,
        about.settings,
        stage.rows,
        paint.sign("×", "x"),
        stage.cols,
        played.rounds,
        paint.bold(&about.setup.seed)
    )
}

/// The table, best place first.
pub fn table(paint: Paint, played: &Played, about: &About<'_>) -> String {
    let outcome = &played.outcome;
    let places = places(&outcome.scores);
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&seat| (places[seat], seat));
    let best = outcome.scores.iter().copied().max().unwrap_or(0).max(1);
    let columns = columns(paint, played);
    let name_width = about.setup.names.iter().map(String::len).max().unwrap_or(0).max(12);

    let others: usize = columns.iter().map(|(name, values)| 2 + column_width(name, values)).sum();
    let bar = WIDTH.saturating_sub(22 + name_width + others).clamp(BAR_MIN, BAR);
    let mut head = format!("    seat {:name_width$}  {:>9}  {:bar$}", "player", "score", "");
    for (name, values) in &columns {
        let width = column_width(name, values);
        let _ = write!(head, "  {name:>width$}");
    }
    let mut text = paint.dim(head.trim_end());
    text.push('\n');
    for seat in order {
        let name = format!("{:name_width$}", about.setup.names[seat]);
        let name = if places[seat] == 1 { paint.bold(name) } else { name };
        let score = outcome.scores[seat];
        let length = (bar as i128 * i128::from(score.max(0)) / i128::from(best)) as usize;
        let _ = write!(
            text,
            " {} {} {seat}   {name}  {:>9}  {}",
            paint.bold(places[seat]),
            paint.mark(seat),
            paint.number(score),
            paint.bar(seat, length, bar)
        );
        for (name, values) in &columns {
            let width = column_width(name, values);
            let _ = write!(text, "  {:>width$}", values[seat]);
        }
        text.push('\n');
    }
    text
}

/// Further columns: what the game charts besides the score, and the share of the budget.
fn columns(paint: Paint, played: &Played) -> Vec<(String, Vec<String>)> {
    // What is nought for everybody, such as the share of a budget that nobody has, says nothing;
    // that share has a column of its own.
    let charted = played.last.values().into_iter().skip(1);
    let told =
        |values: &[f64]| values.iter().all(|v| *v == 0.0) || *values == played.outcome.status;
    let charted = charted.filter(|(_, values)| !told(values));
    let mut columns: Vec<(String, Vec<String>)> = charted
        .map(|(name, values)| {
            let cells = values.iter().map(|v| paint.number(*v as i64)).collect();
            (name.to_lowercase(), cells)
        })
        .collect();
    let status = &played.outcome.status;
    if status.iter().any(|s| *s != 0.0) {
        let share = |s: &f64| match *s {
            s if s < 0.0 => "frozen".to_string(),
            s => format!("{:.0} %", 100.0 * s),
        };
        columns.push(("fuel".into(), status.iter().map(share).collect()));
    }
    columns
}

fn column_width(name: &str, values: &[String]) -> usize {
    values.iter().map(|v| v.chars().count()).chain([name.len()]).max().unwrap_or(0)
}

/// The sentence below the table.
pub fn conclusion(played: &Played, about: &About<'_>) -> String {
    let names = &about.setup.names;
    let places = places(&played.outcome.scores);
    let winners: Vec<&str> =
        (0..names.len()).filter(|&s| places[s] == 1).map(|s| names[s].as_str()).collect();
    let mut text = match (&winners[..], about.lead) {
        ([winner], Some(round)) => format!("{winner} took the lead for good in round {round}."),
        ([winner], None) => format!("{winner} won."),
        (several, _) => format!("A tie: {}.", several.join(", ")),
    };
    match &played.outcome.ending {
        Ending::Finished => {}
        Ending::Stopped => {
            let _ = write!(text, " Stopped after {} rounds.", played.rounds);
        }
        Ending::Aborted(why) => {
            let _ = write!(text, " The rules failed after round {}: {why}", played.rounds);
        }
        Ending::Voided { message: why, .. } => {
            let _ = write!(text, " The match does not count: {why}");
        }
    }
    if played.outcome.freezes.is_empty() {
        text.push_str(" Nobody was frozen.");
    }
    let _ = write!(text, " {:.2} s.", about.seconds);
    text
}

/// A failure receipt as a slip; `command` reproduces the match. With the player's source it shows
/// the line.
pub fn receipt(
    paint: Paint,
    name: &str,
    freeze: &Freeze,
    source: Option<&Path>,
    command: &str,
) -> String {
    let rule = paint.dim(paint.sign("╌", "-").repeat(64));
    let mut text = format!(
        "{rule}\n{} {} was frozen in round {}: it {}\n",
        paint.mark(freeze.seat),
        paint.bold(name),
        freeze.round,
        freeze.cause.in_words()
    );
    let what = mistakes::explain(freeze, source);
    if what.line > 0 {
        what.to_string().lines().for_each(|line| text += &format!("  {line}\n"));
    } else {
        if freeze.detail != freeze.cause.in_words() {
            let _ = writeln!(text, "  {}", freeze.detail);
        }
        freeze.backtrace.iter().for_each(|call| text += &format!("    at {call}\n"));
    }
    if !freeze.last_words.is_empty() {
        let _ = writeln!(text, "  its last lines on stderr:");
    }
    for line in &freeze.last_words {
        let _ = writeln!(text, "    {line}");
    }
    if freeze.fuel > 0 || freeze.memory > 0 {
        let megabytes = freeze.memory as f64 / f64::from(1 << 20);
        let fuel = paint.number(freeze.fuel as i64);
        let _ = writeln!(text, "  fuel {fuel}, memory {megabytes:.1} MB");
    }
    let _ = writeln!(text, "  to see it again: {}\n{rule}", paint.command(command));
    text
}

/// The result as JSON. `seed`, `players`, `scores` and `status` are named as the old judge
/// named them.
pub fn as_json(played: &Played, about: &About<'_>) -> Value {
    let seed = &about.setup.seed;
    json!({
        "game": about.game,
        "settings": about.settings,
        "seed": seed.parse::<i64>().map_or_else(|_| json!(seed), |number| json!(number)),
        "rules": about.setup.ruleset,
        "judged": about.setup.judged,
        "players": about.setup.names,
        "scores": played.outcome.scores,
        "status": played.outcome.status,
        "places": places(&played.outcome.scores),
        "rounds": played.rounds,
        "ending": played.outcome.ending,
        "freezes": played.outcome.freezes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place() {
        assert_eq!(places(&[5, 9, 5, -1]), [2, 1, 2, 4]);
        assert_eq!(places(&[0, 0]), [1, 1]);
    }
}
