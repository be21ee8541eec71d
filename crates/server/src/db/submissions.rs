//! Submissions: from the source that came in to the version that stands for its author.

use super::dialect::{containing, from_one_row};
use super::{Connection, Db, Kind, Result, fairness, queue, row};
use crate::column::Column;
use crate::ids::{RoundId, SeasonId, SubmissionId, UserId};
use crate::ranking::Player;
use crate::states::SubmissionState;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, FromRow};
use std::collections::HashMap;

/// One version of somebody's player.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its id.
    pub id: SubmissionId,
    /// Its season.
    pub season_id: SeasonId,
    /// Its author; none for the organiser's own players.
    pub user_id: Option<UserId>,
    /// The player's name.
    pub name: String,
    /// The name as it must be unique.
    pub name_key: String,
    /// The file's name.
    pub file: String,
    /// Digest of the source, or `builtin:Name`.
    pub source: String,
    /// Bytes of the source.
    pub size: i64,
    /// Where it is on its way.
    pub state: SubmissionState,
    /// Digest of the module.
    pub wasm: Option<String>,
    /// The messages of the checks and the compiler, as text.
    pub report: Option<String>,
    /// The verdict, as the application stores it.
    pub verdict: String,
    /// When it came.
    pub created: i64,
    /// When the verdict fell.
    pub decided: Option<i64>,
}
row!(Submission {
    id,
    season_id,
    user_id,
    name,
    name_key,
    file,
    source,
    size,
    state,
    wasm,
    report,
    verdict,
    created,
    decided,
});

/// Adds a submission.
///
/// # Errors
/// When the database fails.
pub async fn insert(db: &mut Connection, new: &Submission) -> Result<()> {
    sqlx::query(
        "INSERT INTO submissions (id, season_id, user_id, name, name_key, file, source, size, \
         state, wasm, report, verdict, created, decided) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    )
    .bind(&new.id)
    .bind(&new.season_id)
    .bind(&new.user_id)
    .bind(&new.name)
    .bind(&new.name_key)
    .bind(&new.file)
    .bind(&new.source)
    .bind(new.size)
    .bind(new.state)
    .bind(&new.wasm)
    .bind(&new.report)
    .bind(&new.verdict)
    .bind(new.created)
    .bind(new.decided)
    .execute(db)
    .await
    .map(drop)
}

/// How many people's versions a season has, whatever became of them.
///
/// # Errors
/// When the database fails.
pub async fn count_of_people(db: &mut Connection, season: &SeasonId) -> Result<i64> {
    let text = "SELECT COUNT(*) FROM submissions WHERE season_id = $1 AND user_id IS NOT NULL";
    sqlx::query_scalar(text).bind(season).fetch_one(db).await
}

/// Takes the players of the house out, before others come in for another game.
///
/// # Errors
/// When they have played.
pub async fn delete_house(db: &mut Connection, season: &SeasonId) -> Result<()> {
    let text = "DELETE FROM submissions WHERE season_id = $1 AND user_id IS NULL";
    sqlx::query(text).bind(season).execute(db).await.map(drop)
}

/// The verdict on a source that nobody could compile, as the application stores it.
pub const NOT_COMPILED: &str = r#"{"key":"not-compiled"}"#;

row!(Player { id, name, user_id });

/// Versions as the rankings know them.
#[must_use]
pub fn ranked(versions: &[Submission]) -> Vec<Player> {
    versions.iter().map(Player::from).collect()
}

impl From<&Submission> for Player {
    fn from(s: &Submission) -> Self {
        Self { id: s.id.clone(), name: s.name.clone(), user_id: s.user_id.clone() }
    }
}

/// The submission with this id.
///
/// # Errors
/// When the database fails.
pub async fn by_id(db: &Db, id: &SubmissionId) -> Result<Option<Submission>> {
    sqlx::query_as("SELECT * FROM submissions WHERE id = $1").bind(id).fetch_optional(db).await
}

/// The submission with this id, as a transaction sees it.
///
/// # Errors
/// When the database fails.
pub async fn by_id_in(db: &mut Connection, id: &SubmissionId) -> Result<Option<Submission>> {
    sqlx::query_as("SELECT * FROM submissions WHERE id = $1").bind(id).fetch_optional(db).await
}

/// The submissions of somebody, newest first.
///
/// # Errors
/// When the database fails.
pub async fn of_user(db: &Db, season: &SeasonId, user: &UserId) -> Result<Vec<Submission>> {
    sqlx::query_as(
        "SELECT * FROM submissions WHERE season_id = $1 AND user_id = $2 \
         ORDER BY created DESC, id LIMIT 200",
    )
    .bind(season)
    .bind(user)
    .fetch_all(db)
    .await
}

/// All submissions of a season, newest first.
///
/// # Errors
/// When the database fails.
pub async fn of_season(db: &Db, season: &SeasonId) -> Result<Vec<Submission>> {
    sqlx::query_as("SELECT * FROM submissions WHERE season_id = $1 ORDER BY created DESC, id")
        .bind(season)
        .fetch_all(db)
        .await
}

/// A submission, and its author's login if it has an author.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The submission.
    pub submission: Submission,
    /// The login.
    pub author: Option<String>,
}

