//! The chart over the standings: how the best came to their places.

use super::season::{Row, Table};
use crate::app::fail::Fail;
use crate::app::seasons;
use crate::http::pages::number;
use crate::http::request::InSeason;

/// Players in the chart; more lines nobody can follow.
const LINES_MAX: usize = 8;
/// Points of a line.
const POINTS_MAX: usize = 60;
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 300.0;
/// Names at the right end keep this distance.
const LABEL: i64 = 15;

/// A player's line.
pub struct Line {
    /// The player.
    pub name: String,
    /// Whether it is the visitor's own.
    pub own: bool,
    /// The points.
    pub points: String,
    /// Height of its right end.
    pub end: i64,
    /// Height of its name, which makes room for the others.
    pub label: i64,
}

/// The chart.
pub struct History {
    /// The lines, the best last, so that it lies on top.
    pub lines: Vec<Line>,
    /// Marks: height and text.
    pub axis: Vec<(i64, String)>,
    /// First and last round.
    pub rounds: (i64, i64),
}

/// The chart of the first players of the table, and of the visitor's own; none while there is
/// one round only.
///
/// # Errors
/// When the database fails.
pub async fn of(request: &InSeason, table: &Table) -> Result<Option<History>, Fail> {
    let rows = table.rows.iter().enumerate();
    let drawn: Vec<_> =
        rows.filter(|(k, row)| *k < LINES_MAX || row.own).map(|(_, row)| row).collect();
    let ids: Vec<_> = drawn.iter().map(|row| &row.s.submission_id).collect();
    let (app, season) = (&request.app, &request.season);
    let histories = seasons::histories(app, season, &ids, table.round).await?;
    let course = |row: &&Row| {
        let points = histories.get(&row.s.submission_id).map_or(&[][..], Vec::as_slice);
        (row.s.name.clone(), row.own, thinned(points))
    };
    Ok(chart(drawn.iter().map(course).collect()))
}

/// At most so many points, the last one among them.
fn thinned(points: &[(i64, f64, f64)]) -> Vec<(i64, f64)> {
    let step = points.len().div_ceil(POINTS_MAX).max(1);
    let mut thin: Vec<(i64, f64)> =
        points.iter().rev().step_by(step).map(|(round, strength, _)| (*round, *strength)).collect();
    thin.reverse();
    thin
}

/// A player's name, whether it is the visitor's, and its strength by round.
type Course = (String, bool, Vec<(i64, f64)>);

fn chart(all: Vec<Course>) -> Option<History> {
    let points = || all.iter().flat_map(|(_, _, points)| points);
    let first = points().map(|p| p.0).min()?;
    let last = points().map(|p| p.0).max()?;
    if first == last {
        return None;
    }
    let low = points().map(|p| p.1).fold(0.0, f64::min).max(-8.0).floor();
    let high = points().map(|p| p.1).fold(1.0, f64::max).min(8.0).ceil();
    let x = |round: i64| (round - first) as f64 / (last - first) as f64 * WIDTH;
    let y = |strength: f64| (high - strength.clamp(low, high)) / (high - low) * HEIGHT;
    let line = |(name, own, points): Course| {
        let end = points.last().map_or(0.0, |p| y(p.1)).round() as i64;
        let places: Vec<String> =
            points.iter().map(|p| format!("{:.1},{:.1}", x(p.0), y(p.1))).collect();
        Line { name, own, points: places.join(" "), end, label: end }
    };
    let axis = (low as i64..=high as i64).map(|n| (y(n as f64).round() as i64, number(n)));
    let axis = axis.collect();
    let mut lines: Vec<Line> = all.into_iter().map(line).collect();
    spread(&mut lines);
    lines.reverse();
    Some(History { lines, axis, rounds: (first, last) })
}

/// Moves names apart, downwards, and up again where they leave the picture.
fn spread(lines: &mut [Line]) {
    lines.sort_by_key(|line| line.end);
    let mut least = i64::MIN;
    for line in lines.iter_mut() {
        line.label = line.end.max(least);
        least = line.label + LABEL;
    }
    let mut most = HEIGHT as i64;
    for line in lines.iter_mut().rev() {
        line.label = line.label.min(most);
        most = line.label - LABEL;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_cover_each_other() {
        let rising = |k: i64| vec![(1, 0.0), (2, 1.0 + k as f64 * 0.01)];
        let all = (0..8).map(|k| (format!("P{k}"), k == 0, rising(k))).collect();
        let chart = chart(all).expect("a chart");
        let mut labels: Vec<i64> = chart.lines.iter().map(|line| line.label).collect();
        labels.sort_unstable();
        assert!(labels.windows(2).all(|pair| pair[1] - pair[0] >= LABEL), "{labels:?}");
        assert!(labels.iter().all(|at| (0..=HEIGHT as i64).contains(at)), "{labels:?}");
        assert_eq!(chart.rounds, (1, 2));
    }

    #[test]
    fn one_round_is_no_history() {
        assert!(chart(vec![("A".into(), false, vec![(3, 0.5)])]).is_none());
        assert!(chart(Vec::new()).is_none());
    }

    #[test]
    fn long_histories_are_thinned_and_end_where_they_end() {
        let long: Vec<_> = (1..=500).map(|round| (round, 0.1, 0.2)).collect();
        let thin = thinned(&long);
        assert!(thin.len() <= POINTS_MAX && thin.last() == Some(&(500, 0.1)), "{}", thin.len());
    }
}
