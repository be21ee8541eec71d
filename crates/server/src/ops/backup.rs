//! Backups of a server and seasons that move from one server to another.
//!
//! Both are a folder: `palestra.json` (what it is), `tables/NAME.jsonl` (one row per line) and
//! `files/` (sources, modules, records, each named by its digest). A backup is what one moment
//! saw, also while the server runs: the tables are read in one transaction, and the files that
//! they name were there before and never change.

use crate::app::Shared;
use crate::db::dump::{FILES, Record, TABLES, Table};
use crate::db::{self, seasons};
use crate::{config, private, secret, time};
use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const FORMAT: u32 = 1;
const MANIFEST: &str = "palestra.json";

/// The contents of a folder.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    /// `server` or `season`.
    kind: String,
    /// Milliseconds since 1970.
    made: i64,
    version: String,
    /// Rows per table.
    rows: BTreeMap<String, usize>,
    files: usize,
}

/// How much was written or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Rows of all tables.
    pub rows: usize,
    /// Files.
    pub files: usize,
}

/// Writes everything of a server into a folder that must be empty or missing.
///
/// # Errors
/// When the folder is not empty, or something cannot be read or written.
pub async fn backup(app: &Shared, to: &Path) -> anyhow::Result<Amount> {
    let amount = write(app, to, None).await?;
    let settings = app.config.folder.join(config::FILE);
    if settings.exists() {
        let text = fs::read_to_string(&settings)?;
        private::write(&to.join(config::FILE), config::without_passwords(&text)?)?;
    }
    Ok(amount)
}

/// Writes a season with its people, without passwords, sessions and tokens.
///
/// # Errors
/// When there is no such season, or something cannot be read or written.
pub async fn export_season(app: &Shared, slug: &str, to: &Path) -> anyhow::Result<Amount> {
    let season = seasons::by_slug(&app.db, slug).await?;
    let season = season.with_context(|| format!("there is no season `{slug}` on this server"))?;
    write(app, to, Some(&season.id)).await
}

async fn write(app: &Shared, to: &Path, season: Option<&str>) -> anyhow::Result<Amount> {
    if fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{} is not empty: name a folder that is empty or does not exist", to.display());
    }
    for folder in [to, &to.join("tables"), &to.join("files")] {
        private::folder(folder, &[])
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut rows = BTreeMap::new();
    let mut digests = Vec::new();
    let mut snapshot = db::snapshot(&app.db).await?;
    let wanted = |table: &&Table| season.is_none() || table.moves();
    for table in TABLES.iter().filter(wanted) {
        let mut list = table.read(&mut snapshot, season).await?;
        let mut text = String::new();
        for record in &mut list {
            if season.is_some() && table.name == "users" {
                anonymous(record);
            }
            digests.extend(files_of(table, record));
            writeln!(text, "{}", Value::Object(record.clone()))?;
        }
        rows.insert(table.name.to_string(), list.len());
        private::write(&tables(to, table), text)?;
    }
    snapshot.rollback().await?;
    digests.sort_unstable();
    digests.dedup();
    for digest in &digests {
        let file = file(to, digest);
        private::folder(file.parent().unwrap_or(to), &[])?;
        private::write(&file, app.store.get(digest).await?)?;
    }
    // Last: a folder with it is complete.
    let amount = Amount { rows: rows.values().sum(), files: digests.len() };
    let manifest = Manifest {
        format: FORMAT,
        kind: if season.is_some() { "season" } else { "server" }.into(),
        made: time::now(),
        version: env!("CARGO_PKG_VERSION").into(),
        rows,
        files: digests.len(),
    };
    private::write(&to.join(MANIFEST), serde_json::to_string_pretty(&manifest)?)?;
    Ok(amount)
}

/// People who move with a season bring their name, and nothing to sign in with.
fn anonymous(user: &mut Record) {
    user.insert("password".into(), Value::Null);
    user.insert("role".into(), "player".into());
    user.insert("disabled".into(), 0.into());
}

/// The files that a row names.
fn files_of(table: &Table, record: &Record) -> Vec<String> {
    let columns = FILES.iter().filter(|(name, _)| *name == table.name);
    let named = columns.filter_map(|(_, column)| record.get(*column)?.as_str());
    named.filter(|name| !name.starts_with("builtin:")).map(String::from).collect()
}

