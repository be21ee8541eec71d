//! The last comparison of a season's sources.

use super::{Connection, Db, Result, row};

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
pub async fn keep(db: &mut Connection, season: &str, made: i64, report: &str) -> Result<()> {
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
pub async fn last(db: &Db, season: &str) -> Result<Option<Comparison>> {
    sqlx::query_as("SELECT made, report FROM comparisons WHERE season_id = $1")
        .bind(season)
        .fetch_optional(db)
        .await
}
