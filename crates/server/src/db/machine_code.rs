//! Machine code of modules, and its seals.

use super::{Connection, Result};

/// The file with the machine code of a module, and its seal.
///
/// # Errors
/// When the database fails.
pub async fn find(
    db: &mut Connection,
    module: &str,
    target: &str,
    maker: &str,
) -> Result<Option<(String, String)>> {
    sqlx::query_as(
        "SELECT code, seal FROM machine_code WHERE module = $1 AND target = $2 AND maker = $3",
    )
    .bind(module)
    .bind(target)
    .bind(maker)
    .fetch_optional(db)
    .await
}

/// Keeps the name of a file with machine code.
///
/// # Errors
/// When the database fails.
pub async fn keep(
    db: &mut Connection,
    (module, target, maker): (&str, &str, &str),
    code: &str,
    seal: &str,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO machine_code (module, target, maker, code, seal) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (module, target, maker) DO UPDATE SET code = excluded.code, \
         seal = excluded.seal",
    )
    .bind(module)
    .bind(target)
    .bind(maker)
    .bind(code)
    .bind(seal)
    .execute(db)
    .await
    .map(drop)
}

/// Forgets machine code that cannot be used.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut Connection, code: &str) -> Result<()> {
    sqlx::query("DELETE FROM machine_code WHERE code = $1").bind(code).execute(db).await.map(drop)
}
