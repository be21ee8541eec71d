//! The judge from outside: a season in a browser, and hostile input on every form and endpoint.

use crate::run::{cargo, has, release_program, root, run, target};
use crate::viewer;
use anyhow::{Result, bail};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Seconds of fuzzing, interface and forms together.
const HOSTILE_SECONDS: u32 = 50;

fn folder() -> PathBuf {
    root().join("crates/server/e2e")
}

/// The release program, which must be there: the tests before this step built it.
fn program() -> Result<PathBuf> {
    let program = release_program();
    if !program.is_file() {
        bail!("{} is not there: cargo build --release -p palestra", program.display());
    }
    Ok(program)
}

/// A whole season, from the first link to the exports, in headless Chromium.
pub fn season() -> Result<()> {
    let program = program()?;
    viewer::packages(&folder())?;
    run(Command::new("npm").args(["run", "types"]).current_dir(folder()))?;
    run(Command::new("npm").arg("test").current_dir(folder()).env("PALESTRA_PROGRAM", program))
}

/// Fuzzed input on every page, form and endpoint: no failure of ours.
pub fn hostile() -> Result<()> {
    let program = program()?;
    if !has("python3") {
        println!("skipped: there is no python3 here");
        return Ok(());
    }
    run(Command::new(python()?)
        .arg(folder().join("hostile.py"))
        .arg(program)
        .arg(environment().join("bin/schemathesis"))
        .arg(HOSTILE_SECONDS.to_string()))
}

/// Where the pinned Python packages are installed.
fn environment() -> PathBuf {
    target().join("xtask").join("hostile")
}

/// The interpreter of an environment of our own with the packages of `requirements.txt`.
fn python() -> Result<PathBuf> {
    let python = environment().join("bin/python");
    let (wanted, installed) = (folder().join("requirements.txt"), environment().join("installed"));
    if fs::read(&wanted).ok() == fs::read(&installed).ok() {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(environment()))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    run(Command::new(&python).args(install).arg(&wanted))?;
    fs::copy(wanted, installed)?;
    Ok(python)
}

/// What the judge bears on this machine; by hand, when nothing else runs.
pub fn load() -> Result<()> {
    let program = crate::run::palestra()?;
    run(Command::new(&program).args(["toolchain", "install"]))?;
    run(cargo(["run", "--release", "--quiet", "--package", "server", "--example", "load", "--"])
        .arg(program)
        .args(std::env::args().skip(2)))
}
