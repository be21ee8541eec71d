//! The matches that wait: fair turns, retries, and matches that no worker can play. One process at
//! a time hands out work (see [`super::director`]).

use super::dialect::{ROWS_AT_ONCE, padded, rows};
use super::fairness;
use super::matches::{Match, PLAYED_OUT};
use super::{Connection, Db, Kind, Result, row};
use crate::states::{RoundKind, WorkerState};
use bus::Member;
use sqlx::AssertSqlSafe;
use std::ops::RangeInclusive;

/// A match that was begun this often without an end is given up.
pub const ATTEMPTS_MAX: i64 = 6;
/// From this attempt on a match is played alone: it may be what killed the others.
const SUSPICIOUS: i64 = 2;
/// How long a match waits that could not be played once, in milliseconds.
pub const PAUSE: i64 = 250;
/// How long it waits when a file of it is lost: somebody may bring it back.
pub const PAUSE_LOST: i64 = 15_000;
/// The cost of one match in a lane of weight 1.
const COST: i64 = 840;
/// Waiting matches that are counted at most, to divide them.
const COUNTED: i64 = 4000;
/// Matches of qualifications that are taken at once: about those of one submission, so that its
/// verdict does not wait for that of the next.
const QUALIFICATION_BATCH: i64 = 4;

/// A machine that plays matches.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// Its versions of engine and sandbox.
    pub pin: String,
    /// Its processor.
    pub architecture: String,
    /// Jobs that it does at once.
    pub slots: i64,
    /// Jobs that it does now.
    pub busy: i64,
    /// Whether it takes part.
    pub state: WorkerState,
    /// Why it is quarantined.
    pub note: String,
    /// Results that it delivered.
    pub delivered: i64,
    /// When it was there last, by the database's clock.
    pub seen: i64,
}
row!(Worker { name, pin, architecture, slots, busy, state, note, delivered, seen });

/// How many turns a kind of matches gets when all kinds wait: people wait for the first ones.
fn weight(kind: RoundKind) -> i64 {
    match kind {
        RoundKind::Qualification | RoundKind::Friendly => 8,
        RoundKind::Ladder => 1,
        _ => 4,
    }
}

pub(super) fn sql(db: &Connection, text: &str) -> AssertSqlSafe<String> {
    let kind = Kind::of_connection(db);
    let skip = kind.skip_locked();
    AssertSqlSafe(text.replace("{now}", kind.now()).replace("{skip}", skip))
}

/// Notes which machines are there, each once; those that were not for a while are gone.
///
/// # Errors
/// When the database fails.
pub async fn note_workers(db: &mut Connection, crew: &[Member]) -> Result<()> {
    for some in crew.chunks(ROWS_AT_ONCE) {
        let text = format!(
            "WITH new (name, pin, architecture, slots, busy) AS (VALUES {}) \
             INSERT INTO workers (name, pin, architecture, slots, busy, state, seen) \
             SELECT name, pin, architecture, slots, busy, 'active', {{now}} FROM new WHERE 1 = 1 \
             ON CONFLICT (name) DO UPDATE SET pin = excluded.pin, \
             architecture = excluded.architecture, slots = excluded.slots, busy = excluded.busy, \
             seen = excluded.seen, state = CASE WHEN workers.state = 'quarantined' \
             THEN workers.state ELSE excluded.state END",
            rows(&["TEXT", "TEXT", "TEXT", "BIGINT", "BIGINT"], some.len())
        );
        let number = |number| i64::try_from(number).unwrap_or(i64::MAX);
        let mut query = sqlx::query(sql(db, &text));
        for one in some {
            query = query.bind(&one.name).bind(&one.pin).bind(&one.architecture);
            query = query.bind(number(one.slots)).bind(number(one.busy));
        }
        query.execute(&mut *db).await?;
    }
    let text = "UPDATE workers SET state = 'gone', busy = 0 WHERE state = 'active' \
                AND seen < {now} - 15000";
    sqlx::query(sql(db, text)).execute(db).await.map(drop)
}

