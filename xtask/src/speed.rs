//! How many instructions whole matches take, result file written: counted by callgrind, so that
//! the figures are the same on a busy machine and on a quiet one.

use crate::run::{has, palestra, run, workshop};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// Games, players and the most instructions that a match of four of them may take.
const LIMITS: [(&str, &str, u64); 6] = [
    ("battle-royale", "Demo", 6_500_000),
    ("dominator", "Null", 11_000_000),
    ("dominator", "Demo", 22_000_000),
    ("mad-max", "Null", 60_000_000),
    ("pandemic", "Null", 26_000_000),
    ("star-war", "Null", 6_000_000),
];

/// Builds the program, measures and compares.
pub fn check() -> Result<()> {
    check_with(&palestra()?)
}

/// Measures a program that is built and compares.
pub fn check_with(palestra: &Path) -> Result<()> {
    ensure!(has("valgrind"), "counting instructions needs valgrind: apt-get install valgrind");
    let folder = workshop("speed")?;
    let mut too_slow = Vec::new();
    for (game, player, most) in LIMITS {
        let counted = count(palestra, game, player, &folder)?;
        println!("{game}, four {player}: {counted:>10} instructions, at most {most:>10} allowed");
        if counted > most {
            too_slow.push(format!("{game} with four {player}"));
        }
    }
    ensure!(too_slow.is_empty(), "these matches take too long: {}", too_slow.join(", "));
    Ok(())
}

fn count(palestra: &Path, game: &str, player: &str, folder: &Path) -> Result<u64> {
    let profile = folder.join(format!("callgrind.{game}.{player}"));
    run(Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(palestra)
        .args(["play", game, player, player, player, player])
        .args(["-s", "30", "-i", "default.cnf", "-o", "out.res", "--rules", "kit", "--quiet"])
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
