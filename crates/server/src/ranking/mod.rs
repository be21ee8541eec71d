//! From results to standings, from standings to the next matches, and the eliminated players. Pure
//! functions.

pub mod elimination;
pub mod ladder;
pub mod table;

use crate::ids::{SubmissionId, UserId};

/// A player to be ranked: one version of somebody's program.
#[derive(Clone, Debug)]
pub struct Player {
    /// The version.
    pub id: SubmissionId,
    /// Its name.
    pub name: String,
    /// Its author, if it has one.
    pub user_id: Option<UserId>,
}

/// One seat of a counted match of the ladder.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The round's number.
    pub round: i64,
    /// The match's number in it.
    pub number: i64,
    /// The cluster within the round.
    pub cluster: i64,
    /// The version.
    pub submission_id: SubmissionId,
    /// Its score.
    pub score: i64,
}
/// One row of the standings.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The version.
    pub submission_id: SubmissionId,
    /// Its name.
    pub name: String,
    /// Its author's id, if it has one.
    pub user_id: Option<UserId>,
    /// Its author's name, if it has one.
    pub author: Option<String>,
    /// Its position in the order of the round, from 1; all players of the round count.
    pub position: i64,
    /// Its strength: 1 more wins 73 of 100 duels.
    pub strength: f64,
    /// Half the width of the 95 % interval of the strength; negative while it has none.
    pub half: f64,
    /// Probability of being among the best four; none with too few results.
    pub chance: Option<f64>,
    /// Its skill after its last match, by the method of Weng and Lin.
    pub running: f64,
    /// Matches that it rests on.
    pub matches: i64,
    /// Mean place points; in tournaments only, where all meet equally often.
    pub points: Option<f64>,
    /// The probability of each rank, as [`rank_chances`] writes it; empty while there is none.
    pub ranks: String,
}
/// Probabilities of ranks as they are stored: the first rank that is possible, from 1, then one
/// number for it and each rank behind it, in thousandths.
#[must_use]
pub fn rank_chances(chances: &[f64]) -> String {
    let thousandths: Vec<i64> = chances.iter().map(|p| (p * 1000.0).round() as i64).collect();
    let Some(first) = thousandths.iter().position(|n| *n > 0) else { return String::new() };
    let last = thousandths.iter().rposition(|n| *n > 0).unwrap_or(first);
    let mut text = (first + 1).to_string();
    for n in &thousandths[first..=last] {
        text.push(' ');
        text += &n.to_string();
    }
    text
}

impl Standing {
    /// The probability of each rank, the best first, up to the last that is possible; empty while
    /// nothing can be said.
    #[must_use]
    pub fn rank_chances(&self) -> Vec<f64> {
        let mut numbers = self.ranks.split(' ').map_while(|word| word.parse::<u32>().ok());
        let Some(first) = numbers.next() else { return Vec::new() };
        let before = std::iter::repeat_n(0.0, first.saturating_sub(1) as usize);
        before.chain(numbers.map(|n| f64::from(n) / 1000.0)).collect()
    }
}

#[cfg(test)]
impl Standing {
    /// A row of nobody with these ranks.
    fn of(ranks: &str) -> Self {
        Self {
            submission_id: SubmissionId::random(),
            name: String::new(),
            user_id: None,
            author: None,
            position: 1,
            strength: 0.0,
            half: -1.0,
            chance: None,
            running: 0.0,
            matches: 0,
            points: None,
            ranks: ranks.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_ranks_are_stored_without_what_is_impossible() {
        let row = Standing::of;
        let stored = rank_chances(&[0.0, 0.25, 0.0, 0.75, 0.0, 0.0]);
        assert_eq!(stored, "2 250 0 750");
        assert_eq!(row(&stored).rank_chances(), [0.0, 0.25, 0.0, 0.75]);
        assert_eq!(row("").rank_chances(), [0.0; 0]);
        assert_eq!(rank_chances(&[]), "");
    }
}
