//! `cargo xtask cluster`: the judge's tests once more, on PostgreSQL and an S3-compatible store
//! that are installed and started for it, on this machine's own addresses only.

use crate::hosts::Place;
use crate::run::{Outcome, cargo_for_tests, run};
use anyhow::{Context, Result, bail, ensure};
use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The name of bucket, keys and database user: nothing of it leaves this machine.
pub const NAME: &str = "palestra";
/// How long a server may take until it answers.
const PATIENCE: Duration = Duration::from_secs(60);
/// The judge's tests that ask database or store, by the beginnings of their names.
const TESTS: [&str; 12] = [
    "access::",
    "cluster::",
    "databases::",
    "held::",
    "interface::",
    "ladder::",
    "live::",
    "operation::",
    "similar::",
    "stop::",
    "submit::",
    "tournaments::",
];

/// PostgreSQL and a store, until this is dropped.
pub struct Servers {
    place: Place,
    programs: PathBuf,
    rclone: PathBuf,
    folder: PathBuf,
    children: Vec<Child>,
    database: u16,
    store: u16,
}

/// Runs the judge's tests on both.
pub fn test() -> Result<Outcome> {
    let Some(programs) = postgres() else {
        return Ok(Outcome::Skipped(
            "PostgreSQL is not installed here (Debian: apt install postgresql)",
        ));
    };
    if needs::rclone().is_none() {
        return Ok(Outcome::Skipped("pip installs no store here"));
    }
    let servers = Servers::start(programs, Place::HERE)?;
    run(cargo_for_tests("test")
        .args(["--test", "it", "--"])
        .args(TESTS)
        .env("PALESTRA_TEST_DATABASE", servers.database_url("postgres"))
        .env("PALESTRA_TEST_STORE", servers.store_url("tests"))
        .envs(servers.environment()))?;
    Ok(Outcome::Passed)
}

/// The folder with PostgreSQL's programs, of the newest version that is installed.
pub fn postgres() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let installed = versions.map(|entry| entry.path()).filter(|p| p.join("bin/postgres").is_file());
    Some(installed.max_by_key(|path| version(path))?.join("bin"))
}

impl Servers {
    /// Starts both on free ports.
    ///
    /// # Errors
    /// When one of them cannot be started, or does not answer.
    pub fn start(programs: PathBuf, place: Place) -> Result<Self> {
        let rclone = needs::rclone().context("pip installs no store here")?;
        // The server's user must reach the folder: not below somebody's home.
        let folder = std::env::temp_dir().join(format!("palestra-store-{}", std::process::id()));
        fs::create_dir_all(folder.join("objects").join(NAME))?;
        let (database, store) = (free_port()?, free_port()?);
        let children = Vec::new();
        let mut servers = Self { place, programs, rclone, folder, children, database, store };
        servers.start_database()?;
        let child = servers
            .rclone()
            .args(["serve", "s3", "--addr", &format!("{}:{store}", place.address)])
            .args(["--auth-key", &format!("{NAME},{NAME}")])
            .arg(servers.folder.join("objects"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("the store cannot be started")?;
        servers.children.push(child);
        wait("the store", || place.listens(store))?;
        Ok(servers)
    }

    fn start_database(&mut self) -> Result<()> {
        let (place, programs) = (self.place, &self.programs);
        let data = self.folder.join("database");
        fs::create_dir_all(&data)?;
        if crate::run::is_root() {
            run(Command::new("chown").arg("postgres").args([&self.folder, &data]))?;
        }
        run(as_database_user(Place::HERE, &programs.join("initdb"))
            .args(["--username", NAME, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"])
            .args(["--no-sync", "--pgdata"])
            .arg(&data)
            .stdout(Stdio::null()))?;
        let mut who = fs::OpenOptions::new().append(true).open(data.join("pg_hba.conf"))?;
        writeln!(who, "host all all {}/24 trust", place.address)?;
        let port = self.database.to_string();
        let listen = format!("listen_addresses={}", place.address);
        let child = as_database_user(place, &programs.join("postgres"))
            .args(["-p", &port, "-c", &listen, "-c", "max_connections=400"])
            // What is tested is what the judge asks, not what a disk does.
            .args(["-c", "fsync=off", "-k"])
            .arg(&self.folder)
            .arg("-D")
            .arg(&data)
            .stdout(Stdio::null())
            .stderr(fs::File::create(self.folder.join("database.log"))?)
            .spawn()
            .context("PostgreSQL cannot be started")?;
        let ready = || {
            let mut asked = Command::new(programs.join("pg_isready"));
            asked.args(["-q", "-p", &port, "-h"]).arg(&self.folder);
            asked.status().is_ok_and(|status| status.success())
        };
        let answered = wait("PostgreSQL", ready);
        self.children.push(child);
        answered
    }

    /// Asks a database, as somebody on its machine can: rows in lines, columns between bars.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn ask(&self, database: &str, sql: &str) -> Result<String> {
        let out = Command::new(self.programs.join("psql"))
            .args(["-p", &self.database.to_string(), "-U", NAME, "-d", database, "-h"])
            .arg(&self.folder)
            .args(["--no-psqlrc", "--quiet", "-At", "-c", sql])
            .output()?;
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        ensure!(out.status.success(), "the database says: {said}");
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_string())
    }

    /// Copies the objects of a folder of the store.
    ///
    /// # Errors
    /// When the store refuses.
    pub fn copy(&self, from: &str, to: &str) -> Result<()> {
        let folder = |folder| format!(":s3:{NAME}/{folder}");
        run(self
            .rclone()
            .args(["copy", "--s3-provider=Rclone", "--s3-env-auth"])
            .args([folder(from), folder(to)])
            .envs(self.environment()))
    }

    /// Without anybody's settings.
    fn rclone(&self) -> Command {
        let mut command = self.place.command(&self.rclone);
        command.args(["--config", "/dev/null"]);
        command
    }

    /// Where a database is.
    #[must_use]
    pub fn database_url(&self, database: &str) -> String {
        format!("postgres://{NAME}@{}:{}/{database}", self.place.address, self.database)
    }

    /// Where the files of a folder go.
    #[must_use]
    pub fn store_url(&self, folder: &str) -> String {
        format!("s3://{NAME}/{folder}")
    }

    /// The environment variables with the address of the store.
    pub fn environment(&self) -> [(&'static str, String); 5] {
        [
            ("AWS_ACCESS_KEY_ID", NAME.into()),
            ("AWS_SECRET_ACCESS_KEY", NAME.into()),
            ("AWS_REGION", "us-east-1".into()),
            ("AWS_ALLOW_HTTP", "true".into()),
            ("AWS_ENDPOINT_URL", format!("http://{}:{}", self.place.address, self.store)),
        ]
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// PostgreSQL refuses to run as root.
fn as_database_user(place: Place, program: &Path) -> Command {
    if !crate::run::is_root() {
        return place.command(program);
    }
    let mut command = place.command("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(program);
    // The folder of whoever started this may be closed to that user.
    command.current_dir("/");
    command
}

/// A port of this machine that nobody listens on.
///
/// # Errors
/// When the system has none.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn wait(what: &str, ready: impl Fn() -> bool) -> Result<()> {
    let begin = Instant::now();
    while !ready() {
        if begin.elapsed() > PATIENCE {
            bail!("{what} does not answer after {} s", PATIENCE.as_secs());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
