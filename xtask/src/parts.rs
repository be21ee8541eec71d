//! The parts of the whole program that are built before it: the viewer with the games inside, and
//! the rules for players that look ahead.

use crate::{forward, viewer};
use anyhow::{Context, Result, anyhow};
use harness::run::build_folder;
use std::path::{Path, PathBuf};
use std::{fs, thread};

/// The files of the parts, below the folder of the build.
const FILES: [&str; 4] =
    ["viewer/viewer.html", "viewer/dummy.wasm", "forward/forward.o", "forward/forward.host"];

/// Builds all parts and says where the viewer is. Both are optimised as a whole, which keeps one
/// core busy, so they are built at the same time.
///
/// # Errors
/// As [`viewer::build`] and [`forward::build`].
pub fn build() -> Result<PathBuf> {
    thread::scope(|scope| {
        let rules = scope.spawn(forward::build);
        let page = viewer::build();
        rules.join().map_err(|_| anyhow!("the build of the rules panicked"))??;
        page
    })
}

/// Builds all parts, for a program that is built in this folder.
///
/// # Errors
/// As [`build`], and when files cannot be copied.
pub fn build_for(folder: &Path) -> Result<()> {
    build()?;
    for file in FILES {
        let copy = folder.join(file);
        fs::create_dir_all(copy.parent().context("a part lies in a folder")?)?;
        fs::copy(build_folder().join(file), copy)?;
    }
    Ok(())
}
