//! Fair turns: the next author, authors that wait because of trouble, and the CPU time of players.

use super::{Connection, Result, queue};
use crate::ids::{MatchId, SeasonId, SubmissionId, UserId};
use crate::secret;

/// Troubles within an hour after which an author waits.
pub const TROUBLES_MAX: i64 = 3;
/// How long a trouble counts, in milliseconds.
pub const TROUBLE_COUNTS: i64 = 3_600_000;

/// SQL: how far the author `{who}.user_id` is ahead of the season's clock, in microseconds.
pub(super) const AHEAD: &str = "COALESCE((SELECT t.served - COALESCE((SELECT c.served \
    FROM turns c WHERE c.season_id = t.season_id AND c.user_id = ''), 0) FROM turns t \
    WHERE t.season_id = {who}.season_id AND t.user_id = {who}.user_id), 0)";

/// SQL: the author `{who}.user_id` does not wait because of trouble.
pub(super) const FREE: &str = "(SELECT COUNT(*) FROM troubles u WHERE u.user_id = {who}.user_id \
    AND u.at > {now} - 3600000) < 3";

/// Charges an author for a job: microseconds of CPU time. An author who had no job for long does
/// not save up turns.
///
/// # Errors
/// When the database fails.
pub async fn charge(
    db: &mut Connection,
    season: &SeasonId,
    user: &UserId,
    micros: i64,
) -> Result<()> {
    let text = "SELECT COALESCE(MAX(served), 0) FROM turns WHERE season_id = $1 AND user_id = $2";
    let clock: i64 = sqlx::query_scalar(text).bind(season).bind("").fetch_one(&mut *db).await?;
    let own: i64 =
        sqlx::query_scalar(text).bind(season).bind(user.as_str()).fetch_one(&mut *db).await?;
    let begun = own.max(clock);
    for (who, served) in [(user.as_str(), begun.saturating_add(micros.max(0))), ("", begun)] {
        sqlx::query(
            "INSERT INTO turns (season_id, user_id, served) VALUES ($1, $2, $3) \
             ON CONFLICT (season_id, user_id) DO UPDATE SET served = excluded.served \
             WHERE turns.served < excluded.served",
        )
        .bind(season)
        .bind(who)
        .bind(served)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Notes that a job of an author ended a worker process or ran into its clock.
///
/// # Errors
/// When the database fails.
pub async fn trouble(db: &mut Connection, user: &UserId, subject: &str, why: &str) -> Result<()> {
    let text =
        "INSERT INTO troubles (id, user_id, at, subject, why) VALUES ($1, $2, {now}, $3, $4)";
    sqlx::query(queue::sql(db, text))
        .bind(secret::id())
        .bind(user)
        .bind(subject)
        .bind(why)
        .execute(&mut *db)
        .await?;
    let text = "DELETE FROM troubles WHERE at < {now} - 86400000";
    sqlx::query(queue::sql(db, text)).execute(db).await.map(drop)
}

/// Until when an author waits because of trouble, in milliseconds since 1970: until less than
/// [`TROUBLES_MAX`] of it count. None when the author does not wait.
///
/// # Errors
/// When the database fails.
pub async fn waits_until(db: &mut Connection, user: &UserId) -> Result<Option<i64>> {
    let text = "SELECT at + $2 FROM troubles WHERE user_id = $1 AND at > {now} - $2 \
                ORDER BY at DESC LIMIT 1 OFFSET $3";
    sqlx::query_scalar(queue::sql(db, text))
        .bind(user)
        .bind(TROUBLE_COUNTS)
        .bind(TROUBLES_MAX - 1)
        .fetch_optional(db)
        .await
}

/// The author of a version; none for players of the house.
///
/// # Errors
/// When the database fails.
pub async fn author(db: &mut Connection, submission: &SubmissionId) -> Result<Option<UserId>> {
    let text = "SELECT user_id FROM submissions WHERE id = $1 AND user_id IS NOT NULL";
    sqlx::query_scalar(text).bind(submission).fetch_optional(db).await
}

/// Notes that a seat used up its CPU time.
///
/// # Errors
/// When the database fails.
pub async fn strike(db: &mut Connection, id: &MatchId, seat: i64) -> Result<()> {
    let text = "UPDATE seats SET strikes = strikes + 1 WHERE match_id = $1 AND seat = $2";
    sqlx::query(text).bind(id).bind(seat).execute(db).await.map(drop)
}

/// Notes that the clock decided a match: nobody is asked to play it again.
///
/// # Errors
/// When the database fails.
pub async fn clocked(db: &mut Connection, id: &MatchId) -> Result<()> {
    sqlx::query("UPDATE matches SET clocked = 1 WHERE id = $1").bind(id).execute(db).await.map(drop)
}
