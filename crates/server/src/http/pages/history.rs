//! The charts of ratings, round by round of the ladder: of the best players beside the standings,
//! and of one player.

use super::axis::Axis;
use super::standings::{Row, Table};
use crate::app::fail::Fail;
use crate::app::seasons;
use crate::db::standings::Point;
use crate::http::request::InSeason;
use crate::ranking::table::{rating, rating_half_width};

/// Players in the chart; more lines nobody can follow.
const LINES_MAX: usize = 8;
/// Points of a line.
const POINTS_MAX: usize = 60;
/// Names at the right end keep this distance.
const LABEL: i64 = 15;
/// Early rounds may lie so far beyond the latest ratings, then they are cut off.
const REACH: i64 = 300;

/// Width of a chart, without its texts: it fits beside the table and on a phone.
const WIDTH: f64 = 250.0;
/// Height of a chart, without its texts.
const HEIGHT: f64 = 260.0;

/// A round in which a new version competed for the first time.
pub struct Begin {
    /// Where: x and y.
    pub at: (i64, i64),
    /// The version.
    pub version: String,
}

/// A player's line.
pub struct Line {
    /// The player.
    pub name: String,
    /// Whether it is the visitor's own.
    pub own: bool,
    /// The points.
    pub points: String,
    /// The corners of the band of intervals.
    pub band: String,
    /// Versions after the first.
    pub begins: Vec<Begin>,
    /// Height of its right end.
    pub end: i64,
    /// Height of its name, which makes room for the others.
    pub label: i64,
}

/// A chart.
pub struct History {
    /// The lines, the best last, so that it lies on top.
    pub lines: Vec<Line>,
    /// Marks: height and rating.
    pub axis: Vec<(i64, i64)>,
    /// First and last round.
    pub rounds: (i64, i64),
    /// Width, without the texts.
    pub width: i64,
    /// Height, without the texts.
    pub height: i64,
}

/// The chart of the first players of the table, and of the visitor's own; none while there is
/// one round only.
///
/// # Errors
/// When the database fails.
pub async fn of(request: &InSeason, table: &Table) -> Result<Option<History>, Fail> {
    let placed = table.rows.iter().filter(|row| row.place.is_some()).enumerate();
    let drawn: Vec<_> =
        placed.filter(|(k, row)| *k < LINES_MAX || row.own).map(|(_, row)| row).collect();
    let ids: Vec<_> = drawn.iter().map(|row| &row.s.submission_id).collect();
    let (app, season) = (&request.app, &request.season);
    let histories = seasons::histories(app, season, &ids, table.round).await?;
    let course = |row: &&Row| {
        let points = histories.get(&row.s.submission_id).map_or(&[][..], Vec::as_slice);
        Course { name: row.s.name.clone(), own: row.own, points: thinned(points) }
    };
    Ok(chart(drawn.iter().map(course).collect()))
}

/// The chart of one player; none while there is one round only.
#[must_use]
pub fn of_player(name: &str, points: &[Point]) -> Option<History> {
    chart(vec![Course { name: name.into(), own: true, points: thinned(points) }])
}

/// At most about so many points: the last one, and the first of each version, among them.
fn thinned(points: &[Point]) -> Vec<Point> {
    let step = points.len().div_ceil(POINTS_MAX).max(1);
    let kept = |k: usize| {
        let new = k > 0 && points[k].version != points[k - 1].version;
        new || (points.len() - 1 - k).is_multiple_of(step)
    };
    (0..points.len()).filter(|k| kept(*k)).map(|k| points[k].clone()).collect()
}

/// A player's points.
struct Course {
    name: String,
    own: bool,
    points: Vec<Point>,
}

fn chart(all: Vec<Course>) -> Option<History> {
    let points = || all.iter().flat_map(|course| &course.points);
    let first = points().map(|p| p.round).min()?;
    let last = points().map(|p| p.round).max()?;
    if first == last {
        return None;
    }
    let axis = axis(&all);
    let x = |round: i64| (round - first) as f64 / (last - first) as f64 * WIDTH;
    let y = |rating: i64| (1.0 - axis.at(rating as f64)) * HEIGHT;
    let line = |course: Course| {
        let points = &course.points;
        let at = |p: &Point, sign: i64| {
            let reach = sign * rating_half_width(p.half).unwrap_or(0);
            format!("{:.1},{:.1}", x(p.round), y(rating(p.strength) + reach))
        };
        let joined = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>().join(" ");
        let upper = points.iter().map(|p| at(p, 1));
        let begin = |pair: &[Point]| {
            let at = (x(pair[1].round).round() as i64, y(rating(pair[1].strength)).round() as i64);
            Begin { at, version: pair[1].version.clone() }
        };
        let new = |pair: &&[Point]| pair[0].version != pair[1].version;
        let end = points.last().map_or(0.0, |p| y(rating(p.strength))).round() as i64;
        Line {
            own: course.own,
            points: joined(&mut points.iter().map(|p| at(p, 0))),
            band: joined(&mut upper.chain(points.iter().rev().map(|p| at(p, -1)))),
            begins: points.windows(2).filter(new).map(begin).collect(),
            end,
            label: end,
            name: course.name,
        }
    };
    let marks = axis.marks().map(|rating| (y(rating).round() as i64, rating)).collect();
    let mut lines: Vec<Line> = all.into_iter().map(line).collect();
    spread(&mut lines, HEIGHT as i64);
    lines.reverse();
    let (width, height) = (WIDTH as i64, HEIGHT as i64);
    Some(History { lines, axis: marks, rounds: (first, last), width, height })
}

