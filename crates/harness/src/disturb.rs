//! `cargo xtask disturb`: web process and workers on hosts of their own, which are network
//! namespaces of this machine, and everything that can go wrong happens to them. In the end
//! nothing is lost, nothing counts twice, and the table is that of a run that was left in peace.
//!
//! All traffic stays within the namespaces.

use crate::cluster::{self, NAME};
use crate::run::{Outcome, palestra, release_program, run};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The host with database and store, and its address.
const HUB: (&str, &str) = ("pal-hub", "10.77.0.1");
/// The other hosts: the first one serves pages.
const HOSTS: [&str; 4] = ["pal-web", "pal-w1", "pal-w2", "pal-w3"];
/// Whose clock is an hour off.
const LATE: usize = 2;
/// Whose disk is full.
const FULL: usize = 3;
/// Debian's folders of libraries, where faketime has its own.
const LIBRARIES: &str = "/usr/lib";
const PRELOAD: &str = "faketime/libfaketimeMT.so.1";

/// How much is played, and how long the pauses are.
pub struct Size {
    players: u32,
    rounds: u32,
    cut: Duration,
    outage: Duration,
    /// How long it may take until something happens.
    patience: Duration,
}

/// What the command line asks for: the long form, or `--short` as in CI.
pub fn size(short: bool) -> Size {
    let seconds = Duration::from_secs;
    match short {
        false => Size {
            players: 100,
            rounds: 50,
            cut: seconds(30),
            outage: seconds(10),
            patience: seconds(2400),
        },
        true => Size {
            players: 40,
            rounds: 8,
            cut: seconds(4),
            outage: seconds(2),
            patience: seconds(240),
        },
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
    if let Some(why) = obstacle() {
        return Ok(Outcome::Skipped(why));
    }
    disturb(size, program()?)?;
    Ok(Outcome::Passed)
}

/// Why it cannot be run here.
fn obstacle() -> Option<&'static str> {
    if cluster::postgres().is_none() {
        return Some("PostgreSQL is not installed here (Debian: apt install postgresql)");
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
    let programs = cluster::postgres().context("no PostgreSQL")?;
    let begin = Instant::now();
    if other_clock().is_none() {
        println!("without faketime no clock is an hour off (Debian: apt install faketime)");
    }
    let mut house = House::build(programs, program, size.patience)?;
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
    programs: PathBuf,
    program: PathBuf,
    patience: Duration,
    store: Option<Child>,
    hosts: [Option<Child>; 4],
    /// Logs are wanted after a failure, and when `PALESTRA_KEEP` is set.
    keep: bool,
}

impl House {
    fn build(programs: PathBuf, program: PathBuf, patience: Duration) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("palestra-{}", std::process::id()));
        fs::create_dir_all(folder.join("objects").join(NAME))?;
        let hosts = [None, None, None, None];
        let mut house =
            Self { folder, programs, program, patience, store: None, hosts, keep: true };
        house.wire()?;
        let data = house.folder.join("database");
        fs::create_dir_all(&data)?;
        run(Command::new("chown").arg("postgres").args([&house.folder, &data]))?;
        run(cluster::as_database_user(&house.programs.join("initdb"))
            .args(["--username", NAME, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"])
            .arg("--pgdata")
            .arg(&data)
            .stdout(Stdio::null()))?;
        fs::write(
            data.join("pg_hba.conf"),
            "local all all trust\nhost all all 10.77.0.0/24 trust\n",
        )?;
        house.database("start")?;
        house.start_store()?;
        Ok(house)
    }

    /// Namespaces, a bridge on the hub, and a cable to each host.
    fn wire(&self) -> Result<()> {
        unwire();
        let ip = |words: &str| run(Command::new("ip").args(words.split_whitespace()));
        let (hub, address) = HUB;
        ip(&format!("netns add {hub}"))?;
        ip(&format!("-n {hub} link set lo up"))?;
        ip(&format!("-n {hub} link add br0 type bridge"))?;
        ip(&format!("-n {hub} addr add {address}/24 dev br0"))?;
        ip(&format!("-n {hub} link set br0 up"))?;
        for (k, host) in HOSTS.iter().enumerate() {
            ip(&format!("netns add {host}"))?;
            ip(&format!("-n {host} link set lo up"))?;
            ip(&format!("-n {hub} link add port{k} type veth peer name eth0 netns {host}"))?;
            ip(&format!("-n {hub} link set port{k} master br0"))?;
            ip(&format!("-n {hub} link set port{k} up"))?;
            ip(&format!("-n {host} addr add 10.77.0.{}/24 dev eth0", k + 10))?;
            ip(&format!("-n {host} link set eth0 up"))?;
        }
        Ok(())
    }

    /// `start`, or `restart` without a farewell to anybody.
    fn database(&self, what: &str) -> Result<()> {
        let mut command = inside(HUB.0);
        command.args(["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]);
        let options = format!(
            "-c listen_addresses={} -c max_connections=200 -k {}",
            HUB.1,
            self.folder.display()
        );
        command.arg(self.programs.join("pg_ctl")).args([what, "-w", "-m", "immediate", "-D"]);
        command.arg(self.folder.join("database")).args(["-o", &options, "-l"]);
        run(command.arg(self.folder.join("database.log")).current_dir("/").stdout(Stdio::null()))
    }

    fn start_store(&mut self) -> Result<()> {
        let child = inside(HUB.0)
            .arg(cluster::store_program()?)
            .args(["--host", HUB.1, "--port", "9000", "--access-key", NAME, "--secret-key", NAME])
            .arg(self.folder.join("objects"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("the store cannot be started")?;
        self.store = Some(child);
        Ok(())
    }

    /// Asks the database as its owner would.
    fn ask(&self, database: &str, sql: &str) -> Result<String> {
        let mut command = inside(HUB.0);
        command.arg(self.programs.join("psql")).args(["-h", HUB.1, "-U", NAME, "-d", database]);
        let out = command.args(["-v", "ON_ERROR_STOP=1", "-tAc", sql]).output()?;
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        ensure!(out.status.success(), "the database says: {said}");
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_string())
    }

    /// A process of ours on a host.
    fn spawn(&self, host: &str, database: &str, arguments: &[&str]) -> Result<Child> {
        let folder = self.folder.join(host);
        fs::create_dir_all(&folder)?;
        let log = fs::OpenOptions::new().create(true).append(true).open(folder.join("log"))?;
        let mut command = inside(host);
        command.arg(&self.program).args(arguments).current_dir(&folder);
        command
            .env("PALESTRA_DATABASE", format!("postgres://{NAME}@{}/{database}", HUB.1))
            .env("PALESTRA_STORE", format!("s3://{NAME}/{database}"))
            .env("PALESTRA_NAME", host)
            .env("AWS_ACCESS_KEY_ID", NAME)
            .env("AWS_SECRET_ACCESS_KEY", NAME)
            .env("AWS_REGION", "us-east-1")
            .env("AWS_ALLOW_HTTP", "true")
            .env("AWS_ENDPOINT_URL", format!("http://{}:9000", HUB.1));
        if host == HOSTS[LATE]
            && let Some(library) = other_clock()
        {
            command
                .env("LD_PRELOAD", library)
                .env("FAKETIME", "+1h")
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        if host == HOSTS[FULL] {
            command.env("XDG_CACHE_HOME", full_disk(&folder)?).env("TMPDIR", folder.join("disk"));
        }
        command.stdout(Stdio::null()).stderr(log).spawn().context("palestra cannot be started")
    }

    fn start(&mut self, k: usize, database: &str) -> Result<()> {
        let host = HOSTS[k];
        let arguments = match k {
            0 => &["serve", ".", "--workers", "0", "--listen", "10.77.0.10:8080"][..],
            _ => &["worker", "--slots", "1", "--check-share", "0.05"][..],
        };
        self.hosts[k] = Some(self.spawn(host, database, arguments)?);
        Ok(())
    }

    /// Kills without a warning.
    fn kill(&mut self, k: usize) -> Result<()> {
        if let Some(mut child) = self.hosts[k].take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// A season whose players come with the game, so that every match is the same anywhere.
    fn season(&mut self, size: &Size) -> Result<()> {
        self.ask("postgres", "CREATE DATABASE calm")?;
        self.start(0, "calm")?;
        self.until("a season", || self.ask("calm", "SELECT COUNT(*) FROM seasons").ok(), "1")?;
        self.until(
            "players",
            || self.ask("calm", "SELECT COUNT(*) > 3 FROM submissions").ok(),
            "t",
        )?;
        self.kill(0)?;
        let more = format!(
            "INSERT INTO submissions (id, season_id, name, name_key, file, source, size, state, \
             verdict, created) SELECT md5('player ' || n), s.id, 'P' || n, 'p' || n, '', \
             CASE n % 3 WHEN 0 THEN 'builtin:Dummy' ELSE 'builtin:Demo' END, 0, 'qualified', '', n \
             FROM seasons s, generate_series(1, {} - (SELECT COUNT(*) FROM submissions)) n",
            size.players
        );
        self.ask("calm", &more)?;
        let options = format!(
            "UPDATE seasons SET options = jsonb_set(jsonb_set(options::jsonb, \
             '{{ladder_rounds_max}}', '{}'), '{{ladder_matches_enough}}', '1000000')::text",
            size.rounds
        );
        self.ask("calm", &options)?;
        self.ask("postgres", "CREATE DATABASE storm TEMPLATE calm").map(drop)
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
        self.ask(database, sql).ok()?.parse().ok()
    }

    fn over(&self, database: &str, size: &Size) -> Result<()> {
        let sql = "SELECT COUNT(*) FROM rounds WHERE kind = 'ladder' AND state = 'done'";
        let rounds = size.rounds.to_string();
        self.until("the last round", || self.ask(database, sql).ok(), &rounds)
    }

    /// One worker that nothing happens to; gives seconds.
    fn calm(&mut self, size: &Size) -> Result<f64> {
        let begin = Instant::now();
        self.hosts[1] = Some(self.spawn(
            HOSTS[1],
            "calm",
            &["worker", "--slots", "2", "--check-share", "0"],
        )?);
        self.over("calm", size)?;
        self.kill(1)?;
        Ok(since(begin))
    }

    /// Everything that can go wrong, one thing after the other, spread over the matches.
    fn storm(&mut self, size: &Size) -> Result<()> {
        let begin = Instant::now();
        for k in 0..HOSTS.len() {
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
        let void = self.ask("storm", "SELECT COUNT(*) FROM matches WHERE state <> 'done'")?;
        ensure!(void == "0", "{void} matches were not played");
        let wrong = "SELECT COUNT(*) FROM workers WHERE state = 'quarantined'";
        let wrong = self.ask("storm", wrong)?;
        ensure!(wrong == "0", "{wrong} machines are taken for liars");
        let rows = self.ask("storm", "SELECT COUNT(*) FROM seats")?;
        ensure!(rows == (4 * size.matches()).to_string(), "{rows} seats: something counts twice");
        // A backup reads each record and compares it with its digest.
        let backup = ["admin", "backup", ".", "backup"];
        let done = self.spawn(HOSTS[0], "storm", &backup)?.wait()?;
        ensure!(done.success(), "records are missing: see {}", self.folder.display());
        Ok(())
    }

    /// What happens; gives its name.
    fn event(&mut self, number: u32, size: &Size) -> Result<&'static str> {
        Ok(match number {
            0 | 4 => {
                let k = 1 + number as usize / 4;
                self.kill(k)?;
                self.start(k, "storm")?;
                "kill -9 of a worker"
            }
            1 => {
                self.kill(0)?;
                self.start(0, "storm")?;
                "kill -9 of the web process"
            }
            2 => {
                self.database("restart")?;
                "restart of the database"
            }
            3 => {
                self.cut(1, size.cut)?;
                "a worker cut off from the network"
            }
            5 => {
                if let Some(mut store) = self.store.take() {
                    store.kill()?;
                    store.wait()?;
                }
                sleep(size.outage);
                self.start_store()?;
                "the store was out"
            }
            6 => {
                for k in 1..HOSTS.len() {
                    self.kill(k)?;
                    self.start(k, "storm")?;
                }
                "kill -9 of all workers"
            }
            _ => {
                self.cut(0, size.cut)?;
                "the web process cut off from the network"
            }
        })
    }

    fn cut(&self, k: usize, long: Duration) -> Result<()> {
        let link = |state: &str| {
            run(Command::new("ip").args(["-n", HUB.0, "link", "set", &format!("port{k}"), state]))
        };
        link("down")?;
        sleep(long);
        link("up")
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

fn inside(host: &str) -> Command {
    let mut command = Command::new("ip");
    command.args(["netns", "exec", host]);
    command
}

/// Takes the namespaces away; what still runs in them was ours and has been ended.
fn unwire() {
    for host in HOSTS.iter().chain([&HUB.0]) {
        let mut gone = Command::new("ip");
        let _ = gone.args(["netns", "del", host]).stderr(Stdio::null()).status();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        for k in 0..HOSTS.len() {
            let _ = self.kill(k);
        }
        if let Some(mut store) = self.store.take() {
            let _ = store.kill();
            let _ = store.wait();
        }
        let _ = self.database("stop");
        let disk = self.folder.join(HOSTS[FULL]).join("disk");
        let _ = Command::new("umount").arg(disk).stderr(Stdio::null()).status();
        unwire();
        if self.keep {
            println!("what was said is in {}", self.folder.display());
        } else {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
