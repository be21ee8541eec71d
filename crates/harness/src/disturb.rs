//! `cargo xtask disturb`: a judge, workers and three NATS servers on hosts of their own, which are
//! network namespaces of this machine, and everything that can go wrong happens to them. In the
//! end nothing is lost, nothing counts twice, and the table is that of a run in peace.
//!
//! The judge has SQLite. With `--postgres` two judges serve one PostgreSQL and one store.

use crate::cluster::{Servers, postgres};
use crate::database::Database;
use crate::hosts::{Hosts, Place, address};
use crate::run::{Outcome, palestra, release_program, run};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The judge, the workers, the NATS servers, the second judge, PostgreSQL and the store.
const HOSTS: [&str; 9] =
    ["pal-web", "pal-w1", "pal-w2", "pal-w3", "pal-n1", "pal-n2", "pal-n3", "pal-web2", "pal-db"];
/// The first judge.
const WEB: usize = 0;
/// The hosts with workers.
const WORKERS: std::ops::Range<usize> = 1..4;
/// The hosts with NATS servers.
const SERVERS: std::ops::Range<usize> = 4..7;
/// The second judge, where there are two.
const SECOND: usize = 7;
/// PostgreSQL and the store, where they are used.
const STORE: usize = 8;
/// The worker with a clock that is an hour off.
const LATE: usize = 2;
/// The worker with a full disk.
const FULL: usize = 3;
/// Debian's folders of libraries, where faketime has its own.
const LIBRARIES: &str = "/usr/lib";
const PRELOAD: &str = "faketime/libfaketimeMT.so.1";

/// How much is played, and how long the pauses are.
pub struct Size {
    postgres: bool,
    players: u32,
    rounds: u32,
    cut: Duration,
    /// How long it may take until something happens.
    patience: Duration,
}

/// The size of the test on the command line: the long form, or `--short` as in CI; one judge with
/// SQLite, or two judges with PostgreSQL.
pub fn size(short: bool, postgres: bool) -> Size {
    let seconds = Duration::from_secs;
    match short {
        false => {
            let (cut, patience) = (seconds(30), seconds(2400));
            Size { postgres, players: 100, rounds: 50, cut, patience }
        }
        true => {
            let (cut, patience) = (seconds(4), seconds(240));
            Size { postgres, players: 40, rounds: 8, cut, patience }
        }
    }
}

/// The library that gives a process another time, when it is installed.
pub fn other_clock() -> Option<PathBuf> {
    let folders = fs::read_dir(LIBRARIES).ok()?.flatten();
    folders.map(|folder| folder.path().join(PRELOAD)).find(|library| library.is_file())
}

impl Size {
    fn matches(&self) -> u32 {
        self.players / 4 * 4 * self.rounds
    }
}

/// Builds the program and runs the test.
pub fn test(size: &Size) -> Result<Outcome> {
    with(size, palestra)
}

/// The same with the program that the tests before have built.
pub fn test_built(size: &Size) -> Result<Outcome> {
    with(size, || Ok(release_program()))
}

fn with(size: &Size, program: impl Fn() -> Result<PathBuf>) -> Result<Outcome> {
    if let Some(why) = obstacle(size) {
        return Ok(Outcome::Skipped(why));
    }
    disturb(size, program()?)?;
    Ok(Outcome::Passed)
}

/// Why it cannot be run here.
fn obstacle(size: &Size) -> Option<&'static str> {
    if size.postgres && postgres().is_none() {
        return Some("PostgreSQL is not installed here (Debian: apt install postgresql)");
    }
    if size.postgres && needs::rclone().is_none() {
        return Some("pip installs no store here");
    }
    if needs::nats_server().is_none() {
        return Some("pip installs no NATS server here");
    }
    if !crate::run::has("ip") {
        return Some("hosts are made with `ip`, which is not here (Debian: apt install iproute2)");
    }
    if !crate::run::is_root() {
        return Some("hosts are network namespaces, which only root can make");
    }
    // In a container even root may not.
    let ip = |words: [&str; 3]| {
        let out = Command::new("ip").args(words).output();
        out.is_ok_and(|out| out.status.success())
    };
    let probe = "pal-probe";
    let may = ip(["netns", "add", probe]);
    ip(["netns", "del", probe]);
    (!may).then_some(
        "network namespaces cannot be made here (`ip netns add` and `unshare --net` are refused; \
         a container needs the capabilities SYS_ADMIN and NET_ADMIN)",
    )
}

