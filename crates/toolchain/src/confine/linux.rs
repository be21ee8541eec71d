//! Namespaces, Landlock, seccomp and resource limits.

use super::root::Root;
use super::{CPU_SECONDS, FILE, Jail, Kernel, MEMORY, calls};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};
use rustix::process::{
    DumpableBehavior, Pid, Resource, Rlimit, Signal, kill_process_group, set_dumpable_behavior,
    set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{CapabilitySet, CapabilitySets};
use seccompiler::BpfProgram;
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::Ordering;

/// The oldest Landlock that knows truncation; newer rights are used where they exist.
const ABI_NEEDED: ABI = ABI::V3;
const ABI_WANTED: ABI = ABI::V6;
const NULL: &str = "/dev/null";

pub(super) fn probe() -> Kernel {
    let landlock = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI_NEEDED))
        .and_then(Ruleset::create)
        .is_ok();
    let seccomp = std::fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail")
        .is_ok_and(|s| s.contains("errno"));
    let seccomp = seccomp && calls::filter(false).is_ok();
    let enclosed = super::ENCLOSED.load(Ordering::Relaxed);
    Kernel { landlock, seccomp, limits: true, namespaces: namespaces(), enclosed }
}

/// Where programs have their libraries, and where the kernel says how it can confine compilers.
const SYSTEM: [&str; 7] = [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/proc/sys/kernel/seccomp",
    NULL,
];

pub(super) fn enclose(program: &Path, read: &[&Path], write: &Path) -> io::Result<bool> {
    if !namespaces() {
        return Ok(false);
    }
    let shown = SYSTEM.iter().map(Path::new).chain([program]).chain(read.iter().copied());
    let shown: Vec<_> = shown.map(|path| (path, false)).chain([(write, true)]).collect();
    let user = rustix::process::geteuid().as_raw();
    let root = Root::new(write, program, &shown, user);
    let mut root =
        root.ok_or_else(|| io::Error::other("a path of the compilers has a zero byte"))?;
    set_dumpable_behavior(DumpableBehavior::Dumpable)?;
    root.enter(c"/")?;
    Ok(true)
}

/// Whether an empty root can be entered: a process tries, which never becomes another program.
fn namespaces() -> bool {
    const ENTERED: i32 = libc::ECANCELED;
    let somewhere = std::env::temp_dir();
    let null = Path::new(NULL);
    let Some(mut root) = Root::new(&somewhere, null, &[(null, false)], 1) else { return false };
    let mut nothing = Command::new(NULL);
    let last_step = move || {
        set_dumpable_behavior(DumpableBehavior::Dumpable)?;
        root.enter(c"/")?;
        Err(io::Error::from_raw_os_error(ENTERED))
    };
    #[expect(unsafe_code, reason = "as in `confine`, with the same steps")]
    // SAFETY: see the reason above.
    unsafe {
        nothing.pre_exec(last_step);
    }
    nothing.spawn().is_err_and(|error| error.raw_os_error() == Some(ENTERED))
}

fn ruleset(jail: &Jail<'_>) -> Result<RulesetCreated, landlock::RulesetError> {
    let all = AccessFs::from_all(ABI_WANTED);
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let run = AccessFs::Execute | AccessFs::ReadFile;
    let mut rules = Ruleset::default()
        .handle_access(all)?
        .handle_access(AccessNet::from_all(ABI_WANTED))?
        .scope(Scope::from_all(ABI_WANTED))?
        .create()?;
    let fixed = [
        (jail.program, run),
        (jail.job, all & !AccessFs::Execute),
        (Path::new(NULL), AccessFs::ReadFile | AccessFs::WriteFile),
    ];
    let read = jail.read.iter().map(|path| (*path, read));
    let helpers = jail.helpers.iter().map(|helper| (*helper, run));
    for (path, access) in read.chain(fixed).chain(helpers) {
        if let Ok(fd) = PathFd::new(path) {
            rules = rules.add_rule(PathBeneath::new(fd, access))?;
        }
    }
    Ok(rules.no_new_privs(true))
}