fn tables(folder: &Path, table: &Table) -> PathBuf {
    folder.join("tables").join(format!("{}.jsonl", table.name))
}

fn file(folder: &Path, digest: &str) -> PathBuf {
    folder.join("files").join(digest.get(..2).unwrap_or("")).join(digest)
}

fn manifest(from: &Path, kind: &str) -> anyhow::Result<Manifest> {
    let path = from.join(MANIFEST);
    let text = fs::read_to_string(&path).with_context(|| {
        format!("{} cannot be read: name a folder that palestra wrote", path.display())
    })?;
    let manifest: Manifest =
        serde_json::from_str(&text).with_context(|| format!("{} is not valid", path.display()))?;
    ensure!(
        manifest.format == FORMAT,
        "{} has format {}, this program reads {FORMAT}: use the program that wrote it",
        path.display(),
        manifest.format
    );
    ensure!(
        manifest.kind == kind,
        "{} contains a {}, not a {kind}: {} it instead",
        from.display(),
        manifest.kind,
        if kind == "server" { "import-season" } else { "restore" }
    );
    Ok(manifest)
}

/// The rows of a table, with the number of each line for messages.
fn records(from: &Path, table: &Table, manifest: &Manifest) -> anyhow::Result<Vec<Record>> {
    let path = tables(from, table);
    // A table that an older program did not have yet.
    let Some(expected) = manifest.rows.get(table.name) else { return Ok(Vec::new()) };
    let text =
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let read = |(k, line): (usize, &str)| {
        serde_json::from_str(line)
            .with_context(|| format!("{}:{} is not a row", path.display(), k + 1))
    };
    let list: Vec<Record> = text.lines().enumerate().map(read).collect::<anyhow::Result<_>>()?;
    ensure!(
        list.len() == *expected,
        "{} has {} rows of {expected}: the copy is not complete",
        path.display(),
        list.len()
    );
    Ok(list)
}

/// Fills an empty server with a backup.
///
/// # Errors
/// When the server is not empty, or the backup is not whole. Nothing is changed then.
pub async fn restore(app: &Shared, from: &Path) -> anyhow::Result<Amount> {
    let manifest = manifest(from, "server")?;
    let mut all: Vec<Vec<Record>> = TABLES
        .iter()
        .map(|table| records(from, table, &manifest))
        .collect::<anyhow::Result<_>>()?;
    let mut transaction = db::begin(&app.db).await?;
    for table in &TABLES {
        ensure!(
            table.is_empty(&mut transaction).await?,
            "the server is not empty (it has {}): restore to an empty folder",
            table.name
        );
    }
    let files = put_files(app, from, &all).await?;
    let mut rows = 0;
    for (table, list) in TABLES.iter().zip(&mut all) {
        for record in list {
            not_begun(table, record);
            table.write(&mut transaction, record).await?;
            rows += 1;
        }
    }
    transaction.commit().await?;
    let (settings, target) = (from.join(config::FILE), app.config.folder.join(config::FILE));
    if settings.exists() && !target.exists() {
        private::write(&target, fs::read(settings)?)?;
    }
    Ok(Amount { rows, files })
}

/// Stores the files that rows name; each must be what its name says.
async fn put_files(app: &Shared, from: &Path, all: &[Vec<Record>]) -> anyhow::Result<usize> {
    let tables = TABLES.iter().zip(all);
    let digests: BTreeSet<String> = tables
        .flat_map(|(table, list)| list.iter().flat_map(|record| files_of(table, record)))
        .collect();
    for digest in &digests {
        let plain = digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit());
        ensure!(plain, "`{digest}` is not the digest of a file");
        let path = file(from, digest);
        let bytes =
            fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let kept = app.store.put(bytes).await?;
        ensure!(kept == *digest, "{} is damaged: its digest is {kept}", path.display());
    }
    Ok(digests.len())
}

