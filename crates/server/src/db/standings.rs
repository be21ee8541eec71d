//! The order after each round of the ladder.

use super::dialect::{ROWS_AT_ONCE, places, rows};
use super::{Connection, Db, Result, row};
use crate::ids::{RoundId, SeasonId, SubmissionId, TournamentId, UserId};
use crate::ranking::Standing;
use sqlx::{AssertSqlSafe, FromRow, Row};
use std::collections::BTreeMap;

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

/// Adds the rows of a round.
///
/// # Errors
/// When they are there already: nothing is counted twice.
pub async fn insert(db: &mut Connection, round: &RoundId, standings: &[Standing]) -> Result<()> {
    // PostgreSQL takes the types of a list from its first row.
    const TYPES: [&str; 10] = [
        "TEXT",
        "TEXT",
        "BIGINT",
        "DOUBLE PRECISION",
        "DOUBLE PRECISION",
        "DOUBLE PRECISION",
        "DOUBLE PRECISION",
        "BIGINT",
        "DOUBLE PRECISION",
        "TEXT",
    ];
    for some in standings.chunks(ROWS_AT_ONCE) {
        let text = format!(
            "INSERT INTO standings (round_id, submission_id, place, strength, half, chance, \
             running, matches, points, ranks) VALUES {}",
            rows(&TYPES, some.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(text)).persistent(false);
        for row in some {
            query = query
                .bind(round)
                .bind(&row.submission_id)
                .bind(row.place)
                .bind(row.strength)
                .bind(row.half)
                .bind(row.chance)
                .bind(row.running)
                .bind(row.matches)
                .bind(row.points)
                .bind(&row.ranks);
        }
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// Takes the rows of a round away, to be counted again.
///
/// # Errors
/// When the database fails.
pub async fn delete(db: &mut Connection, round: &RoundId) -> Result<()> {
    sqlx::query("DELETE FROM standings WHERE round_id = $1").bind(round).execute(db).await.map(drop)
}

/// The rows of a round, in order.
///
/// # Errors
/// When the database fails.
pub async fn of_round(db: &Db, round: &RoundId) -> Result<Vec<Standing>> {
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

/// Whom a version met most often in competition; what is withheld only with `all`.
///
/// # Errors
/// When the database fails.
pub async fn opponents(db: &Db, submission: &SubmissionId, all: bool) -> Result<Vec<Opponent>> {
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
pub async fn versions(db: &Db, season: &SeasonId, user: &UserId) -> Result<Vec<String>> {
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
pub async fn of_round_all(db: &mut Connection, round: &RoundId) -> Result<Vec<Standing>> {
    sqlx::query_as(
        "SELECT t.*, s.name, s.user_id, u.name AS author FROM standings t \
         JOIN submissions s ON s.id = t.submission_id LEFT JOIN users u ON u.id = s.user_id \
         WHERE t.round_id = $1 ORDER BY t.place, s.name",
    )
    .bind(round)
    .fetch_all(db)
    .await
}

/// How the strengths of versions went on: number of the round, strength, half-width.
///
/// # Errors
/// When the database fails.
pub async fn histories(
    db: &mut Connection,
    season: &SeasonId,
    versions: &[&SubmissionId],
    last: i64,
) -> Result<BTreeMap<SubmissionId, Vec<(i64, f64, f64)>>> {
    let mut all: BTreeMap<SubmissionId, Vec<(i64, f64, f64)>> = BTreeMap::new();
    if versions.is_empty() {
        return Ok(all);
    }
    let text = format!(
        "SELECT t.submission_id, r.number, t.strength, t.half FROM standings t \
         JOIN rounds r ON r.id = t.round_id WHERE r.season_id = $1 AND r.kind = 'ladder' \
         AND r.number <= $2 AND t.submission_id IN ({}) ORDER BY r.number",
        places(2, versions.len())
    );
    let query = sqlx::query_as(AssertSqlSafe(text)).persistent(false).bind(season).bind(last);
    let query = versions.iter().fold(query, |query, id| query.bind(*id));
    for (version, number, strength, half) in query.fetch_all(db).await? {
        let version: SubmissionId = version;
        all.entry(version).or_default().push((number, strength, half));
    }
    Ok(all)
}

/// The rows of all rounds of tournaments, in order, by round.
///
/// # Errors
/// When the database fails.
pub async fn of_tournaments(
    db: &mut Connection,
    tournaments: &[&TournamentId],
) -> Result<BTreeMap<RoundId, Vec<Standing>>> {
    let mut all: BTreeMap<RoundId, Vec<Standing>> = BTreeMap::new();
    if tournaments.is_empty() {
        return Ok(all);
    }
    let text = format!(
        "SELECT t.*, s.name, s.user_id, u.name AS author FROM standings t \
         JOIN rounds r ON r.id = t.round_id JOIN submissions s ON s.id = t.submission_id \
         LEFT JOIN users u ON u.id = s.user_id WHERE r.subject IN ({}) ORDER BY t.place, s.name",
        places(0, tournaments.len())
    );
    let query = sqlx::query(AssertSqlSafe(text)).persistent(false);
    let rows = tournaments.iter().fold(query, |query, id| query.bind(*id)).fetch_all(db).await?;
    for row in &rows {
        all.entry(row.try_get("round_id")?).or_default().push(Standing::from_row(row)?);
    }
    Ok(all)
}
