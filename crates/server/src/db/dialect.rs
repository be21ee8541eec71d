//! The differences between SQLite and PostgreSQL.

use super::{Connection, Db, Result};
use serde::de::DeserializeOwned;

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file of this machine.
    Sqlite,
    /// A server.
    Postgres,
}

/// Waits until no other transaction of [`super::begin`] is open; the number means nothing.
pub(super) const ONE_WRITER: &str = "SELECT pg_advisory_xact_lock(70931)";

/// Makes a transaction see one moment, as SQLite's always do.
pub(super) const ONE_MOMENT: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

impl Kind {
    /// The kind behind an address.
    ///
    /// # Errors
    /// When it is neither.
    pub fn of_url(url: &str) -> anyhow::Result<Self> {
        match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => Ok(Self::Sqlite),
            Some("postgres" | "postgresql") => Ok(Self::Postgres),
            // An address may hold a password: not even its beginning is shown.
            _ => anyhow::bail!(
                "the address of the database must begin with sqlite:// or postgres://, such as \
                 postgres://palestra:secret@db.example.org/palestra"
            ),
        }
    }

    /// The kind of an open database.
    #[must_use]
    pub fn of(db: &Db) -> Self {
        match db.connect_options().database_url.scheme() {
            "sqlite" => Self::Sqlite,
            _ => Self::Postgres,
        }
    }

    /// The kind that a connection leads to.
    #[must_use]
    pub fn of_connection(connection: &Connection) -> Self {
        match connection.backend_name() {
            "SQLite" => Self::Sqlite,
            _ => Self::Postgres,
        }
    }

    /// The first statements of every connection.
    pub(super) fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &[
                "PRAGMA busy_timeout = 20000",
                "PRAGMA journal_mode = WAL",
                // What was confirmed to somebody survives a power cut too.
                "PRAGMA synchronous = FULL",
                "PRAGMA foreign_keys = ON",
            ],
            // Whoever is cut off in the middle of a transaction must not hold up the others.
            Self::Postgres => &[
                "SET statement_timeout = '60s'",
                "SET idle_in_transaction_session_timeout = '20s'",
                "SET tcp_user_timeout = '20s'",
                "SET tcp_keepalives_idle = 5",
                "SET tcp_keepalives_interval = 5",
                "SET tcp_keepalives_count = 3",
            ],
        }
    }

    /// A migration, which is written for SQLite, for this database.
    pub(super) fn schema(self, sql: &str) -> String {
        match self {
            Self::Sqlite => sql.to_string(),
            // Names and ids are ordered by their bytes, whatever language the server speaks:
            // which matches are played follows from that order.
            Self::Postgres => {
                sql.replace(" TEXT", " TEXT COLLATE \"C\"").replace(" BLOB", " BYTEA")
            }
        }
    }

    /// The database's own time in milliseconds since 1970, as an expression.
    #[must_use]
    pub fn now(self) -> &'static str {
        match self {
            Self::Sqlite => "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)",
            Self::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// All columns of all tables: names of table and column.
    pub(super) fn columns(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c \
                 WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' \
                 AND t.name <> '_sqlx_migrations'"
            }
            Self::Postgres => {
                "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) \
                 FROM information_schema.columns WHERE table_schema = 'public' \
                 AND table_name <> '_sqlx_migrations'"
            }
        }
    }

    /// A query that gives all its rows in one, as a list of lists that [`from_one_row`] reads. Each
    /// row of its own may wake whoever waits for it, which costs more than the row. No fractions:
    /// SQLite rounds them.
    pub(super) fn in_one_row(self, columns: &str, from: &str, order: &str) -> String {
        let (all, one) = match self {
            Self::Sqlite => ("json_group_array", "json_array"),
            Self::Postgres => ("json_agg", "json_build_array"),
        };
        format!(
            "SELECT COALESCE(CAST({all}({one}({columns}) ORDER BY {order}) AS TEXT), '[]') {from}"
        )
    }

    /// The end of a subquery that chooses rows to be changed: what others are changing is left
    /// to them.
    #[must_use]
    pub fn skip_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => "FOR UPDATE SKIP LOCKED",
        }
    }
}

