//! Rounds and their matches. A match is its own job: its row says whether it waits, is being
//! played, or counts, so there is no second list that could disagree with it.

use super::dialect::{ROWS_AT_ONCE, containing, from_one_row, padded, places, rows};
use super::{Connection, Db, Kind, Result, row};
use crate::ids::{MatchId, RoundId, SeasonId, SubmissionId};
use crate::states::{MatchState, RoundKind, RoundState};
use sqlx::{AssertSqlSafe, FromRow, Row};
use std::collections::{BTreeMap, BTreeSet};

/// A set of matches that was planned at once.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its id.
    pub id: RoundId,
    /// Its season.
    pub season_id: SeasonId,
    /// The purpose of the round.
    pub kind: RoundKind,
    /// Qualification: the submission; friendly match: who asked for it; else the tournament.
    pub subject: String,
    /// Its number, from 1.
    pub number: i64,
    /// How far it has come.
    pub state: RoundState,
    /// Whether only organisers see its results.
    pub held: bool,
}
row!(Round { id, season_id, kind, subject, number, state, held });

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its id.
    pub id: MatchId,
    /// Its season.
    pub season_id: SeasonId,
    /// Its round.
    pub round_id: RoundId,
    /// Its number in the round.
    pub number: i64,
    /// The cluster of the statistics that it belongs to, within the round.
    pub cluster: i64,
    /// Its seed.
    pub seed: String,
    /// How far it has come.
    pub state: MatchState,
    /// How often it was begun.
    pub attempts: i64,
    /// Digest of the whole record.
    pub record: Option<String>,
    /// Digest of the record without logs.
    pub public_record: Option<String>,
    /// Rounds of the game that were played.
    pub rounds: Option<i64>,
    /// How it ended, in words; empty when all rounds were played.
    pub ending: Option<String>,
    /// Whether a replay of the record gave the same.
    pub verified: bool,
    /// When it was finished.
    pub finished: Option<i64>,
}
row!(Match {
    id,
    season_id,
    round_id,
    number,
    cluster,
    seed,
    state,
    attempts,
    record,
    public_record,
    rounds,
    ending,
    verified,
    finished,
});

/// The player of a seat.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The match.
    pub match_id: MatchId,
    /// The seat, from 0.
    pub seat: i64,
    /// The version; none for the rivals of a qualification.
    pub submission_id: Option<SubmissionId>,
    /// The player's name.
    pub name: String,
    /// Its score.
    pub score: Option<i64>,
    /// Share of the budget it used; -1 when frozen.
    pub status: Option<f64>,
    /// Its failure receipt, as JSON.
    pub receipt: Option<String>,
    /// How often it used up its CPU time in this match.
    pub strikes: i64,
}
row!(Seat { match_id, seat, submission_id, name, score, status, receipt, strikes });

/// A match with what a list of matches shows.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: MatchId,
    /// Its seed.
    pub seed: String,
    /// The kind of its round.
    pub kind: RoundKind,
    /// The number of its round.
    pub round: i64,
    /// Whether only organisers see it.
    pub held: bool,
    /// How far it has come.
    pub state: MatchState,
    /// When it was finished.
    pub finished: Option<i64>,
    /// Whether it was verified.
    pub verified: bool,
}
row!(Listed { id, seed, kind, round, held, state, finished, verified });

