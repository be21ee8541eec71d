//! Running the compiler where it can do no harm: players' sources come from strangers.
//!
//! A confined compiler sees its own folders and its job's folder, writes only the latter, has no
//! network, and is ended when it uses too much time or memory. The kernel does the work
//! (Landlock for files, seccomp for system calls, resource limits); [`Kernel`] says how much of
//! that there is.

use crate::error::{At, Error};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How strictly a compiler is confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confine {
    /// As far as the kernel goes; for one's own sources.
    #[default]
    Available,
    /// Completely or not at all; for the sources of strangers.
    Strict,
}

/// What the kernel offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Landlock: only the folders that are needed can be seen.
    pub landlock: bool,
    /// seccomp: no sockets, no tracing of other processes.
    pub seccomp: bool,
    /// Limits of time, memory and size of files.
    pub limits: bool,
}

impl Kernel {
    /// Asks the kernel.
    #[must_use]
    pub fn probe() -> Self {
        system::probe()
    }

    /// Whether strangers' sources may be compiled.
    #[must_use]
    pub fn strict(self) -> bool {
        self.landlock && self.seccomp && self.limits
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |yes| if yes { "yes" } else { "no" };
        write!(
            f,
            "files (Landlock): {}, system calls (seccomp): {}, resource limits: {}",
            has(self.landlock),
            has(self.seccomp),
            has(self.limits)
        )
    }
}

/// What a compiler may see and do.
#[derive(Debug)]
pub(crate) struct Jail<'a> {
    pub(crate) confine: Confine,
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

/// What came out.
pub(crate) struct Done {
    pub(crate) status: ExitStatus,
    pub(crate) stderr: String,
}

/// A player compiles in two seconds; nobody needs more than this.
const CPU_SECONDS: u64 = 40;
const WALL: Duration = Duration::from_secs(120);
const MEMORY: u64 = 3 << 30;
const FILE: u64 = 64 << 20;
const STDERR: u64 = 1 << 20;

/// Runs a command inside a jail.
pub(crate) fn run(mut command: Command, jail: &Jail<'_>) -> Result<Done, Error> {
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
    watched(command, jail)
}

/// Runs a command that only has its limits of wall clock and output: for sources of one's own,
/// where any linker of the machine may be needed.
pub(crate) fn run_free(mut command: Command, jail: &Jail<'_>) -> Result<Done, Error> {
    command.current_dir(jail.job);
    watched(command, jail)
}

fn watched(mut command: Command, jail: &Jail<'_>) -> Result<Done, Error> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().at(jail.program)?;
    let stderr = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut pipe) = stderr {
            // What is beyond the cap must still be read, or the compiler would wait for ever.
            let _ = pipe.by_ref().take(STDERR).read_to_end(&mut text);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        text
    });
    let gave_up = |why: String| Error::Compiler { file: jail.file.to_string(), why };
    let status = wait(&mut child).at(jail.program)?;
    let text = reader.join().unwrap_or_default();
    let Some(status) = status else {
        return Err(gave_up(format!("it took longer than {} seconds", WALL.as_secs())));
    };
    if status.code().is_none() {
        return Err(gave_up(format!("it used too much time or memory, or crashed ({status})")));
    }
    Ok(Done { status, stderr: String::from_utf8_lossy(&text).into_owned() })
}

fn wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > WALL {
            system::kill(child);
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// A folder to read and whether programs in it may be started.
fn readable<'a>(jail: &Jail<'a>) -> impl Iterator<Item = PathBuf> {
    jail.read.iter().map(|p| p.to_path_buf()).collect::<Vec<_>>().into_iter()
}

