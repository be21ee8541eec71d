//! Matches of the program `palestra` with the CPU time that they take.

use anyhow::{Context, Result, ensure};
use harness::run::{palestra, workshop};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program, and a folder for what it writes.
pub struct Timed {
    program: PathBuf,
    folder: PathBuf,
}

impl Timed {
    /// Builds the program.
    ///
    /// # Errors
    /// If it cannot be built, or the folder of this name cannot be made.
    pub fn new(name: &str) -> Result<Self> {
        Ok(Self { program: palestra()?, folder: workshop(name)? })
    }

    /// Where the matches write their files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Seconds of CPU of the program and its players in a match of four such players, and the
    /// result file.
    ///
    /// # Errors
    /// If the match fails.
    pub fn play(&self, game: &str, player: &str, more: &[&str]) -> Result<(f64, Vec<u8>)> {
        let result = self.folder.join("match.res");
        let timed = "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null 2>\"$0\"";
        let noise = self.folder.join("stderr.txt");
        let done = Command::new("bash")
            .args(["-c", timed])
            .arg(&noise)
            .arg(&self.program)
            .args(["play", game, player, player, player, player])
            .args(["-s", "30", "--release", "--quiet"])
            .args(more)
            .arg("-o")
            .arg(&result)
            .output()
            .context("bash cannot be started")?;
        let told = || fs::read_to_string(&noise).unwrap_or_default();
        ensure!(done.status.success(), "the match failed:\n{}", told());
        let times = String::from_utf8_lossy(&done.stderr).into_owned();
        let seconds: Result<Vec<f64>, _> = times.split_whitespace().map(str::parse).collect();
        let seconds = seconds.with_context(|| format!("bash printed \"{}\"", times.trim()))?;
        Ok((seconds.iter().sum(), fs::read(&result)?))
    }

    /// The share of the judge's budget of fuel that a player uses, the mean of four of them.
    ///
    /// # Errors
    /// If the match fails.
    pub fn fuel(&self, game: &str, player: &str) -> Result<f64> {
        let done = Command::new(&self.program)
            .args(["play", game, player, player, player, player])
            .args(["-s", "30", "--judge", "--json"])
            .output()?;
        ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let said: serde_json::Value = serde_json::from_slice(&done.stdout)?;
        let shares = said["status"].as_array().context("`play --json` says the status")?;
        Ok(shares.iter().filter_map(serde_json::Value::as_f64).sum::<f64>() / SEATS)
    }
}

/// Players of a match.
pub const SEATS: f64 = 4.0;

/// The middle one of these values, the upper one of two.
///
/// # Panics
/// Without values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