/// Adds a round with its matches; `false` when it is there already, planned by somebody else.
///
/// # Errors
/// When the database fails.
pub async fn plan(
    db: &mut Connection,
    round: &Round,
    matches: &[(Match, Vec<Seat>)],
) -> Result<bool> {
    let new = sqlx::query(
        "INSERT INTO rounds (id, season_id, kind, subject, number, state, held, planned) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(&round.id)
    .bind(&round.season_id)
    .bind(round.kind)
    .bind(&round.subject)
    .bind(round.number)
    .bind(round.state)
    .bind(i64::from(round.held))
    .bind(crate::time::now())
    .execute(&mut *db)
    .await?;
    if new.rows_affected() == 0 {
        return Ok(false);
    }
    add(db, round, matches).await?;
    Ok(true)
}

/// Adds matches to a round.
///
/// # Errors
/// When they are there already.
pub async fn add(db: &mut Connection, round: &Round, matches: &[(Match, Vec<Seat>)]) -> Result<()> {
    for some in matches.chunks(ROWS_AT_ONCE) {
        let text = format!(
            "INSERT INTO matches (id, season_id, round_id, number, cluster, seed, state) VALUES {}",
            rows(&[""; 7], some.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(text));
        for (one, _) in some {
            let ids = query.bind(&one.id).bind(&round.season_id).bind(&round.id);
            query = ids.bind(one.number).bind(one.cluster).bind(&one.seed).bind(one.state);
        }
        query.execute(&mut *db).await?;
    }
    let all: Vec<&Seat> = matches.iter().flat_map(|(_, seats)| seats).collect();
    for some in all.chunks(ROWS_AT_ONCE) {
        let text = format!(
            "INSERT INTO seats (match_id, seat, submission_id, name) VALUES {}",
            rows(&[""; 4], some.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(text));
        for seat in some {
            query = query.bind(&seat.match_id).bind(seat.seat);
            query = query.bind(&seat.submission_id).bind(&seat.name);
        }
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// Stores what came of matches, each with the machine that played it, unless this machine is in
/// quarantine. Gives those that had no result before.
///
/// # Errors
/// When the database fails.
pub async fn finish(db: &mut Connection, done: &[(&Match, &str)]) -> Result<BTreeSet<MatchId>> {
    let mut first = BTreeSet::new();
    for some in done.chunks(ROWS_AT_ONCE) {
        // PostgreSQL takes the types of a list from its first row.
        let types = ["TEXT", "TEXT", "TEXT", "TEXT", "BIGINT", "TEXT", "BIGINT", "TEXT"];
        let text = format!(
            "WITH new (id, state, record, public_record, rounds, ending, verified, played_by) \
             AS (VALUES {}) UPDATE matches SET state = new.state, record = new.record, \
             public_record = new.public_record, rounds = new.rounds, ending = new.ending, \
             verified = new.verified, played_by = new.played_by, finished = {{now}} \
             FROM new WHERE matches.id = new.id AND matches.state IN ('planned', 'running') \
             AND new.played_by NOT IN (SELECT name FROM workers WHERE state = 'quarantined') \
             RETURNING matches.id",
            rows(&types, some.len().next_power_of_two())
        );
        let mut query = sqlx::query_scalar(super::queue::sql(db, &text));
        for (one, worker) in padded(some) {
            query = query.bind(&one.id).bind(one.state).bind(&one.record);
            query = query.bind(&one.public_record).bind(one.rounds).bind(&one.ending);
            query = query.bind(i64::from(one.verified)).bind(worker);
        }
        first.extend(query.fetch_all(&mut *db).await?);
    }
    Ok(first)
}

/// A round can be closed: all its matches are played, and of a ladder the rounds before it are
/// closed, whose results its standings rest on.
pub(super) const PLAYED_OUT: &str = "r.state = 'playing' AND NOT EXISTS (SELECT 1 FROM matches m \
                          WHERE m.round_id = r.id AND m.state IN ('planned', 'running')) \
                          AND NOT EXISTS (SELECT 1 FROM rounds e WHERE r.kind = 'ladder' \
                          AND e.season_id = r.season_id AND e.kind = 'ladder' \
                          AND e.state = 'playing' AND e.number < r.number)";

/// Rounds of a season that can be closed and are not.
///
/// # Errors
/// When the database fails.
pub async fn played_out(db: &mut Connection, season: &SeasonId) -> Result<Vec<Round>> {
    let text = format!(
        "SELECT * FROM rounds r WHERE r.season_id = $1 AND {PLAYED_OUT} \
         ORDER BY r.planned, r.number, r.id"
    );
    sqlx::query_as(AssertSqlSafe(text)).bind(season).fetch_all(db).await
}

/// Seasons with rounds that can be closed and are not.
///
/// # Errors
/// When the database fails.
pub async fn due(db: &Db) -> Result<Vec<SeasonId>> {
    let text = format!("SELECT DISTINCT r.season_id FROM rounds r WHERE {PLAYED_OUT} ORDER BY 1");
    sqlx::query_scalar(AssertSqlSafe(text)).fetch_all(db).await
}

/// How many matches of a season's ladder each version has in the rounds after `after` and up to
/// `last`: all that were planned. Were those that could not be played left out, a player that
/// cannot be played would be drawn again and again, and void the matches of others.
///
/// # Errors
/// When the database fails.
pub async fn ladder_counts(
    db: &mut Connection,
    season: &SeasonId,
    after: i64,
    last: i64,
) -> Result<BTreeMap<SubmissionId, i64>> {
    let from = "FROM (SELECT s.submission_id, COUNT(*) AS count FROM seats s \
                JOIN matches m ON m.id = s.match_id JOIN rounds r ON r.id = m.round_id \
                WHERE r.season_id = $1 AND r.kind = 'ladder' AND r.number > $2 AND r.number <= $3 \
                AND s.submission_id IS NOT NULL GROUP BY s.submission_id) counted";
    let text = Kind::of_connection(db).in_one_row("submission_id, count", from, "submission_id");
    let query = sqlx::query_scalar(AssertSqlSafe(text)).bind(season).bind(after).bind(last);
    let json: String = query.fetch_one(db).await?;
    Ok(from_one_row(&json)?.into_iter().collect())
}

/// Closes a round.
///
/// # Errors
/// When the database fails.
pub async fn close(db: &mut Connection, round: &RoundId) -> Result<bool> {
    let done = sqlx::query(
        "UPDATE rounds SET state = 'done', finished = $2 WHERE id = $1 AND state = 'playing'",
    )
    .bind(round)
    .bind(crate::time::now())
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends the qualifications of a version that are being played: what is not played stays so, and
/// results that come late count for nothing.
///
/// # Errors
/// When the database fails.
pub async fn stop_qualification(db: &mut Connection, submission: &SubmissionId) -> Result<()> {
    let text = "UPDATE matches SET state = 'void', ending = 'stopped' \
                WHERE state IN ('planned', 'running') AND round_id IN (SELECT id FROM rounds \
                WHERE kind = 'qualification' AND subject = $1 AND state = 'playing')";
    sqlx::query(text).bind(submission).execute(&mut *db).await?;
    let text = "UPDATE rounds SET state = 'done', finished = $2 \
                WHERE kind = 'qualification' AND subject = $1 AND state = 'playing'";
    let now = crate::time::now();
    sqlx::query(text).bind(submission).bind(now).execute(db).await.map(drop)
}

/// The last round of a kind; with `public`, the last whose results everybody may see.
///
/// # Errors
/// When the database fails.
pub async fn last_round(
    db: &mut Connection,
    season: &SeasonId,
    kind: RoundKind,
    done: bool,
    public: bool,
) -> Result<Option<Round>> {
    sqlx::query_as(
        "SELECT * FROM rounds WHERE season_id = $1 AND kind = $2 AND ($3 = 0 OR state = 'done') \
         AND ($4 = 0 OR held = 0) ORDER BY number DESC LIMIT 1",
    )
    .bind(season)
    .bind(kind)
    .bind(i64::from(done))
    .bind(i64::from(public))
    .fetch_optional(db)
    .await
}

/// Whether results of the season's ladder, or of friendly matches, are withheld. Tournaments
/// are released on their own.
///
/// # Errors
/// When the database fails.
pub async fn any_withheld(db: &mut Connection, season: &SeasonId) -> Result<bool> {
    let held: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM rounds WHERE season_id = $1 AND held = 1 \
         AND kind IN ('ladder', 'friendly')",
    )
    .bind(season)
    .fetch_one(db)
    .await?;
    Ok(held > 0)
}

/// Shows everybody what was withheld of the ladder, and of friendly matches those who played.
/// While more is withheld, rounds that are still played stay so; `none_more` opens them too.
///
/// # Errors
/// When the database fails.
pub async fn show_withheld(db: &mut Connection, season: &SeasonId, none_more: bool) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE rounds SET held = 0 WHERE season_id = $1 AND held = 1 \
         AND (state = 'done' OR $2 = 1) AND kind IN ('ladder', 'friendly')",
    )
    .bind(season)
    .bind(i64::from(none_more))
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// A round.
///
/// # Errors
/// When the database fails.
pub async fn round(db: &mut Connection, id: &RoundId) -> Result<Option<Round>> {
    sqlx::query_as("SELECT * FROM rounds WHERE id = $1").bind(id).fetch_optional(db).await
}

/// Matches of a round, by number.
///
/// # Errors
/// When the database fails.
pub async fn of_round(db: &mut Connection, round: &RoundId) -> Result<Vec<Match>> {
    sqlx::query_as("SELECT * FROM matches WHERE round_id = $1 ORDER BY number")
        .bind(round)
        .fetch_all(db)
        .await
}

/// The match with this id.
///
/// # Errors
/// When the database fails.
pub async fn by_id(db: &Db, id: &MatchId) -> Result<Option<Match>> {
    sqlx::query_as("SELECT * FROM matches WHERE id = $1").bind(id).fetch_optional(db).await
}

/// The match with this id, as a transaction sees it.
///
/// # Errors
/// When the database fails.
pub async fn by_id_in(db: &mut Connection, id: &MatchId) -> Result<Option<Match>> {
    sqlx::query_as("SELECT * FROM matches WHERE id = $1").bind(id).fetch_optional(db).await
}

/// Seats of a match.
///
/// # Errors
/// When the database fails.
pub async fn seats(db: &mut Connection, id: &MatchId) -> Result<Vec<Seat>> {
    sqlx::query_as("SELECT * FROM seats WHERE match_id = $1 ORDER BY seat")
        .bind(id)
        .fetch_all(db)
        .await
}

/// Which matches a list has.
#[derive(Clone, Copy, Debug)]
pub enum Only<'a> {
    /// All of them.
    Any,
    /// Those of a submission.
    Of(&'a SubmissionId),
    /// Those with a player whose name contains this.
    Named(&'a str),
}

/// Finished matches of a season, newest first; only those that everybody may see unless `all`.
///
/// # Errors
/// When the database fails.
pub async fn listed(
    db: &Db,
    season: &SeasonId,
    only: Only<'_>,
    all: bool,
    (from, count): (i64, i64),
) -> Result<Vec<Listed>> {
    let (submission, name) = match only {
        Only::Any => ("", String::new()),
        Only::Of(submission) => (submission.as_str(), String::new()),
        Only::Named(part) => ("", containing(part)),
    };
    sqlx::query_as(
        "SELECT m.id, m.seed, r.kind, r.number AS round, r.held, m.state, m.finished, m.verified \
         FROM matches m JOIN rounds r ON r.id = m.round_id \
         WHERE m.season_id = $1 AND m.state = 'done' \
         AND ($2 = 1 OR (r.held = 0 AND r.kind NOT IN ('qualification', 'friendly'))) \
         AND ($3 = '' OR m.id IN (SELECT match_id FROM seats WHERE submission_id = $3)) \
         AND ($6 = '' \
         OR m.id IN (SELECT match_id FROM seats WHERE LOWER(name) LIKE $6 ESCAPE '!')) \
         ORDER BY m.finished DESC, m.id LIMIT $4 OFFSET $5",
    )
    .bind(season)
    .bind(i64::from(all))
    .bind(submission)
    .bind(count)
    .bind(from)
    .bind(name)
    .fetch_all(db)
    .await
}

/// The matches of a submission's qualification, in order.
///
/// # Errors
/// When the database fails.
pub async fn of_qualification(db: &Db, submission: &SubmissionId) -> Result<Vec<Match>> {
    sqlx::query_as(
        "SELECT m.* FROM matches m JOIN rounds r ON r.id = m.round_id \
         WHERE r.kind = 'qualification' AND r.subject = $1 ORDER BY r.number DESC, m.number",
    )
    .bind(submission)
    .fetch_all(db)
    .await
}

/// The matches of many submissions' qualifications, each with its submission: of each the last
/// qualification first.
///
/// # Errors
/// When the database fails.
pub async fn of_qualifications(
    db: &mut Connection,
    submissions: &[&SubmissionId],
) -> Result<Vec<(SubmissionId, Match)>> {
    if submissions.is_empty() {
        return Ok(Vec::new());
    }
    let places = places(0, submissions.len());
    let text = format!(
        "SELECT m.*, r.subject FROM matches m JOIN rounds r ON r.id = m.round_id \
         WHERE r.kind = 'qualification' AND r.subject IN ({places}) \
         ORDER BY r.number DESC, m.number"
    );
    let query = sqlx::query(AssertSqlSafe(text));
    let rows = padded(submissions).fold(query, |query, id| query.bind(id)).fetch_all(db).await?;
    rows.iter().map(|row| Ok((row.try_get("subject")?, Match::from_row(row)?))).collect()
}

/// How many matches there are in each state, for the health page and the metrics.
///
/// # Errors
/// When the database fails.
pub async fn counts(db: &Db) -> Result<Vec<(String, i64)>> {
    sqlx::query_as("SELECT state, COUNT(*) FROM matches GROUP BY state ORDER BY state")
        .fetch_all(db)
        .await
}

/// How many finished matches of a season everybody may see.
///
/// # Errors
/// When the database fails.
pub async fn public_count(db: &Db, season: &SeasonId) -> Result<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM matches m JOIN rounds r ON r.id = m.round_id WHERE m.season_id = $1 \
         AND m.state = 'done' AND r.held = 0 AND r.kind NOT IN ('qualification', 'friendly')",
    )
    .bind(season)
    .fetch_one(db)
    .await
}