/// Names of the machines whose results are not believed.
///
/// # Errors
/// When the database fails.
pub async fn quarantined(db: &mut Connection) -> Result<Vec<String>> {
    sqlx::query_scalar("SELECT name FROM workers WHERE state = 'quarantined' ORDER BY name")
        .fetch_all(db)
        .await
}

/// Believes a machine again.
///
/// # Errors
/// When the database fails.
pub async fn trust(db: &mut Connection, name: &str) -> Result<bool> {
    let text = "UPDATE workers SET state = 'gone' WHERE name = $1 AND state = 'quarantined'";
    Ok(sqlx::query(text).bind(name).execute(db).await?.rows_affected() > 0)
}

/// All machines, those that were there last first.
///
/// # Errors
/// When the database fails.
pub async fn workers(db: &Db) -> Result<Vec<Worker>> {
    sqlx::query_as("SELECT * FROM workers ORDER BY seen DESC, name LIMIT 200").fetch_all(db).await
}

/// Matches, second opinions and sources that were handed out at least so many milliseconds ago.
///
/// # Errors
/// When the database fails.
pub async fn handed_out(db: &mut Connection, millis: i64) -> Result<Vec<String>> {
    let text = "SELECT id FROM matches WHERE state = 'running' AND begun <= {now} - $1 \
                UNION ALL SELECT match_id FROM checks WHERE state = 'running' \
                AND begun <= {now} - $1 \
                UNION ALL SELECT id FROM submissions WHERE state = 'compiling' \
                AND due <= {now} - $1";
    sqlx::query_scalar(sql(db, text)).bind(millis).fetch_all(db).await
}

/// Why the judge gives up a match in [`take_back`], as the application stores it.
pub const JUDGE_ENDED: &str = r#"{"key":"judge-ended"}"#;

/// Takes back what was handed out and nobody knows of: its process is gone. What was begun too
/// often is given up: it may be what ends each process.
///
/// # Errors
/// When the database fails.
pub async fn take_back(db: &mut Connection, id: &str) -> Result<()> {
    super::submissions::give_up(db, id).await?;
    let parked = "UPDATE matches SET state = 'void', finished = {now}, \
                  ending = $3, receipts = receipts || 'given up' \
                  WHERE id = $1 AND state = 'running' AND attempts >= $2";
    sqlx::query(sql(db, parked))
        .bind(id)
        .bind(ATTEMPTS_MAX)
        .bind(JUDGE_ENDED)
        .execute(&mut *db)
        .await?;
    for text in [
        "UPDATE matches SET state = 'planned', \
         receipts = receipts || 'attempt ' || CAST(attempts AS TEXT) \
         || ': nobody knows what became of it; ' WHERE id = $1 AND state = 'running'",
        "UPDATE checks SET state = 'planned' WHERE match_id = $1 AND state = 'running'",
        "UPDATE submissions SET state = 'received', due = 0 \
         WHERE id = $1 AND state = 'compiling'",
    ] {
        sqlx::query(sql(db, text)).bind(id).execute(&mut *db).await?;
    }
    Ok(())
}

/// Matches of one kind of a season, in the order of fairness.
struct Lane {
    season: String,
    kind: RoundKind,
    start: i64,
}

/// Kinds of matches that wait, those first whose turn it is. Each has a virtual time that its
/// matches move on by their cost; one that had nothing to play begins where the others are.
async fn lanes(db: &mut Connection, pin: &str) -> Result<Vec<Lane>> {
    let text = "SELECT r.season_id, r.kind, COALESCE(l.served, 0), COALESCE(c.served, 0) \
                FROM (SELECT DISTINCT season_id, kind FROM rounds WHERE state = 'playing') r \
                JOIN seasons s ON s.id = r.season_id \
                LEFT JOIN lanes l ON l.season_id = r.season_id AND l.kind = r.kind \
                LEFT JOIN lanes c ON c.season_id = '' AND c.kind = '' \
                WHERE s.pin = '' OR s.pin = $1";
    let rows: Vec<(String, RoundKind, i64, i64)> =
        sqlx::query_as(text).bind(pin).fetch_all(db).await?;
    let lane =
        |(season, kind, served, clock)| Lane { season, kind, start: i64::max(served, clock) };
    let mut all: Vec<Lane> = rows.into_iter().map(lane).collect();
    all.sort_by(|a, b| {
        (a.start, -weight(a.kind), &a.season).cmp(&(b.start, -weight(b.kind), &b.season))
    });
    Ok(all)
}

