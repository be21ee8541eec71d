//! The public keys of seasons.

use super::{Connection, Db, Result, row};
use crate::ids::{KeyId, SeasonId};
use crate::states::KeyState;

/// A public key of a season.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its id, which signatures name.
    pub id: KeyId,
    /// The season whose records it signs.
    pub season_id: SeasonId,
    /// The host that its signatures name.
    pub host: String,
    /// The public key in Base64.
    pub public_key: String,
    /// Whether its signatures count.
    pub state: KeyState,
    /// When it was made, in milliseconds since 1970.
    pub since: i64,
}
row!(Key { id, season_id, host, public_key, state, since });

/// Adds a key.
///
/// # Errors
/// When the database fails, or has this key already.
pub async fn insert(db: &mut Connection, key: &Key) -> Result<()> {
    sqlx::query(
        "INSERT INTO signing_keys (id, season_id, host, public_key, state, since) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&key.id)
    .bind(&key.season_id)
    .bind(&key.host)
    .bind(&key.public_key)
    .bind(key.state)
    .bind(key.since)
    .execute(db)
    .await
    .map(drop)
}

/// All keys of all seasons, newest first.
///
/// # Errors
/// When the database fails.
pub async fn all(db: &Db) -> Result<Vec<Key>> {
    sqlx::query_as("SELECT * FROM signing_keys ORDER BY since DESC, id").fetch_all(db).await
}

/// The active keys of a season for a host, newest first.
///
/// # Errors
/// When the database fails.
pub async fn active(db: &Db, season: &SeasonId, host: &str) -> Result<Vec<Key>> {
    sqlx::query_as(
        "SELECT * FROM signing_keys WHERE season_id = $1 AND host = $2 AND state = 'active' \
         ORDER BY since DESC, id",
    )
    .bind(season)
    .bind(host)
    .fetch_all(db)
    .await
}

/// Retires all active keys of a season and gives their number.
///
/// # Errors
/// When the database fails.
pub async fn retire(db: &mut Connection, season: &SeasonId) -> Result<u64> {
    let sql = "UPDATE signing_keys SET state = 'retired' WHERE season_id = $1 AND state = 'active'";
    Ok(sqlx::query(sql).bind(season).execute(db).await?.rows_affected())
}

/// Revokes a key of a season; says whether the season has this key.
///
/// # Errors
/// When the database fails.
pub async fn revoke(db: &mut Connection, season: &SeasonId, id: &KeyId) -> Result<bool> {
    let sql = "UPDATE signing_keys SET state = 'revoked' WHERE season_id = $1 AND id = $2";
    Ok(sqlx::query(sql).bind(season).bind(id).execute(db).await?.rows_affected() == 1)
}
