//! `cargo xtask dist`: packages of one build, in `target/dist`. Settings: the folder `packaging`.
//!
//! | Package | Made with |
//! |---|---|
//! | archive and installer script | GNU tar and gzip |
//! | wheel for PyPI | hatchling |
//! | Debian package | debhelper |
//! | viewer for npm | `npm pack` |
//! | container | `Containerfile`, to build in this folder |
//!
//! Every file gets the time of the commit, so that the same program gives the same packages. The
//! step `packages`, which runs by name only, makes them twice and installs each into a clean root.

mod container;
mod make;
mod roots;
mod trials;
mod twice;

use crate::{parts, python};
use anyhow::{Context, Result, ensure};
use harness::run::is_root;
use harness::run::{Outcome, build_folder, cargo, has, root, run, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the packages are.
fn folder() -> PathBuf {
    target().join("dist")
}

/// Builds the whole program and makes the packages. `--twice` compares two builds instead.
///
/// # Errors
/// When a build or a packager fails.
pub fn all() -> Result<()> {
    if crate::has_word("--twice") {
        return twice::compare(crate::has_word("--lean"));
    }
    let page = parts::build()?;
    make::all(&program()?, &python::extension()?, &page, &folder())?;
    println!("{}", folder().display());
    Ok(())
}

/// The profile of the program in packages.
const PROFILE: [&str; 2] = ["--profile", "packages"];

/// Builds the program of the packages.
fn program() -> Result<PathBuf> {
    let mut build = cargo(["build", "--package", "palestra-cli"]);
    run(build.args(PROFILE).env("PALESTRA_PACKAGED", "1"))?;
    Ok(built(&build_folder()))
}

/// The program of the packages in a folder of builds.
fn built(folder: &Path) -> PathBuf {
    folder.join(PROFILE[1]).join(format!("palestra{}", std::env::consts::EXE_SUFFIX))
}

/// Makes the packages twice of the same program, and tries each.
///
/// # Errors
/// When the packages differ, or one does not install or work.
pub fn test() -> Result<Outcome> {
    if let Some(why) = missing() {
        return Ok(Outcome::Skipped(why));
    }
    let page = build_folder().join("viewer/viewer.html");
    ensure!(page.is_file(), "{} is missing: run `cargo xtask dist` first", page.display());
    let (program, extension) = (program()?, python::extension()?);
    make::all(&program, &extension, &page, &folder())?;
    let again = target().join("xtask/dist again");
    make::all(&program, &extension, &page, &again)?;
    same(&folder(), &again)?;
    trials::all(&folder())?;
    Ok(Outcome::Passed)
}

/// Why the packages cannot be tried here.
fn missing() -> Option<&'static str> {
    if !is_root() {
        return Some("only root can make clean roots (mmdebstrap, chroot)");
    }
    let programs = ["mmdebstrap", "dh", "lintian", "objdump", "npm", "python3"];
    let missing = programs.iter().any(|program| !has(program));
    missing.then_some(
        "a program is missing (apt install mmdebstrap debhelper lintian binutils npm python3)",
    )
}

/// Two folders have the same files with the same bytes.
fn same(one: &Path, other: &Path) -> Result<()> {
    let names = |folder: &Path| -> Result<Vec<_>> {
        let mut names: Vec<_> =
            fs::read_dir(folder)?.map(|file| Ok(file?.file_name())).collect::<Result<_>>()?;
        names.sort();
        Ok(names)
    };
    ensure!(names(one)? == names(other)?, "the packages made twice have different names");
    for name in names(one)? {
        let equal = fs::read(one.join(&name))? == fs::read(other.join(&name))?;
        ensure!(equal, "{} made twice has different bytes", name.display());
    }
    println!("the packages made twice are identical");
    Ok(())
}

/// Seconds since 1970 at which the commit was made: the time of all files in packages.
fn time_of_commit() -> Result<String> {
    said(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()))
}

/// The output of a command, without blanks around.
fn said(command: &mut Command) -> Result<String> {
    let name = format!("{command:?}");
    let done = command.output().with_context(|| format!("{name} cannot be started"))?;
    let complaint = String::from_utf8_lossy(&done.stderr);
    let text = String::from_utf8_lossy(&done.stdout);
    ensure!(done.status.success(), "{name} failed:\n{text}{complaint}");
    Ok(text.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_that_differ_are_found() {
        let folder = harness::run::workshop("dist-same").expect("can be made");
        let (one, other) = (folder.join("one"), folder.join("other"));
        for (place, text) in [(&one, "a"), (&other, "b")] {
            fs::create_dir(place).expect("can be made");
            fs::write(place.join("x.deb"), text).expect("can be written");
        }
        let error = same(&one, &other).expect_err("the bytes differ").to_string();
        assert_eq!(error, "x.deb made twice has different bytes");
        fs::write(other.join("x.deb"), "a").expect("can be written");
        same(&one, &other).expect("are the same");
        fs::write(other.join("y.deb"), "a").expect("can be written");
        assert!(same(&one, &other).is_err(), "a file more");
    }
}
