//! The database: one file per table or group of tables, queries and nothing else.
//!
//! One text of SQL for SQLite and PostgreSQL, through the driver of sqlx that takes either. So
//! each query keeps these rules:
//!
//! - placeholders are `$1`, `$2`, …; flags and times are `BIGINT`, bound as `i64`;
//! - sums and averages are cast (`CAST(SUM(x) AS BIGINT)`, `CAST(AVG(x) AS DOUBLE PRECISION)`);
//! - every column that is chosen beside an aggregate stands in `GROUP BY`;
//! - with an optional `f64`, `.persistent(value.is_some())`: the driver takes a missing one for an
//!   `f32`, and PostgreSQL would keep a statement that was prepared so;
//! - `ON CONFLICT`, never `INSERT OR`; no functions of one database's own, except in `dialect`.

pub mod audit;
pub mod checks;
pub mod comparisons;
mod dialect;
pub mod director;
pub mod dump;
pub mod fairness;
pub mod figures;
pub mod friendlies;
pub mod health;
pub mod keys;
pub mod live;
pub mod matches;
pub mod queue;
pub mod results;
pub mod seasons;
pub mod seats;
pub mod staff;
pub mod standings;
pub mod submissions;
pub mod tournaments;
pub mod users;

pub(crate) use dialect::row;
pub use dialect::{Kind, now};

use crate::config::Config;
use anyhow::Context;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// The connections.
pub type Db = sqlx::AnyPool;
/// One connection, or a transaction's.
pub type Connection = sqlx::AnyConnection;
/// A transaction.
pub type Transaction = sqlx::Transaction<'static, sqlx::Any>;
/// The result of a query.
pub type Result<T> = sqlx::Result<T>;

/// All migrations, in order; a published one never changes. They are written for SQLite;
/// [`Kind::schema`] says what becomes of them elsewhere.
const MIGRATIONS: [(i64, &str, &str); 14] = [
    (1, "start", include_str!("../../migrations/0001_start.sql")),
    (2, "tournaments", include_str!("../../migrations/0002_tournaments.sql")),
    (3, "similarity", include_str!("../../migrations/0003_similarity.sql")),
    (10, "cluster", include_str!("../../migrations/0010_cluster.sql")),
    (11, "ranks", include_str!("../../migrations/0011_ranks.sql")),
    (12, "tokens", include_str!("../../migrations/0012_tokens.sql")),
    (13, "workers", include_str!("../../migrations/0013_workers.sql")),
    (14, "earlier", include_str!("../../migrations/0014_earlier.sql")),
    (15, "token ends", include_str!("../../migrations/0015_token_ends.sql")),
    (16, "queue", include_str!("../../migrations/0016_queue.sql")),
    (17, "keys", include_str!("../../migrations/0017_keys.sql")),
    (18, "staff", include_str!("../../migrations/0018_staff.sql")),
    (19, "waiting", include_str!("../../migrations/0019_waiting.sql")),
    (20, "rounds", include_str!("../../migrations/0020_rounds.sql")),
];
/// After this long without a connection a request fails instead of hanging on.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(20);
/// Connections of one process.
const CONNECTIONS_MAX: u32 = 8;
/// A connection that was not used for this long is asked whether it still works.
const IDLE: Duration = Duration::from_secs(1);
/// How long it may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// The address of an SQLite file, which is made when there is none.
#[must_use]
pub fn file_url(file: &Path) -> String {
    use std::fmt::Write;
    let mut url = String::from("sqlite://");
    for byte in file.to_string_lossy().bytes() {
        // `?`, `#` and `%` mean something in an address.
        match byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte) {
            true => url.push(char::from(byte)),
            false => drop(write!(url, "%{byte:02X}")),
        }
    }
    url + "?mode=rwc"
}

