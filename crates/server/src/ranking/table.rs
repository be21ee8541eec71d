//! The table of a ladder: ratings, places, and what changed in a day. Pure functions.

use crate::ranking::Standing;
use std::collections::BTreeMap;

/// The rating of a player with the strength 0, which is the mean of all.
const MEAN: f64 = 1500.0;
/// Rating of one unit of strength.
const UNIT: f64 = 100.0;

/// The rating of a strength: 1500, and 100 for each unit of strength.
#[must_use]
pub fn rating(strength: f64) -> i64 {
    (MEAN + UNIT * strength).round() as i64
}

/// Half the width of the rating's 95 % interval; none while the strength has none.
#[must_use]
pub fn rating_half_width(half: f64) -> Option<i64> {
    (half >= 0.0).then(|| (UNIT * half).round() as i64)
}

/// How a player of the table stands, compared with a table a day older.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Places it went up; negative: down. None without a place in both tables.
    pub places: Option<i64>,
    /// Rating it gained.
    pub rating: i64,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The row of the round.
    pub s: Standing,
    /// The place among the authors' players, from 1; none for a house player beside them.
    pub place: Option<i64>,
    /// The change in a day; none for a player that was in no table a day ago.
    pub change: Option<Change>,
}

impl Placed {
    /// The rating.
    #[must_use]
    pub fn rating(&self) -> i64 {
        rating(self.s.strength)
    }

    /// Half the width of the rating's 95 % interval, once there is one.
    #[must_use]
    pub fn rating_half_width(&self) -> Option<i64> {
        rating_half_width(self.s.half)
    }

    /// Places it went up in a day; negative: down.
    #[must_use]
    pub fn places_24h(&self) -> Option<i64> {
        self.change?.places
    }

    /// Rating it gained in a day.
    #[must_use]
    pub fn rating_24h(&self) -> Option<i64> {
        self.change.map(|change| change.rating)
    }
}

/// The place of each row. House players have none, unless nobody else is there.
fn places(rows: &[Standing]) -> Vec<Option<i64>> {
    let alone = rows.iter().all(|row| row.user_id.is_none());
    let mut place = 0;
    let mut next = |row: &Standing| {
        let placed = alone || row.user_id.is_some();
        place += i64::from(placed);
        placed.then_some(place)
    };
    rows.iter().map(&mut next).collect()
}

/// The player of a row, whichever version it sends: its author, or the house player itself.
fn player(row: &Standing) -> &str {
    row.user_id.as_ref().map_or(row.submission_id.as_str(), |user| user.as_str())
}

/// The table of these rows, with what changed since the rows of a day ago. Both are in order.
#[must_use]
pub fn table(rows: Vec<Standing>, day_ago: &[Standing]) -> Vec<Placed> {
    let earlier = places(day_ago).into_iter().zip(day_ago);
    let earlier: BTreeMap<&str, (Option<i64>, i64)> =
        earlier.map(|(place, row)| (player(row), (place, rating(row.strength)))).collect();
    let places = places(&rows);
    let placed = |(s, place): (Standing, Option<i64>)| {
        let change = earlier.get(player(&s)).map(|(before, rated)| Change {
            places: before.zip(place).map(|(before, now)| before - now),
            rating: rating(s.strength) - rated,
        });
        Placed { s, place, change }
    };
    rows.into_iter().zip(places).map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, author: Option<&str>, strength: f64) -> Standing {
        Standing {
            submission_id: name.into(),
            name: name.into(),
            user_id: author.map(Into::into),
            strength,
            ..Standing::of("")
        }
    }

    #[test]
    fn a_unit_of_strength_is_100_points_of_rating() {
        let all = [0.0, 1.0, -2.5, 0.124, 0.126, -0.126].map(rating);
        assert_eq!(all, [1500, 1600, 1250, 1512, 1513, 1487]);
        let halves = [0.4, 0.0, 1.236, -1.0].map(rating_half_width);
        assert_eq!(halves, [Some(40), Some(0), Some(124), None]);
    }

    #[test]
    fn house_players_have_no_place_beside_others() {
        let rows = vec![
            row("Demo", None, 2.0),
            row("A", Some("anna"), 1.0),
            row("Dummy", None, 0.0),
            row("B", Some("berta"), -1.0),
        ];
        let places: Vec<_> = table(rows, &[]).iter().map(|row| row.place).collect();
        assert_eq!(places, [None, Some(1), None, Some(2)]);
        let alone = vec![row("Demo", None, 2.0), row("Dummy", None, 0.0)];
        let places: Vec<_> = table(alone, &[]).iter().map(|row| row.place).collect();
        assert_eq!(places, [Some(1), Some(2)]);
    }

    #[test]
    fn changes_follow_authors_from_version_to_version() {
        let before = [
            row("A1", Some("anna"), 0.5),
            row("Demo", None, 0.4),
            row("B1", Some("berta"), 0.3),
            row("C1", Some("carla"), -0.2),
        ];
        let now = vec![
            row("B1", Some("berta"), 0.9),
            row("D1", Some("dora"), 0.7),
            row("A2", Some("anna"), 0.25),
            row("Demo", None, 0.3),
            row("C1", Some("carla"), -0.2),
        ];
        let changes: Vec<_> = table(now, &before).iter().map(|row| row.change).collect();
        let change = |places, rating| Some(Change { places, rating });
        let wanted = [
            change(Some(1), 60),
            None,
            change(Some(-2), -25),
            change(None, -10),
            change(Some(-1), 0),
        ];
        assert_eq!(changes, wanted);
    }
}
