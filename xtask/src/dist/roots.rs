//! Clean roots: copies of one minimal Debian system that mmdebstrap made.

use super::said;
use anyhow::{Context, Result};
use harness::run::{run, target};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The path of every command in a root, besides the settings of the trial.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Where the admin of a machine puts certificates of their own.
const CERTIFICATES: &str = "/usr/local/share/ca-certificates";

/// A system of its own, removed when this is dropped.
pub(super) struct Root {
    folder: PathBuf,
    /// Folders of this machine that appear in the root.
    shared: Vec<(PathBuf, String)>,
}

impl Root {
    /// A copy of the minimal system of this machine's Debian release: its C library is the one that
    /// the program was built with.
    ///
    /// # Errors
    /// When mmdebstrap fails.
    pub(super) fn new(name: &str) -> Result<Self> {
        let base = base()?;
        let folder = target().join("xtask/roots").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(folder.parent().unwrap_or(&folder))?;
        run(Command::new("cp").args(["-a", "--reflink=auto"]).arg(base).arg(&folder))?;
        let root = Self { folder, shared: Vec::new() };
        for file in ["/etc/resolv.conf", "/etc/hosts"] {
            fs::copy(file, root.path(file))?;
        }
        // The package ca-certificates takes them in: pip and curl trust what this machine trusts.
        let own = Path::new(CERTIFICATES);
        if own.is_dir() {
            fs::create_dir_all(root.path(CERTIFICATES))?;
            for certificate in fs::read_dir(own)? {
                root.take(&certificate?.path(), CERTIFICATES)?;
            }
        }
        Ok(root)
    }

    /// Where a path of the root is on this machine.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path.trim_start_matches('/'))
    }

    /// Shows a folder of this machine in the root.
    pub(super) fn share(&mut self, folder: &Path, path: &str) {
        self.shared.push((folder.to_path_buf(), path.into()));
    }

    /// Copies a file into a folder of the root.
    ///
    /// # Errors
    /// When the file cannot be copied.
    pub(super) fn take(&self, file: &Path, folder: &str) -> Result<()> {
        let name = file.file_name().context("a file has a name")?;
        fs::copy(file, self.path(folder).join(name))?;
        Ok(())
    }

    /// A command in the root, as this user of it (`root`, `palestra`, `10001`). Its mounts are its
    /// own and end with it.
    pub(super) fn command<S: AsRef<OsStr>>(
        &self,
        user: &str,
        words: impl IntoIterator<Item = S>,
    ) -> Command {
        const ENTER: &str = r#"
            root=$1 user=$2; shift 2
            mount -t proc proc "$root/proc"
            mount --rbind /dev "$root/dev"
            while [ "$1" != -- ]; do
                mkdir -p "$root$2"; mount --bind "$1" "$root$2"; shift 2
            done
            shift
            exec chroot --userspec="$user" "$root" "$@""#;
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-euc", ENTER, "sh"]).arg(&self.folder).arg(user);
        for (folder, path) in &self.shared {
            command.arg(folder).arg(path);
        }
        command.arg("--").args(words);
        command.env_clear().env("PATH", PATH).env("LC_ALL", "C.UTF-8").env("HOME", "/root");
        command.env("DEBIAN_FRONTEND", "noninteractive").current_dir("/");
        command
    }

    /// Runs a script in the root, as root. Its output is part of the error when it fails.
    ///
    /// # Errors
    /// When a command of the script fails.
    pub(super) fn script(&self, script: &str) -> Result<()> {
        said(&mut self.command("root", ["sh", "-euc", script])).map(drop)
    }

    /// Installs packages of Debian, or files in the root.
    ///
    /// # Errors
    /// When apt-get fails.
    pub(super) fn apt(&self, packages: &str) -> Result<()> {
        self.script(&format!(
            "apt-get update -qq
            apt-get install -y -qq --no-install-recommends {packages}"
        ))
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        // A folder that stays is emptied before the next use.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The minimal system, made where that was not done yet.
fn base() -> Result<PathBuf> {
    let system = fs::read_to_string("/etc/os-release")?;
    let release = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let release = release.context("/etc/os-release names no release")?.trim_matches('"');
    let base = target().join("tools").join(format!("root-{release}"));
    if !base.is_dir() {
        let made = base.with_extension("new");
        if made.exists() {
            fs::remove_dir_all(&made)?;
        }
        fs::create_dir_all(target().join("tools"))?;
        // The lists of packages stay, so that updates are short. Nobody needs a root after a power
        // cut.
        run(Command::new("mmdebstrap")
            .args(["--quiet", "--variant=minbase", "--skip=cleanup/apt/lists"])
            .arg("--dpkgopt=force-unsafe-io")
            .arg(release)
            .arg(&made))?;
        fs::rename(made, &base)?;
    }
    Ok(base)
}
