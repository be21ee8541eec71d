//! Counts the instructions of whole matches with their result file by callgrind, so that the
//! figures are the same on a busy machine and on a quiet one. The start of the program has its own
//! limit. `cargo bench --package games` counts the games alone, function by function, against a
//! committed baseline.

use anyhow::{Context, Result, ensure};
use harness::run::{cargo, has, palestra, root, run, workshop};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The most instructions that a match of a league of these four may take, everything included
/// that grows with the number of matches.
const LEAGUE_LIMIT: u64 = 15_000_000;
const LEAGUE: [&str; 2] = ["dominator", "Demo"];
/// The most instructions that the start of the program may take. The tests build the server and the
/// command line without optimisation, so the loader has more addresses to relocate than in a
/// release, by a fifth, and the options are read more slowly.
const START_LIMIT: u64 = 3_800_000;

/// Builds the program, measures and compares.
pub fn check() -> Result<()> {
    check_with(&palestra()?)
}

/// Measures a program that is built and compares.
pub fn check_with(palestra: &Path) -> Result<()> {
    ensure!(has("valgrind"), "counting instructions needs valgrind: apt-get install valgrind");
    let folder = workshop("speed")?;
    let mut too_slow = Vec::new();
    let start = instructions(palestra, &["--version"], "start", &folder)?;
    println!("the start: {start:>10} instructions, at most {START_LIMIT:>10} allowed");
    if start > START_LIMIT {
        too_slow.push("the start".into());
    }
    for (game, player, most) in limits()? {
        let counted = count(palestra, &game, &player, &folder)?.saturating_sub(start);
        println!("{game}, four {player}: {counted:>10} instructions, at most {most:>10} allowed");
        if counted > most {
            too_slow.push(format!("{game} with four {player}"));
        }
    }
    let counted = count_league(palestra, &folder)?;
    println!("a match of a league: {counted:>10} instructions, at most {LEAGUE_LIMIT:>10} allowed");
    if counted > LEAGUE_LIMIT {
        too_slow.push("a match of a league".into());
    }
    ensure!(too_slow.is_empty(), "these take too long: {}", too_slow.join(", "));
    // The games alone, against the committed baseline.
    let bench = ["bench", "--workspace", "--bench", "instructions", "--config"];
    run(cargo(bench).arg(root().join(".cargo/tests.toml")))
}

/// Games, players and the most instructions that a match of four of them may take beyond the start
/// of the program, by the file `tests/most_instructions.txt` of each game that has one.
fn limits() -> Result<Vec<(String, String, u64)>> {
    let mut limits = Vec::new();
    for game in fs::read_dir(root().join("games"))? {
        let game = game?;
        let Ok(text) = fs::read_to_string(game.path().join("tests/most_instructions.txt")) else {
            continue;
        };
        let id = game.file_name().to_string_lossy().replace('_', "-");
        for line in text.lines() {
            let (player, most) = line.split_once(' ').context("a line is player and number")?;
            limits.push((id.clone(), player.into(), most.parse()?));
        }
    }
    ensure!(!limits.is_empty(), "no game has a limit");
    limits.sort();
    Ok(limits)
}

fn count(palestra: &Path, game: &str, player: &str, folder: &Path) -> Result<u64> {
    let mut call = vec!["play", game, player, player, player, player];
    call.extend(["-s", "30", "-i", "default.cnf", "-o", "out.res", "--rules", "kit", "--quiet"]);
    instructions(palestra, &call, &format!("{game}.{player}"), folder)
}

/// Two leagues of different length: what they have in common is not counted.
fn count_league(palestra: &Path, folder: &Path) -> Result<u64> {
    const SHORT: u64 = 8;
    const LONG: u64 = 24;
    let [game, player] = LEAGUE;
    let count = |matches: u64| {
        let matches = matches.to_string();
        let mut call = vec!["league", player, player, player, player, "-g", game];
        call.extend(["-s", "1", "-j", "1", "-m", &matches]);
        instructions(palestra, &call, &format!("league.{matches}"), folder)
    };
    Ok(count(LONG)?.saturating_sub(count(SHORT)?) / (LONG - SHORT))
}

fn instructions(palestra: &Path, call: &[&str], name: &str, folder: &Path) -> Result<u64> {
    let profile = folder.join(format!("callgrind.{name}"));
    run(Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(palestra)
        .args(call)
        .stdout(std::process::Stdio::null())
        .current_dir(folder))?;
    total(&std::fs::read_to_string(&profile)?)
        .with_context(|| format!("{} names no total", profile.display()))
}

/// The number of instructions in a profile: its `summary:` or `totals:` line.
fn total(profile: &str) -> Option<u64> {
    let line = |key| profile.lines().find_map(|l| l.strip_prefix(key));
    line("summary:").or_else(|| line("totals:"))?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn the_total_is_read_from_either_line() {
        assert_eq!(total("events: Ir\nsummary: 1234\nfn=main"), Some(1234));
        assert_eq!(total("events: Ir\ntotals: 99 3"), Some(99));
        assert_eq!(total("events: Ir"), None);
    }
}
