//! Running other programs, and the few facts about this machine that chores need.

use anyhow::{Context, Result, ensure};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The root of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A cargo command in the project's root.
pub fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let name = format!("{command:?}");
    let status = command.status().with_context(|| format!("{name} cannot be started"))?;
    ensure!(status.success(), "{name} failed");
    Ok(())
}

/// Whether a program of this name is on the path.
pub fn has(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// What the games for browsers and for players are compiled for.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Has rustup install the library for WebAssembly where it is missing.
///
/// # Errors
/// When rustup cannot; without rustup nothing is tried.
pub fn wasm_library() -> Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", WASM_TARGET])
        .output()
        .context("rustc cannot be started")?;
    let folder = String::from_utf8_lossy(&asked.stdout).trim().to_string();
    if Path::new(&folder).is_dir() || !has(&format!("rustup{}", env::consts::EXE_SUFFIX)) {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", WASM_TARGET]))
}

/// The palestra binary of the release profile, built now.
pub fn palestra() -> Result<PathBuf> {
    run(&mut cargo(["build", "--release", "--package", "palestra"]))?;
    Ok(release_program())
}

/// Where cargo leaves the palestra binary of the release profile.
pub fn release_program() -> PathBuf {
    target().join("release").join(format!("palestra{}", env::consts::EXE_SUFFIX))
}

/// An empty folder of its own below the target folder.
pub fn workshop(name: &str) -> Result<PathBuf> {
    let folder = target().join("xtask").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