fn disturb(size: &Size, program: PathBuf) -> Result<()> {
    let nats = needs::nats_server().context("no NATS server")?;
    let begin = Instant::now();
    if other_clock().is_none() {
        println!("without faketime no clock is an hour off (Debian: apt install faketime)");
    }
    let mut house = House::build(nats, program, size)?;
    house.season(size)?;
    let calm = house.calm(size)?;
    println!("undisturbed: {} matches in {calm:.1} s", size.matches());
    house.storm(size)?;
    let (first, second) = (house.table("calm")?, house.table("storm")?);
    ensure!(first == second, "the tables differ:\n{first}\n\n{second}");
    ensure!(
        first.lines().count() > size.matches() as usize * 4,
        "scores are missing from the table"
    );
    house.keep = std::env::var_os("PALESTRA_KEEP").is_some();
    println!("both tables are the same, {} lines; {:.0} s", first.lines().count(), since(begin));
    Ok(())
}

fn since(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64()
}

/// All hosts, and what runs on them, until this is dropped.
struct House {
    folder: PathBuf,
    nats: PathBuf,
    program: PathBuf,
    patience: Duration,
    database: Database,
    hosts: Hosts,
    running: [Option<Child>; HOSTS.len()],
    /// Logs are wanted after a failure, and when `PALESTRA_KEEP` is set.
    keep: bool,
}

impl House {
    fn build(nats: PathBuf, program: PathBuf, size: &Size) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("palestra-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let running = std::array::from_fn(|_| None);
        let hosts = Hosts::wire(&HOSTS)?;
        let database = if size.postgres {
            let programs = postgres().context("no PostgreSQL")?;
            Database::Postgres(Servers::start(programs, Place::host(HOSTS[STORE], STORE))?)
        } else {
            Database::Sqlite(folder.clone())
        };
        let patience = size.patience;
        let mut house =
            Self { folder, nats, program, patience, database, hosts, running, keep: true };
        let palestra = |words: &[&str]| {
            let mut command = Command::new(&house.program);
            run(command.args(words).current_dir(&house.folder).stdout(Stdio::null()))
        };
        let servers: Vec<String> = SERVERS.map(|k| address(k).to_string()).collect();
        let mut init = vec!["admin", "cluster", "init", "cluster"];
        init.extend(servers.iter().map(String::as_str));
        palestra(&init)?;
        for k in WORKERS {
            palestra(&["admin", "cluster", "add", "cluster", HOSTS[k]])?;
        }
        for k in SERVERS {
            house.start(k, "")?;
        }
        Ok(house)
    }

