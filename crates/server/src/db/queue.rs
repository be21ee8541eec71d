//! Who plays what. A match is its own job; here is how workers share them: leases by the
//! database's clock, fair turns, retries, and matches that nobody can play.

use super::fairness;
use super::matches::Match;
use super::{Connection, Db, Kind, Result, row};
use crate::states::{RoundKind, WorkerState};
use sqlx::AssertSqlSafe;

/// After this long without a sign of life a job is somebody else's, in milliseconds.
pub const LEASE: i64 = 60_000;
/// How long closing and planning rounds stays with a process that says nothing.
pub const DIRECTOR_LEASE: i64 = 15_000;
/// What the lease for the rounds of a season is called, before the season's id.
pub const DIRECTOR: &str = "director ";
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
/// Jobs that one statement keeps.
const KEPT: usize = 256;

/// A process that plays matches.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Its id, new with each start.
    pub id: String,
    /// What its operator calls the machine.
    pub name: String,
    /// Its versions of engine and sandbox.
    pub pin: String,
    /// Its processor.
    pub architecture: String,
    /// Matches that it plays at once.
    pub slots: i64,
    /// Whether it takes part.
    pub state: WorkerState,
    /// Why it is quarantined.
    pub note: String,
    /// Results that it delivered.
    pub delivered: i64,
    /// When it was heard of last, by the database's clock.
    pub seen: i64,
}
row!(Worker { id, name, pin, architecture, slots, state, note, delivered, seen });

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

/// Makes a worker known; `false` when its machine is quarantined.
///
/// # Errors
/// When the database fails.
pub async fn register(db: &mut Connection, worker: &Worker) -> Result<bool> {
    if quarantined(db, &worker.name).await? {
        return Ok(false);
    }
    let text = "INSERT INTO workers (id, name, pin, architecture, slots, state, started, seen) \
                VALUES ($1, $2, $3, $4, $5, 'active', {now}, {now}) ON CONFLICT DO NOTHING";
    sqlx::query(sql(db, text))
        .bind(&worker.id)
        .bind(&worker.name)
        .bind(&worker.pin)
        .bind(&worker.architecture)
        .bind(worker.slots)
        .execute(db)
        .await?;
    Ok(true)
}

/// Whether results of this machine are not believed.
///
/// # Errors
/// When the database fails.
pub async fn quarantined(db: &mut Connection, name: &str) -> Result<bool> {
    let count: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM workers WHERE name = $1 AND state = 'quarantined'",
    )
    .bind(name)
    .fetch_one(db)
    .await?;
    Ok(count > 0)
}

/// Believes a machine again.
///
/// # Errors
/// When the database fails.
pub async fn trust(db: &mut Connection, name: &str) -> Result<bool> {
    let text = "UPDATE workers SET state = 'gone' WHERE name = $1 AND state = 'quarantined'";
    Ok(sqlx::query(text).bind(name).execute(db).await?.rows_affected() > 0)
}

/// All workers, those heard of last first.
///
/// # Errors
/// When the database fails.
pub async fn workers(db: &Db) -> Result<Vec<Worker>> {
    sqlx::query_as("SELECT * FROM workers ORDER BY seen DESC, id LIMIT 200").fetch_all(db).await
}

/// Says that a worker is alive, and keeps what it has in hand.
///
/// # Errors
/// When the database fails.
pub async fn beat(db: &mut Connection, id: &str, leases: &[String]) -> Result<()> {
    let text = "UPDATE workers SET seen = {now} WHERE id = $1";
    sqlx::query(sql(db, text)).bind(id).execute(&mut *db).await?;
    for name in leases.iter().filter(|name| name.starts_with(DIRECTOR)) {
        let text = "UPDATE leases SET until = {now} + $3 WHERE name = $1 AND holder = $2";
        sqlx::query(sql(db, text))
            .bind(name)
            .bind(id)
            .bind(DIRECTOR_LEASE)
            .execute(&mut *db)
            .await?;
    }
    for some in leases.chunks(KEPT) {
        let places = (0..some.len()).map(|k| format!("${}", k + 3)).collect::<Vec<_>>().join(", ");
        for text in [
            "UPDATE matches SET lease = {now} + $2 WHERE worker = $1 AND state = 'running' \
             AND id IN ",
            "UPDATE checks SET lease = {now} + $2 WHERE holder = $1 AND state = 'running' \
             AND match_id IN ",
            "UPDATE submissions SET lease = {now} + $2 WHERE worker = $1 \
             AND state = 'compiling' AND id IN ",
        ] {
            let text = sql(db, &format!("{text}({places})"));
            let mut query = sqlx::query(text).bind(id).bind(LEASE);
            for job in some {
                query = query.bind(job);
            }
            // There are as many texts as numbers of jobs.
            query.persistent(false).execute(&mut *db).await?;
        }
    }
    Ok(())
}