/// The address of the database that a configuration asks for: a file in the folder unless it names
/// another one.
#[must_use]
pub fn address(config: &Config) -> String {
    let own = || file_url(&config.folder.join("palestra.db"));
    config.database.clone().unwrap_or_else(own)
}

/// Opens a database, `sqlite://…` or `postgres://…`, and brings it up to date.
///
/// # Errors
/// When it cannot be reached, or was written by a newer version of this program.
pub async fn open(url: &str) -> anyhow::Result<Db> {
    sqlx::any::install_default_drivers();
    let kind = Kind::of_url(url)?;
    let options = AnyConnectOptions::from_str(url)
        .map_err(|e| anyhow::anyhow!("the address of the database cannot be read: {e}"))?;
    let db = AnyPoolOptions::new()
        .max_connections(CONNECTIONS_MAX)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // The driver's own test waits for ever where the network was cut.
        .test_before_acquire(false)
        .before_acquire(move |connection, idle| {
            let fresh = kind == Kind::Sqlite || idle.idle_for < IDLE;
            Box::pin(async move { Ok(fresh || answers(connection).await?) })
        })
        // What a cut network left half done goes; a file has no network.
        .after_release(move |connection, _| {
            Box::pin(async move { Ok(kind == Kind::Sqlite || answers(connection).await?) })
        })
        .after_connect(move |connection, _| {
            Box::pin(async move {
                for sql in kind.settings().iter().copied() {
                    sqlx::query(sql).execute(&mut *connection).await?;
                }
                Ok(())
            })
        })
        .connect_with(options)
        .await
        .context("the database cannot be opened")?;
    let migrations = MIGRATIONS.map(|(version, name, sql)| {
        let sql = AssertSqlSafe(kind.schema(sql)).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.to_vec()).run(&db).await?;
    Ok(db)
}

/// Whether a connection works; an error takes it out of the pool without a farewell.
async fn answers(connection: &mut Connection) -> Result<bool> {
    use sqlx::Connection as _;
    match tokio::time::timeout(ANSWER_TIMEOUT, connection.ping()).await {
        Ok(answer) => answer.map(|()| true),
        Err(_) => Err(sqlx::Error::PoolTimedOut),
    }
}

/// Gives up what does not end in time. Where the network is cut while the database answers,
/// nothing else ever ends the waiting.
///
/// # Errors
/// Those of the work, or that it took too long.
pub async fn in_time<T>(
    limit: Duration,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    tokio::time::timeout(limit, work)
        .await
        .unwrap_or_else(|_| anyhow::bail!("no answer within {} s", limit.as_secs()))
}

/// A transaction that writes. One at a time, as SQLite has it: what it reads stays true until it
/// ends, and it never has to give up in its middle.
///
/// # Errors
/// When the database stays busy.
pub async fn begin(db: &Db) -> Result<Transaction> {
    match Kind::of(db) {
        Kind::Sqlite => db.begin_with("BEGIN IMMEDIATE").await,
        Kind::Postgres => {
            let mut transaction = db.begin().await?;
            sqlx::query(dialect::ONE_WRITER).execute(&mut *transaction).await?;
            Ok(transaction)
        }
    }
}

/// A transaction of statements that are right whatever others write meanwhile, such as storing
/// the result of a match. With PostgreSQL any number of them run at once.
///
/// # Errors
/// When the database stays busy.
pub async fn begin_beside(db: &Db) -> Result<Transaction> {
    match Kind::of(db) {
        Kind::Sqlite => db.begin_with("BEGIN IMMEDIATE").await,
        Kind::Postgres => db.begin().await,
    }
}

/// A transaction that only reads, and sees one moment.
///
/// # Errors
/// When the database fails.
pub async fn snapshot(db: &Db) -> Result<Transaction> {
    let mut transaction = db.begin().await?;
    if Kind::of(db) == Kind::Postgres {
        sqlx::query(dialect::ONE_MOMENT).execute(&mut *transaction).await?;
    }
    Ok(transaction)
}