    /// The hosts with judges.
    fn judges(&self) -> &'static [usize] {
        match self.database {
            Database::Sqlite(_) => &[WEB],
            Database::Postgres(_) => &[WEB, SECOND],
        }
    }

    /// The hosts with judges and workers.
    fn contest(&self) -> impl Iterator<Item = usize> + use<> {
        self.judges().iter().copied().chain(WORKERS)
    }

    fn ask(&self, judge: &str, sql: &str) -> Result<String> {
        self.database.ask(judge, sql)
    }

    /// The addresses of all NATS servers.
    fn servers() -> String {
        let all: Vec<_> = SERVERS.map(|k| format!("nats://{}", address(k))).collect();
        all.join(",")
    }

    /// A process on a host, in a folder.
    fn spawn(&self, k: usize, judge: &str, folder: &Path, words: &[String]) -> Result<Child> {
        let program = if SERVERS.contains(&k) { &self.nats } else { &self.program };
        let host = HOSTS[k];
        let place = Place::host(host, k);
        fs::create_dir_all(folder)?;
        let log = self.folder.join(format!("{host}.log"));
        let log = fs::OpenOptions::new().create(true).append(true).open(log)?;
        let mut command = place.command(program);
        command.args(words).current_dir(folder);
        if [WEB, SECOND].contains(&k) {
            command.envs(self.database.environment(judge));
        }
        if k == LATE
            && let Some(library) = other_clock()
        {
            command
                .env("LD_PRELOAD", library)
                .env("FAKETIME", "+1h")
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        if k == FULL {
            let disk = full_disk(&self.folder.join(host))?;
            command.env("XDG_CACHE_HOME", &disk).env("TMPDIR", disk);
        }
        command.stdout(Stdio::null()).stderr(log).spawn().context("a program cannot be started")
    }

    /// Starts what belongs on a host; the judge serves the folder of this name.
    fn start(&mut self, k: usize, judge: &str) -> Result<()> {
        let cluster = self.folder.join("cluster");
        let creds = |name: &str| cluster.join(format!("{name}.creds")).display().to_string();
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let own = self.folder.join(HOSTS[k]);
        let listen = format!("serve . --trust-sources --listen {}:8080", address(k));
        let (folder, mut all) = match k {
            WEB => (self.folder.join(judge), words(&listen)),
            SECOND => (own, words(&listen)),
            _ if WORKERS.contains(&k) => (own, words("worker . --slots 1")),
            _ => {
                let nats = format!("-c nats-{}.conf -a {}", k - SERVERS.start + 1, address(k));
                (cluster.clone(), words(&nats))
            }
        };
        if !SERVERS.contains(&k) {
            let name = if WORKERS.contains(&k) { HOSTS[k] } else { "judge" };
            all.extend(["--cluster".into(), Self::servers(), "--creds".into(), creds(name)]);
        }
        self.running[k] = Some(self.spawn(k, judge, &folder, &all)?);
        Ok(())
    }

    /// Kills without a warning.
    fn kill(&mut self, k: usize) -> Result<()> {
        if let Some(mut child) = self.running[k].take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// A season whose players come with the game, so that every match is the same anywhere.
    fn season(&mut self, size: &Size) -> Result<()> {
        self.database.create("calm")?;
        self.start(WEB, "calm")?;
        let ready = "SELECT COUNT(*) FROM submissions";
        let there = || self.database.number("calm", ready).ok().map(|n| (n > 3).to_string());
        self.until("a season", there, "true")?;
        self.kill(WEB)?;
        let season = self.ask("calm", "SELECT id FROM seasons")?;
        let there = self.database.number("calm", ready)?;
        let rows: Vec<String> = (1..=size.players - there)
            .map(|k| {
                let source = if k % 3 == 0 { "builtin:Dummy" } else { "builtin:Demo" };
                let id = k * 7919;
                format!(
                    "('{id:032x}', '{season}', 'P{k}', 'p{k}', '', '{source}', 0, 'qualified', \
                     '', {k})"
                )
            })
            .collect();
        let more = format!(
            "INSERT INTO submissions (id, season_id, name, name_key, file, source, size, state, \
             verdict, created) VALUES {}",
            rows.join(", ")
        );
        self.ask("calm", &more)?;
        let options = self.ask("calm", "SELECT options FROM seasons")?;
        let mut options: serde_json::Value = serde_json::from_str(&options)?;
        options["ladder_rounds_max"] = size.rounds.into();
        options["ladder_matches_enough"] = 1_000_000.into();
        self.ask("calm", &format!("UPDATE seasons SET options = '{options}'"))?;
        // What was planned before all players were there.
        for table in ["seats", "matches", "rounds"] {
            self.ask("calm", &format!("DELETE FROM {table}"))?;
        }
        self.database.copy("calm", "storm")
    }

    fn until(&self, what: &str, ask: impl Fn() -> Option<String>, wanted: &str) -> Result<()> {
        let begin = Instant::now();
        while ask().as_deref() != Some(wanted) {
            if begin.elapsed() > self.patience {
                bail!("waited in vain for {what}: see {}", self.folder.display());
            }
            sleep(Duration::from_millis(200));
        }
        Ok(())
    }

    fn played(&self, database: &str) -> Option<u32> {
        let sql = "SELECT COUNT(*) FROM matches WHERE state = 'done'";
        self.database.number(database, sql).ok()
    }

    fn over(&self, database: &str, size: &Size) -> Result<()> {
        let sql = "SELECT COUNT(*) FROM rounds WHERE kind = 'ladder' AND state = 'done'";
        let rounds = size.rounds.to_string();
        self.until("the last round", || self.ask(database, sql).ok(), &rounds)
    }

    /// All hosts, and nothing happens to them; gives seconds.
    fn calm(&mut self, size: &Size) -> Result<f64> {
        let begin = Instant::now();
        for k in self.contest() {
            self.start(k, "calm")?;
        }
        self.over("calm", size)?;
        for k in self.contest() {
            self.kill(k)?;
        }
        Ok(since(begin))
    }

    /// Everything that can go wrong, one thing after the other, spread over the matches.
    fn storm(&mut self, size: &Size) -> Result<()> {
        let begin = Instant::now();
        for k in self.contest() {
            self.start(k, "storm")?;
        }
        let events = 8;
        for event in 0..events {
            let from = (event + 1) * size.matches() / (events + 2);
            self.until(
                "progress",
                || self.played("storm").map(|n| (n >= from).to_string()),
                "true",
            )?;
            println!("{:>5.1} s, {from} matches: {}", since(begin), self.event(event, size)?);
        }
        self.over("storm", size)?;
        println!("disturbed: {} matches in {:.1} s", size.matches(), since(begin));
        let count = |sql: &str| self.database.number("storm", sql);
        let void = count("SELECT COUNT(*) FROM matches WHERE state <> 'done'")?;
        ensure!(void == 0, "{void} matches were not played");
        let wrong = count("SELECT COUNT(*) FROM workers WHERE state = 'quarantined'")?;
        ensure!(wrong == 0, "{wrong} machines are taken for liars");
        let rows = count("SELECT COUNT(*) FROM seats")?;
        ensure!(rows == 4 * size.matches(), "{rows} seats: something counts twice");
        // A backup reads each record and compares it with its digest. The last event cut off the
        // first judge, which may take seconds to find the others again.
        let judge = self.judges().last().copied().unwrap_or(WEB);
        let place = Place::host(HOSTS[judge], judge);
        run(place
            .command(&self.program)
            .args(["admin", "backup", "storm", "backup"])
            .envs(self.database.environment("storm"))
            .current_dir(&self.folder)
            .stdout(Stdio::null()))
    }

    /// Causes an event and returns its name.
    fn event(&mut self, number: u32, size: &Size) -> Result<&'static str> {
        Ok(match number {
            0 | 4 => {
                let k = 1 + number as usize / 4;
                self.kill(k)?;
                self.start(k, "storm")?;
                "kill -9 of a worker"
            }
            1 => {
                for &k in self.judges() {
                    self.kill(k)?;
                    self.start(k, "storm")?;
                }
                "kill -9 of each web process"
            }
            2 => {
                self.kill(SERVERS.start)?;
                sleep(size.cut);
                self.start(SERVERS.start, "")?;
                "kill -9 of a NATS server"
            }
            3 => {
                self.hosts.cut(1, size.cut)?;
                "a worker cut off from the network"
            }
            5 => {
                self.hosts.cut(SERVERS.start + 1, size.cut)?;
                "a NATS server cut off from the network"
            }
            6 => {
                for k in WORKERS {
                    self.kill(k)?;
                    self.start(k, "storm")?;
                }
                "kill -9 of all workers"
            }
            _ => {
                self.hosts.cut(WEB, size.cut)?;
                "the web process cut off from the network"
            }
        })
    }

    /// The final table and every score it rests on.
    fn table(&self, database: &str) -> Result<String> {
        let scores = self.ask(
            database,
            "SELECT r.number, m.number, m.seed, s.seat, s.submission_id, s.score, s.status, \
             m.record FROM seats s JOIN matches m ON m.id = s.match_id \
             JOIN rounds r ON r.id = m.round_id WHERE r.kind = 'ladder' \
             ORDER BY r.number, m.number, s.seat",
        )?;
        let places = self.ask(
            database,
            "SELECT r.number, t.place, t.submission_id, t.strength, t.half, t.chance, t.running, \
             t.matches FROM standings t JOIN rounds r ON r.id = t.round_id \
             ORDER BY r.number, t.place",
        )?;
        Ok(format!("{scores}\n{places}"))
    }
}

/// A disk of a megabyte with nothing left on it.
fn full_disk(folder: &Path) -> Result<PathBuf> {
    let disk = folder.join("disk");
    if !disk.exists() {
        fs::create_dir_all(&disk)?;
        run(Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(&disk))?;
        // Until it is full: the error is what is wanted.
        let _ = fs::write(disk.join("everything"), vec![0; 2 << 20]);
    }
    Ok(disk)
}

impl Drop for House {
    fn drop(&mut self) {
        for k in 0..HOSTS.len() {
            let _ = self.kill(k);
        }
        let disk = self.folder.join(HOSTS[FULL]).join("disk");
        let _ = Command::new("umount").arg(disk).stderr(Stdio::null()).status();
        if self.keep {
            println!("what was said is in {}", self.folder.display());
        } else {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