/// Gives back everything that a worker holds, which ends.
///
/// # Errors
/// When the database fails.
pub async fn leave(db: &mut Connection, id: &str) -> Result<()> {
    for text in [
        "UPDATE matches SET state = 'planned', worker = '', lease = 0, attempts = attempts - 1 \
         WHERE worker = $1 AND state = 'running'",
        "UPDATE checks SET state = 'planned', holder = '' \
         WHERE holder = $1 AND state = 'running'",
        "UPDATE submissions SET state = 'received', lease = 0, attempts = attempts - 1 \
         WHERE worker = $1 AND state = 'compiling'",
        "UPDATE workers SET state = 'gone' WHERE id = $1 AND state = 'active'",
        "DELETE FROM leases WHERE holder = $1",
    ] {
        sqlx::query(text).bind(id).execute(&mut *db).await?;
    }
    Ok(())
}

/// Gives back what workers held that have not been heard of for long.
///
/// # Errors
/// When the database fails.
pub async fn reap(db: &mut Connection) -> Result<u64> {
    let again = "UPDATE matches SET state = 'planned', worker = '', lease = 0, \
                 due = {now} + 250 * attempts * attempts, \
                 receipts = receipts || 'attempt ' || CAST(attempts AS TEXT) \
                 || ': the worker was not heard of any more; ' \
                 WHERE state = 'running' AND lease < {now} AND attempts < $1";
    let again = sqlx::query(sql(db, again)).bind(ATTEMPTS_MAX).execute(&mut *db).await?;
    let parked = "UPDATE matches SET state = 'void', worker = '', lease = 0, finished = {now}, \
                  ending = 'void: none of the workers that began it was heard of again', \
                  receipts = receipts || 'given up' \
                  WHERE state = 'running' AND lease < {now} AND attempts >= $1";
    let parked = sqlx::query(sql(db, parked)).bind(ATTEMPTS_MAX).execute(&mut *db).await?;
    for text in [
        "UPDATE checks SET state = 'planned', holder = '' \
         WHERE state = 'running' AND lease < {now}",
        "UPDATE workers SET state = 'gone' WHERE state = 'active' AND seen < {now} - 600000",
    ] {
        sqlx::query(sql(db, text)).execute(&mut *db).await?;
    }
    let again_too = "UPDATE submissions SET state = 'received', lease = 0 \
                     WHERE state = 'compiling' AND lease < {now} AND attempts < $1";
    sqlx::query(sql(db, again_too)).bind(ATTEMPTS_MAX).execute(&mut *db).await?;
    super::submissions::give_up(db, "lease < {now}").await?;
    Ok(again.rows_affected() + parked.rows_affected())
}

/// Takes, or keeps, what only one process does at a time; `false` when another one has it.
///
/// # Errors
/// When the database fails.
pub async fn hold(db: &mut Connection, name: &str, holder: &str, millis: i64) -> Result<bool> {
    let text = "INSERT INTO leases (name, holder, until) VALUES ($1, $2, {now} + $3) \
                ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, \
                until = excluded.until \
                WHERE leases.until < {now} OR leases.holder = excluded.holder";
    let done = sqlx::query(sql(db, text)).bind(name).bind(holder).bind(millis).execute(db).await?;
    Ok(done.rows_affected() == 1)
}

/// Gives back what only one process does at a time.
///
/// # Errors
/// When the database fails.
pub async fn release(db: &mut Connection, name: &str, holder: &str) -> Result<()> {
    let text = "DELETE FROM leases WHERE name = $1 AND holder = $2";
    sqlx::query(text).bind(name).bind(holder).execute(db).await.map(drop)
}

/// Matches of one kind of a season, in the order of fairness.
struct Lane {
    season: String,
    kind: RoundKind,
    start: i64,
}

