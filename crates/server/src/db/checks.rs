//! Second opinions: matches that another worker plays once more.

use super::matches::{Match, Round, Seat};
use super::{Connection, Db, Kind, Result, row};
use crate::ids::{MatchId, SeasonId};
use crate::states::CheckState;
use sqlx::AssertSqlSafe;

/// A match that is played once more.
#[derive(Clone, Debug)]
pub struct Check {
    /// The match.
    pub match_id: MatchId,
    /// Whether whoever played it was wrong before.
    pub suspect: bool,
    /// The machine that played it first.
    pub first_worker: String,
    /// The record that it delivered.
    pub first_record: String,
    /// The machine that disagreed, if one did.
    pub second_worker: String,
    /// The record of the other worker.
    pub second_record: String,
}
row!(Check { match_id, suspect, first_worker, first_record, second_worker, second_record });

fn sql(db: &Connection, text: &str) -> AssertSqlSafe<String> {
    let kind = Kind::of_connection(db);
    let skip = kind.skip_locked().replace("UPDATE", "UPDATE OF c");
    AssertSqlSafe(text.replace("{now}", kind.now()).replace("{skip}", &skip))
}

/// The workers besides these that can repeat a match.
const OTHERS: &str = "EXISTS (SELECT 1 FROM workers w WHERE w.state = 'active' \
                      AND w.name <> m.played_by)";

/// Finished matches of a round that somebody else could play again and nobody was asked to.
///
/// # Errors
/// When the database fails.
pub async fn unasked(db: &mut Connection, round: &str) -> Result<Vec<String>> {
    let text = format!(
        "SELECT m.id FROM matches m WHERE m.round_id = $1 AND m.state = 'done' \
         AND m.played_by <> '' AND m.clocked = 0 AND {OTHERS} \
         AND NOT EXISTS (SELECT 1 FROM checks c WHERE c.match_id = m.id) ORDER BY m.number"
    );
    sqlx::query_scalar(sql(db, &text)).bind(round).fetch_all(db).await
}

/// Asks for a second opinion on a finished match.
///
/// # Errors
/// When the database fails.
pub async fn ask(db: &mut Connection, id: &str) -> Result<()> {
    let text = "INSERT INTO checks (match_id, state, suspect, first_worker, first_record, planned) \
                SELECT id, 'planned', 0, played_by, record, {now} FROM matches \
                WHERE id = $1 AND state = 'done' AND clocked = 0 ON CONFLICT DO NOTHING";
    sqlx::query(sql(db, text)).bind(id).execute(db).await.map(drop)
}

/// Whether somebody is still asked about matches of a round.
///
/// # Errors
/// When the database fails.
pub async fn pending(db: &mut Connection, round: &str, only_suspects: bool) -> Result<bool> {
    let count: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM checks c JOIN matches m ON m.id = c.match_id \
         WHERE m.round_id = $1 AND c.state IN ('planned', 'running') \
         AND ($2 = 0 OR c.suspect = 1)",
    )
    .bind(round)
    .bind(i64::from(only_suspects))
    .fetch_one(db)
    .await?;
    Ok(count > 0)
}

/// Takes a match to play again which somebody is there for who has not played it; those of
/// suspects first.
///
/// # Errors
/// When the database fails.
pub async fn claim(db: &mut Connection, pin: &str) -> Result<Option<Check>> {
    let text = "UPDATE checks SET state = 'running', begun = {now} \
                WHERE match_id = (SELECT c.match_id FROM checks c \
                JOIN matches m ON m.id = c.match_id JOIN seasons s ON s.id = m.season_id \
                WHERE c.state = 'planned' AND c.begun <= {now} AND (s.pin = '' OR s.pin = $1) \
                AND EXISTS (SELECT 1 FROM workers w WHERE w.state = 'active' AND w.pin = $1 \
                AND w.name <> c.first_worker AND w.name <> c.second_worker) \
                ORDER BY c.suspect DESC, c.planned, c.match_id LIMIT 1 {skip}) RETURNING *";
    sqlx::query_as(sql(db, text)).bind(pin).fetch_optional(db).await
}

