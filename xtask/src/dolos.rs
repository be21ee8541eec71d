//! Dolos, another detector of copies, on the corpus of `crates/similarity`: by hand only, because
//! installing it compiles its parsers for minutes.

use crate::run::{cargo, root, run, workshop};
use anyhow::Result;
use std::fs;
use std::process::Command;

/// Installs the pinned version below the target folder, writes the corpus and compares.
pub fn compare() -> Result<()> {
    let folder = workshop("dolos")?;
    for file in ["package.json", "package-lock.json", "compare.mjs"] {
        fs::copy(root().join("xtask/dolos").join(file), folder.join(file))?;
    }
    let corpus = folder.join("corpus");
    run(cargo([
        "run",
        "--release",
        "--quiet",
        "--package",
        "similarity",
        "--example",
        "disguised",
    ])
    .arg("--")
    .arg(&corpus))?;
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    let template = root().join("games/dominator/players/AIScout.cc");
    run(Command::new("node").arg("compare.mjs").arg(corpus).arg(template).current_dir(&folder))
}
