//! Seats of matches: of many matches at once, and of one author.

use super::dialect::{ROWS_AT_ONCE, from_one_row, padded, places, rows};
use super::matches::Seat;
use super::{Connection, Kind, Result};
use crate::ids::{MatchId, SubmissionId, UserId};
use sqlx::AssertSqlSafe;
use std::collections::BTreeMap;

/// Seats of a match whose players are of this author.
///
/// # Errors
/// When the database fails.
pub async fn of_author(db: &mut Connection, id: &MatchId, author: &UserId) -> Result<Vec<i64>> {
    sqlx::query_scalar(
        "SELECT t.seat FROM seats t JOIN submissions s ON s.id = t.submission_id \
         WHERE t.match_id = $1 AND s.user_id = $2",
    )
    .bind(id)
    .bind(author)
    .fetch_all(db)
    .await
}

/// A seat with the program of its player.
#[derive(Clone, Debug)]
pub struct Manned {
    /// The seat.
    pub seat: Seat,
    /// Its version's source; none for the rivals of a qualification.
    pub source: Option<String>,
    /// Its version's module.
    pub wasm: Option<String>,
    /// Its version's author; none for a house player.
    pub author: Option<UserId>,
}

/// Seats of many matches, in one query.
///
/// # Errors
/// When the database fails.
pub async fn of_matches(
    db: &mut Connection,
    ids: &[&MatchId],
) -> Result<BTreeMap<MatchId, Vec<Seat>>> {
    let mut all: BTreeMap<MatchId, Vec<Seat>> = BTreeMap::new();
    if ids.is_empty() {
        return Ok(all);
    }
    let places = places(0, ids.len());
    let text = format!("SELECT * FROM seats WHERE match_id IN ({places}) ORDER BY match_id, seat");
    let query = sqlx::query_as(AssertSqlSafe(text));
    for seat in padded(ids).fold(query, |query, id| query.bind(id)).fetch_all(db).await? {
        let seat: Seat = seat;
        all.entry(seat.match_id.clone()).or_default().push(seat);
    }
    Ok(all)
}

/// A row of [`manned`].
type Row = (
    MatchId,
    i64,
    Option<SubmissionId>,
    String,
    i64,
    Option<String>,
    Option<String>,
    Option<UserId>,
);

/// Seats of matches that are to be played, with the programs of their players and without results.
///
/// # Errors
/// When the database fails.
pub async fn manned(
    db: &mut Connection,
    ids: &[&MatchId],
) -> Result<BTreeMap<MatchId, Vec<Manned>>> {
    let mut all: BTreeMap<MatchId, Vec<Manned>> = BTreeMap::new();
    if ids.is_empty() {
        return Ok(all);
    }
    let from = format!(
        "FROM seats t LEFT JOIN submissions p ON p.id = t.submission_id WHERE t.match_id IN ({})",
        places(0, ids.len())
    );
    let columns = "t.match_id, t.seat, t.submission_id, t.name, t.strikes, p.source, p.wasm, \
                   p.user_id";
    let text = Kind::of_connection(db).in_one_row(columns, &from, "t.match_id, t.seat");
    let query = sqlx::query_scalar(AssertSqlSafe(text));
    let json: String = padded(ids).fold(query, |query, id| query.bind(id)).fetch_one(db).await?;
    for row in from_one_row::<Row>(&json)? {
        let (match_id, seat, submission_id, name, strikes, source, wasm, author) = row;
        let (score, status, receipt) = (None, None, None);
        let seat = Seat { match_id, seat, submission_id, name, score, status, receipt, strikes };
        let manned = Manned { seat, source, wasm, author };
        all.entry(manned.seat.match_id.clone()).or_default().push(manned);
    }
    Ok(all)
}

/// Stores scores, statuses and receipts of seats.
///
/// # Errors
/// If the database cannot be reached.
pub async fn score(db: &mut Connection, seats: &[&Seat]) -> Result<()> {
    for some in seats.chunks(ROWS_AT_ONCE) {
        // PostgreSQL takes the types of a list from its first row.
        let count = some.len().next_power_of_two();
        let rows = rows(&["TEXT", "BIGINT", "BIGINT", "DOUBLE PRECISION", "TEXT"], count);
        let text = format!(
            "WITH new (match_id, seat, score, status, receipt) AS (VALUES {rows}) \
             UPDATE seats SET score = new.score, status = new.status, receipt = new.receipt \
             FROM new WHERE seats.match_id = new.match_id AND seats.seat = new.seat"
        );
        let complete = some.iter().all(|seat| seat.status.is_some());
        let mut query = sqlx::query(AssertSqlSafe(text)).persistent(complete);
        for seat in padded(some) {
            query = query.bind(&seat.match_id).bind(seat.seat).bind(seat.score);
            query = query.bind(seat.status).bind(&seat.receipt);
        }
        query.execute(&mut *db).await?;
    }
    Ok(())
}