/// `$1, $2, …`: places for a [padded] list of so many values, after `first` others.
#[must_use]
pub(super) fn places(first: usize, count: usize) -> String {
    let last = first + count.next_power_of_two();
    let all: Vec<String> = (first + 1..=last).map(|n| format!("${n}")).collect();
    all.join(", ")
}

/// The values of a list, with the last one repeated until they are a power of two: so there are
/// few different statements, and a connection keeps them prepared.
pub(super) fn padded<T: Copy>(values: &[T]) -> impl Iterator<Item = T> {
    let more = values.len().next_power_of_two() - values.len();
    let last = values.last().copied().into_iter();
    values.iter().copied().chain(last.cycle().take(more))
}

/// The rows of a query of [`Kind::in_one_row`].
///
/// # Errors
/// When they do not have these types.
pub(super) fn from_one_row<T: DeserializeOwned>(json: &str) -> Result<Vec<T>> {
    serde_json::from_str(json).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// A pattern for `LOWER(x) LIKE $1 ESCAPE '!'`: all texts that contain this part.
#[must_use]
pub(super) fn containing(part: &str) -> String {
    let part = part.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{part}%")
}

/// Rows that one statement takes. SQLite looks for each of its values among all of them, so twice
/// as many rows take four times as long.
pub(super) const ROWS_AT_ONCE: usize = 32;

/// `($1, $2), ($3, $4), …`: places for so many rows, whose values are of these types where one is
/// named.
#[must_use]
pub(super) fn rows(types: &[&str], count: usize) -> String {
    let place = |row: usize, (k, kind): (usize, &&str)| {
        let number = row * types.len() + k + 1;
        match *kind {
            "" => format!("${number}"),
            kind => format!("CAST(${number} AS {kind})"),
        }
    };
    let row = |row| {
        let all: Vec<_> = types.iter().enumerate().map(|one| place(row, one)).collect();
        format!("({})", all.join(", "))
    };
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}

/// The database's own time.
///
/// # Errors
/// When the database fails.
pub async fn now(db: &mut Connection) -> Result<i64> {
    let sql = match Kind::of_connection(db) {
        Kind::Sqlite => "SELECT CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)",
        Kind::Postgres => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    };
    sqlx::query_scalar(sql).fetch_one(db).await
}

/// Reads a row into a struct whose fields are named as the columns.
macro_rules! row {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $name {
            fn from_row(row: &'r sqlx::any::AnyRow) -> sqlx::Result<Self> {
                use $crate::column::Column;
                Ok(Self { $($field: Column::read(row, stringify!($field))?),* })
            }
        }
    };
}
pub(crate) use row;

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::AssertSqlSafe;

    #[tokio::test]
    async fn rows_in_one_are_the_rows_in_their_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = crate::db::open(&crate::db::file_url(&folder.path().join("test.db"))).await;
        let mut connection = db.expect("opened").acquire().await.expect("a connection");
        let kind = Kind::of_connection(&connection);
        let from = "FROM (SELECT 2 AS n, 'a \"b\" \\ \u{e4}\u{1F600}' AS name UNION ALL \
                    SELECT -9007199254740993, NULL) t WHERE n < $1";
        let text = kind.in_one_row("n, name", from, "n");
        let ask = async |below: i64, connection: &mut Connection| {
            let query = sqlx::query_scalar(AssertSqlSafe(text.clone())).bind(below);
            let json: String = query.fetch_one(connection).await.expect("asked");
            from_one_row::<(i64, Option<String>)>(&json)
        };
        let all = ask(3, &mut connection).await.expect("read");
        let name = "a \"b\" \\ \u{e4}\u{1F600}".to_string();
        assert_eq!(all, [(-9_007_199_254_740_993, None), (2, Some(name))]);
        assert_eq!(ask(i64::MIN, &mut connection).await.expect("read"), []);
        assert!(from_one_row::<(i64, i64)>("[[1, \"x\"]]").is_err());
    }
}
