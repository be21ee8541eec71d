//! The process that hands out work, closes rounds and plans new ones: one at a time.
//!
//! With SQLite it is the one that serves the folder, which holds a lock on it. With PostgreSQL it
//! holds an advisory lock of a connection: the database itself ends that with the connection.

use super::{Connection, Db, Kind, Result, row};
use crate::ids::SeasonId;
use sqlx::{AssertSqlSafe, Connection as _};
use std::time::Duration;

/// The lock; the number means nothing.
const LOCK: &str = "SELECT CAST(pg_try_advisory_lock(70932) AS INT)";
/// How long the connection may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Being the one that hands out work. It ends with this.
pub struct Directing {
    /// The connection with the lock; none where the folder is locked.
    connection: Option<Connection>,
}

impl Directing {
    /// Takes the part; none when another process has it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin(db: &Db) -> Result<Option<Self>> {
        if Kind::of(db) == Kind::Sqlite {
            return Ok(Some(Self { connection: None }));
        }
        let mut connection = db.acquire().await?.detach();
        let taken: i32 = sqlx::query_scalar(LOCK).fetch_one(&mut connection).await?;
        Ok((taken == 1).then_some(Self { connection: Some(connection) }))
    }

    /// Whether this process still has the part. Where the database does not say so in time, it has
    /// not: another process may have it.
    pub async fn goes_on(&mut self) -> bool {
        let Some(connection) = &mut self.connection else { return true };
        matches!(tokio::time::timeout(PATIENCE, connection.ping()).await, Ok(Ok(())))
    }
}

/// Facts about a season from which the director sees whether it has rounds to plan.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// The season.
    pub season_id: SeasonId,
    /// Whether a round must be counted again.
    pub recount: bool,
    /// Whether a tournament is played.
    pub tournaments: bool,
    /// Rounds of the ladder that are played.
    pub ladder_under_way: i64,
    /// The number of the ladder's last round, 0 before the first.
    pub ladder_last: i64,
}
row!(Agenda { season_id, recount, tournaments, ladder_under_way, ladder_last });

/// Each subquery has an index, so it takes as long with many rounds of a season as with few.
const AGENDA: &str = "SELECT s.id AS season_id, \
     CAST(CASE WHEN EXISTS (SELECT 1 FROM rounds r WHERE r.season_id = s.id \
     AND r.recount = 1) THEN 1 ELSE 0 END AS BIGINT) AS recount, \
     CAST(CASE WHEN EXISTS (SELECT 1 FROM tournaments t WHERE t.season_id = s.id \
     AND t.state = 'playing') THEN 1 ELSE 0 END AS BIGINT) AS tournaments, \
     (SELECT COUNT(*) FROM rounds r WHERE r.season_id = s.id AND r.kind = 'ladder' \
     AND r.state = 'playing') AS ladder_under_way, \
     COALESCE((SELECT MAX(r.number) FROM rounds r WHERE r.season_id = s.id \
     AND r.kind = 'ladder' AND r.subject = ''), 0) AS ladder_last \
     FROM seasons s";

/// The agenda of a season.
///
/// # Errors
/// When the database fails, or there is no such season.
pub async fn agenda(db: &mut Connection, season: &SeasonId) -> Result<Agenda> {
    let text = format!("{AGENDA} WHERE s.id = $1");
    sqlx::query_as(AssertSqlSafe(text)).bind(season).fetch_one(db).await
}

/// The agendas of all seasons.
///
/// # Errors
/// When the database fails.
pub async fn agendas(db: &Db) -> Result<Vec<Agenda>> {
    sqlx::query_as(AGENDA).fetch_all(db).await
}