impl<'r> FromRow<'r, AnyRow> for Sent {
    fn from_row(row: &'r AnyRow) -> Result<Self> {
        Ok(Self { submission: Submission::from_row(row)?, author: Column::read(row, "author")? })
    }
}

/// Submissions of a season, newest first: from where on, and how many; only those whose name or
/// login contains `part`.
///
/// # Errors
/// When the database fails.
pub async fn part_of_season(
    db: &Db,
    season: &SeasonId,
    part: &str,
    (from, count): (i64, i64),
) -> Result<Vec<Sent>> {
    sqlx::query_as(
        "SELECT s.*, u.login AS author FROM submissions s LEFT JOIN users u ON u.id = s.user_id \
         WHERE s.season_id = $1 AND (LOWER(s.name) LIKE $4 ESCAPE '!' \
         OR LOWER(COALESCE(u.login, '')) LIKE $4 ESCAPE '!') \
         ORDER BY s.created DESC, s.id LIMIT $2 OFFSET $3",
    )
    .bind(season)
    .bind(count)
    .bind(from)
    .bind(containing(part))
    .fetch_all(db)
    .await
}

/// Submissions of a season that hold this unique form of a name, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn by_name(db: &mut Connection, season: &SeasonId, key: &str) -> Result<Vec<Submission>> {
    sqlx::query_as(
        "SELECT * FROM submissions WHERE season_id = $1 AND name_key = $2 ORDER BY created",
    )
    .bind(season)
    .bind(key)
    .fetch_all(db)
    .await
}

/// The player of this name that takes part, or took part, in the season's competition.
///
/// # Errors
/// When the database fails.
pub async fn public_by_name(db: &Db, season: &SeasonId, name: &str) -> Result<Option<Submission>> {
    sqlx::query_as(
        "SELECT * FROM submissions WHERE season_id = $1 AND name = $2 AND state = 'qualified' \
         ORDER BY created DESC LIMIT 1",
    )
    .bind(season)
    .bind(name)
    .fetch_optional(db)
    .await
}

/// How many submissions somebody made since a time.
///
/// # Errors
/// When the database fails.
pub async fn count_since(db: &mut Connection, user: &UserId, since: i64) -> Result<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM submissions WHERE user_id = $1 AND created > $2")
        .bind(user)
        .bind(since)
        .fetch_one(db)
        .await
}

/// The organiser's players and the chosen version of each author.
const COMPETING: &str = "FROM submissions s WHERE s.season_id = $1 AND s.state = 'qualified' AND \
                         (s.user_id IS NULL OR s.id IN (SELECT submission_id \
                         FROM representatives WHERE season_id = $1))";
/// Every caller gets the same numbers.
const COMPETING_ORDER: &str = "s.created, s.id";

/// The versions that compete, ordered by time and id.
///
/// # Errors
/// When the database fails.
pub async fn competitors(db: &mut Connection, season: &SeasonId) -> Result<Vec<Submission>> {
    let text = format!("SELECT s.* {COMPETING} ORDER BY {COMPETING_ORDER}");
    sqlx::query_as(AssertSqlSafe(text)).bind(season).fetch_all(db).await
}

/// The [`competitors`] as the rankings know them.
///
/// # Errors
/// When the database fails.
pub async fn players(db: &mut Connection, season: &SeasonId) -> Result<Vec<Player>> {
    let columns = "s.id, s.name, s.user_id";
    let text = Kind::of_connection(db).in_one_row(columns, COMPETING, COMPETING_ORDER);
    let json: String = sqlx::query_scalar(AssertSqlSafe(text)).bind(season).fetch_one(db).await?;
    let all = from_one_row(&json)?.into_iter();
    Ok(all.map(|(id, name, user_id)| Player { id, name, user_id }).collect())
}

/// Lets a version stand for its author.
///
/// # Errors
/// When the database fails.
pub async fn represent(
    db: &mut Connection,
    season: &SeasonId,
    user: &UserId,
    id: &SubmissionId,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO representatives (season_id, user_id, submission_id, since) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (season_id, user_id) \
         DO UPDATE SET submission_id = excluded.submission_id, since = excluded.since",
    )
    .bind(season)
    .bind(user)
    .bind(id)
    .bind(crate::time::now())
    .execute(db)
    .await
    .map(drop)
}

/// Which version stands for somebody: a qualified one.
const REPRESENTATIVE: &str = "SELECT s.id FROM representatives r \
     JOIN submissions s ON s.id = r.submission_id \
     WHERE r.season_id = $1 AND r.user_id = $2 AND s.state = 'qualified'";

/// Which version stands for somebody.
///
/// # Errors
/// When the database fails.
pub async fn representative(
    db: &Db,
    season: &SeasonId,
    user: &UserId,
) -> Result<Option<SubmissionId>> {
    sqlx::query_scalar(REPRESENTATIVE).bind(season).bind(user).fetch_optional(db).await
}