/// Ends a check that is under way.
///
/// # Errors
/// When the database fails.
pub async fn end(db: &mut Connection, id: &str, state: CheckState) -> Result<bool> {
    let done =
        sqlx::query("UPDATE checks SET state = $2 WHERE match_id = $1 AND state = 'running'")
            .bind(id)
            .bind(state)
            .execute(db)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Plans a check once more, after so many milliseconds.
///
/// # Errors
/// When the database fails.
pub async fn later(db: &mut Connection, id: &str, millis: i64) -> Result<()> {
    let text = "UPDATE checks SET state = 'planned', begun = {now} + $2 \
                WHERE match_id = $1 AND state = 'running'";
    sqlx::query(sql(db, text)).bind(id).bind(millis).execute(db).await.map(drop)
}

/// Notes that this machine got something else: a third one decides.
///
/// # Errors
/// When the database fails.
pub async fn disagree(db: &mut Connection, id: &str, worker: &str, record: &str) -> Result<()> {
    sqlx::query(
        "UPDATE checks SET state = 'planned', second_worker = $2, second_record = $3 \
         WHERE match_id = $1 AND state = 'running'",
    )
    .bind(id)
    .bind(worker)
    .bind(record)
    .execute(db)
    .await
    .map(drop)
}

/// Drops questions that nobody is there to answer.
///
/// # Errors
/// When the database fails.
pub async fn skip_lonely(db: &mut Connection) -> Result<u64> {
    let text = "UPDATE checks SET state = 'skipped' WHERE state = 'planned' AND suspect = 0 \
                AND second_worker = '' AND planned < {now} - 600000 \
                AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.state = 'active' \
                AND w.name <> checks.first_worker)";
    Ok(sqlx::query(sql(db, text)).execute(db).await?.rows_affected())
}

/// Believes a machine no more: what it delivered within a day is played again. Gives how many
/// matches that are.
///
/// # Errors
/// When the database fails.
pub async fn quarantine(db: &mut Connection, name: &str, why: &str) -> Result<u64> {
    // A machine that came just now may have no row yet.
    let text = "INSERT INTO workers (name, pin, architecture, slots, state, note, seen) \
                VALUES ($1, '', '', 0, 'quarantined', $2, {now}) \
                ON CONFLICT (name) DO UPDATE SET state = excluded.state, note = excluded.note";
    sqlx::query(sql(db, text)).bind(name).bind(why).execute(&mut *db).await?;
    for text in [
        // What it said about others counts for nothing.
        "UPDATE checks SET state = 'planned', second_worker = '', second_record = '' \
         WHERE state = 'planned' AND second_worker = $1",
        "UPDATE checks SET suspect = 1, state = 'planned' WHERE first_worker = $1 \
         AND state IN ('planned', 'skipped')",
    ] {
        sqlx::query(text).bind(name).execute(&mut *db).await?;
    }
    let text = "INSERT INTO checks (match_id, state, suspect, first_worker, first_record, planned) \
                SELECT id, 'planned', 1, played_by, record, {now} FROM matches \
                WHERE played_by = $1 AND state = 'done' AND clocked = 0 \
                AND finished > {now} - 86400000 \
                ON CONFLICT DO NOTHING";
    Ok(sqlx::query(sql(db, text)).bind(name).execute(db).await?.rows_affected())
}

/// Puts the right result in the place of a wrong one. A round that was closed with it is to be
/// counted again.
///
/// # Errors
/// When the database fails.
pub async fn correct(db: &mut Connection, right: &Match, seats: &[Seat], by: &str) -> Result<()> {
    sqlx::query(
        "UPDATE matches SET record = $2, public_record = $3, rounds = $4, ending = $5, \
         verified = $6, played_by = $7 WHERE id = $1 AND state = 'done'",
    )
    .bind(&right.id)
    .bind(&right.record)
    .bind(&right.public_record)
    .bind(right.rounds)
    .bind(&right.ending)
    .bind(i64::from(right.verified))
    .bind(by)
    .execute(&mut *db)
    .await?;
    super::seats::score(db, &seats.iter().collect::<Vec<_>>()).await?;
    sqlx::query("UPDATE rounds SET recount = 1 WHERE id = $1 AND state = 'done'")
        .bind(&right.round_id)
        .execute(db)
        .await
        .map(drop)
}

/// The first round of those in which a result was corrected, when nothing of it is in doubt any
/// more.
///
/// # Errors
/// When the database fails.
pub async fn to_recount(db: &mut Connection, season: &SeasonId) -> Result<Option<Round>> {
    sqlx::query_as(
        "SELECT * FROM rounds r WHERE r.season_id = $1 AND r.recount = 1 \
         AND NOT EXISTS (SELECT 1 FROM checks c JOIN matches m ON m.id = c.match_id \
         WHERE m.season_id = r.season_id AND c.suspect = 1 AND c.state IN ('planned', 'running')) \
         ORDER BY r.planned, r.number, r.id LIMIT 1",
    )
    .bind(season)
    .fetch_optional(db)
    .await
}

/// This round and all later ones of its kind that are closed.
///
/// # Errors
/// When the database fails.
pub async fn closed_from(db: &Db, first: &Round) -> Result<Vec<Round>> {
    sqlx::query_as(
        "SELECT * FROM rounds WHERE season_id = $1 AND kind = $2 AND number >= $3 \
         AND state = 'done' ORDER BY number",
    )
    .bind(&first.season_id)
    .bind(first.kind)
    .bind(first.number)
    .fetch_all(db)
    .await
}

/// Notes that a round was counted again; of a ladder, all later ones were too.
///
/// # Errors
/// When the database fails.
pub async fn recounted(db: &mut Connection, first: &Round) -> Result<()> {
    sqlx::query(
        "UPDATE rounds SET recount = 0 WHERE id = $1 \
         OR (kind = 'ladder' AND season_id = $2 AND kind = $3 AND number >= $4)",
    )
    .bind(&first.id)
    .bind(&first.season_id)
    .bind(first.kind)
    .bind(first.number)
    .execute(db)
    .await
    .map(drop)
}

/// How many versions play in a round.
///
/// # Errors
/// When the database fails.
pub async fn players(db: &Db, round: &str) -> Result<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(DISTINCT s.submission_id) FROM seats s JOIN matches m ON m.id = s.match_id \
         WHERE m.round_id = $1",
    )
    .bind(round)
    .fetch_one(db)
    .await
}

/// The record that a match is decided by so far.
///
/// # Errors
/// When the database fails.
pub async fn record(db: &mut Connection, id: &str) -> Result<Option<String>> {
    sqlx::query_scalar("SELECT record FROM matches WHERE id = $1").bind(id).fetch_one(db).await
}

/// How many checks there are in each state.
///
/// # Errors
/// When the database fails.
pub async fn counts(db: &Db) -> Result<Vec<(String, i64)>> {
    sqlx::query_as("SELECT state, COUNT(*) FROM checks GROUP BY state ORDER BY state")
        .fetch_all(db)
        .await
}
