//! `cargo xtask throughput GAME PLAYER`: matches per second of two workers of the judge, with
//! PostgreSQL and an S3-compatible store beside them, against `palestra league` with the same
//! player. Both take turns, so that a machine that is slower for a while is slower for both.

use crate::cluster::{Servers, postgres};
use crate::run::{cargo, palestra, root, run, workshop};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{fs, io};

/// Turns of each of the two, and how long one takes at least.
const TURNS: usize = 8;
const TURN: Duration = Duration::from_secs(20);
/// Matches that the workers play before anything is counted.
const WARM_UP: u32 = 24;
/// How long the warm-up may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Two workers; they end with this.
struct Workers(Vec<Child>);

impl Workers {
    fn start(program: &Path, servers: &Servers, folder: &Path) -> Result<Self> {
        let mut workers = Self(Vec::new());
        for name in ["one", "two"] {
            let log = fs::File::create(folder.join(format!("{name}.log")))?;
            let mut worker = Command::new(program);
            worker
                .args(["worker", "--slots", "1", "--trust-sources", "--name", name])
                .args(["--database", &servers.database_url(), "--store", &servers.store_url()])
                .envs(servers.environment())
                .current_dir(folder)
                .stdout(Stdio::null())
                .stderr(log);
            workers.0.push(worker.spawn().context("a worker cannot be started")?);
        }
        Ok(workers)
    }

    /// Halts them, or lets them go on.
    fn signal(&self, name: &str) -> Result<()> {
        let ids = self.0.iter().map(|worker| worker.id().to_string());
        run(Command::new("kill").arg(format!("-{name}")).args(ids))
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// Builds everything, measures and prints a table.
pub fn measure(game: &str, player: &Path) -> Result<()> {
    let programs = postgres().context("PostgreSQL is needed (Debian: apt install postgresql)")?;
    let program = palestra()?;
    let folder = workshop("throughput")?;
    let module = module(&program, player, &folder)?;
    run(&mut cargo(["build", "--release", "--package", "server", "--example", "throughput"]))?;
    let servers = Servers::start(&programs)?;
    let begin = program.with_file_name("examples").join("throughput");
    run(Command::new(begin)
        .args([servers.database_url(), servers.store_url(), game.into()])
        .arg(&module)
        .envs(servers.environment()))?;
    let workers = Workers::start(&program, &servers, &folder)?;
    let played = || played(&programs, &servers);
    let since = Instant::now();
    while played()? < WARM_UP {
        ensure!(since.elapsed() < PATIENCE, "no matches: see {}", folder.join("one.log").display());
        sleep(Duration::from_millis(100));
    }
    println!("turn  judge/s  league/s  ratio");
    let (mut judge, mut league) = ((0, 0.0), (0, 0.0));
    for turn in 1..=TURNS {
        workers.signal("CONT")?;
        let (from, before) = (Instant::now(), played()?);
        sleep(TURN);
        let matches = played()? - before;
        let one = (matches, from.elapsed().as_secs_f64());
        workers.signal("STOP")?;
        let other = play_league(&program, game, &module, matches, &folder)?;
        print_row(&turn.to_string(), one, other);
        judge = (judge.0 + one.0, judge.1 + one.1);
        league = (league.0 + other.0, league.1 + other.1);
    }
    print_row("all", judge, league);
    Ok(())
}

/// Prints matches per second of both, and how much the judge plays for one of the league.
fn print_row(name: &str, judge: (u32, f64), league: (u32, f64)) {
    let rate = |(matches, seconds): (u32, f64)| f64::from(matches) / seconds;
    let ratio = rate(judge) / rate(league);
    println!("{name:>4}  {:7.2}  {:8.2}  {ratio:5.3}", rate(judge), rate(league));
}

/// The player as a module: a source is compiled.
fn module(program: &Path, player: &Path, folder: &Path) -> Result<PathBuf> {
    let player = fs::canonicalize(player)
        .with_context(|| format!("{}: a source or a module of a player", player.display()))?;
    let name = player.file_stem().context("a player's file has a name")?;
    let module = folder.join(name).with_extension("wasm");
    if player.extension().is_some_and(|e| e == "wasm") {
        fs::copy(&player, &module)?;
    } else {
        run(Command::new(program).arg("build").arg(&player).arg("-o").arg(&module))?;
    }
    Ok(module)
}

/// Matches that the judge has counted.
fn played(programs: &Path, servers: &Servers) -> Result<u32> {
    let sql = "SELECT COUNT(*) FROM matches WHERE state = 'done'";
    let asked = Command::new(programs.join("psql"))
        .args(["-XAtqc", sql, &servers.database_url()])
        .output()
        .context("psql cannot be started")?;
    let text = String::from_utf8_lossy(&asked.stdout);
    text.trim().parse().with_context(|| String::from_utf8_lossy(&asked.stderr).into_owned())
}

/// About as many matches in a league: how many, and seconds.
fn play_league(
    program: &Path,
    game: &str,
    module: &Path,
    matches: u32,
    folder: &Path,
) -> Result<(u32, f64)> {
    let matches = matches.next_multiple_of(24);
    let begin = Instant::now();
    let league = Command::new(program)
        .arg("league")
        .args([module; 4])
        .args(["-g", game, "-s", "1", "-j", "2", "-m", &matches.to_string(), "--judge"])
        .current_dir(folder)
        .output()?;
    if !league.status.success() {
        bail!("the league failed: {}", String::from_utf8_lossy(&league.stderr));
    }
    Ok((matches, begin.elapsed().as_secs_f64()))
}

/// The game and the player of the command line.
pub fn wanted() -> Result<(String, PathBuf)> {
    let words: Vec<String> = std::env::args().skip(2).collect();
    match <[String; 2]>::try_from(words) {
        Ok([game, player]) => {
            // Cargo runs chores where they are called; a path may be meant from the root as well.
            let here = PathBuf::from(&player);
            Ok((game, if here.exists() { here } else { root().join(player) }))
        }
        Err(words) => Err(io::Error::other(format!("found {words:?}")))
            .context("usage: cargo xtask throughput GAME AIName.cc, or AIName.rs, or AIName.wasm"),
    }
}
