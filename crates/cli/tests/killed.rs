//! The real judge, `palestra serve`, killed at arbitrary moments of a ladder and told to end.
//!
//! `PALESTRA_KILLS` and `PALESTRA_KILL_ROUNDS` make it longer; `cargo xtask kill` sets them for
//! ten kills in more than 500 matches.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Players of the test's season: three groups of four in each round, so 12 matches.
const PLAYERS: usize = 12;
const MATCHES: usize = PLAYERS / 4 * 4;

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A running judge.
struct Judge {
    process: Child,
    address: String,
}

impl Judge {
    /// A process that has only just begun.
    fn spawn(folder: &Path, workers: usize, settings: &[(&str, &str)]) -> Child {
        Command::new(PALESTRA)
            .args(["serve", "--listen", "127.0.0.1:0", "--workers", &workers.to_string()])
            .arg(folder)
            .env("PALESTRA_REQUESTS_PER_SECOND", "1000000")
            .env("RUST_LOG", "warn")
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts")
    }

    fn start(folder: &Path, workers: usize) -> Self {
        Self::start_with(folder, workers, &[])
    }

    /// The same with settings from the environment.
    fn start_with(folder: &Path, workers: usize, settings: &[(&str, &str)]) -> Self {
        let mut process = Self::spawn(folder, workers, settings);
        let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("says where it is").expect("reads");
        let address = first.strip_prefix("Palestra is at http://").expect("an address").into();
        // What else it prints must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, address }
    }