/// Adds a season to a server. People are found by their login; those who are new get an account
/// without a password, which an invitation for their login opens.
///
/// # Errors
/// When the season, or its address, is there already, or the export is not whole. Nothing is
/// changed then.
pub async fn import_season(
    app: &Shared,
    from: &Path,
    slug: Option<&str>,
) -> anyhow::Result<Amount> {
    let manifest = manifest(from, "season")?;
    let mut all: Vec<Vec<Record>> = TABLES
        .iter()
        .map(|table| match table.moves() {
            true => records(from, table, &manifest),
            false => Ok(Vec::new()),
        })
        .collect::<anyhow::Result<_>>()?;
    rename(app, &mut all, slug).await?;
    let people = people(app, &mut all).await?;
    let files = put_files(app, from, &all).await?;
    let mut transaction = db::begin(&app.db).await?;
    let mut rows = 0;
    for (table, list) in TABLES.iter().zip(&mut all) {
        for record in list {
            settle(table, record, &people);
            table.write(&mut transaction, record).await.with_context(|| {
                format!("a row of {} cannot be added: is this season here already?", table.name)
            })?;
            rows += 1;
        }
    }
    transaction.commit().await?;
    app.wake();
    Ok(Amount { rows, files })
}

fn position(name: &str) -> usize {
    TABLES.iter().position(|table| table.name == name).unwrap_or(0)
}

/// Gives the season its address on this server.
async fn rename(app: &Shared, all: &mut [Vec<Record>], slug: Option<&str>) -> anyhow::Result<()> {
    let [season] = &mut all[position("seasons")][..] else {
        bail!("the folder must contain exactly one season")
    };
    if let Some(slug) = slug {
        season.insert("slug".into(), slug.into());
    }
    let text = |name: &str| season.get(name).and_then(Value::as_str).unwrap_or_default();
    let (id, slug, game) = (text("id"), text("slug"), text("game"));
    ensure!(games::by_id(game).is_some(), "this program does not know the game `{game}`");
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    ensure!(
        !slug.is_empty() && slug.len() <= 40 && slug.chars().all(plain),
        "`{slug}` is not an address: use 1 to 40 lowercase letters, digits and dashes"
    );
    ensure!(
        seasons::by_id(&app.db, &id.into()).await?.is_none(),
        "this server already has this season"
    );
    ensure!(
        seasons::by_slug(&app.db, slug).await?.is_none(),
        "the season `{slug}` already exists: choose another address with --slug"
    );
    Ok(())
}

/// Which account on this server each of the season's people is; only new ones stay in the list.
async fn people(app: &Shared, all: &mut [Vec<Record>]) -> anyhow::Result<BTreeMap<String, String>> {
    let here = db::users::all(&app.db).await?;
    let mut map = BTreeMap::new();
    let users = &mut all[position("users")];
    users.retain_mut(|user| {
        let text = |name: &str| user.get(name).and_then(Value::as_str).unwrap_or_default();
        let (old, login) = (text("id").to_string(), text("login"));
        let known = here.iter().find(|one| one.login == login);
        let new = known.map_or_else(secret::id, |one| one.id.to_string());
        map.insert(old, new.clone());
        anonymous(user);
        user.insert("id".into(), new.into());
        known.is_none()
    });
    Ok(map)
}

/// Lets a row name people as this server does, and no work as begun.
fn settle(table: &Table, record: &mut Record, people: &BTreeMap<String, String>) {
    let column = match table.name {
        "submissions" | "representatives" => "user_id",
        "rounds" => "subject",
        _ => "",
    };
    let known = record.get(column).and_then(Value::as_str).and_then(|id| people.get(id));
    if let Some(new) = known {
        record.insert(column.into(), new.clone().into());
    }
    not_begun(table, record);
}

/// Resets work that the old server had handed out, so that this server hands it out.
fn not_begun(table: &Table, record: &mut Record) {
    let (from, to, since) = match table.name {
        "matches" => ("running", "planned", "begun"),
        "submissions" => ("compiling", "received", "due"),
        "checks" => ("running", "planned", "begun"),
        _ => return,
    };
    if record.get("state").and_then(Value::as_str) == Some(from) {
        record.insert("state".into(), to.into());
        record.insert(since.into(), 0.into());
        // It did not fail.
        if let Some(attempts) = record.get("attempts").and_then(Value::as_i64) {
            record.insert("attempts".into(), (attempts - 1).max(0).into());
        }
    }
}
