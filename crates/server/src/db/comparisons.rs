//! The last comparison of a season's sources.

use super::{Connection, Db, Result, row};
use crate::ids::SeasonId;

/// Where a comparison lies.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// When it was made.
    pub made: i64,
    /// Its digest in the store.
    pub report: String,
}
row!(Comparison { made, report });

/// Keeps a comparison in place of the one before.
///
/// # Errors
/// When the database fails.
pub async fn keep(db: &mut Connection, season: &SeasonId, made: i64, report: &str) -> Result<()> {
    sqlx::query(
        "INSERT INTO comparisons (season_id, made, report) VALUES ($1, $2, $3) \
         ON CONFLICT (season_id) DO UPDATE SET made = excluded.made, report = excluded.report",
    )
    .bind(season)
    .bind(made)
    .bind(report)
    .execute(db)
    .await
    .map(drop)
}

/// The last comparison of a season.
///
/// # Errors
/// When the database fails.
pub async fn last(db: &Db, season: &SeasonId) -> Result<Option<Comparison>> {
    sqlx::query_as("SELECT made, report FROM comparisons WHERE season_id = $1")
        .bind(season)
        .fetch_optional(db)
        .await
}

/// The index of a season's sources.
#[derive(Clone, Debug)]
pub struct Index {
    /// How many submissions the season had when it was made.
    pub players: i64,
    /// Its digest in the store.
    pub file: String,
}
row!(Index { players, file });

/// Keeps the index of a season in place of the one before.
///
/// # Errors
/// When the database fails.
pub async fn keep_index(db: &mut Connection, season: &SeasonId, index: &Index) -> Result<()> {
    sqlx::query(
        "INSERT INTO earlier (season_id, players, file) VALUES ($1, $2, $3) \
         ON CONFLICT (season_id) DO UPDATE SET players = excluded.players, file = excluded.file",
    )
    .bind(season)
    .bind(index.players)
    .bind(&index.file)
    .execute(db)
    .await
    .map(drop)
}

/// The index of a season, if one was made.
///
/// # Errors
/// When the database fails.
pub async fn index(db: &Db, season: &SeasonId) -> Result<Option<Index>> {
    sqlx::query_as("SELECT players, file FROM earlier WHERE season_id = $1")
        .bind(season)
        .fetch_optional(db)
        .await
}