/// The root that the jail describes, with everything in it readable for its user.
fn root(jail: &Jail<'_>) -> io::Result<Root> {
    let read = jail.read.iter().chain(&jail.helpers).copied();
    let read: Vec<&Path> = read.chain([jail.program]).collect();
    if rustix::process::geteuid().is_root() {
        for path in &read {
            make_readable(path)?;
        }
        give(jail.job, jail.user)?;
    }
    let shown = read.into_iter().chain([Path::new(NULL)]).map(|path| (path, false));
    let shown: Vec<_> = shown.chain([(jail.job, true)]).collect();
    Root::new(jail.job, jail.program, &shown, jail.user)
        .ok_or_else(|| io::Error::other("a path of the compiler cannot be used"))
}

/// Lets everybody read what a strict umask kept to root: compiler, libraries, headers.
fn make_readable(path: &Path) -> io::Result<()> {
    let found = path.symlink_metadata()?;
    let mode = found.permissions().mode();
    let wanted = if found.is_dir() || mode & 0o100 != 0 { 0o555 } else { 0o444 };
    if found.is_symlink() || mode & wanted == wanted {
        return Ok(());
    }
    // The folder comes last: who finds it readable may rely on what it holds.
    if found.is_dir() {
        for entry in std::fs::read_dir(path)? {
            make_readable(&entry?.path())?;
        }
    }
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode | wanted))
}

/// Gives the folder of a job, and what stands in it, to the compiler's user.
fn give(job: &Path, user: u32) -> io::Result<()> {
    for entry in std::fs::read_dir(job)? {
        std::os::unix::fs::lchown(entry?.path(), Some(user), Some(user))?;
    }
    std::os::unix::fs::lchown(job, Some(user), Some(user))
}

/// The steps of the child before it becomes the compiler. It uses data from before the fork, makes
/// system calls and allocates nothing.
struct Steps {
    root: Option<Root>,
    job: CString,
    rules: Option<RulesetCreated>,
    filter: Option<BpfProgram>,
}

impl Steps {
    fn take(&mut self) -> io::Result<()> {
        if let Some(root) = &mut self.root {
            // Or nobody but root could write what maps its user.
            set_dumpable_behavior(DumpableBehavior::Dumpable)?;
            root.enter(&self.job)?;
        }
        let none = CapabilitySet::empty();
        let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
        let dropped = rustix::thread::set_capabilities(None, sets);
        if rustix::process::geteuid().is_root() {
            dropped?;
        }
        // Whoever waits for it is gone: then so is it.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        for (what, soft, hard) in [
            // The first makes it stop, the second makes sure.
            (Resource::Cpu, CPU_SECONDS, CPU_SECONDS + 2),
            (Resource::As, MEMORY, MEMORY),
            (Resource::Fsize, FILE, FILE),
            (Resource::Core, 0, 0),
            (Resource::Nofile, 256, 256),
        ] {
            setrlimit(what, Rlimit { current: Some(soft), maximum: Some(hard) })?;
        }
        if let Some(rules) = self.rules.take() {
            rules.restrict_self().map_err(|_| io::ErrorKind::PermissionDenied)?;
        }
        if let Some(filter) = &self.filter {
            seccompiler::apply_filter(filter).map_err(|_| io::ErrorKind::PermissionDenied)?;
        }
        Ok(())
    }
}

/// Arranges that the child confines itself before it becomes the compiler.
pub(super) fn confine(
    command: &mut Command,
    jail: &Jail<'_>,
    kernel: Kernel,
) -> Result<(), String> {
    let rules = kernel.landlock.then(|| ruleset(jail)).transpose();
    let filter = kernel.seccomp.then(|| calls::filter(!jail.helpers.is_empty())).transpose()?;
    let root = kernel.namespaces.then(|| root(jail)).transpose();
    let mut steps = Steps {
        root: root.map_err(|e| format!("the compiler's folders cannot be shown to it: {e}"))?,
        job: CString::new(jail.job.as_os_str().as_bytes()).map_err(|e| e.to_string())?,
        rules: rules.map_err(|e| format!("Landlock refuses our rules: {e}"))?,
        filter,
    };
    command.process_group(0);
    #[expect(
        unsafe_code,
        reason = "the only way to run code between fork and exec; it makes \
            system calls with what was prepared before the fork, and allocates nothing"
    )]
    // SAFETY: see the reason above.
    unsafe {
        command.pre_exec(move || steps.take());
    }
    Ok(())
}

pub(super) fn kill(child: &mut Child) {
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
}

#[cfg(test)]
mod tests;
