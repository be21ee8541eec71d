//! The current events of a season that a visitor may see.

use super::{Db, Result, row};
use crate::ids::{SeasonId, SubmissionId};
use crate::states::RoundKind;

/// A round that is being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playing {
    /// The kind of the round.
    pub kind: RoundKind,
    /// Its number.
    pub number: i64,
    /// Its matches.
    pub matches: i64,
    /// How many of them are over.
    pub done: i64,
}
row!(Playing { kind, number, matches, done });

/// The rounds of a season that are being played, oldest first; those that are withheld only
/// with `all`. Qualifications and friendly matches are nobody's but their authors'.
///
/// # Errors
/// When the database fails.
pub async fn playing(db: &Db, season: &SeasonId, all: bool) -> Result<Vec<Playing>> {
    sqlx::query_as(
        "SELECT r.kind, r.number, COUNT(*) AS matches, \
         CAST(SUM(CASE WHEN m.state IN ('done', 'void') THEN 1 ELSE 0 END) AS BIGINT) AS done \
         FROM rounds r JOIN matches m ON m.round_id = r.id \
         WHERE r.season_id = $1 AND r.state = 'playing' \
         AND r.kind NOT IN ('qualification', 'friendly') \
         AND ($2 = 1 OR r.held = 0) GROUP BY r.id, r.kind, r.number, r.planned \
         ORDER BY r.planned, r.number",
    )
    .bind(season)
    .bind(i64::from(all))
    .fetch_all(db)
    .await
}

/// How many rounds of a season are over; those that are withheld only with `all`.
///
/// # Errors
/// When the database fails.
pub async fn rounds_over(db: &Db, season: &SeasonId, all: bool) -> Result<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM rounds WHERE season_id = $1 AND state = 'done' \
         AND kind NOT IN ('qualification', 'friendly') AND ($2 = 1 OR held = 0)",
    )
    .bind(season)
    .bind(i64::from(all))
    .fetch_one(db)
    .await
}

/// How many matches of a submission's qualification are over.
///
/// # Errors
/// When the database fails.
pub async fn qualification_over(db: &Db, submission: &SubmissionId) -> Result<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM matches m JOIN rounds r ON r.id = m.round_id \
         WHERE r.kind = 'qualification' AND r.subject = $1 AND m.state IN ('done', 'void')",
    )
    .bind(submission)
    .fetch_one(db)
    .await
}
