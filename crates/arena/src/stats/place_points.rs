//! The measures of a result for a player: place points, share of the score, wins.

use serde::{Deserialize, Serialize};

/// A measure of how well a seat did in a match, in [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Utility {
    /// Rivals outscored plus half the rivals tied with, over the number of rivals.
    #[default]
    Place,
    /// Its part of the sum of all scores; an even part when nobody has any. Scores below 0 count
    /// as 0.
    Share,
    /// 1 for the best score, divided by the number of those who have it.
    Win,
}

impl Utility {
    /// All of them, in the order in which reports show them.
    pub const ALL: [Self; 3] = [Self::Place, Self::Share, Self::Win];

    /// The smallest difference that is worth mentioning unless the user says another.
    ///
    /// The same change moves the share about a third as much as the place.
    #[must_use]
    pub fn gain(self) -> f64 {
        match self {
            Self::Place | Self::Win => 0.02,
            Self::Share => 0.0075,
        }
    }

    /// Its name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Place => "place points",
            Self::Share => "share of the score",
            Self::Win => "wins",
        }
    }

    /// The utility of one seat.
    #[must_use]
    pub fn of(self, scores: &[i64], seat: usize) -> f64 {
        match self {
            Self::Place => place_points(scores, seat),
            Self::Share => share(scores, seat),
            Self::Win => win(scores, seat),
        }
    }
}

/// Place points of a seat: (rivals outscored + ½ rivals tied) / rivals. The points of a match
/// have the mean ½.
#[must_use]
pub fn place_points(scores: &[i64], seat: usize) -> f64 {
    let own = scores[seat];
    let twice: usize = scores
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != seat)
        .map(|(_, score)| usize::from(*score < own) + usize::from(*score <= own))
        .sum();
    twice as f64 / (2 * (scores.len() - 1).max(1)) as f64
}

/// Place of a seat: 1 for the best score; equal scores share a place.
#[must_use]
pub fn place(scores: &[i64], seat: usize) -> usize {
    1 + scores.iter().filter(|score| **score > scores[seat]).count()
}

fn share(scores: &[i64], seat: usize) -> f64 {
    let sum: f64 = scores.iter().map(|s| (*s).max(0) as f64).sum();
    if sum > 0.0 { scores[seat].max(0) as f64 / sum } else { 1.0 / scores.len() as f64 }
}

fn win(scores: &[i64], seat: usize) -> f64 {
    let first = (0..scores.len()).filter(|s| place(scores, *s) == 1).count();
    if place(scores, seat) == 1 { 1.0 / first as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_points_count_rivals_and_ties() {
        let points =
            |scores: [i64; 4]| [0, 1, 2, 3].map(|s| (6.0 * place_points(&scores, s)) as i32);
        assert_eq!(points([9, 5, 5, -1]), [6, 3, 3, 0]);
        assert_eq!(points([0; 4]), [3; 4]);
        assert_eq!(points([1, 2, 2, 2]), [0, 4, 4, 4]);
    }

    #[test]
    fn shares_and_wins() {
        assert_eq!(Utility::Share.of(&[3, 1, 0, 0], 0), 0.75);
        assert_eq!(Utility::Share.of(&[0, 0, 0, 0], 2), 0.25);
        assert_eq!(Utility::Share.of(&[-5, 1, 0, 0], 0), 0.0);
        assert_eq!(Utility::Win.of(&[7, 7, 1, 0], 1), 0.5);
        assert_eq!(Utility::Win.of(&[7, 7, 1, 0], 2), 0.0);
    }
}
