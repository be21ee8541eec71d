//! `cargo xtask disturb`: a judge with SQLite, workers and three NATS servers on hosts of their
//! own, which are network namespaces of this machine, and everything that can go wrong happens to
//! them. In the end nothing is lost, nothing counts twice, and the table is that of a run that was
//! left in peace.
//!
//! All traffic stays within the namespaces.

use crate::run::{Outcome, palestra, release_program, run};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The host with the switch.
const HUB: &str = "pal-hub";
/// The other hosts: the judge, the workers, the NATS servers.
const HOSTS: [&str; 7] = ["pal-web", "pal-w1", "pal-w2", "pal-w3", "pal-n1", "pal-n2", "pal-n3"];
/// The hosts with workers.
const WORKERS: std::ops::Range<usize> = 1..4;
/// The hosts with NATS servers.
const SERVERS: std::ops::Range<usize> = 4..7;
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
    /// How long it may take until something happens.
    patience: Duration,
}

/// What the command line asks for: the long form, or `--short` as in CI.
pub fn size(short: bool) -> Size {
    let seconds = Duration::from_secs;
    match short {
        false => Size { players: 100, rounds: 50, cut: seconds(30), patience: seconds(2400) },
        true => Size { players: 40, rounds: 8, cut: seconds(4), patience: seconds(240) },
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
    let mut house = House::build(nats, program, size.patience)?;
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
    hosts: [Option<Child>; HOSTS.len()],
    /// Logs are wanted after a failure, and when `PALESTRA_KEEP` is set.
    keep: bool,
}

/// The address of a host.
fn address(k: usize) -> String {
    format!("10.77.0.{}", k + 10)
}

impl House {
    fn build(nats: PathBuf, program: PathBuf, patience: Duration) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("palestra-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let hosts = std::array::from_fn(|_| None);
        let mut house = Self { folder, nats, program, patience, hosts, keep: true };
        house.wire()?;
        let palestra = |words: &[&str]| {
            let mut command = Command::new(&house.program);
            run(command.args(words).current_dir(&house.folder).stdout(Stdio::null()))
        };
        let servers: Vec<String> = SERVERS.map(address).collect();
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

    /// Namespaces, a bridge on the hub, and a cable to each host.
    fn wire(&self) -> Result<()> {
        unwire();
        let ip = |words: &str| run(Command::new("ip").args(words.split_whitespace()));
        let hub = HUB;
        ip(&format!("netns add {hub}"))?;
        ip(&format!("-n {hub} link set lo up"))?;
        ip(&format!("-n {hub} link add br0 type bridge"))?;
        ip(&format!("-n {hub} link set br0 up"))?;
        for (k, host) in HOSTS.iter().enumerate() {
            ip(&format!("netns add {host}"))?;
            ip(&format!("-n {host} link set lo up"))?;
            ip(&format!("-n {hub} link add port{k} type veth peer name eth0 netns {host}"))?;
            ip(&format!("-n {hub} link set port{k} master br0"))?;
            ip(&format!("-n {hub} link set port{k} up"))?;
            ip(&format!("-n {host} addr add {}/24 dev eth0", address(k)))?;
            ip(&format!("-n {host} link set eth0 up"))?;
        }
        Ok(())
    }

    /// Asks the judge's file, as somebody on its machine can.
    fn ask(&self, judge: &str, sql: &str) -> Result<String> {
        let file = self.folder.join(judge).join("palestra.db");
        let ask = "import sqlite3, sys\n\
                   db = sqlite3.connect(sys.argv[1], timeout=20)\n\
                   rows = db.execute(sys.argv[2]).fetchall()\n\
                   db.commit()\n\
                   print('\\n'.join('|'.join(str(one) for one in row) for row in rows))";
        let out = Command::new("python3").args(["-c", ask]).arg(&file).arg(sql).output()?;
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        ensure!(out.status.success(), "the database says: {said}");
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_string())
    }

    /// The addresses of all NATS servers.
    fn servers() -> String {
        let all: Vec<_> = SERVERS.map(|k| format!("nats://{}", address(k))).collect();
        all.join(",")
    }

    /// A process on a host, in a folder.
    fn spawn(&self, k: usize, program: &Path, folder: &Path, words: &[String]) -> Result<Child> {
        let host = HOSTS[k];
        fs::create_dir_all(folder)?;
        let log = self.folder.join(format!("{host}.log"));
        let log = fs::OpenOptions::new().create(true).append(true).open(log)?;
        let mut command = inside(host);
        command.arg(program).args(words).current_dir(folder);
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
        let (program, folder, mut all) = if k == 0 {
            let listen = format!("serve . --trust-sources --listen {}:8080", address(k));
            (&self.program, self.folder.join(judge), words(&listen))
        } else if WORKERS.contains(&k) {
            (&self.program, self.folder.join(HOSTS[k]), words("worker . --slots 1"))
        } else {
            let nats = format!("-c nats-{}.conf -a {}", k - SERVERS.start + 1, address(k));
            (&self.nats, cluster.clone(), words(&nats))
        };
        if !SERVERS.contains(&k) {
            let name = if k == 0 { "judge" } else { HOSTS[k] };
            all.extend(["--cluster".into(), Self::servers(), "--creds".into(), creds(name)]);
        }
        self.hosts[k] = Some(self.spawn(k, program, &folder, &all)?);
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
        self.start(0, "calm")?;
        let ready = "SELECT COUNT(*) > 3 FROM submissions";
        self.until("a season", || self.ask("calm", ready).ok(), "1")?;
        self.kill(0)?;
        let more = format!(
            "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {} - \
             (SELECT COUNT(*) FROM submissions)) \
             INSERT INTO submissions (id, season_id, name, name_key, file, source, size, state, \
             verdict, created) SELECT printf('%032x', k * 7919), s.id, 'P' || k, 'p' || k, '', \
             CASE k % 3 WHEN 0 THEN 'builtin:Dummy' ELSE 'builtin:Demo' END, 0, 'qualified', '', k \
             FROM seasons s, n",
            size.players
        );
        self.ask("calm", &more)?;
        let options = format!(
            "UPDATE seasons SET options = json_set(options, '$.ladder_rounds_max', {}, \
             '$.ladder_matches_enough', 1000000)",
            size.rounds
        );
        self.ask("calm", &options)?;
        // What was planned before all players were there.
        for table in ["seats", "matches", "rounds"] {
            self.ask("calm", &format!("DELETE FROM {table}"))?;
        }
        let (calm, storm) = (self.folder.join("calm"), self.folder.join("storm"));
        run(Command::new("cp").arg("-r").args([calm, storm]))
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

    /// All hosts, and nothing happens to them; gives seconds.
    fn calm(&mut self, size: &Size) -> Result<f64> {
        let begin = Instant::now();
        for k in [0].into_iter().chain(WORKERS) {
            self.start(k, "calm")?;
        }
        self.over("calm", size)?;
        for k in [0].into_iter().chain(WORKERS) {
            self.kill(k)?;
        }
        Ok(since(begin))
    }

    /// Everything that can go wrong, one thing after the other, spread over the matches.
    fn storm(&mut self, size: &Size) -> Result<()> {
        let begin = Instant::now();
        for k in [0].into_iter().chain(WORKERS) {
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
        run(Command::new(&self.program)
            .args(["admin", "backup", "storm", "backup"])
            .current_dir(&self.folder)
            .stdout(Stdio::null()))
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
                self.kill(SERVERS.start)?;
                sleep(size.cut);
                self.start(SERVERS.start, "")?;
                "kill -9 of a NATS server"
            }
            3 => {
                self.cut(1, size.cut)?;
                "a worker cut off from the network"
            }
            5 => {
                self.cut(SERVERS.start + 1, size.cut)?;
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
                self.cut(0, size.cut)?;
                "the web process cut off from the network"
            }
        })
    }

    fn cut(&self, k: usize, long: Duration) -> Result<()> {
        let link = |state: &str| {
            run(Command::new("ip").args(["-n", HUB, "link", "set", &format!("port{k}"), state]))
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
    for host in HOSTS.iter().chain([&HUB]) {
        let mut gone = Command::new("ip");
        let _ = gone.args(["netns", "del", host]).stderr(Stdio::null()).status();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        for k in 0..HOSTS.len() {
            let _ = self.kill(k);
        }
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
