//! The audit log, for organisers.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::db::audit::{self, Entry};

/// The newest lines of the log.
///
/// # Errors
/// When the actor does not organise all seasons.
pub async fn newest(app: &Shared, actor: &Actor, count: i64) -> Result<Vec<Entry>, Fail> {
    actor.must_organise_all()?;
    Ok(audit::newest(&app.db, count).await?)
}
