//! The process that hands out work, closes rounds and plans new ones: one at a time.
//!
//! With SQLite it is the one that serves the folder, which holds a lock on it. With PostgreSQL it
//! holds an advisory lock of a connection: the database itself ends that with the connection.

use super::{Connection, Db, Kind, Result};
use sqlx::Connection as _;
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
