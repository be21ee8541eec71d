//! Commands that show or install the program: a first match, the installation, the pictures of
//! README and book.

use crate::{forward, parts, viewer};
use anyhow::Result;
use harness::run::{cargo, first_program, has, palestra, root, run};
use std::process::Command;

/// The match that is shown: a game, its players, a seed with a story.
const MATCH: [&str; 7] = ["dominator", "Dummy", "Demo", "Dummy", "Demo", "-s", "30"];

/// Builds a lean program, plays a match and shows it. Without npm there is no viewer: then
/// only the table is shown.
pub fn demo() -> Result<()> {
    let shows = has("npm") || has("npm.cmd");
    if shows {
        viewer::page()?;
    } else {
        eprintln!("npm is missing: the match is played, but not shown in the viewer");
    }
    let palestra = first_program()?;
    run(Command::new(palestra).arg("play").args(MATCH).args(shows.then_some("--watch")))
}

/// Installs the command `palestra` for this user, with the viewer and the rules for players that
/// look ahead inside, where they can be built.
pub fn install() -> Result<()> {
    if has("npm") || has("npm.cmd") {
        parts::build()?;
    } else {
        eprintln!("npm is missing: the command will have no viewer");
        forward::build()?;
    }
    run(&mut cargo(["install", "--force", "--path", "crates/cli"]))
}

/// Kills the real judge ten times in a ladder of more than 500 matches, and compares the outcome
/// with the outcome of a judge that runs without interruption.
pub fn kill() -> Result<()> {
    let test = ["test", "--release", "--package", "palestra-cli", "--test", "killed"];
    let mut cargo = cargo(test);
    cargo
        .args(["--", "--nocapture"])
        .envs([("PALESTRA_KILLS", "10"), ("PALESTRA_KILL_ROUNDS", "42")]);
    run(&mut cargo)
}

/// Makes the pictures of README and book: the viewer in the middle of a match of every game.
pub fn picture() -> Result<()> {
    viewer::build()?;
    let palestra = palestra()?;
    let viewer = root().join("viewer");
    run(Command::new("npm").args(["run", "shots"]).current_dir(viewer).env("PALESTRA", palestra))
}
