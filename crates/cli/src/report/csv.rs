//! A league's report for spreadsheets.

use super::Report;
use std::fmt::Write;

/// One line per player.
pub fn standings(report: &Report<'_>) -> String {
    let mut text = "rank,player,matches,place_points,place_points_low,place_points_high,score,\
                    score_low,score_high,won,strength,strength_low,strength_high,\
                    probability_first,rating,fuel_mean,fuel_most,frozen\n"
        .to_string();
    for (k, row) in report.standings.rows.iter().enumerate() {
        let (points_low, points_high) = row.points.interval();
        let (score_low, score_high) = row.score.interval();
        let first = report.standings.ranks.as_ref().map(|ranks| ranks.place[row.player][0]);
        let (name, matches) = (field(report.label(row.player)), row.matches);
        let figures = [
            Some(row.points.mean),
            Some(points_low),
            Some(points_high),
            Some(row.score.mean),
            Some(score_low),
            Some(score_high),
            Some(row.wins),
            Some(row.strength),
            Some(row.strength - row.half),
            Some(row.strength + row.half),
            first,
            Some(row.rating.mu),
            Some(row.cpu),
            Some(row.cpu_most),
        ];
        let _ = write!(text, "{},{name},{matches}", k + 1);
        for figure in figures {
            // What is not known stays empty.
            let known = figure.filter(|f| f.is_finite());
            let _ = write!(text, ",{}", known.map_or_else(String::new, |f| format!("{f:.6}")));
        }
        let _ = writeln!(text, ",{}", row.freezes);
    }
    text
}

/// One line per match.
pub fn matches(report: &Report<'_>) -> String {
    let mut text = "match,cluster,settings,seed,seat0,seat1,seat2,seat3,score0,score1,score2,\
                    score3,status0,status1,status2,status3,replay\n"
        .to_string();
    for (k, bout) in report.league.bouts.iter().enumerate() {
        let board = field(&report.stage.hall.boards[bout.fixture.board].name);
        let _ = write!(text, "{k},{},{board},{}", bout.visit, bout.fixture.seed);
        for player in bout.fixture.seats {
            let _ = write!(text, ",{}", field(report.label(player)));
        }
        bout.scores.iter().for_each(|s| {
            let _ = write!(text, ",{s}");
        });
        bout.status.iter().for_each(|s| {
            let _ = write!(text, ",{s:.4}");
        });
        let _ = writeln!(text, ",{}", field(&report.replay(k)));
    }
    text
}

/// A field, in quotes where it needs them.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.into()
}
