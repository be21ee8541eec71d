//! Running the compiler where it can do no harm: players' sources come from strangers.
//!
//! A confined compiler sees its own folders and its job's folder, writes only the latter, has no
//! network, and is ended when it uses too much time or memory. The kernel does the work
//! (namespaces and Landlock for files, seccomp for system calls, resource limits); [`Kernel`] says
//! how much of that there is.

use crate::error::{At, Error, Reason, Step};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

mod watch;

#[cfg(all(target_os = "linux", feature = "modules"))]
mod calls;
#[cfg(all(target_os = "linux", feature = "modules"))]
mod root;
#[cfg(all(target_os = "linux", feature = "modules"))]
#[path = "linux.rs"]
mod system;

#[cfg(not(all(target_os = "linux", feature = "modules")))]
#[path = "other.rs"]
mod system;

/// How strictly a compiler is confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confine {
    /// As far as the kernel goes; for one's own sources.
    #[default]
    Available,
    /// Completely or not at all; for the sources of strangers.
    Strict,
}

/// The protections of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Landlock: only the folders that are needed can be read.
    pub landlock: bool,
    /// seccomp: only the system calls that a compiler needs.
    pub seccomp: bool,
    /// Limits of time, memory and size of files.
    pub limits: bool,
    /// Mount, network and IPC namespaces of its own: no other file exists. Containers, other
    /// confined processes and some systems forbid them.
    pub namespaces: bool,
    /// This process is in such namespaces itself: see [`enclose`].
    pub enclosed: bool,
}

impl Kernel {
    /// Asks the kernel, once per process.
    #[must_use]
    pub fn probe() -> Self {
        static KERNEL: std::sync::OnceLock<Kernel> = std::sync::OnceLock::new();
        *KERNEL.get_or_init(system::probe)
    }

    /// Whether strangers' sources in C++ may be compiled. Without namespaces, clang itself is
    /// shown no other files: see `view.rs`.
    #[must_use]
    pub fn strict(self) -> bool {
        self.landlock && self.seccomp && self.limits
    }

    /// The same for sources in Rust: rustc can only be shown fewer files by namespaces, its own
    /// or those of the process that starts it.
    #[must_use]
    pub fn strict_for_rust(self) -> bool {
        self.strict() && (self.namespaces || self.enclosed)
    }
}

/// Whether [`enclose`] has done its work in this process.
static ENCLOSED: AtomicBool = AtomicBool::new(false);

/// Moves this process into a root of its own for the rest of its life: it holds its own program,
/// the files and folders of `read`, the system's libraries, and the folder `write`. There is no
/// network in it. Processes that confine themselves later can show compilers no fewer files, so
/// this comes first, before the process starts any thread. Answers whether the kernel allows it;
/// where it does not, nothing has changed.
///
/// # Errors
/// When the kernel allowed it to another process and not to this one, which must then end.
pub fn enclose(program: &Path, read: &[&Path], write: &Path) -> std::io::Result<bool> {
    let done = system::enclose(program, read, write)?;
    ENCLOSED.store(done, Ordering::Relaxed);
    Ok(done)
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |yes| if yes { "yes" } else { "no" };
        write!(
            f,
            "files (Landlock): {}, system calls (seccomp): {}, resource limits: {}, \
             namespaces: {}",
            has(self.landlock),
            has(self.seccomp),
            has(self.limits),
            has(self.namespaces || self.enclosed)
        )
    }
}

/// The files and limits of a compiler.
#[derive(Debug)]
pub(crate) struct Jail<'a> {
    pub(crate) confine: Confine,
    /// The user and group that it runs as where we are root.
    pub(crate) user: u32,
    /// The only program that may be started,
    pub(crate) program: &'a Path,
    /// and those that it starts itself, or folders of them.
    pub(crate) helpers: Vec<&'a Path>,
    /// Folders that may be read.
    pub(crate) read: Vec<&'a Path>,
    /// The folder that may be read and written.
    pub(crate) job: &'a Path,
    /// The name of the file, for messages.
    pub(crate) file: &'a str,
}

/// The output.
pub(crate) struct Done {
    pub(crate) success: bool,
    pub(crate) stderr: String,
}

/// Seconds of CPU time for one step. A source of 29 KB full of containers takes 10.
pub const CPU_SECONDS: u64 = 20;
/// Bytes of address space for one step.
pub const MEMORY: u64 = 2 << 30;
/// Bytes of the largest file that may be written.
#[cfg(all(target_os = "linux", feature = "modules"))]
const FILE: u64 = 64 << 20;

impl Jail<'_> {
    /// An error about what became of the compiler.
    pub(crate) fn gave_up(&self, step: Step, reason: Reason, why: impl Into<String>) -> Error {
        let mut why = why.into();
        why.truncate(why.floor_char_boundary(crate::diagnostics::WORDS));
        Error::Compiler { file: self.file.to_string(), step, reason, why }
    }

    /// Reads a file that the compiler made: what stands there may be anything.
    pub(crate) fn made(&self, step: Step, name: &str, most: u64) -> Result<Vec<u8>, Error> {
        let path = self.job.join(name);
        let file = open(&path).at(&path)?;
        if !file.metadata().at(&path)?.is_file() {
            return Err(self.gave_up(
                step,
                Reason::Crashed,
                format!("it did not write the file {name}"),
            ));
        }
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).at(&path)?;
        if bytes.len() as u64 > most {
            let why = format!("its output has more than {} MB", most >> 20);
            return Err(self.gave_up(step, Reason::TooLarge, why));
        }
        Ok(bytes)
    }
}

/// Opens a file, but follows no link and waits for nobody.
fn open(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        (rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits().cast_signed(),
    );
    options.read(true).open(path)
}

/// Runs a command inside a jail.
pub(crate) fn run(mut command: Command, step: Step, jail: &Jail<'_>) -> Result<Done, Error> {
    let kernel = Kernel::probe();
    if jail.confine == Confine::Strict && !kernel.strict() {
        return Err(Error::NotConfined(format!(
            "this kernel cannot confine a compiler ({kernel})"
        )));
    }
    let kept: Vec<_> = command
        .get_envs()
        .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
        .collect();
    command.env_clear().envs(kept).env("LC_ALL", "C");
    command.env("TMPDIR", jail.job).current_dir(jail.job);
    if cfg!(windows) {
        // Without it no Windows program finds its libraries.
        command.envs(std::env::var_os("SystemRoot").map(|v| ("SystemRoot", v)));
    }
    system::confine(&mut command, jail, kernel).map_err(Error::NotConfined)?;
    watch::until_done(command, step, jail)
}

/// Runs a command that only has its limits of wall clock and output: for sources of one's own,
/// where any linker of the machine may be needed.
pub(crate) fn run_free(mut command: Command, step: Step, jail: &Jail<'_>) -> Result<Done, Error> {
    command.current_dir(jail.job);
    watch::until_done(command, step, jail)
}