    /// What the judge answers, or nothing when it is not there any more.
    fn get(&self, path: &str) -> Option<Value> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let request = format!("GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }

    fn round(&self) -> u64 {
        let standings = self.get("/api/seasons/demo/standings").unwrap_or_default();
        standings["round"].as_u64().unwrap_or(0)
    }

    /// Waits until so many matches are finished.
    fn wait_for_matches(&self, count: usize) {
        let path = format!("/api/seasons/demo/matches?count=1&from={}", count.saturating_sub(1));
        while !self.get(&path).is_some_and(|list| list[0].is_object()) {}
    }

    fn wait_for_round(&self, number: usize) {
        while self.round() < number as u64 {}
    }

    /// Tells it to end, as a service manager does, and gives its exit code.
    fn end(mut self) -> Option<i32> {
        let id = self.process.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().expect("kill is there");
        assert!(told.success());
        self.process.wait().expect("ends").code()
    }
}

fn admin(words: &[&str], paths: &[&Path]) {
    let done = Command::new(PALESTRA).arg("admin").args(words).args(paths).output().expect("ends");
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn rows(export: &Path, table: &str) -> Vec<Value> {
    let file = export.join("tables").join(format!("{table}.jsonl"));
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// An exported season with more players and a ladder of so many rounds, not begun.
fn season(folder: &Folder, rounds: usize) -> std::path::PathBuf {
    let (start, export) = (folder.path("start"), folder.path("season"));
    let judge = Judge::start(&start, 0);
    while judge.get("/api/seasons").is_none() {}
    assert_eq!(judge.end(), Some(0));
    admin(&["export-season"], &[&start, Path::new("demo"), &export]);
    let write = |table: &str, list: &[Value]| {
        let text: String = list.iter().map(|row| format!("{row}\n")).collect();
        fs::write(export.join("tables").join(format!("{table}.jsonl")), text).expect("written");
    };
    let mut seasons = rows(&export, "seasons");
    let options = seasons[0]["options"].as_str().expect("a text");
    let mut options: Value = serde_json::from_str(options).expect("options");
    options["ladder_rounds_max"] = rounds.into();
    options["ladder_matches_enough"] = 1_000_000.into();
    seasons[0]["options"] = options.to_string().into();
    write("seasons", &seasons);
    let mut players = rows(&export, "submissions");
    for k in players.len()..PLAYERS {
        let mut one = players[k % 2].clone();
        one["id"] = format!("player{k}").into();
        one["name"] = format!("Player{k}").into();
        one["name_key"] = format!("player{k}").into();
        one["created"] = (one["created"].as_i64().expect("a time") + 1000 + k as i64).into();
        players.push(one);
    }
    write("submissions", &players);
    let manifest = export.join("palestra.json");
    let mut about: Value =
        serde_json::from_slice(&fs::read(&manifest).expect("read")).expect("JSON");
    about["rows"]["submissions"] = players.len().into();
    fs::write(manifest, about.to_string()).expect("written");
    export
}

/// All that must not depend on what happened to the process: rounds, matches with the digests of
/// their records, scores, standings. Times and attempts are left out.
fn outcome(export: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for table in ["rounds", "matches", "seats", "standings"] {
        for mut row in rows(export, table) {
            for column in ["planned", "finished", "begun", "attempts", "receipts"] {
                row.as_object_mut().expect("a row").remove(column);
            }
            all.push(format!("{table} {row}"));
        }
    }
    all.sort_unstable();
    all
}

/// Numbers without a pattern, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % n
    }
}

#[test]
fn a_judge_that_is_killed_loses_nothing_and_counts_nothing_twice() {
    let (kills, rounds) = (setting("PALESTRA_KILLS", 5), setting("PALESTRA_KILL_ROUNDS", 8));
    let folder = Folder::new("killed");
    let season = season(&folder, rounds);
    let (calm, killed) = (folder.path("calm"), folder.path("killed"));
    for server in [&calm, &killed] {
        admin(&["import-season"], &[&season, server]);
    }
    let begun = Instant::now();
    let judge = Judge::start(&calm, 2);
    judge.wait_for_round(rounds);
    assert_eq!(judge.end(), Some(0));
    println!("undisturbed: {} matches in {:?}", rounds * MATCHES, begun.elapsed());

    let mut dice = Dice(kills as u64);
    for kill in 0..kills {
        // Every third one dies while it starts, the others somewhere along the way.
        let mut process = if kill % 3 == 2 {
            Judge::spawn(&killed, 2, &[])
        } else {
            let judge = Judge::start(&killed, 2);
            judge.wait_for_matches(rounds * MATCHES * kill / kills + 1);
            judge.process
        };
        let moment = Instant::now() + Duration::from_micros(dice.below(60_000));
        while Instant::now() < moment {
            std::hint::spin_loop();
        }
        process.kill().expect("was killed");
        process.wait().expect("is gone");
    }
    let judge = Judge::start(&killed, 2);
    judge.wait_for_round(rounds);
    assert_eq!(judge.end(), Some(0));

    let exports = [folder.path("calm-export"), folder.path("killed-export")];
    for (server, export) in [&calm, &killed].into_iter().zip(&exports) {
        admin(&["export-season"], &[server, Path::new("demo"), export]);
    }
    let matches = rows(&exports[1], "matches");
    assert_eq!(matches.len(), rounds * MATCHES);
    assert!(matches.iter().all(|m| m["state"] == "done" && m["verified"] == json!(1)));
    let again = matches.iter().filter(|m| m["attempts"].as_i64() > Some(1)).count();
    println!("{kills} kills, {again} matches were begun again");
    assert!(again > 0, "no kill hit a match that was being played");
    let (calm, killed) = (outcome(&exports[0]), outcome(&exports[1]));
    assert_eq!(calm.len(), killed.len());
    for (a, b) in calm.iter().zip(&killed) {
        assert_eq!(a, b);
    }
}

/// A process, by its files in `/proc`: its parent, its state, the CPU time that it has used.
#[cfg(target_os = "linux")]
fn process(id: u32) -> Option<(u32, char, u64)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
    Some((fields[1].parse().ok()?, fields[0].chars().next()?, ticks))
}

