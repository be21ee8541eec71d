//! Builds the viewer: the games for the browser, then one HTML file around them. The module of
//! the games' own players, for kits, is built with them.

use crate::run::{WASM_TARGET, wasm_library};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The file must stay small enough to travel with every match.
const LARGEST: u64 = 3 << 20;

/// Builds the viewer and says where the page is.
///
/// # Errors
/// When the games do not compile for the browser, npm fails, or the page is too large.
pub fn build() -> Result<PathBuf> {
    let root = root();
    let target = target_dir(&root);
    games(&root)?;
    let folder = target.join("viewer");
    fs::create_dir_all(&folder)?;
    let dummy = target.join(WASM_TARGET).join("viewer/dummy_wasm.wasm");
    fs::copy(dummy, folder.join("dummy.wasm"))?;
    let viewer = root.join("viewer");
    packages(&viewer)?;
    let wasm = target.join(WASM_TARGET).join("viewer/viewer_wasm.wasm");
    run(Command::new("npm")
        .args(["run", "build"])
        .current_dir(&viewer)
        .env("PALESTRA_WASM", wasm))?;
    let page = folder.join("viewer.html");
    fs::copy(viewer.join("dist/index.html"), &page)?;
    check(&page)?;
    Ok(page)
}

/// Installs the packages of `viewer/package-lock.json` where that was not done yet.
///
/// # Errors
/// When npm is missing or fails.
pub fn packages(viewer: &Path) -> Result<()> {
    let lock = viewer.join("package-lock.json");
    let installed = viewer.join("node_modules/.palestra-lock");
    if fs::read(&lock).ok().as_deref() == fs::read(&installed).ok().as_deref() {
        return Ok(());
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(viewer))?;
    fs::copy(lock, installed)?;
    Ok(())
}

fn games(root: &Path) -> Result<()> {
    wasm_library()?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = run(Command::new(cargo).current_dir(root).args([
        "build",
        "--package",
        "viewer-wasm",
        "--package",
        "dummy-wasm",
        "--lib",
        "--profile",
        "viewer",
        "--target",
        WASM_TARGET,
    ]));
    built.with_context(|| format!("is the target installed? `rustup target add {WASM_TARGET}`"))
}

fn check(page: &Path) -> Result<()> {
    let html = fs::read_to_string(page)?;
    let size = html.len() as u64;
    ensure!(size <= LARGEST, "{} has {size} bytes; at most {LARGEST} are allowed", page.display());
    for placeholder in ["PALESTRA-MATCH", "PALESTRA-NAME"] {
        let count = html.matches(placeholder).count();
        ensure!(count == 1, "the page has {count} times `{placeholder}` and must have it once");
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start `{name}`"))?;
    if !status.success() {
        bail!("`{name}` failed: {status}");
    }
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

fn target_dir(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}
