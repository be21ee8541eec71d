//! The Python package: its wheel, and its tests against an installed wheel.

use crate::viewer;
use anyhow::{Context, Result, ensure};
use harness::run::{
    WITHOUT_RULES, cargo_for_tests, python_environment, release_program, root, run, target,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The extension, as cargo names the file.
pub const EXTENSION: &str = "lib_native.so";

/// The parts of a wheel.
pub struct Wheel<'a> {
    /// A Python that has hatchling.
    pub python: &'a Path,
    /// The program.
    pub program: &'a Path,
    /// The extension.
    pub extension: &'a Path,
    /// The module that networks play in.
    pub neural: &'a Path,
    /// The name of the systems that it is for, e.g. `manylinux_2_34_x86_64`.
    pub platform: &'a str,
    /// The time of all files, in seconds since 1970.
    pub time: &'a str,
    /// An empty folder to work in.
    pub work: &'a Path,
    /// Where the wheel goes.
    pub out: &'a Path,
}

impl Wheel<'_> {
    /// Makes the wheel.
    ///
    /// # Errors
    /// When a file is missing or hatchling fails.
    pub fn make(&self) -> Result<()> {
        let source = root().join("crates/python");
        fs::create_dir_all(self.work)?;
        run(Command::new("cp")
            .arg("-r")
            .args(["palestra", "pyproject.toml", "hatch_build.py", "README.md"])
            .args([root().join("LICENSE-MIT"), root().join("LICENSE-APACHE")])
            .arg(self.work)
            .current_dir(source))?;
        run(Command::new(self.python)
            .args(["-m", "hatchling", "build", "-t", "wheel", "-d"])
            .arg(self.out)
            .current_dir(self.work)
            .env("SOURCE_DATE_EPOCH", self.time)
            .env("PALESTRA_VERSION", env!("CARGO_PKG_VERSION"))
            .env("PALESTRA_PROGRAM", self.program)
            .env("PALESTRA_NATIVE", self.extension)
            .env("PALESTRA_NEURAL", self.neural)
            .env("PALESTRA_PLATFORM", self.platform))
    }
}

/// Builds the module that networks play in and says where it is.
///
/// # Errors
/// When it does not compile for WebAssembly.
pub fn neural() -> Result<PathBuf> {
    viewer::compiled("neural", "neural.wasm", "forward")
}

/// Builds the extension as the tests do, and says where it is.
///
/// # Errors
/// When it does not compile.
pub fn extension() -> Result<PathBuf> {
    run(cargo_for_tests("build").args(WITHOUT_RULES).args(["--lib", "--tests"]))?;
    Ok(target().join("release").join(EXTENSION))
}

/// Runs the tests of the package with an installed wheel of the program that the tests have built.
///
/// # Errors
/// When something does not build or a test fails.
pub fn test() -> Result<()> {
    tests_with_wheel("python", "tests")
}

/// The same with the checks of large libraries for learning.
///
/// # Errors
/// When something does not build or a check fails.
pub fn suites() -> Result<()> {
    tests_with_wheel("learning", "suites")
}

/// Installs a wheel into an environment of Python and runs the tests of a folder of the package.
fn tests_with_wheel(environment: &str, folder: &str) -> Result<()> {
    let extension = extension()?;
    let program = release_program();
    ensure!(program.is_file(), "{} is missing: build it first", program.display());
    let tests = root().join("crates/python").join(folder);
    let environment = target().join("xtask").join(environment);
    let python = python_environment(&environment, &tests.join("requirements.txt"))?;
    let work = target().join("xtask/wheel");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let platform = format!("linux_{}", std::env::consts::ARCH);
    let (sources, wheels) = (work.join("sources"), work.join("wheels"));
    Wheel {
        python: &python,
        program: &program,
        extension: &extension,
        neural: &neural()?,
        platform: &platform,
        time: "0",
        work: &sources,
        out: &wheels,
    }
    .make()?;
    let made = fs::read_dir(&wheels)?.next().context("hatchling made no wheel")??.path();
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    run(Command::new(&python).args(pip).arg("--force-reinstall").arg(made))?;
    run(Command::new(python.with_file_name("pytest"))
        .args(["-q", "-p", "no:cacheprovider", "-c", "../pyproject.toml", "--rootdir=.."])
        .current_dir(tests)
        .env("PYTHONDONTWRITEBYTECODE", "1"))
}
