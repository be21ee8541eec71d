//! Running other programs, and the few facts about this machine that the commands need.

use anyhow::{Context, Result, ensure};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// The root of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Cargo's target folder, wherever `CARGO_TARGET_DIR` or cargo's settings put it.
///
/// # Panics
/// When cargo cannot be started or does not print its folders: no command works then.
pub fn target() -> PathBuf {
    folders().0.clone()
}

/// The folder of intermediate results: the target folder, unless `build.build-dir` is set. The
/// build script of the command line looks here for what is built before it.
///
/// # Panics
/// As [`target`].
pub fn build_folder() -> PathBuf {
    folders().1.clone()
}

/// Target folder and build folder. Cargo is asked once: environment, settings and defaults decide.
fn folders() -> &'static (PathBuf, PathBuf) {
    static FOLDERS: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    FOLDERS.get_or_init(|| {
        let asked = plain(["metadata", "--no-deps", "--format-version=1"]).output();
        let asked = asked.expect("cargo can be started");
        let complaint = String::from_utf8_lossy(&asked.stderr);
        let facts: serde_json::Value =
            serde_json::from_slice(&asked.stdout).unwrap_or_else(|_| panic!("{complaint}"));
        let folder = |key: &str| facts[key].as_str().map(PathBuf::from);
        let target = folder("target_directory").expect("cargo metadata names the target folder");
        // Cargo before 1.91 has one folder for both.
        let build = folder("build_directory").unwrap_or_else(|| target.clone());
        (target, build)
    })
}

/// Where tests note what they skip, one line for each.
#[must_use]
pub fn skips() -> PathBuf {
    target().join("xtask").join("skips.txt")
}

/// A cargo command in the project's root, with the dependencies of `Cargo.lock` exactly. Tests that
/// it runs note in [`skips`] what they skip.
pub fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = plain(arguments);
    command.env(needs::SKIPS, skips());
    command
}

/// A cargo command for all packages, in the release profile as tests are built: with
/// `.cargo/tests.toml`. All steps of the tests use it, so that cargo chooses the same features and
/// nothing is compiled again.
#[must_use]
pub fn cargo_for_tests(command: &str) -> Command {
    let mut cargo = cargo([command, "--workspace", "--release", "--config"]);
    cargo.arg(root().join(".cargo/tests.toml"));
    cargo
}

/// Leaves the rules out of all packages: their tests run with overflow checks, in a build of their
/// own.
pub const WITHOUT_RULES: [&str; 4] = ["--exclude", "engine", "--exclude", "games"];

/// Without the variables in which `cargo run` and `cargo test` describe the package of this
/// process. The build script of ring asks for them, so cargo would run it again, and compile all
/// packages above it, whenever somebody calls cargo once directly and once through this project.
fn plain<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in names.filter(|name| describes_package(name)) {
        command.env_remove(name);
    }
    for argument in arguments {
        let has_dependencies = command.get_args().next().is_none() && argument.as_ref() != "fmt";
        command.arg(argument);
        if has_dependencies {
            command.arg("--locked");
        }
    }
    command
}

fn describes_package(variable: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|head| variable.starts_with(head))
}

/// The end of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was done.
    Passed,
    /// Nothing was done, and why.
    Skipped(&'static str),
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

/// Whether this is root, who may install and open namespaces.
#[must_use]
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

/// The target of the games for browsers and for players.
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
    run(&mut cargo(["build", "--release", "--package", "palestra-cli"]))?;
    Ok(release_program())
}

/// Builds the lean program, which plays the games with their own players. It has neither
/// WebAssembly nor the judge.
pub fn first_program() -> Result<PathBuf> {
    let build =
        ["build", "--profile", "first", "--package", "palestra-cli", "--no-default-features"];
    run(&mut cargo(build))?;
    Ok(target().join("first").join(format!("palestra{}", env::consts::EXE_SUFFIX)))
}

/// Where cargo leaves the palestra binary of the release profile.
pub fn release_program() -> PathBuf {
    target().join("release").join(format!("palestra{}", env::consts::EXE_SUFFIX))
}

/// The interpreter of an environment of Python in this folder with the packages of a file of
/// requirements, installed where that was not done yet.
///
/// # Errors
/// When Python has no `venv`, or pip fails.
pub fn python_environment(folder: &Path, requirements: &Path) -> Result<PathBuf> {
    let python = folder.join("bin/python");
    let installed = folder.join("installed");
    if fs::read(requirements).ok() == fs::read(&installed).ok() {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    run(Command::new(&python).args(install).arg(requirements))?;
    fs::copy(requirements, installed)?;
    Ok(python)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_takes_the_locked_dependencies() {
        let words = |command: Command| -> Vec<String> {
            command.get_args().map(|word| word.to_string_lossy().into_owned()).collect()
        };
        assert_eq!(words(cargo(["clippy", "--", "-D"])), ["clippy", "--locked", "--", "-D"]);
        assert_eq!(words(cargo(["fmt", "--all"])), ["fmt", "--all"]);
    }

    #[test]
    fn cargo_learns_nothing_of_the_package_that_calls_it() {
        let command = cargo(["build"]);
        let removed = |wanted: &str| {
            command.get_envs().any(|(name, value)| name == wanted && value.is_none())
        };
        // Cargo sets both for this test.
        assert!(removed("CARGO_PKG_NAME") && removed("CARGO_MANIFEST_DIR"));
        assert!(!removed("CARGO_HOME") && !removed("PATH"));
    }

    /// Cargo's own settings and `CARGO_TARGET_DIR` decide, with blanks in them too. This test
    /// itself was built into the build folder.
    #[test]
    fn the_folders_are_those_of_cargo() {
        let own = env::current_exe().expect("has a path");
        let own = own.canonicalize().expect("is there");
        let build = build_folder().canonicalize().expect("is there");
        assert!(own.starts_with(&build), "{} is not below {}", own.display(), build.display());
        assert!(target().is_absolute());
    }
}
