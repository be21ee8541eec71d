//! The admin commands that use the database.

use crate::app::machine_notes::{NotPlayed, Note, Quarantine};
use crate::app::{App, keys};
use crate::db::{self, audit, checks, queue, seasons};
use crate::i18n::Lang;
use crate::ids::KeyId;
use crate::ops::gc;
use crate::time;
use crate::version::pin;
use std::fmt::Write;
use std::time::Duration;

/// One admin command.
#[derive(Clone, Debug)]
pub enum Task {
    /// List the workers.
    Workers,
    /// Believe a machine again.
    Trust(String),
    /// List matches that were given up.
    Parked,
    /// Pin a season to the versions of this program.
    Pin(String),
    /// Replace the keys of a season, and revoke one of them.
    NewKey(String, Option<KeyId>),
    /// Remove files that no row names and that are this old, or only count them.
    Gc(Duration, bool),
}

/// Runs an admin command and returns the text to print.
///
/// # Errors
/// When the database fails, or there is no such thing.
pub async fn run(app: &App, what: &Task) -> anyhow::Result<String> {
    match what {
        Task::Workers => workers(app).await,
        Task::Parked => parked(app).await,
        Task::Trust(name) => {
            let mut transaction = db::begin(&app.db).await?;
            let done = queue::trust(&mut transaction, name).await?;
            anyhow::ensure!(done, "no machine called `{name}` is in quarantine");
            audit::add(&mut transaction, "-", "trust", name, "").await?;
            transaction.commit().await?;
            Ok(format!("{name} may work again: start its worker\n"))
        }
        Task::NewKey(slug, revoked) => {
            let retired = keys::replace(app, slug, revoked.as_ref()).await?;
            Ok(format!(
                "Retired keys of {slug}: {retired}. The server makes a new key for the next \
                 download of a record.\n"
            ))
        }
        Task::Gc(grace, only_look) => collect(app, *grace, *only_look).await,
        Task::Pin(slug) => {
            let mut transaction = db::begin(&app.db).await?;
            let done = seasons::pin(&mut transaction, slug, &pin()).await?;
            anyhow::ensure!(done, "there is no season `{slug}`");
            audit::add(&mut transaction, "-", "pin", slug, &pin()).await?;
            transaction.commit().await?;
            Ok(format!("{slug} is now played by workers with {}\n", pin()))
        }
    }
}

async fn collect(app: &App, grace: Duration, only_look: bool) -> anyhow::Result<String> {
    let garbage = gc::run(app, grace, only_look).await?;
    let (files, removed, kilobytes) =
        (garbage.files, garbage.removed, garbage.bytes.div_ceil(1000));
    let what = if only_look { "would be removed" } else { "were removed" };
    Ok(format!("{removed} of {files} files that no row names {what}: {kilobytes} kB\n"))
}

async fn workers(app: &App) -> anyhow::Result<String> {
    let mut text =
        String::from("state        slots  busy  results  last contact            name\n");
    for w in queue::workers(&app.db).await? {
        let (state, slots, busy, results) = (&w.state, w.slots, w.busy, w.delivered);
        let (seen, name, pin, processor) = (time::shown(w.seen), &w.name, &w.pin, &w.architecture);
        writeln!(
            text,
            "{state:<12} {slots:>5}  {busy:>4}  {results:>7}  {seen:<22}  {name} ({pin}, \
             {processor}) {}",
            Quarantine::shown(&w.note, Lang::EN)
        )?;
    }
    for (state, count) in checks::counts(&app.db).await? {
        writeln!(text, "matches played twice, {state}: {count}")?;
    }
    Ok(text)
}

async fn parked(app: &App) -> anyhow::Result<String> {
    let mut text = String::new();
    for one in queue::parked(&app.db).await? {
        let ending = NotPlayed::shown(&one.ending.unwrap_or_default(), Lang::EN);
        writeln!(text, "{} {}: {ending}\n  {}", one.season, one.id, one.receipts)?;
    }
    if text.is_empty() {
        text.push_str("No match was given up.\n");
    }
    Ok(text)
}