/// A player that never ends its turn, as the compiler would have made it.
#[cfg(target_os = "linux")]
const ENDLESS: &str = r#"(module (memory (export "memory") 2)
    (func (export "palestra_abi") (result i32) (i32.const 1))
    (func (export "palestra_buffer") (param i32) (result i32) (i32.const 1024))
    (func (export "palestra_begin") (param i32))
    (func (export "palestra_play") (param i32 i32) (result i32) (loop $l (br $l)) (i32.const 0)))"#;

/// Makes all players but two of an exported season play without an end.
#[cfg(target_os = "linux")]
fn make_endless(season: &Path) {
    let module = wat::parse_str(ENDLESS).expect("a module");
    let digest = worker::protocol::Digest::of(&module).to_string();
    let folder = season.join("files").join(&digest[..2]);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(&digest), &module).expect("written");
    let edit = |table: &str, change: &dyn Fn(&mut Value)| {
        let mut all = rows(season, table);
        all.iter_mut().for_each(change);
        let text: String = all.iter().map(|row| format!("{row}\n")).collect();
        fs::write(season.join("tables").join(format!("{table}.jsonl")), text).expect("written");
    };
    edit("submissions", &|row| {
        if row["id"].as_str().is_some_and(|id| id.starts_with("player")) {
            (row["source"], row["wasm"]) = (digest.clone().into(), digest.clone().into());
        }
    });
    edit("seasons", &|row| {
        let text = row["options"].as_str().expect("a text");
        let mut options: Value = serde_json::from_str(text).expect("options");
        options["fuel_max"] = (u64::MAX / 2).into();
        row["options"] = options.to_string().into();
    });
    let manifest = season.join("palestra.json");
    let text = fs::read_to_string(&manifest).expect("read");
    let mut about: Value = serde_json::from_str(&text).expect("JSON");
    about["files"] = 1.into();
    fs::write(manifest, about.to_string()).expect("written");
}

#[test]
#[cfg(target_os = "linux")]
fn worker_processes_end_with_a_judge_that_is_killed() {
    /// CPU time that nobody uses before a match begins, and that one without an end does use.
    const TICKS: u64 = 200;
    let folder = Folder::new("orphans");
    let season = season(&folder, 1);
    make_endless(&season);
    let server = folder.path("server");
    admin(&["import-season"], &[&season, &server]);
    let mut judge = Judge::start_with(&server, 2, &[("PALESTRA_CPU_SECONDS", "1000000")]);
    let own = judge.process.id();
    let workers = || -> Vec<(u32, u64)> {
        let all = fs::read_dir("/proc").expect("read").flatten();
        let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        ids.filter_map(|id| process(id).filter(|p| p.0 == own).map(|p| (id, p.2))).collect()
    };
    // Both play, each in a match that does not end by itself.
    while workers().iter().filter(|(_, ticks)| *ticks > TICKS).count() < 2 {}
    let all = workers();
    judge.process.kill().expect("was killed");
    judge.process.wait().expect("is gone");
    for (id, before) in all {
        // One that nobody waits for is over; it may have a new parent that does not look.
        while let Some((_, state, ticks)) = process(id).filter(|p| p.1 != 'Z') {
            assert!(ticks < before + TICKS, "{id}, {state}, works on without its judge");
        }
    }
}

#[test]
fn a_judge_that_is_told_to_end_finishes_what_it_plays() {
    let folder = Folder::new("ended");
    let season = season(&folder, 1000);
    let (server, export) = (folder.path("server"), folder.path("export"));
    admin(&["import-season"], &[&season, &server]);
    let judge = Judge::start(&server, 2);
    judge.wait_for_matches(5);
    assert_eq!(judge.end(), Some(0));
    admin(&["export-season"], &[&server, Path::new("demo"), &export]);
    let matches = rows(&export, "matches");
    let count = |state: &str| matches.iter().filter(|m| m["state"] == state).count();
    assert!(count("done") >= 5);
    assert_eq!(count("running"), 0, "finished or put back");
    assert!(matches.iter().all(|m| m["attempts"].as_i64() <= Some(1)));
}
