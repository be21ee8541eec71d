//! `cargo xtask throughput GAME PLAYER`: matches per second of a judge with SQLite and two workers
//! on a NATS server, against `palestra league` with the same player. Both take turns, so that a
//! machine that is slower for a while is slower for both. Also what a match costs each process,
//! while nothing halts them, and how long a job waits for an idle worker.

use crate::cluster::free_port;
use crate::cpu;
use crate::run::{cargo, palestra, root, run, workshop};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{fs, io};

/// How long the processes play before the turns, while what a match costs them is measured.
const ALONE: Duration = Duration::from_secs(60);
/// Turns of each of the two, and how long one of the judge takes. Its results come in groups of up
/// to four seconds, so a short turn has too many or too few of them.
const TURNS: usize = 6;
const TURN: Duration = Duration::from_secs(40);
/// A turn of the league is shorter by this factor: after a halt of 30 s, JetStream would hand out
/// once more what the workers have.
const SHORTER: u32 = 2;
/// After a halt, many timers are due and some connections are lost. The time until all processes
/// work as before is not counted.
const RECOVERY: Duration = Duration::from_secs(4);
/// Matches that the workers play before anything is counted.
const WARM_UP: usize = 24;
/// Results within so many milliseconds came together.
const GROUP: u64 = 100;
/// Matches of four Null that are played one at a time.
const SINGLE: u32 = 480;
/// How long the warm-up may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// The NATS server, the judge and two workers; they end with this.
struct Cluster {
    children: Vec<Child>,
    url: String,
}

/// The processes, in the order of their start.
const PROCESSES: [&str; 4] = ["NATS", "judge", "worker", "worker"];
/// Which of them is the judge.
const JUDGE: usize = 1;

impl Cluster {
    fn start(program: &Path, folder: &Path) -> Result<Self> {
        let nats = needs::nats_server().context("pip installs no NATS server here")?;
        let palestra = |words: &[&str]| run(Command::new(program).args(words).current_dir(folder));
        palestra(&["admin", "cluster", "init", "cluster", "127.0.0.1"])?;
        // A server that is just starting may miss those that come later.
        palestra(&["admin", "cluster", "add", "cluster", "one"])?;
        palestra(&["admin", "cluster", "add", "cluster", "two"])?;
        palestra(&["admin", "cluster", "add", "cluster", "ann", "--role", "researcher"])?;
        let (port, page) = (free_port()?.to_string(), free_port()?);
        let url = format!("nats://127.0.0.1:{port}");
        let mut all = Self { children: Vec::new(), url: url.clone() };
        let server = ["-c", "nats-1.conf", "-a", "127.0.0.1", "-p", &port];
        all.spawn(&nats, &folder.join("cluster"), "nats", &server)?;
        let listen = format!("127.0.0.1:{page}");
        let judge = ["serve", "judge", "--listen", &listen, "--cluster", &url];
        let creds = ["--creds", "cluster/judge.creds"];
        all.spawn(program, folder, "judge", &[&judge[..], &creds].concat())?;
        for name in ["one", "two"] {
            let creds = format!("cluster/{name}.creds");
            let worker = ["worker", name, "--slots", "1", "--cluster", &url, "--creds", &creds];
            all.spawn(program, folder, name, &worker)?;
        }
        Ok(all)
    }

    fn spawn(&mut self, program: &Path, folder: &Path, name: &str, words: &[&str]) -> Result<()> {
        let log = fs::File::create(folder.join(format!("{name}.log")))?;
        let mut command = Command::new(program);
        command.args(words).current_dir(folder).stdout(Stdio::null()).stderr(log);
        self.children.push(command.spawn().with_context(|| format!("{name} cannot be started"))?);
        Ok(())
    }

    /// Halts them, or lets them go on.
    fn signal(&self, name: &str) -> Result<()> {
        let ids = self.children.iter().map(|child| child.id().to_string());
        run(Command::new("kill").arg(format!("-{name}")).args(ids))
    }

    /// Milliseconds of CPU that each has used so far.
    fn cpu(&self) -> [f64; PROCESSES.len()] {
        std::array::from_fn(|k| cpu::millis(self.children[k].id()))
    }

