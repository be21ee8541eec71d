//! The judge from outside: a season in a browser, hostile input on every form and
//! endpoint, a siege.

use crate::viewer;
use anyhow::{Result, bail};
use harness::run::{Outcome, cargo, has, python_environment, release_program, root, run, target};
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
        bail!("{} is not there: cargo build --locked --release -p palestra-cli", program.display());
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

/// Pictures of every page of the judge and of the boards of all games: in both themes, for
/// desktops and phones, with an `index.html`. They are taken at the end of a [`season`].
pub fn gallery(name: Option<String>) -> Result<()> {
    let Some(name) = name else { bail!("usage: cargo xtask gallery DIR") };
    let pictures = std::env::current_dir()?.join(name);
    let program = program()?;
    if !target().join("viewer/viewer.html").is_file() {
        viewer::page()?;
    }
    viewer::packages(&folder())?;
    run(Command::new("npm")
        .arg("test")
        .current_dir(folder())
        .env("PALESTRA_PROGRAM", program)
        .env("PALESTRA_GALLERY", &pictures))?;
    println!("{}", pictures.join("index.html").display());
    Ok(())
}

/// Fuzzed input on every page, form and endpoint: no failure of ours.
pub fn hostile() -> Result<Outcome> {
    let program = program()?;
    if !has("python3") {
        return Ok(Outcome::Skipped("there is no python3 here"));
    }
    run(Command::new(python()?)
        .arg(folder().join("hostile.py"))
        .arg(program)
        .arg(environment().join("bin/schemathesis"))
        .arg(HOSTILE_SECONDS.to_string()))?;
    Ok(Outcome::Passed)
}

/// Attackers and honest authors at one judge: whether it holds. It sends the whole suite in all
/// games, or in one with `--game GAME`, and looks at the clock, so it wants an idle machine;
/// `--short` sends a part and takes the program that is there.
pub fn siege(options: &[String]) -> Result<Outcome> {
    let short = options.iter().any(|word| word == "--short");
    let program = if short { program()? } else { harness::run::palestra()? };
    if !has("python3") {
        return Ok(Outcome::Skipped("there is no python3 here"));
    }
    run(Command::new(&program).args(["toolchain", "install"]))?;
    run(Command::new("python3").arg(folder().join("siege.py")).arg(program).args(options))?;
    Ok(Outcome::Passed)
}

/// Where the pinned Python packages are installed.
fn environment() -> PathBuf {
    target().join("xtask").join("hostile")
}

/// The interpreter of an environment of our own with the packages of `requirements.txt`.
fn python() -> Result<PathBuf> {
    python_environment(&environment(), &folder().join("requirements.txt"))
}

/// Measures the load that the judge can handle on this machine; by hand, when nothing else runs.
pub fn load() -> Result<()> {
    let program = harness::run::palestra()?;
    run(Command::new(&program).args(["toolchain", "install"]))?;
    run(cargo(["run", "--release", "--quiet", "--package", "server", "--example", "load", "--"])
        .arg(program)
        .args(std::env::args().skip(2)))
}
