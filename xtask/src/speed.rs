//! How many instructions whole matches take, result file written: counted by callgrind, so that
//! the figures are the same on a busy machine and on a quiet one.

use crate::run::{has, palestra, run, workshop};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// Players and the most millions of instructions that their match may take.
const LIMITS: [(&str, u64); 2] = [("Null", 11), ("Demo", 22)];
const MILLION: u64 = 1_000_000;

/// Measures and compares.
pub fn check() -> Result<()> {
    ensure!(has("valgrind"), "counting instructions needs valgrind: apt-get install valgrind");
    let palestra = palestra()?;
    let folder = workshop("speed")?;
    for (player, millions) in LIMITS {
        let counted = count(&palestra, player, &folder)?;
        let shown = counted as f64 / MILLION as f64;
        println!("four {player}: {shown:.1} million instructions, at most {millions} allowed");
        ensure!(counted <= millions * MILLION, "a match of four {player} takes too long");
    }
    Ok(())
}

fn count(palestra: &Path, player: &str, folder: &Path) -> Result<u64> {
    let profile = folder.join(format!("callgrind.{player}"));
    run(Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(palestra)
        .args(["play", "dominator", player, player, player, player])
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
