//! Files that no row names any more: results that were not stored, sources that were refused
//! before they got a row. Records are kept for ever, for a row names them; result files (`.res`)
//! are made from them whenever somebody asks.

use crate::app::App;
use crate::db;
use crate::db::dump::{self, FILES};
use anyhow::ensure;
use std::collections::BTreeSet;
use std::time::Duration;

/// Files younger than this may still get a row: a result is delivered for minutes.
pub const GRACE_MIN: Duration = Duration::from_secs(3600);

/// The result of garbage collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Garbage {
    /// Files in the store.
    pub files: usize,
    /// Those of them that no row names and that are older than the grace time.
    pub removed: usize,
    /// Bytes of these.
    pub bytes: u64,
}

/// Removes the files that no row names and that were stored before the time of grace; with
/// `only_look` it counts them.
///
/// The files are listed before the rows are read, so a file that gets its row meanwhile is
/// spared; one that is stored again after it was listed is spared too.
///
/// # Errors
/// When the grace time is too short, or database or store fail.
pub async fn run(app: &App, grace: Duration, only_look: bool) -> anyhow::Result<Garbage> {
    ensure!(grace >= GRACE_MIN, "files younger than an hour may still be needed: wait longer");
    let now = db::now(&mut *app.db.acquire().await?).await?;
    run_before(app, now - i64::try_from(grace.as_millis())?, only_look).await
}

/// The same for files that were stored before a moment, in milliseconds since 1970.
///
/// # Errors
/// When database or store fail.
pub async fn run_before(app: &App, moment: i64, only_look: bool) -> anyhow::Result<Garbage> {
    let listed = app.store.list().await?;
    let named = named(app).await?;
    let mut garbage = Garbage { files: listed.len(), ..Garbage::default() };
    for file in listed {
        if file.stored >= moment || named.contains(&file.digest) {
            continue;
        }
        if only_look || app.store.remove(&file).await? {
            garbage.removed += 1;
            garbage.bytes += file.size;
        }
    }
    Ok(garbage)
}

/// Every digest that a row names.
async fn named(app: &App) -> anyhow::Result<BTreeSet<String>> {
    let mut snapshot = db::snapshot(&app.db).await?;
    let mut all = BTreeSet::new();
    // What a machine delivered that was wrong is evidence.
    for (table, column) in FILES.into_iter().chain([("checks", "first_record")]) {
        all.extend(dump::texts(&mut snapshot, table, column).await?);
    }
    snapshot.rollback().await?;
    Ok(all)
}