#[cfg(target_os = "linux")]
mod system {
    use super::{CPU_SECONDS, FILE, Jail, Kernel, MEMORY, readable};
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
        RulesetAttr, RulesetCreated, RulesetCreatedAttr,
    };
    use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, setrlimit};
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};
    use std::collections::BTreeMap;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    /// The oldest Landlock that knows truncation; newer rights are used where they exist.
    const ABI_NEEDED: ABI = ABI::V3;
    const ABI_WANTED: ABI = ABI::V4;

    pub(super) fn probe() -> Kernel {
        let landlock = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI_NEEDED))
            .and_then(Ruleset::create)
            .is_ok();
        let seccomp = std::fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail")
            .is_ok_and(|s| s.contains("errno"));
        Kernel { landlock, seccomp: seccomp && filter(false).is_ok(), limits: true }
    }

    /// System calls that no compiler needs and that reach beyond its files: they fail. A compiler
    /// that starts programs itself talks with its children over a pair of sockets that lead
    /// nowhere else.
    fn filter(has_helpers: bool) -> Result<BpfProgram, String> {
        const EPERM: u32 = 1;
        const DENIED: &[i64] = numbers::DENIED;
        let rules: BTreeMap<i64, _> = DENIED
            .iter()
            .filter(|&&n| !has_helpers || n != numbers::SOCKETPAIR)
            .map(|&n| (n, Vec::new()))
            .collect();
        let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|e| e.to_string())?;
        let (allow, refuse) = (SeccompAction::Allow, SeccompAction::Errno(EPERM));
        let filter = SeccompFilter::new(rules, allow, refuse, arch).map_err(|e| e.to_string())?;
        filter.try_into().map_err(|e: seccompiler::BackendError| e.to_string())
    }

    fn ruleset(jail: &Jail<'_>) -> Result<RulesetCreated, landlock::RulesetError> {
        let all = AccessFs::from_all(ABI_WANTED);
        let read = AccessFs::ReadFile | AccessFs::ReadDir;
        let mut rules = Ruleset::default()
            .handle_access(all)?
            .handle_access(AccessNet::from_all(ABI_WANTED))?
            .create()?;
        let beneath = |path: &std::path::Path, access| -> Option<PathBeneath<PathFd>> {
            PathFd::new(path).ok().map(|fd| PathBeneath::new(fd, access))
        };
        for path in readable(jail) {
            if let Some(rule) = beneath(&path, read) {
                rules = rules.add_rule(rule)?;
            }
        }
        let run = AccessFs::Execute | AccessFs::ReadFile;
        let write = all & !AccessFs::Execute;
        let null = std::path::Path::new("/dev/null");
        let fixed = [
            (jail.program, run),
            (jail.job, write),
            (null, AccessFs::ReadFile | AccessFs::WriteFile),
        ];
        let helpers = jail.helpers.iter().map(|helper| (*helper, run));
        for (path, access) in fixed.into_iter().chain(helpers) {
            if let Some(rule) = beneath(path, access) {
                rules = rules.add_rule(rule)?;
            }
        }
        Ok(rules.no_new_privs(true))
    }

    /// Arranges that the child confines itself before it becomes the compiler.
    pub(super) fn confine(
        command: &mut Command,
        jail: &Jail<'_>,
        kernel: Kernel,
    ) -> Result<(), String> {
        let mut rules = if kernel.landlock {
            Some(ruleset(jail).map_err(|e| format!("Landlock refuses our rules: {e}"))?)
        } else {
            None
        };
        let filter = if kernel.seccomp { Some(filter(!jail.helpers.is_empty())?) } else { None };
        command.process_group(0);
        let last_steps = move || {
            for (what, most) in [
                (Resource::Cpu, CPU_SECONDS),
                (Resource::As, MEMORY),
                (Resource::Fsize, FILE),
                (Resource::Core, 0),
                (Resource::Nofile, 256),
            ] {
                setrlimit(what, Rlimit { current: Some(most), maximum: Some(most) })?;
            }
            if let Some(rules) = rules.take() {
                rules.restrict_self().map_err(|_| io::ErrorKind::PermissionDenied)?;
            }
            if let Some(filter) = &filter {
                seccompiler::apply_filter(filter).map_err(|_| io::ErrorKind::PermissionDenied)?;
            }
            Ok(())
        };
        #[expect(
            unsafe_code,
            reason = "the only way to run code between fork and exec; it makes \
            system calls with what was prepared before the fork, and allocates nothing"
        )]
        // SAFETY: see the reason above.
        unsafe {
            command.pre_exec(last_steps);
        }
        Ok(())
    }

    pub(super) fn kill(child: &mut Child) {
        if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = child.kill();
    }

    /// Numbers of system calls, which differ between architectures.
    mod numbers {
        /// `socket`, `socketpair`, `connect`, `bind`, `listen`, `accept`, `sendto`, `ptrace`,
        /// `mount`, `umount2`, `reboot`, `swapon`, `chroot`, `pivot_root`, `unshare`, `setns`,
        /// `init_module`, `keyctl`, `add_key`, `request_key`, `process_vm_readv`,
        /// `process_vm_writev`, `bpf`, `perf_event_open`, `userfaultfd`, `io_uring_setup`,
        /// `kexec_load`, `open_by_handle_at`, `pidfd_getfd`.
        #[cfg(target_arch = "x86_64")]
        pub(super) const DENIED: &[i64] = &[
            41, 53, 42, 49, 50, 43, 44, 101, 165, 166, 169, 167, 161, 155, 272, 308, 175, 250, 248,
            249, 310, 311, 321, 298, 323, 425, 246, 304, 438,
        ];
        #[cfg(target_arch = "x86_64")]
        pub(super) const SOCKETPAIR: i64 = 53;
        /// The same for 64-bit ARM.
        #[cfg(target_arch = "aarch64")]
        pub(super) const DENIED: &[i64] = &[
            198, 199, 203, 200, 201, 202, 206, 117, 40, 39, 142, 224, 51, 41, 97, 268, 105, 219,
            217, 218, 270, 271, 280, 241, 282, 425, 104, 265, 438,
        ];
        #[cfg(target_arch = "aarch64")]
        pub(super) const SOCKETPAIR: i64 = 199;
        /// Elsewhere there is no list, so no filter.
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        pub(super) const DENIED: &[i64] = &[];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        pub(super) const SOCKETPAIR: i64 = -1;
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{Jail, Kernel, readable};
    use std::process::{Child, Command};

    pub(super) fn probe() -> Kernel {
        Kernel { landlock: false, seccomp: false, limits: false }
    }

    pub(super) fn confine(_: &mut Command, jail: &Jail<'_>, _: Kernel) -> Result<(), String> {
        let _ = readable(jail).count();
        Ok(())
    }

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
