//! The state of workers and queue, for organisers.

use super::{Db, Result, row};
use crate::ids::MatchId;
use crate::states::{MatchState, RoundKind, SubmissionState};

/// A match that is being played.
#[derive(Clone, Debug)]
pub struct Running {
    /// Its id.
    pub id: MatchId,
    /// Address of its season.
    pub slug: String,
    /// Title of its season.
    pub title: String,
    /// Kind of its round.
    pub kind: RoundKind,
    /// Number of its round.
    pub number: i64,
    /// How often it was begun.
    pub attempts: i64,
    /// When it was handed out.
    pub begun: i64,
}
row!(Running { id, slug, title, kind, number, attempts, begun });

/// A match that the judge gave up.
#[derive(Clone, Debug)]
pub struct Void {
    /// Its id.
    pub id: MatchId,
    /// Address of its season.
    pub slug: String,
    /// Title of its season.
    pub title: String,
    /// Why.
    pub ending: Option<String>,
}
row!(Void { id, slug, title, ending });

/// Matches that are being played, those begun first in front.
///
/// # Errors
/// When the database fails.
pub async fn running(db: &Db) -> Result<Vec<Running>> {
    sqlx::query_as(
        "SELECT m.id, s.slug, s.title, r.kind, r.number, m.attempts, m.begun FROM matches m \
         JOIN rounds r ON r.id = m.round_id JOIN seasons s ON s.id = m.season_id \
         WHERE m.state = 'running' ORDER BY m.begun, m.id LIMIT 50",
    )
    .fetch_all(db)
    .await
}

/// Matches that were given up, newest first.
///
/// # Errors
/// When the database fails.
pub async fn given_up(db: &Db) -> Result<Vec<Void>> {
    sqlx::query_as(
        "SELECT m.id, s.slug, s.title, m.ending FROM matches m \
         JOIN seasons s ON s.id = m.season_id \
         WHERE m.state = 'void' AND m.ending <> 'stopped' \
         ORDER BY m.finished DESC, m.id LIMIT 20",
    )
    .fetch_all(db)
    .await
}

/// Matches of each season by state: address, title, state, how many.
///
/// # Errors
/// When the database fails.
pub async fn matches(db: &Db) -> Result<Vec<(String, String, MatchState, i64)>> {
    sqlx::query_as(
        "SELECT s.slug, s.title, m.state, COUNT(*) FROM matches m \
         JOIN seasons s ON s.id = m.season_id \
         GROUP BY s.slug, s.title, m.state ORDER BY s.title, s.slug, m.state",
    )
    .fetch_all(db)
    .await
}

/// Submissions by state.
///
/// # Errors
/// When the database fails.
pub async fn submissions(db: &Db) -> Result<Vec<(SubmissionState, i64)>> {
    sqlx::query_as("SELECT state, COUNT(*) FROM submissions GROUP BY state ORDER BY state")
        .fetch_all(db)
        .await
}

/// When the submission came that waits longest for the compiler.
///
/// # Errors
/// When the database fails.
pub async fn waiting_since(db: &Db) -> Result<Option<i64>> {
    sqlx::query_scalar("SELECT MIN(created) FROM submissions WHERE state = 'received'")
        .fetch_one(db)
        .await
}

/// How many matches ended since then.
///
/// # Errors
/// When the database fails.
pub async fn ended_since(db: &Db, since: i64) -> Result<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM matches WHERE finished > $1")
        .bind(since)
        .fetch_one(db)
        .await
}