/// Which version stands for somebody, as a transaction sees it.
///
/// # Errors
/// When the database fails.
pub async fn representative_in(
    db: &mut Connection,
    season: &SeasonId,
    user: &UserId,
) -> Result<Option<SubmissionId>> {
    sqlx::query_scalar(REPRESENTATIVE).bind(season).bind(user).fetch_optional(db).await
}

/// The number of each version of somebody among those of its name, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn numbers(
    db: &Db,
    season: &SeasonId,
    user: &UserId,
) -> Result<HashMap<SubmissionId, i64>> {
    let rows: Vec<(SubmissionId, i64)> = sqlx::query_as(
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY name_key ORDER BY created, id) \
         FROM submissions WHERE season_id = $1 AND user_id = $2",
    )
    .bind(season)
    .bind(user)
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().collect())
}

/// The newest other version of the same author in the season that qualified.
///
/// # Errors
/// When the database fails.
pub async fn next_best(db: &mut Connection, of: &Submission) -> Result<Option<Submission>> {
    sqlx::query_as(
        "SELECT * FROM submissions WHERE season_id = $1 AND user_id = $2 AND id <> $3 \
         AND state = 'qualified' ORDER BY created DESC, id LIMIT 1",
    )
    .bind(&of.season_id)
    .bind(&of.user_id)
    .bind(&of.id)
    .fetch_optional(db)
    .await
}

/// Takes a submission that waits to be built: of the author whose turn it is, the oldest one.
/// Authors who wait because of trouble have no turn.
///
/// # Errors
/// When the database fails.
pub async fn claim(db: &mut Connection) -> Result<Option<Submission>> {
    let skip = Kind::of_connection(db).skip_locked().replace("UPDATE", "UPDATE OF s");
    let (ahead, free) = (fairness::AHEAD, fairness::FREE);
    let text = format!(
        "UPDATE submissions SET state = 'compiling', due = {{now}}, attempts = attempts + 1 \
         WHERE id = (SELECT s.id FROM submissions s \
         WHERE s.state = 'received' AND s.due <= {{now}} AND {free} \
         ORDER BY {ahead}, s.created, s.id LIMIT 1 {skip}) RETURNING *"
    );
    let text = text.replace("{who}", "s");
    sqlx::query_as(queue::sql(db, &text)).fetch_optional(db).await
}

/// Puts a submission back that was not compiled. A failed attempt counts. It waits before it is
/// tried again, so that others come first; `false` when it was the last attempt.
///
/// # Errors
/// When the database fails.
pub async fn put_back(db: &mut Connection, id: &SubmissionId, failed: bool) -> Result<bool> {
    let now = Kind::of_connection(db).now();
    let text = match failed {
        true => format!("due = {now} + 1000 * attempts * attempts"),
        // Others come first here too: its own source may be what is not to be had.
        false => format!("due = {now} + 5000, attempts = attempts - 1"),
    };
    let sql = format!(
        "UPDATE submissions SET state = 'received', {text} WHERE id = $1 \
         AND state = 'compiling' AND ($2 = 0 OR attempts < $3)"
    );
    let done = sqlx::query(AssertSqlSafe(sql))
        .bind(id)
        .bind(i64::from(failed))
        .bind(queue::ATTEMPTS_MAX)
        .execute(db)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Moves a submission on, if it still is where it is thought to be.
///
/// # Errors
/// When the database fails.
pub async fn decide(db: &mut Connection, from: SubmissionState, to: &Submission) -> Result<bool> {
    let done = sqlx::query(
        "UPDATE submissions SET state = $3, wasm = $4, report = $5, verdict = $6, decided = $7 \
         WHERE id = $1 AND state = $2",
    )
    .bind(&to.id)
    .bind(from)
    .bind(to.state)
    .bind(&to.wasm)
    .bind(&to.report)
    .bind(&to.verdict)
    .bind(to.decided)
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Versions that stand in the standings of a round, in the order in which competitors come.
///
/// # Errors
/// When the database fails.
pub async fn that_stood(db: &mut Connection, round: &RoundId) -> Result<Vec<Player>> {
    sqlx::query_as(
        "SELECT s.id, s.name, s.user_id FROM submissions s \
         JOIN standings t ON t.submission_id = s.id \
         WHERE t.round_id = $1 ORDER BY s.created, s.id",
    )
    .bind(round)
    .fetch_all(db)
    .await
}

/// Gives up a source that was begun as often as anything is and never came to an end, with a
/// verdict that says so.
///
/// # Errors
/// When the database fails.
pub(super) async fn give_up(db: &mut Connection, id: &str) -> Result<()> {
    let text = "UPDATE submissions SET state = 'failed', verdict = $2, decided = {now} \
                WHERE id = $1 AND state = 'compiling' AND attempts >= $3";
    sqlx::query(queue::sql(db, text))
        .bind(id)
        .bind(NOT_COMPILED)
        .bind(queue::ATTEMPTS_MAX)
        .execute(db)
        .await
        .map(drop)
}
