//! Makes the packages of a program.

use super::{said, time_of_commit};
use crate::python::{self, Wheel};
use anyhow::{Context, Result};
use harness::run::{python_environment, root, run, target};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of all packages.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The packages go into an emptied folder, with the sums of them all in `sha256.sum`.
///
/// # Errors
/// When a packager is missing or fails.
pub(super) fn all(program: &Path, extension: &Path, page: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let maker = Maker::new(program, extension, folder)?;
    maker.archive()?;
    maker.wheel()?;
    maker.viewer(page)?;
    maker.debian()?;
    fs::copy(packaging().join("Containerfile"), folder.join("Containerfile"))?;
    run(shell("sha256sum palestra* > sha256.sum").current_dir(folder))?;
    fs::remove_dir_all(&maker.work)?;
    Ok(())
}

/// The files that packages are made of.
pub(super) fn packaging() -> PathBuf {
    root().join("packaging")
}

/// The environment of Python with hatchling and uv.
///
/// # Errors
/// When pip cannot install them.
pub(super) fn python() -> Result<PathBuf> {
    python_environment(&target().join("xtask/packaging"), &packaging().join("requirements.txt"))
}

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-euc", script, "sh"]);
    command
}

struct Maker {
    /// Seconds since 1970.
    time: String,
    /// Removed when all is made.
    work: PathBuf,
    /// The program and its files as below `/usr`.
    tree: PathBuf,
    /// The extension of the Python package.
    extension: PathBuf,
    out: PathBuf,
}

impl Maker {
    fn new(program: &Path, extension: &Path, out: &Path) -> Result<Self> {
        let work = out.join("work");
        let maker = Self {
            time: time_of_commit()?,
            tree: work.join("tree"),
            work,
            extension: extension.to_path_buf(),
            out: out.to_path_buf(),
        };
        maker.stage(program)?;
        Ok(maker)
    }

    /// A command that takes the commit's time for the time of all files.
    fn with_time(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("SOURCE_DATE_EPOCH", &self.time).env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
        command
    }

    /// The program without symbols, its manual pages and its completions.
    fn stage(&self, program: &Path) -> Result<()> {
        let bin = self.folder("bin")?;
        let own = bin.join("palestra");
        run(Command::new("strip").args(["-R", ".comment", "-o"]).arg(&own).arg(program))?;
        let manual = said(Command::new(program).arg("man"))?;
        let pages = self.folder("share/man/man1")?;
        for (name, page) in pages_of(&manual) {
            fs::write(pages.join(format!("{name}.1")), page)?;
        }
        for (shell, path, name) in [
            ("bash", "share/bash-completion/completions", "palestra"),
            ("zsh", "share/zsh/site-functions", "_palestra"),
            ("fish", "share/fish/vendor_completions.d", "palestra.fish"),
        ] {
            let text = said(Command::new(program).args(["completions", shell]))?;
            fs::write(self.folder(path)?.join(name), text + "\n")?;
        }
        Ok(())
    }

    fn folder(&self, path: &str) -> Result<PathBuf> {
        let folder = self.tree.join(path);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// A copy of a folder of `packaging` to work in, with the licences.
    fn copy(&self, name: &str) -> Result<PathBuf> {
        let folder = self.work.join(name);
        run(Command::new("cp").arg("-r").arg(packaging().join(name)).arg(&folder))?;
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            fs::copy(root().join(licence), folder.join(licence))?;
        }
        Ok(folder)
    }

