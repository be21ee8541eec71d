//! Submissions: from the source that came in to the version that stands for its author.

use super::{Connection, Db, Kind, Result, queue, row};
use crate::verdict::Verdict;
use sqlx::AssertSqlSafe;

/// Where a submission is on its way.
pub mod state {
    /// Waits for the compiler.
    pub const RECEIVED: &str = "received";
    /// Is being compiled.
    pub const COMPILING: &str = "compiling";
    /// Plays its qualification.
    pub const QUALIFYING: &str = "qualifying";
    /// May compete.
    pub const QUALIFIED: &str = "qualified";
    /// Breaks the rules for sources, or does not compile.
    pub const REFUSED: &str = "refused";
    /// Did not win often enough.
    pub const BEATEN: &str = "beaten";
    /// Taken out by an organiser.
    pub const DISQUALIFIED: &str = "disqualified";
    /// The judge itself failed; an organiser may run it again.
    pub const FAILED: &str = "failed";
}

/// One version of somebody's player.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its id.
    pub id: String,
    /// Its season.
    pub season_id: String,
    /// Its author; none for the organiser's own players.
    pub user_id: Option<String>,
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
    /// One of [`state`].
    pub state: String,
    /// Digest of the module.
    pub wasm: Option<String>,
    /// What the checks and the compiler said, as text.
    pub report: Option<String>,
    /// The verdict, as [`crate::verdict::Verdict`] stores it.
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
    .bind(&new.state)
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
pub async fn count_of_people(db: &mut Connection, season: &str) -> Result<i64> {
    let text = "SELECT COUNT(*) FROM submissions WHERE season_id = $1 AND user_id IS NOT NULL";
    sqlx::query_scalar(text).bind(season).fetch_one(db).await
}

/// Takes the players of the house out, before others come in for another game.
///
/// # Errors
/// When they have played.
pub async fn delete_house(db: &mut Connection, season: &str) -> Result<()> {
    let text = "DELETE FROM submissions WHERE season_id = $1 AND user_id IS NULL";
    sqlx::query(text).bind(season).execute(db).await.map(drop)
}

/// The submission with this id.
///
/// # Errors
/// When the database fails.
pub async fn by_id(db: &Db, id: &str) -> Result<Option<Submission>> {
    sqlx::query_as("SELECT * FROM submissions WHERE id = $1").bind(id).fetch_optional(db).await
}