const WAITING: &str = "FROM matches m JOIN rounds r ON r.id = m.round_id \
                       WHERE r.state = 'playing' AND r.season_id = $1 AND r.kind = $2 \
                       AND m.state = 'planned' AND m.due <= {now}";

/// SQL: what matches of this kind are left out, and in which order others come first: turns of
/// authors are for qualifications, where one author plays.
fn turns(kind: RoundKind) -> (String, String) {
    if kind != RoundKind::Qualification {
        return (String::new(), String::new());
    }
    let author = "SELECT 1 FROM submissions q WHERE q.id = r.subject AND NOT";
    let free = fairness::FREE.replace("{who}", "q");
    let ahead = fairness::AHEAD.replace("{who}", "q");
    (
        format!("AND NOT EXISTS ({author} {free})"),
        format!("COALESCE((SELECT {ahead} FROM submissions q WHERE q.id = r.subject), 0),"),
    )
}

/// The work that waits, only read, so that it does not block writers.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Sources, whoever's turn it is.
    pub sources: bool,
    /// Matches of qualifications.
    pub qualifications: bool,
    /// Matches of any kind.
    pub matches: bool,
    /// Matches that another machine must play again.
    pub checks: bool,
    /// Rounds that can be closed.
    pub rounds: bool,
}
row!(Waiting { sources, qualifications, matches, checks, rounds });

/// The work that waits.
///
/// # Errors
/// When the database fails.
pub async fn waiting(db: &Db) -> Result<Waiting> {
    let (free, _) = turns(RoundKind::Qualification);
    let exists =
        |what: &str| format!("CAST(CASE WHEN EXISTS ({what}) THEN 1 ELSE 0 END AS BIGINT)");
    let sources = "SELECT 1 FROM submissions WHERE state = 'received' AND due <= {now}";
    let matches = "SELECT 1 FROM rounds r JOIN matches m ON m.round_id = r.id \
                   WHERE r.state = 'playing' AND m.state = 'planned' AND m.due <= {now}";
    let qualifications = format!("{matches} AND r.kind = 'qualification' {free}");
    let checks = "SELECT 1 FROM checks WHERE state = 'planned' AND begun <= {now}";
    let rounds = format!("SELECT 1 FROM rounds r WHERE {PLAYED_OUT}");
    let text = format!(
        "SELECT {} AS sources, {} AS qualifications, {} AS matches, {} AS checks, {} AS rounds",
        exists(sources),
        exists(&qualifications),
        exists(matches),
        exists(checks),
        exists(&rounds)
    );
    let mut connection = db.acquire().await?;
    sqlx::query_as(sql(&connection, &text)).fetch_one(&mut *connection).await
}

/// How many matches a task takes.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// At most so many: all workers share them.
    Room(i64),
    /// A share of those that wait.
    Share {
        /// How many tasks share the matches that wait.
        takers: i64,
        /// How many it should have at least, and has at most.
        batch: RangeInclusive<i64>,
    },
}

/// How many of so many waiting matches one of the takers gets: half of a share, and more where a
/// batch should have more. Somebody alone leaves half of them, so that there is something to play
/// when the batch is over.
fn share(waiting: i64, takers: i64, batch: &RangeInclusive<i64>) -> i64 {
    let least = (waiting / takers.max(2)).min(*batch.start());
    (waiting / (2 * takers.max(1))).max(least).clamp(1, *batch.end())
}

