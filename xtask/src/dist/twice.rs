//! `cargo xtask dist --twice`: the same commit, built in two folders, gives the same program.

use super::{PROFILE, built, folder, make, said};
use crate::python::EXTENSION;
use anyhow::{Result, ensure};
use harness::run::{root, run, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the commit in two folders and compares the programs. The packages are then those of this
/// program, which names no folder of this machine. The lean program is compared only.
///
/// # Errors
/// When a build fails, or the programs differ.
pub(super) fn compare(lean: bool) -> Result<()> {
    // Paths of different lengths: what they leave in a program moves all that follows.
    let places = ["one", "another"].map(|name| target().join("xtask/twice").join(name));
    let mut programs = Vec::new();
    for place in &places {
        checkout(place)?;
        programs.push(if lean { lean_program(place)? } else { program(place)? });
    }
    let equal = fs::read(&programs[0])? == fs::read(&programs[1])?;
    let [one, other] = [&programs[0], &programs[1]].map(|program| program.display());
    ensure!(equal, "{one} and {other} differ: compare them with diffoscope or cmp");
    println!("two builds of {} are identical", commit()?);
    if !lean {
        let page = places[0].join("target/viewer/viewer.html");
        let extensions =
            places.each_ref().map(|place| place.join("target/release").join(EXTENSION));
        let equal = fs::read(&extensions[0])? == fs::read(&extensions[1])?;
        ensure!(equal, "the extensions for Python differ");
        make::all(&programs[0], &extensions[0], &page, &folder())?;
        println!("{}", folder().display());
    }
    Ok(())
}

fn commit() -> Result<String> {
    said(Command::new("git").args(["rev-parse", "--short", "HEAD"]).current_dir(root()))
}

/// The files of the commit, and nothing else, in an empty folder.
fn checkout(place: &Path) -> Result<()> {
    if place.exists() {
        fs::remove_dir_all(place)?;
    }
    fs::create_dir_all(place)?;
    run(Command::new("sh")
        .args(["-euc", "git archive HEAD | tar -x -C \"$1\"", "sh"])
        .arg(place)
        .current_dir(root()))
}

/// The whole program with the viewer and the rules for players inside.
fn program(place: &Path) -> Result<PathBuf> {
    for words in [
        &["xtask", "viewer"][..],
        &["xtask", "forward"],
        &["build", "--locked", "--package", "palestra-cli", PROFILE[0], PROFILE[1]],
        &["build", "--locked", "--release", "--package", "python"],
    ] {
        run(cargo(place)?.args(words))?;
    }
    Ok(built(&place.join("target")))
}

fn lean_program(place: &Path) -> Result<PathBuf> {
    let build = ["build", "--locked", "--profile", "first", "--package", "palestra-cli"];
    run(cargo(place)?.args(build).arg("--no-default-features"))?;
    Ok(place.join("target/first/palestra"))
}

/// Cargo in this folder, which no path in the program names.
fn cargo(place: &Path) -> Result<Command> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let renamed = [(Some(place.to_path_buf()), "/palestra"), (home, "/cargo")];
    let renamed: Vec<String> = renamed
        .iter()
        .filter_map(|(path, name)| Some(format!("{}={name}", path.as_ref()?.display())))
        .collect();
    let flags = |option: &str, between: &str| {
        let flags: Vec<String> = renamed.iter().map(|pair| format!("{option}={pair}")).collect();
        flags.join(between)
    };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(place)
        .env("CARGO_TARGET_DIR", place.join("target"))
        .env("CARGO_ENCODED_RUSTFLAGS", flags("--remap-path-prefix", "\x1f"))
        // These split at blanks, so the folder of this project may have none in its path.
        .env("CFLAGS", flags("-ffile-prefix-map", " "))
        .env("CXXFLAGS", flags("-ffile-prefix-map", " "))
        .env("PALESTRA_PACKAGED", "1")
        .env("SOURCE_DATE_EPOCH", super::time_of_commit()?);
    Ok(cargo)
}
