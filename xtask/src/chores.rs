//! The chores that show something: a first match, and the README's picture.

use crate::run::{has, palestra, root, run, workshop};
use crate::viewer;
use anyhow::{Context, Result};
use std::fs;
use std::process::Command;

/// The match that is shown: a game, its players, a seed with a story.
const MATCH: [&str; 7] = ["dominator", "Dummy", "Demo", "Dummy", "Demo", "-s", "30"];

/// The round of the picture.
const ROUND: u32 = 100;

/// Builds everything, plays a match and shows it. Without npm there is no viewer: then only the
/// table is shown.
pub fn demo() -> Result<()> {
    let shows = has("npm") || has("npm.cmd");
    if shows {
        viewer::build()?;
    } else {
        eprintln!("npm is missing: the match is played, but not shown in the viewer");
    }
    let palestra = palestra()?;
    run(Command::new(palestra).arg("play").args(MATCH).args(shows.then_some("--watch")))
}

/// Makes `docs/images/dominator.png`: the viewer in the middle of a match.
pub fn picture() -> Result<()> {
    viewer::build()?;
    let folder = workshop("picture")?;
    let record = folder.join("match.match");
    let palestra = palestra()?;
    run(Command::new(&palestra).arg("play").args(MATCH).arg("-q").arg("--record").arg(&record))?;
    run(Command::new("npm")
        .args(["run", "shots", "--", "--sizes", "1440x900", "--themes", "dark", "--out"])
        .arg(&folder)
        .arg(format!("{}@{ROUND}", record.display()))
        .current_dir(root().join("viewer")))?;
    let made = folder.join(format!("match-match-{ROUND}-1440-dark.png"));
    let images = root().join("docs/images");
    fs::create_dir_all(&images)?;
    let picture = images.join("dominator.png");
    fs::copy(&made, &picture).with_context(|| format!("there is no {}", made.display()))?;
    println!("{}", picture.display());
    Ok(())
}