/// Takes matches of the kind whose turn it is among the seasons for these versions.
///
/// # Errors
/// When the database fails.
pub async fn claim(db: &mut Connection, pin: &str, wanted: &Wanted) -> Result<Vec<Match>> {
    let all = lanes(db, pin).await?;
    // As many as if all lanes had as much. With more lanes than takers, nobody needs to leave some.
    let lanes = i64::try_from(all.len()).unwrap_or(1);
    for lane in all {
        let mut count = match wanted {
            Wanted::Room(room) => *room,
            Wanted::Share { takers, batch } => {
                let waiting = count_waiting(db, &lane).await?;
                if waiting == 0 {
                    continue;
                }
                share(waiting.saturating_mul(lanes), *takers, batch)
            }
        };
        if lane.kind == RoundKind::Qualification {
            count = count.min(QUALIFICATION_BATCH);
        }
        let mut taken = take(db, &lane, "<", count).await?;
        if taken.is_empty() {
            taken = take(db, &lane, ">=", 1).await?;
        }
        if taken.is_empty() {
            continue;
        }
        taken.sort_by(|a, b| (&a.round_id, a.number).cmp(&(&b.round_id, b.number)));
        let cost = COST * i64::try_from(taken.len()).unwrap_or(1) / weight(lane.kind);
        serve(db, &lane, cost).await?;
        return Ok(taken);
    }
    Ok(Vec::new())
}

/// The matches of a lane that wait, up to [`COUNTED`].
async fn count_waiting(db: &mut Connection, lane: &Lane) -> Result<i64> {
    let text = format!("SELECT COUNT(*) FROM (SELECT m.id {WAITING} LIMIT {COUNTED}) waiting");
    sqlx::query_scalar(sql(db, &text)).bind(&lane.season).bind(lane.kind).fetch_one(db).await
}

async fn take(db: &mut Connection, lane: &Lane, attempts: &str, count: i64) -> Result<Vec<Match>> {
    let skip = Kind::of_connection(db).skip_locked().replace("UPDATE", "UPDATE OF m");
    let (free, first) = turns(lane.kind);
    // With a bare `LIMIT $3`, SQLite would prepare the statement anew for each number.
    let text = format!(
        "UPDATE matches SET state = 'running', begun = {{now}}, \
         attempts = attempts + 1 WHERE id IN (SELECT m.id {WAITING} \
         AND m.attempts {attempts} {SUSPICIOUS} {free} \
         ORDER BY {first} r.planned, r.number, m.number, m.id \
         LIMIT CAST($3 AS BIGINT) {skip}) RETURNING *"
    );
    sqlx::query_as(sql(db, &text))
        .bind(&lane.season)
        .bind(lane.kind)
        .bind(count)
        .fetch_all(db)
        .await
}

/// Moves a lane on by the cost of its matches, and the clock of all lanes up to where it began.
async fn serve(db: &mut Connection, lane: &Lane, cost: i64) -> Result<()> {
    sqlx::query(
        "INSERT INTO lanes (season_id, kind, served) VALUES ($1, $2, $3), ('', '', $4) \
         ON CONFLICT (season_id, kind) DO UPDATE SET served = excluded.served \
         WHERE lanes.served < excluded.served",
    )
    .bind(&lane.season)
    .bind(lane.kind)
    .bind(lane.start + cost)
    .bind(lane.start)
    .execute(db)
    .await
    .map(drop)
}

/// Puts a match back which could not be played for reasons of its own: played again after
/// `pause` milliseconds, longer with each attempt, and given up in the end. `false` when it was
/// given up. `ending` is what is then stored as the reason, `why` the reason in English.
///
/// # Errors
/// When the database fails.
pub async fn failed(
    db: &mut Connection,
    one: &Match,
    worker: &str,
    (why, ending): (&str, &str),
    pause: i64,
) -> Result<bool> {
    let receipt = format!("attempt {} by {worker}: {why}; ", one.attempts);
    let given_up = one.attempts >= ATTEMPTS_MAX;
    let text = match given_up {
        false => {
            "UPDATE matches SET state = 'planned', due = {now} + $4 * attempts * attempts, \
             receipts = receipts || $3 WHERE id = $1 AND state = 'running' AND attempts = $2"
        }
        true => {
            "UPDATE matches SET state = 'void', finished = {now}, receipts = receipts || $3, \
             ending = $4 WHERE id = $1 AND state = 'running' AND attempts = $2"
        }
    };
    let mut query = sqlx::query(sql(db, text)).bind(&one.id).bind(one.attempts).bind(receipt);
    query = match given_up {
        false => query.bind(pause),
        true => query.bind(ending),
    };
    query.execute(db).await?;
    Ok(!given_up)
}