/// The submissions of somebody, newest first.
///
/// # Errors
/// When the database fails.
pub async fn of_user(db: &Db, season: &str, user: &str) -> Result<Vec<Submission>> {
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
pub async fn of_season(db: &Db, season: &str) -> Result<Vec<Submission>> {
    part_of_season(db, season, (0, i64::MAX)).await
}

/// Submissions of a season, newest first: from where on, and how many.
///
/// # Errors
/// When the database fails.
pub async fn part_of_season(
    db: &Db,
    season: &str,
    (from, count): (i64, i64),
) -> Result<Vec<Submission>> {
    sqlx::query_as(
        "SELECT * FROM submissions WHERE season_id = $1 ORDER BY created DESC, id \
         LIMIT $2 OFFSET $3",
    )
    .bind(season)
    .bind(count)
    .bind(from)
    .fetch_all(db)
    .await
}

/// Submissions of a season that hold this unique form of a name, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn by_name(db: &mut Connection, season: &str, key: &str) -> Result<Vec<Submission>> {
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
pub async fn public_by_name(db: &Db, season: &str, name: &str) -> Result<Option<Submission>> {
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
pub async fn count_since(db: &mut Connection, user: &str, since: i64) -> Result<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM submissions WHERE user_id = $1 AND created > $2")
        .bind(user)
        .bind(since)
        .fetch_one(db)
        .await
}

/// Who competes: the organiser's players and the version that stands for each author. Ordered by
/// time and id, so that everybody who asks gets the same numbers.
///
/// # Errors
/// When the database fails.
pub async fn competitors(db: &mut Connection, season: &str) -> Result<Vec<Submission>> {
    sqlx::query_as(
        "SELECT s.* FROM submissions s WHERE s.season_id = $1 AND s.state = 'qualified' AND \
         (s.user_id IS NULL OR s.id IN (SELECT submission_id FROM representatives \
         WHERE season_id = $1)) ORDER BY s.created, s.id",
    )
    .bind(season)
    .fetch_all(db)
    .await
}

/// Lets a version stand for its author.
///
/// # Errors
/// When the database fails.
pub async fn represent(db: &mut Connection, season: &str, user: &str, id: &str) -> Result<()> {
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

/// Which version stands for somebody.
///
/// # Errors
/// When the database fails.
pub async fn representative(db: &Db, season: &str, user: &str) -> Result<Option<String>> {
    sqlx::query_scalar(
        "SELECT submission_id FROM representatives WHERE season_id = $1 AND user_id = $2",
    )
    .bind(season)
    .bind(user)
    .fetch_optional(db)
    .await
}

/// Takes the oldest submission that waits for the compiler, for this long and this process.
///
/// # Errors
/// When the database fails.
pub async fn claim(db: &mut Connection, worker: &str, millis: i64) -> Result<Option<Submission>> {
    let kind = Kind::of_connection(db);
    let (now, skip) = (kind.now(), kind.skip_locked());
    let sql = format!(
        "UPDATE submissions SET state = 'compiling', lease = {now} + $1, worker = $2, \
         attempts = attempts + 1 WHERE id = (SELECT id FROM submissions WHERE state = 'received' \
         AND (worker <> $2 OR lease <= {now}) ORDER BY created, id LIMIT 1 {skip}) RETURNING *"
    );
    sqlx::query_as(AssertSqlSafe(sql)).bind(millis).bind(worker).fetch_optional(db).await
}

/// Puts a submission back that this worker does not compile. A failed attempt counts, and this
/// worker waits before it tries again, so that others come first; `false` when it was the last.
///
/// # Errors
/// When the database fails.
pub async fn put_back(db: &mut Connection, id: &str, worker: &str, failed: bool) -> Result<bool> {
    let now = Kind::of_connection(db).now();
    let text = match failed {
        true => format!("lease = {now} + 5000 * attempts * attempts"),
        // Others come first here too: its own source may be what is not to be had.
        false => format!("lease = {now} + 10000, attempts = attempts - 1"),
    };
    let sql = format!(
        "UPDATE submissions SET state = 'received', {text} WHERE id = $1 AND worker = $2 \
         AND state = 'compiling' AND ($3 = 0 OR attempts < $4)"
    );
    let done = sqlx::query(AssertSqlSafe(sql))
        .bind(id)
        .bind(worker)
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
pub async fn decide(db: &mut Connection, from: &str, to: &Submission) -> Result<bool> {
    let done = sqlx::query(
        "UPDATE submissions SET state = $3, wasm = $4, report = $5, verdict = $6, decided = $7, \
         lease = 0 WHERE id = $1 AND state = $2",
    )
    .bind(&to.id)
    .bind(from)
    .bind(&to.state)
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
pub async fn that_stood(db: &mut Connection, round: &str) -> Result<Vec<Submission>> {
    sqlx::query_as(
        "SELECT s.* FROM submissions s JOIN standings t ON t.submission_id = s.id \
         WHERE t.round_id = $1 ORDER BY s.created, s.id",
    )
    .bind(round)
    .fetch_all(db)
    .await
}

/// Gives up what was begun as often as anything is and never came to an end, with a verdict that
/// says so; `which` are those that nobody compiles any more.
///
/// # Errors
/// When the database fails.
pub(super) async fn give_up(db: &mut Connection, which: &str) -> Result<()> {
    let text = format!(
        "UPDATE submissions SET state = 'failed', lease = 0, verdict = $2, decided = {{now}} \
         WHERE state = 'compiling' AND attempts >= $1 AND {which}"
    );
    sqlx::query(queue::sql(db, &text))
        .bind(queue::ATTEMPTS_MAX)
        .bind(Verdict::NotCompiled.stored())
        .execute(db)
        .await
        .map(drop)
}

/// Gives back what a process that is gone had taken; what may be what ended it again and again is
/// given up.
///
/// # Errors
/// When the database fails.
pub async fn release(db: &mut Connection) -> Result<()> {
    give_up(db, "1 = 1").await?;
    sqlx::query("UPDATE submissions SET state = 'received', lease = 0 WHERE state = 'compiling'")
        .execute(db)
        .await
        .map(drop)
}
