//! `cargo xtask footprint` measures builds and compares them with committed limits. CPU seconds
//! include all processes of a build, user and system time. Downloads happen before.

use crate::parts;
use anyhow::{Context, Result, ensure};
use harness::run::{Outcome, cargo, root, run, target};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The first match, from an empty target folder: `cargo xtask demo`, viewer included.
const FIRST_MATCH_SECONDS_MAX: f64 = 150.0;
/// The whole program, from an empty target folder.
const PROGRAM_SECONDS_MAX: f64 = 888.0;
/// The whole program, as built and as in packages.
const PROGRAM_MEGABYTES_MAX: [f64; 2] = [60.0, 40.0];
/// Packages in `Cargo.lock` (forty of them for NATS and its certificates, ten for Fluent), and
/// those of the lean program.
const CRATES_MAX: [usize; 2] = [560, 130];
/// Ticks per second of the kernel's accounts: always so on Linux.
const TICKS: f64 = 100.0;

/// Figures beyond their limits.
#[derive(Default)]
struct Excess(Vec<String>);

impl Excess {
    fn check(&mut self, what: &str, found: f64, most: f64, unit: &str) {
        println!("{what:<44} {found:>7.1} {unit}, at most {most:.0}");
        if found > most {
            self.0.push(format!("{what}: {found:.1} {unit}"));
        }
    }

    fn judge(&self) -> Result<()> {
        ensure!(self.0.is_empty(), "beyond its limit: {}", self.0.join("; "));
        Ok(())
    }
}

/// Measures the first match and the whole program.
pub fn all() -> Result<()> {
    let mut excess = Excess::default();
    crates(&mut excess)?;
    let seconds = first_match()?;
    fs::remove_dir_all(first_folder())?;
    excess.check("the first match", seconds, FIRST_MATCH_SECONDS_MAX, "CPU s");
    let folder = empty(target().join("footprint").join("whole program"))?;
    parts::build_for(&folder)?;
    let mut build = cargo(["build", "--release", "--package", "palestra-cli"]);
    let seconds = worked(build.env("CARGO_TARGET_DIR", &folder))?;
    excess.check("the whole program", seconds, PROGRAM_SECONDS_MAX, "CPU s");
    sizes(&mut excess, &folder)?;
    fs::remove_dir_all(folder)?;
    excess.judge()
}

/// The first command of the README, on a machine without a display, with a target folder of its
/// own whose name has a blank. The folder stays for the tests of the lean program.
pub fn test() -> Result<Outcome> {
    if !Path::new("/proc/self/stat").is_file() {
        return Ok(Outcome::Skipped("only Linux tells what builds cost"));
    }
    let mut excess = Excess::default();
    crates(&mut excess)?;
    // Other work on the machine makes the same build take more CPU time, so a test holds it to
    // nothing.
    println!("{:<44} {:>7.1} CPU s", "the first match", first_match()?);
    excess.judge()?;
    Ok(Outcome::Passed)
}

/// The target folder of the first match.
pub fn first_folder() -> PathBuf {
    target().join("footprint").join("first match")
}

/// CPU seconds of the demo, from an empty target folder.
fn first_match() -> Result<f64> {
    run(&mut cargo(["fetch"]))?;
    let folder = empty(first_folder())?;
    let mut demo = cargo(["run", "--quiet", "--package", "xtask", "--", "demo"]);
    demo.env("CARGO_TARGET_DIR", &folder);
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"] {
        demo.env_remove(display);
    }
    let seconds = worked(&mut demo)?;
    let program = folder.join("first").join(format!("palestra{}", env::consts::EXE_SUFFIX));
    let size = fs::metadata(program)?.len();
    println!("{:<44} {:>7.1} MB", "its program", megabytes(size));
    Ok(seconds)
}

fn crates(excess: &mut Excess) -> Result<()> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let all = lock.lines().filter(|line| *line == "[[package]]").count();
    let tree = ["tree", "--package", "palestra-cli", "--no-default-features", "--prefix", "none"];
    let tree = cargo(tree).args(["--edges", "normal,build"]).output()?;
    let tree = String::from_utf8(tree.stdout).context("cargo tree prints text")?;
    let name = |line: &str| line.split(" (").next().unwrap_or_default().trim().to_string();
    let lean: BTreeSet<String> = tree.lines().map(name).filter(|name| !name.is_empty()).collect();
    excess.check("packages of everything", all as f64, CRATES_MAX[0] as f64, "");
    excess.check("packages of the first match", lean.len() as f64, CRATES_MAX[1] as f64, "");
    Ok(())
}

fn sizes(excess: &mut Excess, folder: &Path) -> Result<()> {
    let mut build = cargo(["build", "--profile", "packages", "--package", "palestra-cli"]);
    run(build.env("CARGO_TARGET_DIR", folder))?;
    let kinds = [("release", "its program"), ("packages", "its program in packages")];
    for ((profile, name), most) in kinds.into_iter().zip(PROGRAM_MEGABYTES_MAX) {
        let program = format!("palestra{}", env::consts::EXE_SUFFIX);
        let size = fs::metadata(folder.join(profile).join(program))?.len();
        excess.check(name, megabytes(size), most, "MB");
    }
    Ok(())
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn empty(folder: PathBuf) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    Ok(folder)
}

/// Runs a command and gives the CPU seconds of it and all that it started.
fn worked(command: &mut Command) -> Result<f64> {
    let before = of_children()?;
    run(command)?;
    Ok(of_children()? - before)
}

/// CPU seconds of all processes that this one started and that are over.
///
/// # Errors
/// Where there is no `/proc`.
pub fn of_children() -> Result<f64> {
    let stat =
        fs::read_to_string("/proc/self/stat").context("only Linux tells what builds cost")?;
    seconds_of_children(&stat).context("/proc/self/stat is not as proc(5) says")
}

/// Fields 16 and 17 of the line, counted from 1. The second is a name in brackets that may have
/// blanks.
fn seconds_of_children(stat: &str) -> Option<f64> {
    let behind_name = stat.rsplit_once(')')?.1;
    let mut fields = behind_name.split_whitespace().skip(13);
    let ticks = |field: Option<&str>| field?.parse::<u32>().ok();
    Some((f64::from(ticks(fields.next())?) + f64::from(ticks(fields.next())?)) / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_of_children_is_read_behind_any_name() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 4194304 100 200 0 0 11 12 250 50 20 0 1 0 99";
        assert_eq!(seconds_of_children(stat), Some(3.0));
        assert_eq!(seconds_of_children("7 (x) S 1"), None);
    }

    #[test]
    fn what_is_beyond_its_limit_is_named() {
        let mut excess = Excess::default();
        excess.check("one", 1.0, 1.0, "MB");
        assert!(excess.judge().is_ok());
        excess.check("two", 1.5, 1.0, "MB");
        let error = excess.judge().expect_err("one thing is too large");
        assert_eq!(error.to_string(), "beyond its limit: two: 1.5 MB");
    }
}
