//! The chores that show something: a first match, and the README's picture.

use crate::run::{has, palestra, root, run, workshop};
use crate::viewer;
use anyhow::{Result, bail, ensure};
use std::process::Command;

/// The match that is shown: a game, its players, a seed with a story.
const MATCH: [&str; 7] = ["dominator", "Dummy", "Demo", "Dummy", "Demo", "-s", "30"];

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
    let Some(browser) =
        ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|b| has(b))
    else {
        bail!("the picture needs Chromium: apt-get install chromium")
    };
    viewer::build()?;
    let folder = workshop("picture")?;
    let (record, page) = (folder.join("match.match"), folder.join("match.html"));
    let palestra = palestra()?;
    run(Command::new(&palestra).arg("play").args(MATCH).arg("-q").arg("--record").arg(&record))?;
    run(Command::new(&palestra).args(["watch", "--no-open"]).arg(&record).arg("-o").arg(&page))?;
    let picture = root().join("docs/images/dominator.png");
    std::fs::create_dir_all(root().join("docs/images"))?;
    run(Command::new(browser)
        .args(["--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1440,900"])
        .args(["--virtual-time-budget=8000", "--force-device-scale-factor=1"])
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}#round=120&theme=dark", page.display())))?;
    ensure!(picture.is_file(), "Chromium made no picture");
    println!("{}", picture.display());
    Ok(())
}
