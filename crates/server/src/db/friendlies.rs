//! Friendly matches: rounds of one match. The subject of a round is the author who asked for it.

use super::matches::Listed;
use super::{Connection, Db, Result};
use crate::ids::{SeasonId, UserId};
use crate::states::RoundKind;

/// How many somebody has asked for in a season: in all, and since a time.
///
/// # Errors
/// When the database fails.
pub async fn counts(
    db: &mut Connection,
    season: &SeasonId,
    user: &UserId,
    since: i64,
) -> Result<(i64, i64)> {
    sqlx::query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN planned > $4 THEN 1 END) FROM rounds \
         WHERE season_id = $1 AND kind = $2 AND subject = $3",
    )
    .bind(season)
    .bind(RoundKind::Friendly)
    .bind(user)
    .bind(since)
    .fetch_one(db)
    .await
}

/// Friendly matches that this user asked for, to come or over, and those that others played
/// against their versions, newest first. Results that are withheld are not to be shown.
///
/// # Errors
/// When the database fails.
pub async fn of_user(
    db: &Db,
    season: &SeasonId,
    user: &UserId,
    (from, count): (i64, i64),
) -> Result<Vec<Listed>> {
    sqlx::query_as(
        "SELECT m.id, m.seed, r.kind, r.number AS round, r.held, m.state, m.finished, m.verified \
         FROM matches m JOIN rounds r ON r.id = m.round_id \
         WHERE r.season_id = $1 AND r.kind = 'friendly' AND (r.subject = $2 \
         OR (m.state = 'done' AND r.held = 0 AND m.id IN (SELECT t.match_id FROM seats t \
         JOIN submissions s ON s.id = t.submission_id WHERE s.user_id = $2))) \
         ORDER BY r.planned DESC, m.id LIMIT $3 OFFSET $4",
    )
    .bind(season)
    .bind(user)
    .bind(count)
    .bind(from)
    .fetch_all(db)
    .await
}