/// The axis of all points, but for early ones far away from the latest ratings.
fn axis(all: &[Course]) -> Axis {
    let latest = || all.iter().filter_map(|course| course.points.last());
    let low = latest().map(|p| rating(p.strength)).min().unwrap_or(0) - REACH;
    let high = latest().map(|p| rating(p.strength)).max().unwrap_or(0) + REACH;
    let rated = |p: &Point| (rating(p.strength).clamp(low, high), None);
    let points = all.iter().flat_map(|course| &course.points).map(rated);
    let own = all.iter().filter(|course| course.own).filter_map(|course| course.points.last());
    let own = own.map(|p| (rating(p.strength), rating_half_width(p.half)));
    Axis::of(points.chain(own))
}

/// Moves names apart, downwards, and up again where they leave the picture.
fn spread(lines: &mut [Line], height: i64) {
    lines.sort_by_key(|line| line.end);
    let mut least = i64::MIN;
    for line in lines.iter_mut() {
        line.label = line.end.max(least);
        least = line.label + LABEL;
    }
    let mut most = height;
    for line in lines.iter_mut().rev() {
        line.label = line.label.min(most);
        most = line.label - LABEL;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(round: i64, version: &str, strength: f64) -> Point {
        Point::of(round, version, strength)
    }

    fn course(name: &str, own: bool, points: Vec<Point>) -> Course {
        Course { name: name.into(), own, points }
    }

    #[test]
    fn names_do_not_cover_each_other() {
        let rising = |k: i64| vec![point(1, "P", 0.0), point(2, "P", 1.0 + k as f64 * 0.01)];
        let all = (0..8).map(|k| course(&format!("P{k}"), k == 0, rising(k))).collect();
        let chart = chart(all).expect("a chart");
        let mut labels: Vec<i64> = chart.lines.iter().map(|line| line.label).collect();
        labels.sort_unstable();
        assert!(labels.windows(2).all(|pair| pair[1] - pair[0] >= LABEL), "{labels:?}");
        assert!(labels.iter().all(|at| (0..=HEIGHT as i64).contains(at)), "{labels:?}");
        assert_eq!(chart.rounds, (1, 2));
        let marks: Vec<_> = chart.axis.iter().map(|mark| mark.1).collect();
        assert_eq!(marks, [1500, 1525, 1550, 1575, 1600, 1625]);
    }

    #[test]
    fn one_round_is_no_history() {
        assert!(chart(vec![course("A", false, vec![point(3, "A", 0.5)])]).is_none());
        assert!(chart(Vec::new()).is_none());
    }

    #[test]
    fn long_histories_are_thinned_and_keep_versions_and_the_end() {
        let version = |round: i64| if round < 77 { "A" } else { "A2" };
        let long: Vec<_> = (1..=500).map(|round| point(round, version(round), 0.1)).collect();
        let thin = thinned(&long);
        assert!(thin.len() <= POINTS_MAX + 1, "{}", thin.len());
        assert_eq!(thin.last().map(|p| p.round), Some(500));
        let chart = of_player("A2", &long).expect("a chart");
        let begins: Vec<_> = chart.lines[0].begins.iter().map(|b| (b.at.0, &*b.version)).collect();
        // Round 77 of rounds 1 to 500 on 250 pixels; the first round that is drawn is round 5.
        let first = thin[0].round;
        let x = (77 - first) as f64 / (500 - first) as f64 * 250.0;
        assert_eq!(begins, [(x.round() as i64, "A2")]);
    }

    #[test]
    fn an_early_guess_does_not_squeeze_the_chart() {
        let chart = of_player("A", &[point(1, "A", -9.0), point(2, "A", 0.0)]).expect("a chart");
        assert_eq!(
            chart.axis.iter().map(|mark| mark.1).collect::<Vec<_>>(),
            [1200, 1300, 1400, 1500, 1600]
        );
    }
}