    /// Names as those of cargo-dist, which builds by itself and so cannot take this program.
    fn archive(&self) -> Result<()> {
        let name = format!("palestra-{VERSION}-{}", triple()?);
        let folder = self.work.join(&name);
        run(Command::new("cp").arg("-r").arg(&self.tree).arg(&folder))?;
        let documents = folder.join("share/doc/palestra");
        fs::create_dir_all(&documents)?;
        for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            fs::copy(root().join(file), documents.join(file))?;
        }
        run(Command::new("tar")
            .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
            .args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip -n"])
            .arg(format!("--mtime=@{}", self.time))
            .arg("-cf")
            .arg(self.out.join(format!("{name}.tar.gz")))
            .arg("-C")
            .arg(&self.work)
            .arg(&name))?;
        let installer = fs::read_to_string(packaging().join("install.sh"))?;
        let installer = installer.replace("@VERSION@", VERSION);
        fs::write(self.out.join("palestra-installer.sh"), installer)?;
        Ok(())
    }

    fn wheel(&self) -> Result<()> {
        let program = self.tree.join("bin/palestra");
        let symbols = said(Command::new("objdump").arg("-T").arg(&program))?;
        let minor = oldest_libc(&symbols).context("the program needs no version of glibc")?;
        let platform = format!("manylinux_2_{minor}_{}", std::env::consts::ARCH);
        let extension = self.work.join("_native.so");
        run(Command::new("strip")
            .args(["-R", ".comment", "-o"])
            .arg(&extension)
            .arg(&self.extension))?;
        let made = Wheel {
            python: &python()?,
            program: &program,
            extension: &extension,
            neural: &python::neural()?,
            platform: &platform,
            time: &self.time,
            work: &self.work.join("wheel"),
            out: &self.out,
        };
        made.make()
    }

    fn viewer(&self, page: &Path) -> Result<()> {
        let folder = self.copy("npm")?;
        fs::copy(page, folder.join("viewer.html"))?;
        let facts = folder.join("package.json");
        let text = fs::read_to_string(&facts)?;
        fs::write(&facts, text.replace("\"0.0.0\"", &format!("\"{VERSION}\"")))?;
        let mut pack = self.with_time("npm");
        pack.args(["pack", "--silent", "--pack-destination"]).arg(&self.out);
        run(pack.current_dir(folder))
    }

    fn debian(&self) -> Result<()> {
        let folder = self.work.join("deb/source");
        fs::create_dir_all(&folder)?;
        for (from, to) in [(packaging().join("debian"), "debian"), (self.tree.clone(), "usr")] {
            run(Command::new("cp").arg("-r").arg(from).arg(folder.join(to)))?;
        }
        fs::copy(root().join("README.md"), folder.join("README.md"))?;
        let date = said(Command::new("date").args(["-Ru", "-d", &format!("@{}", self.time)]))?;
        let changes = format!(
            "palestra ({VERSION}) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n \
             -- {}  {date}\n",
            maintainer(&folder)?
        );
        fs::write(folder.join("debian/changelog"), changes)?;
        let mut build = self.with_time("dpkg-buildpackage");
        build.args(["--build=binary", "--no-sign"]).env("DEB_BUILD_OPTIONS", "noautodbgsym");
        said(build.current_dir(&folder))?;
        run(shell("cp ../*.deb \"$1\"").arg(&self.out).current_dir(&folder))
    }
}

/// The line of `debian/control`.
fn maintainer(folder: &Path) -> Result<String> {
    let control = fs::read_to_string(folder.join("debian/control"))?;
    let line = control.lines().find_map(|line| line.strip_prefix("Maintainer: "));
    Ok(line.context("debian/control names no maintainer")?.to_string())
}

/// The system that this compiler builds for.
fn triple() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = said(Command::new(rustc).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_string())
}

/// The pages that `palestra man` prints one behind the other, with their names.
fn pages_of(manual: &str) -> Vec<(String, String)> {
    const BEGIN: &str = ".ie \\n(.g .ds Aq";
    let bodies = manual.split(BEGIN).skip(1);
    bodies
        .filter_map(|body| {
            let title = body.lines().find_map(|line| line.strip_prefix(".TH "))?;
            let name = title.split_whitespace().next()?;
            Some((name.to_string(), format!("{BEGIN}{body}")))
        })
        .collect()
}

/// The `N` of the oldest glibc 2.N that has all symbols of `objdump -T`.
fn oldest_libc(symbols: &str) -> Option<u32> {
    let versions = symbols.split("GLIBC_2.").skip(1);
    let minor = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse().ok()
    };
    versions.filter_map(minor).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manual_pages_are_told_apart() {
        let page = |name: &str| format!(".ie \\n(.g .ds Aq \\(aq\n.TH {name} 1  \"x\"\n.SH A\n");
        let pages = pages_of(&(page("palestra") + &page("palestra-play")));
        assert_eq!(pages.len(), 2);
        assert_eq!(pages[1], ("palestra-play".into(), page("palestra-play")));
    }

    #[test]
    fn the_newest_symbol_decides_on_the_library() {
        let symbols = "(GLIBC_2.2.5) read\n(GLIBC_2.34) dlsym\n(GLIBC_2.17) x\n(GCC_3.0) y";
        assert_eq!(oldest_libc(symbols), Some(34));
        assert_eq!(oldest_libc("(GCC_3.0) y"), None);
    }
}