/// Kinds of matches that wait, those first whose turn it is. Each has a virtual time that its
/// matches move on by their cost; one that had nothing to play begins where the others are.
async fn lanes(db: &mut Connection, pin: &str) -> Result<(Vec<Lane>, i64)> {
    let clock: Option<i64> =
        sqlx::query_scalar("SELECT served FROM lanes WHERE season_id = '' AND kind = ''")
            .fetch_optional(&mut *db)
            .await?;
    let clock = clock.unwrap_or(0);
    let text = "SELECT r.season_id, r.kind, COALESCE(l.served, 0) \
                FROM (SELECT DISTINCT season_id, kind FROM rounds WHERE state = 'playing') r \
                JOIN seasons s ON s.id = r.season_id \
                LEFT JOIN lanes l ON l.season_id = r.season_id AND l.kind = r.kind \
                WHERE s.pin = '' OR s.pin = $1";
    let rows: Vec<(String, RoundKind, i64)> = sqlx::query_as(text).bind(pin).fetch_all(db).await?;
    let mut all: Vec<Lane> = rows
        .into_iter()
        .map(|(season, kind, served)| Lane { season, kind, start: served.max(clock) })
        .collect();
    all.sort_by(|a, b| {
        (a.start, -weight(a.kind), &a.season).cmp(&(b.start, -weight(b.kind), &b.season))
    });
    Ok((all, clock))
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

/// Whether matches of a qualification wait for a worker.
///
/// # Errors
/// When the database fails.
pub async fn qualifications(db: &Db) -> Result<bool> {
    let (free, _) = turns(RoundKind::Qualification);
    let text = format!(
        "SELECT r.id FROM rounds r JOIN matches m ON m.round_id = r.id \
         WHERE r.state = 'playing' AND r.kind = 'qualification' AND m.state = 'planned' \
         AND m.due <= {{now}} {free} LIMIT 1"
    );
    let mut connection = db.acquire().await?;
    let one: Option<String> =
        sqlx::query_scalar(sql(&connection, &text)).fetch_optional(&mut *connection).await?;
    Ok(one.is_some())
}

/// Takes matches of the kind whose turn it is, at most `most` of them, and so few that all
/// workers get some.
///
/// # Errors
/// When the database fails.
pub async fn claim(db: &mut Connection, worker: &Worker, most: i64) -> Result<Vec<Match>> {
    if quarantined(db, &worker.name).await? {
        return Ok(Vec::new());
    }
    let (all, clock) = lanes(db, &worker.pin).await?;
    let lanes = i64::try_from(all.len()).unwrap_or(1);
    for lane in all {
        let mut count = share(db, &lane, lanes).await?.min(most);
        if lane.kind == RoundKind::Qualification {
            count = count.min(QUALIFICATION_BATCH);
        }
        let mut taken = take(db, worker, &lane, "<", count).await?;
        if taken.is_empty() {
            taken = take(db, worker, &lane, ">=", 1).await?;
        }
        if taken.is_empty() {
            continue;
        }
        taken.sort_by(|a, b| (&a.round_id, a.number).cmp(&(&b.round_id, b.number)));
        let cost = COST * i64::try_from(taken.len()).unwrap_or(1) / weight(lane.kind);
        serve(db, (&lane.season, lane.kind.word()), lane.start + cost).await?;
        if lane.start > clock {
            serve(db, ("", ""), lane.start).await?;
        }
        return Ok(taken);
    }
    Ok(Vec::new())
}

/// Half of what each slot of all workers would get if all lanes had as much as this one: where
/// there are more lanes than slots, nobody needs to leave some of a lane to others.
async fn share(db: &mut Connection, lane: &Lane, lanes: i64) -> Result<i64> {
    let text = format!("SELECT COUNT(*) FROM (SELECT m.id {WAITING} LIMIT {COUNTED}) waiting");
    let waiting: i64 = sqlx::query_scalar(sql(db, &text))
        .bind(&lane.season)
        .bind(lane.kind)
        .fetch_one(&mut *db)
        .await?;
    let text = "SELECT CAST(COALESCE(SUM(slots), 1) AS BIGINT) FROM workers \
                WHERE state = 'active' AND seen > {now} - 30000";
    let slots: i64 = sqlx::query_scalar(sql(db, text)).fetch_one(db).await?;
    Ok((waiting.saturating_mul(lanes) / (2 * slots.max(1))).max(1))
}

async fn take(
    db: &mut Connection,
    worker: &Worker,
    lane: &Lane,
    attempts: &str,
    count: i64,
) -> Result<Vec<Match>> {
    let skip = Kind::of_connection(db).skip_locked().replace("UPDATE", "UPDATE OF m");
    let (free, first) = turns(lane.kind);
    let text = format!(
        "UPDATE matches SET state = 'running', worker = $3, lease = {{now}} + $4, \
         attempts = attempts + 1 WHERE id IN (SELECT m.id {WAITING} \
         AND m.attempts {attempts} {SUSPICIOUS} {free} \
         ORDER BY {first} r.planned, r.number, m.number, m.id \
         LIMIT $5 {skip}) RETURNING *"
    );
    sqlx::query_as(sql(db, &text))
        .bind(&lane.season)
        .bind(lane.kind)
        .bind(&worker.id)
        .bind(LEASE)
        .bind(count)
        .fetch_all(db)
        .await
}

async fn serve(db: &mut Connection, (season, kind): (&str, &str), to: i64) -> Result<()> {
    sqlx::query(
        "INSERT INTO lanes (season_id, kind, served) VALUES ($1, $2, $3) \
         ON CONFLICT (season_id, kind) DO UPDATE SET served = excluded.served \
         WHERE lanes.served < excluded.served",
    )
    .bind(season)
    .bind(kind)
    .bind(to)
    .execute(db)
    .await
    .map(drop)
}

/// Puts a match back which could not be played for reasons of its own: played again after
/// `pause` milliseconds, longer with each attempt, and given up in the end. `false` when it was
/// given up.
///
/// # Errors
/// When the database fails.
pub async fn failed(
    db: &mut Connection,
    one: &Match,
    worker: &Worker,
    why: &str,
    pause: i64,
) -> Result<bool> {
    let receipt = format!("attempt {} by {}: {why}; ", one.attempts, worker.name);
    let given_up = one.attempts >= ATTEMPTS_MAX;
    let text = match given_up {
        false => {
            "UPDATE matches SET state = 'planned', worker = '', lease = 0, \
             due = {now} + $4 * attempts * attempts, receipts = receipts || $3 \
             WHERE id = $1 AND state = 'running' AND worker = $2"
        }
        true => {
            "UPDATE matches SET state = 'void', worker = '', lease = 0, finished = {now}, \
             receipts = receipts || $3, ending = $4 \
             WHERE id = $1 AND state = 'running' AND worker = $2"
        }
    };
    let mut query = sqlx::query(sql(db, text)).bind(&one.id).bind(&worker.id).bind(receipt);
    query = match given_up {
        false => query.bind(pause),
        true => query.bind(format!("void: {why}")),
    };
    query.execute(db).await?;
    Ok(!given_up)
}

/// Puts a match back in which a player used up its CPU time for the first time: it costs no
/// attempt, for the player is frozen the next time.
///
/// # Errors
/// When the database fails.
pub async fn overtime(db: &mut Connection, one: &Match, worker: &Worker, why: &str) -> Result<()> {
    let text = "UPDATE matches SET state = 'planned', worker = '', lease = 0, \
                attempts = attempts - 1, receipts = receipts || $3 \
                WHERE id = $1 AND state = 'running' AND worker = $2";
    sqlx::query(text)
        .bind(&one.id)
        .bind(&worker.id)
        .bind(format!("by {}: {why}; ", worker.name))
        .execute(db)
        .await
        .map(drop)
}

/// Gives a match back that this worker could not begin, through no fault of the match.
///
/// # Errors
/// When the database fails.
pub async fn put_back(db: &mut Connection, id: &str, worker: &str) -> Result<()> {
    sqlx::query(
        "UPDATE matches SET state = 'planned', worker = '', lease = 0, attempts = attempts - 1 \
         WHERE id = $1 AND state = 'running' AND worker = $2",
    )
    .bind(id)
    .bind(worker)
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

/// Notes who played a match, and when by the database's clock; part of storing its result.
///
/// # Errors
/// When the database fails.
pub async fn delivered(db: &mut Connection, id: &str, worker: &Worker) -> Result<()> {
    let text = "UPDATE matches SET played_by = $2, worker = '', finished = {now} WHERE id = $1";
    sqlx::query(sql(db, text)).bind(id).bind(&worker.name).execute(db).await.map(drop)
}

/// Begins to deliver results: whoever is put into quarantine meanwhile waits for the end, or has
/// been before it; `false` then.
///
/// # Errors
/// When the database fails.
pub async fn may_deliver(db: &mut Connection, worker: &Worker, count: i64) -> Result<bool> {
    sqlx::query("UPDATE workers SET delivered = delivered + $2 WHERE id = $1")
        .bind(&worker.id)
        .bind(count)
        .execute(&mut *db)
        .await?;
    Ok(!quarantined(db, &worker.name).await?)
}
