//! Who did what: every change by an organiser, every sign-in that failed.

use super::{Connection, Db, Result, row};

/// One line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// When.
    pub at: i64,
    /// The login of who did it, or `-`.
    pub actor: String,
    /// What: a word such as `disqualify`.
    pub action: String,
    /// To whom or what.
    pub subject: String,
    /// More about it.
    pub detail: String,
}
row!(Entry { at, actor, action, subject, detail });

/// Adds a line.
///
/// # Errors
/// When the database fails.
pub async fn add(
    db: &mut Connection,
    actor: &str,
    action: &str,
    subject: &str,
    detail: &str,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO audit (id, at, actor, action, subject, detail) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(crate::secret::id())
    .bind(crate::time::now())
    .bind(actor)
    .bind(action)
    .bind(subject)
    .bind(detail)
    .execute(db)
    .await
    .map(drop)
}

/// The lines of one action, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn of_action(db: &Db, action: &str) -> Result<Vec<Entry>> {
    sqlx::query_as(
        "SELECT at, actor, action, subject, detail FROM audit WHERE action = $1 ORDER BY at, id",
    )
    .bind(action)
    .fetch_all(db)
    .await
}

/// The newest lines.
///
/// # Errors
/// When the database fails.
pub async fn newest(db: &Db, count: i64) -> Result<Vec<Entry>> {
    sqlx::query_as(
        "SELECT at, actor, action, subject, detail FROM audit ORDER BY at DESC, id LIMIT $1",
    )
    .bind(count)
    .fetch_all(db)
    .await
}
