//! Counts for the metrics.

use super::{Db, Result};

/// Counts and ages.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Matches by state.
    pub matches: Vec<(String, i64)>,
    /// Submissions by state.
    pub submissions: Vec<(String, i64)>,
    /// Rounds by kind and state.
    pub rounds: Vec<(String, String, i64)>,
    /// When the submission came that waits longest for the compiler.
    pub oldest_source: Option<i64>,
    /// When the round was planned whose matches wait longest.
    pub oldest_round: Option<i64>,
}

/// Reads them.
///
/// # Errors
/// When the database fails.
pub async fn read(db: &Db) -> Result<Figures> {
    let by_state = "SELECT state, COUNT(*) FROM submissions GROUP BY state ORDER BY state";
    let rounds = "SELECT kind, state, COUNT(*) FROM rounds GROUP BY kind, state \
                  ORDER BY kind, state";
    let source = "SELECT MIN(created) FROM submissions WHERE state = 'received'";
    let round = "SELECT MIN(r.planned) FROM rounds r JOIN matches m ON m.round_id = r.id \
                 WHERE m.state = 'planned'";
    Ok(Figures {
        matches: super::matches::counts(db).await?,
        submissions: sqlx::query_as(by_state).fetch_all(db).await?,
        rounds: sqlx::query_as(rounds).fetch_all(db).await?,
        oldest_source: sqlx::query_scalar(source).fetch_one(db).await?,
        oldest_round: sqlx::query_scalar(round).fetch_one(db).await?,
    })
}
