//! All tables as plain rows, for backups and for seasons that move: the same for every database.

use super::{Connection, Kind, Result};
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, Row};

/// A row: its columns by name.
pub type Record = Map<String, Value>;

/// A table.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns; those with `#` are whole numbers, with `~` fractions, the others texts.
    columns: &'static str,
    /// Which rows belong to the season `$1`; none: the table is of the server.
    of_season: Option<&'static str>,
}

const fn table(
    name: &'static str,
    columns: &'static str,
    of_season: Option<&'static str>,
) -> Table {
    Table { name, columns, of_season }
}

/// All tables, each after those that it refers to.
pub const TABLES: [Table; 23] = [
    table(
        "users",
        "id login name password role created# disabled#",
        Some("id IN (SELECT user_id FROM submissions WHERE season_id = $1)"),
    ),
    table("invitations", "token login name role created# expires# used_by", None),
    table("sessions", "token user_id created# expires#", None),
    table("api_tokens", "token id user_id label created# scope expires#", None),
    table(
        "seasons",
        "id slug title game settings_name settings secret options created# pin",
        Some("id = $1"),
    ),
    // Staff stay: they have accounts on this server.
    table("staff", "season_id user_id since#", None),
    // Keys stay: they are the keys of this server, which does not speak for another one.
    table("signing_keys", "id season_id host public_key state since#", None),
    table(
        "submissions",
        "id season_id user_id name name_key file source size# state wasm report verdict created# \
         decided# due# attempts#",
        Some(OWN),
    ),
    table("representatives", "season_id user_id submission_id since#", Some(OWN)),
    table(
        "rounds",
        "id season_id kind subject number# state held# planned# finished# recount#",
        Some(OWN),
    ),
    table(
        "matches",
        "id season_id round_id number# cluster# seed state begun# attempts# record public_record \
         rounds# ending verified# finished# played_by due# receipts clocked#",
        Some(OWN),
    ),
    table(
        "seats",
        "match_id seat# submission_id name score# status~ receipt strikes#",
        Some("match_id IN (SELECT id FROM matches WHERE season_id = $1)"),
    ),
    table(
        "standings",
        "round_id submission_id place# strength~ half~ chance~ running~ matches# points~ \
         ranks",
        Some("round_id IN (SELECT id FROM rounds WHERE season_id = $1)"),
    ),
    table(
        "tournaments",
        "id season_id kind number# title matches_each# matches_most# state held# created#",
        Some(OWN),
    ),
    table(
        "entries",
        "tournament_id submission_id number# round# place# reason",
        Some("tournament_id IN (SELECT id FROM tournaments WHERE season_id = $1)"),
    ),
    table("comparisons", "season_id made# report", Some(OWN)),
    table("earlier", "season_id players# file", Some(OWN)),
    table(
        "checks",
        "match_id state suspect# first_worker first_record second_worker second_record \
         begun# planned#",
        Some("match_id IN (SELECT id FROM matches WHERE season_id = $1)"),
    ),
    table("workers", "name pin architecture slots# busy# state note delivered# seen#", None),
    table("lanes", "season_id kind served#", None),
    table("turns", "season_id user_id served#", None),
    table("troubles", "id user_id at# subject why", None),
    table("audit", "id at# actor action subject detail", None),
];
const OWN: &str = "season_id = $1";

/// Table and column of all names of files.
pub const FILES: [(&str, &str); 6] = [
    ("submissions", "source"),
    ("submissions", "wasm"),
    ("matches", "record"),
    ("matches", "public_record"),
    ("comparisons", "report"),
    ("earlier", "file"),
];

/// All texts in a column.
///
/// # Errors
/// When the database fails.
pub async fn texts(db: &mut Connection, table: &str, column: &str) -> Result<Vec<String>> {
    let sql = format!("SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(db).await
}

impl Table {
    /// Names of its columns, with the mark of their type.
    fn columns(&self) -> impl Iterator<Item = (&'static str, char)> {
        self.columns.split_whitespace().map(|column| match column.strip_suffix(['#', '~']) {
            Some(name) => (name, column.chars().last().unwrap_or(' ')),
            None => (column, ' '),
        })
    }

    /// Names of its columns.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.columns().map(|(name, _)| name)
    }

    /// Whether a season takes rows of it along.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.of_season.is_some()
    }

    /// Its rows, all or those of a season.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(&self, db: &mut Connection, season: Option<&str>) -> Result<Vec<Record>> {
        let names = self.names().collect::<Vec<_>>().join(", ");
        let filter = season.map_or("$1 = ''", |_| self.of_season.unwrap_or("1 = 0 AND $1 = ''"));
        let sql = format!("SELECT {names} FROM {} WHERE {filter}", self.name);
        let query = sqlx::query(AssertSqlSafe(sql)).bind(season.unwrap_or_default());
        let mut list = Vec::new();
        for row in query.fetch_all(db).await? {
            let mut record = Record::new();
            for (name, kind) in self.columns() {
                let value = match kind {
                    '#' => row.try_get::<Option<i64>, _>(name)?.into(),
                    // As text, which reads back to the same bits.
                    '~' => row.try_get::<Option<f64>, _>(name)?.map(|x| x.to_string()).into(),
                    _ => row.try_get::<Option<String>, _>(name)?.into(),
                };
                record.insert(name.into(), value);
            }
            list.push(record);
        }
        Ok(list)
    }

    /// Adds a row; columns that it does not have get what the table says.
    ///
    /// # Errors
    /// When it is there already, or refers to what is not.
    pub async fn write(&self, db: &mut Connection, record: &Record) -> Result<()> {
        let known: Vec<(&str, char)> =
            self.columns().filter(|(name, _)| record.contains_key(*name)).collect();
        let names = known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let places = (1..=known.len()).map(|k| format!("${k}")).collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO {} ({names}) VALUES ({places})", self.name);
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (name, kind) in known {
            let value = &record[name];
            query = match kind {
                '#' => query.bind(value.as_i64()),
                '~' => query.bind(value.as_str().and_then(|text| text.parse::<f64>().ok())),
                _ => query.bind(value.as_str().map(String::from)),
            };
        }
        // Each row may lack other values: see the rule about missing fractions.
        query.persistent(false).execute(db).await.map(drop)
    }

    /// Whether it has no rows.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_empty(&self, db: &mut Connection) -> Result<bool> {
        let sql = format!("SELECT COUNT(*) FROM {}", self.name);
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(db).await?;
        Ok(count == 0)
    }
}

/// Names of all tables with their columns, for the test that compares them with the list above.
///
/// # Errors
/// When the database fails.
pub async fn schema(db: &mut Connection) -> Result<Vec<(String, String)>> {
    let sql = Kind::of_connection(db).columns();
    sqlx::query_as(sql).fetch_all(db).await
}