    /// Milliseconds of CPU that a match takes each, measured for a while without halts.
    fn used_for_a_match(&self, folder: &Path) -> Result<[f64; PROCESSES.len()]> {
        let (before, begin, clock) = (self.cpu(), Instant::now(), now()?);
        sleep(ALONE);
        let (after, seconds) = (self.cpu(), begin.elapsed().as_secs_f64());
        let one = between_groups(&finished(folder, clock)?).context("no results")?;
        let matches = rate(one) * seconds;
        Ok(std::array::from_fn(|k| (after[k] - before[k]) / matches))
    }

    /// Ends the judge, so that the workers have nothing to do.
    fn end_judge(&mut self) -> Result<()> {
        self.signal("CONT")?;
        self.children[JUDGE].kill()?;
        self.children[JUDGE].wait()?;
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Builds everything, measures and prints a table.
pub fn measure(game: &str, player: &Path) -> Result<()> {
    let program = palestra()?;
    let folder = workshop("throughput")?;
    let module = module(&program, game, player, &folder)?;
    run(&mut cargo(["build", "--release", "--package", "server", "--example", "throughput"]))?;
    let begin = program.with_file_name("examples").join("throughput");
    let judge = folder.join("judge");
    run(Command::new(begin).arg(&judge).arg(game).arg(&module))?;
    // A league has no second opinions.
    fs::write(judge.join("palestra.toml"), "check_share = 0.0\n")?;
    let mut cluster = Cluster::start(&program, &folder)?;
    let since = Instant::now();
    while finished(&folder, 0)?.len() < WARM_UP {
        ensure!(since.elapsed() < PATIENCE, "no matches: see {}", folder.join("one.log").display());
        sleep(Duration::from_millis(100));
    }
    let used = cluster.used_for_a_match(&folder)?;
    println!("turn  judge/s  league/s  ratio");
    let (mut judge, mut league, mut league_used) = ((0, 0.0), (0, 0.0), 0.0);
    for turn in 1..=TURNS {
        cluster.signal("CONT")?;
        sleep(RECOVERY);
        let clock = now()?;
        sleep(TURN);
        cluster.signal("STOP")?;
        let one = between_groups(&finished(&folder, clock)?).context("a turn without results")?;
        let before = cpu::millis(process::id());
        let other = play_league(&program, game, &module, (turn, one.0), &folder)?;
        league_used += cpu::millis(process::id()) - before;
        print_row(&turn.to_string(), one, other);
        judge = (judge.0 + one.0, judge.1 + one.1);
        league = (league.0 + other.0, league.1 + other.1);
    }
    print_row("all", judge, league);
    for (name, used) in PROCESSES.iter().zip(used) {
        println!("{name}: {used:.2} ms of CPU for a match");
    }
    println!("league: {:.2} ms of CPU for a match", league_used / f64::from(league.0));
    cluster.end_judge()?;
    let options = ["--cluster", &cluster.url, "--creds", "cluster/ann.creds"];
    let far = single(&program, game, &folder, &options)?;
    let near = single(&program, game, &folder, &[])?;
    println!(
        "four Null, one match at a time: {far:.1} ms on the idle cluster, {near:.1} ms here; so at \
         most {:.1} ms until a worker has a job, and for the way back",
        far - near
    );
    drop(cluster);
    // Some file systems look for a while at what was deleted, whenever a file is made. So nothing
    // is left that the next measurement would delete just before it begins.
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Milliseconds of one match of four Null in a league that plays one match at a time.
fn single(program: &Path, game: &str, folder: &Path, options: &[&str]) -> Result<f64> {
    let play = |matches: u32| -> Result<f64> {
        let begin = Instant::now();
        let mut league = Command::new(program);
        league.args(["league", "Null", "Null", "Null", "Null", "-g", game, "-s", "1", "-j", "1"]);
        league.args(["-m", &matches.to_string()]).args(options).current_dir(folder);
        succeeds(&mut league)?;
        Ok(begin.elapsed().as_secs_f64())
    };
    // The first one finds processes that were halted. The time to begin a league is in both others.
    play(1)?;
    let (few, many) = (play(SINGLE / 10)?, play(SINGLE)?);
    Ok((many - few) * 1000.0 / f64::from(SINGLE - SINGLE / 10))
}

/// Matches per second.
fn rate((matches, seconds): (u32, f64)) -> f64 {
    f64::from(matches) / seconds
}

/// Prints matches per second of both, and how much the judge plays for one of the league.
fn print_row(name: &str, judge: (u32, f64), league: (u32, f64)) {
    let ratio = rate(judge) / rate(league);
    println!("{name:>4}  {:7.2}  {:8.2}  {ratio:5.3}", rate(judge), rate(league));
}

/// Milliseconds since 1970.
fn now() -> Result<u64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(u64::try_from(since.as_millis())?)
}

/// The player as a module: a source is compiled.
fn module(program: &Path, game: &str, player: &Path, folder: &Path) -> Result<PathBuf> {
    let player = fs::canonicalize(player)
        .with_context(|| format!("{}: a source or a module of a player", player.display()))?;
    let name = player.file_stem().context("a player's file has a name")?;
    let module = folder.join(name).with_extension("wasm");
    if player.extension().is_some_and(|e| e == "wasm") {
        fs::copy(&player, &module)?;
    } else {
        let mut build = Command::new(program);
        run(build.args(["build", "--game", game, "-o"]).arg(&module).arg(&player))?;
    }
    Ok(module)
}

/// When the matches ended that the judge has counted since then, in milliseconds since 1970.
fn finished(folder: &Path, since: u64) -> Result<Vec<u64>> {
    let ask = "import sqlite3, sys\n\
               db = sqlite3.connect(sys.argv[1], timeout=20)\n\
               sql = \"SELECT finished FROM matches WHERE state = 'done' AND finished >= ? \"\n\
               for row in db.execute(sql + 'ORDER BY 1', sys.argv[2:]): print(*row)";
    let file = folder.join("judge/palestra.db");
    let mut python = Command::new("python3");
    let asked = python.args(["-c", ask]).arg(file).arg(since.to_string()).output()?;
    let text = String::from_utf8_lossy(&asked.stdout);
    ensure!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    Ok(text.lines().map(str::parse).collect::<Result<_, _>>()?)
}

/// Results come in groups: how many came after the first group, and the seconds from the first
/// group to the last.
fn between_groups(finished: &[u64]) -> Option<(u32, f64)> {
    let (first, last) = (*finished.first()?, *finished.last()?);
    let later = finished.iter().filter(|at| **at > first + GROUP).count();
    let seconds = Duration::from_millis(last - first).as_secs_f64();
    (later > 0).then_some((u32::try_from(later).ok()?, seconds))
}

/// A turn of the league, after one of the judge with so many matches: how many, and seconds. Each
/// turn has its own seeds, as the judge has: some seeds make longer matches than others.
fn play_league(
    program: &Path,
    game: &str,
    module: &Path,
    (turn, matches): (usize, u32),
    folder: &Path,
) -> Result<(u32, f64)> {
    let matches = (matches / SHORTER).next_multiple_of(24);
    let begin = Instant::now();
    let mut league = Command::new(program);
    league.arg("league").args([module; 4]).current_dir(folder);
    league.args(["-g", game, "-s", &turn.to_string(), "-j", "2", "--judge"]);
    league.args(["-m", &matches.to_string()]);
    succeeds(&mut league)?;
    Ok((matches, begin.elapsed().as_secs_f64()))
}

/// Runs a league, which says why it fails.
fn succeeds(league: &mut Command) -> Result<()> {
    let ended = league.output()?;
    let said = String::from_utf8_lossy(&ended.stderr);
    ensure!(ended.status.success(), "the league failed ({}): {said}", ended.status);
    Ok(())
}

/// The game and the player of the command line.
pub fn wanted() -> Result<(String, PathBuf)> {
    let words: Vec<String> = std::env::args().skip(2).collect();
    match <[String; 2]>::try_from(words) {
        Ok([game, player]) => {
            // Cargo runs commands in the current folder; a path may start from the root as well.
            let here = PathBuf::from(&player);
            Ok((game, if here.exists() { here } else { root().join(player) }))
        }
        Err(words) => Err(io::Error::other(format!("found {words:?}")))
            .context("usage: cargo xtask throughput GAME AIName.cc, or AIName.rs, or AIName.wasm"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_count_from_group_to_group() {
        // Three at once, four after two seconds, one after another three.
        let all = [7, 8, 9, 2007, 2008, 2009, 2010, 5007];
        assert_eq!(between_groups(&all), Some((5, 5.0)));
        assert_eq!(between_groups(&all[..3]), None, "there is only one group");
        assert_eq!(between_groups(&[]), None);
    }
}