/// Puts a match back in which a player used up its CPU time for the first time: it costs no
/// attempt, for the player is frozen the next time.
///
/// # Errors
/// When the database fails.
pub async fn overtime(db: &mut Connection, one: &Match, worker: &str, why: &str) -> Result<()> {
    let text = "UPDATE matches SET state = 'planned', attempts = attempts - 1, \
                receipts = receipts || $3 WHERE id = $1 AND state = 'running' AND attempts = $2";
    sqlx::query(text)
        .bind(&one.id)
        .bind(one.attempts)
        .bind(format!("by {worker}: {why}; "))
        .execute(db)
        .await
        .map(drop)
}

/// Puts a match back that could not be begun, through no fault of its own.
///
/// # Errors
/// When the database fails.
pub async fn put_back(db: &mut Connection, one: &Match) -> Result<()> {
    sqlx::query(
        "UPDATE matches SET state = 'planned', attempts = attempts - 1 \
         WHERE id = $1 AND state = 'running' AND attempts = $2",
    )
    .bind(&one.id)
    .bind(one.attempts)
    .execute(db)
    .await
    .map(drop)
}

/// A match that was given up, and what became of its attempts.
#[derive(Clone, Debug)]
pub struct Parked {
    /// Its id.
    pub id: String,
    /// Its season's address.
    pub season: String,
    /// Its last failure.
    pub ending: Option<String>,
    /// All failures.
    pub receipts: String,
}
row!(Parked { id, season, ending, receipts });

/// Matches that were given up, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn parked(db: &Db) -> Result<Vec<Parked>> {
    sqlx::query_as(
        "SELECT m.id, s.slug AS season, m.ending, m.receipts FROM matches m \
         JOIN seasons s ON s.id = m.season_id WHERE m.state = 'void' \
         AND m.ending <> 'stopped' ORDER BY m.finished DESC, m.id LIMIT 200",
    )
    .fetch_all(db)
    .await
}

/// Adds results to what machines delivered. A machine may deliver before [`note_workers`] knows it.
///
/// # Errors
/// If the database cannot be reached.
pub async fn delivered(db: &mut Connection, counts: &[(&str, i64)]) -> Result<()> {
    for some in counts.chunks(ROWS_AT_ONCE) {
        let text = format!(
            "WITH new (name, count) AS (VALUES {}) \
             INSERT INTO workers (name, pin, architecture, slots, state, delivered, seen) \
             SELECT DISTINCT name, '', '', 0, 'active', count, {{now}} FROM new WHERE 1 = 1 \
             ON CONFLICT (name) DO UPDATE SET delivered = workers.delivered + excluded.delivered",
            rows(&["TEXT", "BIGINT"], some.len().next_power_of_two())
        );
        let query = sqlx::query(sql(db, &text));
        padded(some)
            .fold(query, |query, (name, count)| query.bind(name).bind(count))
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_takes_its_share_and_leaves_some_where_it_is_alone() {
        assert_eq!(share(120, 8, &(1..=64)), 7, "half a share of eight takers");
        assert_eq!(share(3, 8, &(1..=64)), 1);
        assert_eq!(share(4000, 8, &(1..=64)), 64);
        // Matches that are so short that a batch should have many.
        assert_eq!(share(120, 8, &(16..=64)), 15, "a whole share");
        assert_eq!(share(24, 1, &(38..=57)), 12);
        assert_eq!(share(100, 1, &(38..=57)), 50);
        assert_eq!(share(1, 1, &(1..=64)), 1);
    }
}
