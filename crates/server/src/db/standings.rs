//! The order after each round of the ladder.

use super::{Connection, Db, Result, row};

/// One row of the standings.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The version.
    pub submission_id: String,
    /// Its name.
    pub name: String,
    /// Its author's id, if it has one.
    pub user_id: Option<String>,
    /// Its author's name, if it has one.
    pub author: Option<String>,
    /// Its place, from 1.
    pub place: i64,
    /// Its strength: 1 more wins 73 of 100 duels.
    pub strength: f64,
    /// Half the width of the 95 % interval of the strength; negative while it has none.
    pub half: f64,
    /// Probability of being among the best four.
    pub chance: Option<f64>,
    /// The running number.
    pub running: f64,
    /// Matches that it rests on.
    pub matches: i64,
    /// Mean place points; in tournaments only, where all meet equally often.
    pub points: Option<f64>,
    /// The probability of each rank, as [`rank_chances`] writes it; empty while there is none.
    pub ranks: String,
}
row!(Standing {
    submission_id,
    name,
    user_id,
    author,
    place,
    strength,
    half,
    chance,
    running,
    matches,
    points,
    ranks,
});

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

/// Adds the rows of a round.
///
/// # Errors
/// When they are there already: nothing is counted twice.
pub async fn insert(db: &mut Connection, round: &str, rows: &[Standing]) -> Result<()> {
    for row in rows {
        sqlx::query(
            "INSERT INTO standings (round_id, submission_id, place, strength, half, chance, \
             running, matches, points, ranks) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(round)
        .bind(&row.submission_id)
        .bind(row.place)
        .bind(row.strength)
        .bind(row.half)
        .bind(row.chance)
        .bind(row.running)
        .bind(row.matches)
        .bind(row.points)
        .bind(&row.ranks)
        .persistent(row.chance.is_some() && row.points.is_some())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Takes the rows of a round away, to be counted again.
///
/// # Errors
/// When the database fails.
pub async fn delete(db: &mut Connection, round: &str) -> Result<()> {
    sqlx::query("DELETE FROM standings WHERE round_id = $1").bind(round).execute(db).await.map(drop)
}

/// The rows of a round, in order.
///
/// # Errors
/// When the database fails.
pub async fn of_round(db: &Db, round: &str) -> Result<Vec<Standing>> {
    sqlx::query_as(
        "SELECT t.*, s.name, s.user_id, u.name AS author FROM standings t \
         JOIN submissions s ON s.id = t.submission_id LEFT JOIN users u ON u.id = s.user_id \
         WHERE t.round_id = $1 AND s.state = 'qualified' ORDER BY t.place, s.name",
    )
    .bind(round)
    .fetch_all(db)
    .await
}

/// How somebody did against another player.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// The other player's name.
    pub name: String,
    /// Matches in which both sat.
    pub matches: i64,
    /// In how many of them the other one had fewer points.
    pub won: i64,
}
row!(Opponent { name, matches, won });

/// Whom a version met most often in competition; what is held back only with `all`.
///
/// # Errors
/// When the database fails.
pub async fn opponents(db: &Db, submission: &str, all: bool) -> Result<Vec<Opponent>> {
    sqlx::query_as(
        "SELECT o.name, COUNT(*) AS matches, \
         CAST(SUM(CASE WHEN s.score > o.score THEN 1 ELSE 0 END) AS BIGINT) AS won FROM seats s \
         JOIN matches m ON m.id = s.match_id JOIN rounds r ON r.id = m.round_id \
         JOIN seats o ON o.match_id = s.match_id AND o.seat <> s.seat \
         WHERE s.submission_id = $1 AND m.state = 'done' \
         AND r.kind NOT IN ('qualification', 'friendly') \
         AND ($2 = 1 OR r.held = 0) GROUP BY o.name ORDER BY COUNT(*) DESC, o.name LIMIT 12",
    )
    .bind(submission)
    .bind(i64::from(all))
    .fetch_all(db)
    .await
}

/// The versions of an author that have competed in rounds that everybody may see, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn versions(db: &Db, season: &str, user: &str) -> Result<Vec<String>> {
    sqlx::query_scalar(
        "SELECT s.name FROM submissions s WHERE s.season_id = $1 AND s.user_id = $2 \
         AND s.state = 'qualified' AND EXISTS (SELECT 1 FROM standings t \
         JOIN rounds r ON r.id = t.round_id WHERE t.submission_id = s.id AND r.held = 0) \
         ORDER BY s.created",
    )
    .bind(season)
    .bind(user)
    .fetch_all(db)
    .await
}

/// The rows of a round, in order, those of versions that were disqualified since too.
///
/// # Errors
/// When the database fails.
pub async fn of_round_all(db: &mut Connection, round: &str) -> Result<Vec<Standing>> {
    sqlx::query_as(
        "SELECT t.*, s.name, s.user_id, u.name AS author FROM standings t \
         JOIN submissions s ON s.id = t.submission_id LEFT JOIN users u ON u.id = s.user_id \
         WHERE t.round_id = $1 ORDER BY t.place, s.name",
    )
    .bind(round)
    .fetch_all(db)
    .await
}

/// How the strength of a version went on: number of the round, strength, half-width.
///
/// # Errors
/// When the database fails.
pub async fn history(
    db: &Db,
    season: &str,
    submission: &str,
    last: i64,
) -> Result<Vec<(i64, f64, f64)>> {
    sqlx::query_as(
        "SELECT r.number, t.strength, t.half FROM standings t JOIN rounds r ON r.id = t.round_id \
         WHERE r.season_id = $1 AND r.kind = 'ladder' AND t.submission_id = $2 \
         AND r.number <= $3 ORDER BY r.number",
    )
    .bind(season)
    .bind(submission)
    .bind(last)
    .fetch_all(db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_ranks_are_stored_without_what_is_impossible() {
        let row = |ranks: &str| Standing {
            submission_id: String::new(),
            name: String::new(),
            user_id: None,
            author: None,
            place: 1,
            strength: 0.0,
            half: -1.0,
            chance: None,
            running: 0.0,
            matches: 0,
            points: None,
            ranks: ranks.into(),
        };
        let stored = rank_chances(&[0.0, 0.25, 0.0, 0.75, 0.0, 0.0]);
        assert_eq!(stored, "2 250 0 750");
        assert_eq!(row(&stored).rank_chances(), [0.0, 0.25, 0.0, 0.75]);
        assert_eq!(row("").rank_chances(), [0.0; 0]);
        assert_eq!(rank_chances(&[]), "");
    }
}
