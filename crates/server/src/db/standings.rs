//! The order after each round of the ladder.

use super::dialect::{ROWS_AT_ONCE, padded, places, rows};
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
    position,
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
                .bind(row.position)
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
        "SELECT t.*, t.place AS position, s.name, s.user_id, u.name AS author FROM standings t \
         JOIN submissions s ON s.id = t.submission_id LEFT JOIN users u ON u.id = s.user_id \
         WHERE t.round_id = $1 AND s.state = 'qualified' ORDER BY t.place, s.name",
    )
    .bind(round)
    .fetch_all(db)
    .await
}

/// The rows after the last round of the ladder that was over at a moment, in order; with
/// `public`, the last whose results everybody may see. Empty if there was none.
///
/// # Errors
/// When the database fails.
pub async fn of_ladder_at(
    db: &Db,
    season: &SeasonId,
    at: i64,
    public: bool,
) -> Result<Vec<Standing>> {
    sqlx::query_as(
        "SELECT t.*, t.place AS position, s.name, s.user_id, u.name AS author FROM standings t \
         JOIN submissions s ON s.id = t.submission_id LEFT JOIN users u ON u.id = s.user_id \
         WHERE s.state = 'qualified' AND t.round_id = (SELECT id FROM rounds \
         WHERE season_id = $1 AND kind = 'ladder' AND state = 'done' AND finished <= $2 \
         AND ($3 = 0 OR held = 0) ORDER BY number DESC LIMIT 1) ORDER BY t.place, s.name",
    )
    .bind(season)
    .bind(at)
    .bind(i64::from(public))
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
    /// Whether the other one is a house player.
    pub house: bool,
}
row!(Opponent { name, matches, won, house });

/// Whom a version met in competition, the most frequent first; what is withheld only with `all`.
///
/// # Errors
/// When the database fails.
pub async fn opponents(db: &Db, submission: &SubmissionId, all: bool) -> Result<Vec<Opponent>> {
    sqlx::query_as(
        "SELECT o.name, COUNT(*) AS matches, \
         CAST(SUM(CASE WHEN s.score > o.score THEN 1 ELSE 0 END) AS BIGINT) AS won, \
         CAST(MIN(CASE WHEN v.user_id IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS house FROM seats s \
         JOIN matches m ON m.id = s.match_id JOIN rounds r ON r.id = m.round_id \
         JOIN seats o ON o.match_id = s.match_id AND o.seat <> s.seat \
         LEFT JOIN submissions v ON v.id = o.submission_id \
         WHERE s.submission_id = $1 AND m.state = 'done' \
         AND r.kind NOT IN ('qualification', 'friendly') \
         AND ($2 = 1 OR r.held = 0) GROUP BY o.name ORDER BY COUNT(*) DESC, o.name",
    )
    .bind(submission)
    .bind(i64::from(all))
    .fetch_all(db)
    .await
}

/// A version that has competed.
#[derive(Clone, Debug)]
pub struct Version {
    /// Its name.
    pub name: String,
    /// When it was submitted.
    pub created: i64,
    /// Matches of the ladder in its last table.
    pub matches: i64,
    /// Its strength in its last table.
    pub strength: f64,
    /// Half the width of the strength's 95 % interval; negative while it has none.
    pub half: f64,
}
row!(Version { name, created, matches, strength, half });

/// The versions of an author that have competed in rounds of the ladder that everybody may see,
/// oldest first, each as it stood after the last of these rounds.
///
/// # Errors
/// When the database fails.
pub async fn versions(db: &Db, season: &SeasonId, user: &UserId) -> Result<Vec<Version>> {
    sqlx::query_as(
        "SELECT s.name, s.created, t.matches, t.strength, t.half FROM submissions s \
         JOIN standings t ON t.submission_id = s.id JOIN rounds r ON r.id = t.round_id \
         WHERE s.season_id = $1 AND s.user_id = $2 AND s.state = 'qualified' \
         AND r.kind = 'ladder' AND r.held = 0 AND r.number = (SELECT MAX(q.number) \
         FROM standings p JOIN rounds q ON q.id = p.round_id WHERE p.submission_id = s.id \
         AND q.kind = 'ladder' AND q.held = 0) ORDER BY s.created",
    )
    .bind(season)
    .bind(user)
    .fetch_all(db)
    .await
}

/// The chances of the versions that have one in the standings of a round.
///
/// # Errors
/// When the database fails.
pub async fn chances(db: &mut Connection, round: &RoundId) -> Result<BTreeMap<SubmissionId, f64>> {
    let text = "SELECT submission_id, chance FROM standings \
                WHERE round_id = $1 AND chance IS NOT NULL";
    let rows: Vec<(SubmissionId, f64)> = sqlx::query_as(text).bind(round).fetch_all(db).await?;
    Ok(rows.into_iter().collect())
}

/// A version's row after a round of the ladder.
#[derive(Clone, Debug)]
pub struct Point {
    /// The version that the history was asked for.
    asked: SubmissionId,
    /// The round's number.
    pub round: i64,
    /// The version that competed in that round.
    pub version: String,
    /// Its strength.
    pub strength: f64,
    /// Half the width of the strength's 95 % interval; negative while it has none.
    pub half: f64,
}
row!(Point { asked, round, version, strength, half });

#[cfg(test)]
impl Point {
    /// A point without an interval.
    pub(crate) fn of(round: i64, version: &str, strength: f64) -> Self {
        let (asked, version) = (SubmissionId::random(), version.into());
        Self { asked, round, version, strength, half: -1.0 }
    }
}

/// How versions, and the other versions of their authors, stood after each round of the ladder
/// up to `last`, by the version that was asked for.
///
/// # Errors
/// When the database fails.
pub async fn histories(
    db: &mut Connection,
    season: &SeasonId,
    versions: &[&SubmissionId],
    last: i64,
) -> Result<BTreeMap<SubmissionId, Vec<Point>>> {
    let mut all: BTreeMap<SubmissionId, Vec<Point>> = BTreeMap::new();
    if versions.is_empty() {
        return Ok(all);
    }
    let text = format!(
        "SELECT a.id AS asked, r.number AS round, s.name AS version, t.strength, t.half \
         FROM submissions a JOIN submissions s ON s.season_id = a.season_id \
         AND (s.id = a.id OR s.user_id = a.user_id) JOIN standings t ON t.submission_id = s.id \
         JOIN rounds r ON r.id = t.round_id WHERE r.season_id = $1 AND r.kind = 'ladder' \
         AND r.number <= $2 AND s.state = 'qualified' AND a.id IN ({}) ORDER BY r.number",
        places(2, versions.len())
    );
    let query = sqlx::query_as(AssertSqlSafe(text)).bind(season).bind(last);
    let query = padded(versions).fold(query, |query, id| query.bind(id));
    for point in query.fetch_all(db).await? {
        let point: Point = point;
        all.entry(point.asked.clone()).or_default().push(point);
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
        "SELECT t.*, t.place AS position, s.name, s.user_id, u.name AS author FROM standings t \
         JOIN rounds r ON r.id = t.round_id JOIN submissions s ON s.id = t.submission_id \
         LEFT JOIN users u ON u.id = s.user_id WHERE r.subject IN ({}) ORDER BY t.place, s.name",
        places(0, tournaments.len())
    );
    let query = sqlx::query(AssertSqlSafe(text));
    let rows = padded(tournaments).fold(query, |query, id| query.bind(id)).fetch_all(db).await?;
    for row in &rows {
        all.entry(row.try_get("round_id")?).or_default().push(Standing::from_row(row)?);
    }
    Ok(all)
}
