//! The databases of a judge, asked from outside.

use crate::cluster::Servers;
use crate::run::run;
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Where judges keep what they know.
pub enum Database {
    /// A file for each judge, in its folder below this one.
    Sqlite(PathBuf),
    /// A server, with a database and a folder of the store for each judge.
    Postgres(Servers),
}

impl Database {
    /// Asks the database of a judge: rows in lines, columns between bars.
    ///
    /// # Errors
    /// When it refuses.
    pub fn ask(&self, judge: &str, sql: &str) -> Result<String> {
        let folder = match self {
            Self::Sqlite(folder) => folder,
            Self::Postgres(servers) => return servers.ask(judge, sql),
        };
        let ask = "import sqlite3, sys\n\
                   db = sqlite3.connect(sys.argv[1], timeout=20)\n\
                   rows = db.execute(sys.argv[2]).fetchall()\n\
                   db.commit()\n\
                   print('\\n'.join('|'.join(str(one) for one in row) for row in rows))";
        let file = folder.join(judge).join("palestra.db");
        let out = Command::new("python3").args(["-c", ask]).arg(&file).arg(sql).output()?;
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        ensure!(out.status.success(), "the database says: {said}");
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_string())
    }

    /// Makes room for a judge.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn create(&self, judge: &str) -> Result<()> {
        if let Self::Postgres(servers) = self {
            servers.ask("postgres", &format!("CREATE DATABASE {judge}"))?;
        }
        Ok(())
    }

    /// Copies all that a judge knows, while nobody serves it.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn copy(&self, from: &str, to: &str) -> Result<()> {
        let copy = |from: PathBuf, to: PathBuf| run(Command::new("cp").arg("-r").args([from, to]));
        let servers = match self {
            Self::Sqlite(folder) => return copy(folder.join(from), folder.join(to)),
            Self::Postgres(servers) => servers,
        };
        // The connections of a killed process end a little later than it does.
        let users = format!("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '{from}'");
        while servers.ask("postgres", &users)? != "0" {
            sleep(Duration::from_millis(50));
        }
        servers.ask("postgres", &format!("CREATE DATABASE {to} TEMPLATE {from}"))?;
        servers.copy(from, to)
    }

    /// The environment variables with the database and store of a process.
    #[must_use]
    pub fn environment(&self, judge: &str) -> Vec<(&'static str, String)> {
        let Self::Postgres(servers) = self else { return Vec::new() };
        let mut all = Vec::from(servers.environment());
        all.push(("PALESTRA_DATABASE", servers.database_url(judge)));
        all.push(("PALESTRA_STORE", servers.store_url(judge)));
        all
    }

    /// The answer of a statement, as a number.
    ///
    /// # Errors
    /// When the database refuses, or the answer is no number.
    pub fn number(&self, judge: &str, sql: &str) -> Result<u32> {
        let answer = self.ask(judge, sql)?;
        answer.parse().with_context(|| format!("{sql}: {answer}"))
    }
}
