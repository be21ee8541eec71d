//! The seasons of staff. Organisers of all seasons and admins have no rows here.

use super::{Connection, Db, Result, row};
use crate::ids::{SeasonId, UserId};

/// A season that somebody organises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staffed {
    /// Its id.
    pub id: SeasonId,
    /// Its address.
    pub slug: String,
}
row!(Staffed { id, slug });

/// The seasons that somebody organises.
///
/// # Errors
/// When the database fails.
pub async fn of_user(db: &Db, user: &UserId) -> Result<Vec<Staffed>> {
    sqlx::query_as(
        "SELECT s.id, s.slug FROM staff f JOIN seasons s ON s.id = f.season_id \
         WHERE f.user_id = $1 ORDER BY s.slug",
    )
    .bind(user)
    .fetch_all(db)
    .await
}

/// Everybody who organises a season: the account, and the address of the season.
///
/// # Errors
/// When the database fails.
pub async fn all(db: &Db) -> Result<Vec<(UserId, String)>> {
    sqlx::query_as(
        "SELECT f.user_id, s.slug FROM staff f JOIN seasons s ON s.id = f.season_id \
         ORDER BY s.slug",
    )
    .fetch_all(db)
    .await
}

/// Replaces the seasons that somebody organises.
///
/// # Errors
/// When the database fails, or there is no such season.
pub async fn replace(
    db: &mut Connection,
    user: &UserId,
    seasons: &[SeasonId],
    now: i64,
) -> Result<()> {
    sqlx::query("DELETE FROM staff WHERE user_id = $1").bind(user).execute(&mut *db).await?;
    for season in seasons {
        sqlx::query("INSERT INTO staff (season_id, user_id, since) VALUES ($1, $2, $3)")
            .bind(season)
            .bind(user)
            .bind(now)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
