//! `cargo xtask conformance`: how much of JavaScript and Python the players' engines have, by tests
//! that others wrote. By hand only, because the downloads come from three registries.
//!
//! - JavaScript: test262 as of ECMAScript 5, which the sources of Js2Py contain, and the parser
//!   tests of TC39.
//! - Python: tests of CPython's own library, from Debian.

use anyhow::{Context, Result, ensure};
use harness::run::{cargo, python_environment, root, run, workshop};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of Js2Py on PyPI, with their digest.
const JS2PY: &str = "Js2Py==0.74 \
    --hash=sha256:39f3a6aa8469180efba3c8677271df27c31332fd1b471df1af2af58b87b8972f\n";

/// The parser tests of TC39 on npm.
const PARSER_TESTS: &str = "test262-parser-tests@0.0.5";

/// Downloads the tests, turns them into players, runs these in the sandbox and prints tables.
///
/// # Errors
/// When something cannot be downloaded, or the engines are not there.
pub fn measure() -> Result<()> {
    let folder = workshop("conformance")?;
    println!("JavaScript\n");
    let scripts = javascript(&folder)?;
    play(&scripts)?;
    println!("\nPython\n");
    let scripts = python(&folder)?;
    play(&scripts)
}

/// A script of the folder `xtask/conformance`.
fn maker(name: &str) -> PathBuf {
    root().join("xtask/conformance").join(name)
}

fn javascript(folder: &Path) -> Result<PathBuf> {
    let wanted = folder.join("requirements.txt");
    fs::write(&wanted, JS2PY)?;
    let nothing = folder.join("nothing.txt");
    fs::write(&nothing, "")?;
    let pip = python_environment(&folder.join("environment"), &nothing)?;
    run(Command::new(pip)
        .args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"])
        .args(["--require-hashes", "--requirement"])
        .arg(&wanted)
        .current_dir(folder))?;
    run(Command::new("npm").args(["pack", "--silent", PARSER_TESTS]).current_dir(folder))?;
    for archive in files(folder, "gz")?.into_iter().chain(files(folder, "tgz")?) {
        run(Command::new("tar").arg("-xzf").arg(archive).current_dir(folder))?;
    }
    let scripts = folder.join("javascript");
    run(Command::new("python3").arg(maker("test262.py")).args([
        folder.join("Js2Py-0.74"),
        folder.join("package"),
        scripts.clone(),
    ]))?;
    Ok(scripts)
}

fn python(folder: &Path) -> Result<PathBuf> {
    let version = Command::new("python3").args(["-c", VERSION]).output()?;
    let version = String::from_utf8(version.stdout)?.trim().to_string();
    let package = format!("libpython{version}-testsuite");
    run(Command::new("apt-get").args(["download", "-qq"]).arg(package).current_dir(folder))
        .context("the tests of CPython come from Debian, for its own version of Python")?;
    let archives = files(folder, "deb")?;
    ensure!(archives.len() == 1, "one package, not {archives:?}");
    run(Command::new("dpkg-deb").arg("-x").args([&archives[0], folder]))?;
    let library = folder.join(format!("usr/lib/python{version}"));
    let scripts = folder.join("python");
    run(Command::new("python3").arg(maker("cpython.py")).args([
        library,
        maker("unittest_shim.py"),
        scripts.clone(),
    ]))?;
    Ok(scripts)
}

const VERSION: &str = "import sys; print('%d.%d' % sys.version_info[:2])";

/// The files of a folder with this ending.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let all: Result<Vec<_>, _> = fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect();
    Ok(all?.into_iter().filter(|path| path.extension().is_some_and(|e| e == ending)).collect())
}

fn play(scripts: &Path) -> Result<()> {
    let mut command = cargo(["run", "--release", "--quiet", "--package", "toolchain"]);
    run(command.args(["--example", "conformance", "--"]).arg(scripts))
}
