//! The rights that a worker process gives up before its first job, so that a player that breaks
//! out of the sandbox, or a source that breaks the compiler, finds nothing.
//!
//! On Linux: resource limits, no new privileges, no capabilities, no core dumps, Landlock for
//! files and network, and a list of the system calls that are allowed. Elsewhere there are the
//! resource limits of the system, if any.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// Bytes of memory for a worker that plays: four players, their machine code, a record.
const PLAY_MEMORY: u64 = 2 << 30;
/// Bytes of memory for a worker that builds; its children have limits of their own.
const BUILD_MEMORY: u64 = 4 << 30;
/// Bytes of a file, in memory too.
const FILE: u64 = 256 << 20;
/// The user and group of play processes where the judge runs as root: nobody else's.
#[cfg(target_os = "linux")]
const NOBODYS: u32 = 64_711;

/// The files that a worker process can reach.
pub(crate) enum Room<'a> {
    /// Nothing but its standard input and output.
    Nothing,
    /// A compiler and its cache.
    Compiler {
        /// The readable and executable files besides the system's libraries.
        read: Vec<&'a Path>,
        /// The writable folder.
        cache: &'a Path,
    },
}

/// How far the kernel confines a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confined {
    /// Landlock: no files, or only those that it needs.
    pub files: bool,
    /// seccomp: only the system calls that it needs.
    pub calls: bool,
    /// Limits of memory, files and core dumps.
    pub limits: bool,
    /// A user of its own, or at least not root's privileges.
    pub user: bool,
}

impl Confined {
    /// Whether everything is confined that can be.
    #[must_use]
    pub fn fully(self) -> bool {
        self.files && self.calls && self.limits && self.user
    }
}

/// Leaves root behind where this process has it: before it starts any thread.
pub(crate) fn leave_root() {
    system::leave_root();
}

/// Confines this process, as far as the kernel goes.
pub(crate) fn confine(room: &Room<'_>) -> Confined {
    system::confine(room)
}

/// Ends this process with the one that started it.
pub(crate) fn end_with_parent() {
    system::end_with_parent();
}

/// Limits the process that makes machine code, and ends it with its parent.
pub(crate) fn limit_generator(cpu_seconds: u64, memory: u64) {
    system::limit_generator(cpu_seconds, memory);
}

#[cfg(target_os = "linux")]
mod system {
    use super::{BUILD_MEMORY, Confined, FILE, NOBODYS, PLAY_MEMORY, Room};
    use crate::calls;
    use landlock::{
        ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
    };
    use rustix::process::{
        DumpableBehavior, Resource, Rlimit, Signal, set_dumpable_behavior,
        set_parent_process_death_signal, setrlimit,
    };
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
    use seccompiler::{SeccompAction, SeccompFilter, TargetArch};
    use std::path::Path;

    /// The newest Landlock that is asked for; older kernels do what they can.
    const LANDLOCK: ABI = ABI::V6;
    /// Where the libraries of programs are, and what the kernel says about confining compilers.
    const SYSTEM: [&str; 7] = [
        "/usr",
        "/lib",
        "/lib64",
        "/bin",
        "/etc/ld.so.cache",
        "/proc/self",
        "/proc/sys/kernel/seccomp",
    ];

    pub(super) fn leave_root() {
        use rustix::process::{Gid, Uid, geteuid};
        use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};
        if !geteuid().is_root() {
            return;
        }
        // Where a container has no such user, it stays root without root's privileges.
        let _ = set_thread_groups(&[]);
        let _ = set_thread_gid(Gid::from_raw(NOBODYS));
        let _ = set_thread_uid(Uid::from_raw(NOBODYS));
    }

    pub(super) fn confine(room: &Room<'_>) -> Confined {
        let (memory, files) = match room {
            Room::Nothing => (PLAY_MEMORY, 256),
            Room::Compiler { .. } => (BUILD_MEMORY, 1024),
        };
        // Not the address space: wasmtime reserves far more of it than it ever uses.
        let limits = limit(Resource::Data, memory)
            & limit(Resource::Core, 0)
            & limit(Resource::Fsize, FILE)
            & limit(Resource::Nofile, files);
        let none = CapabilitySet::empty();
        let none = CapabilitySets { effective: none, permitted: none, inheritable: none };
        let user =
            rustix::thread::set_no_new_privs(true).is_ok() && set_capabilities(None, none).is_ok();
        let files = landlock(room).is_ok_and(|status| status != RulesetStatus::NotEnforced);
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        // A job may go on for minutes after the judge is gone, and nobody takes its result. The
        // signal outlives no change of users, so this comes after them.
        end_with_parent();
        let calls = filter(room).is_ok();
        Confined { files, calls, limits, user }
    }

    fn limit(what: Resource, most: u64) -> bool {
        setrlimit(what, Rlimit { current: Some(most), maximum: Some(most) }).is_ok()
    }

    fn landlock(room: &Room<'_>) -> Result<RulesetStatus, RulesetError> {
        let all = AccessFs::from_all(LANDLOCK);
        let mut rules = Ruleset::default()
            .handle_access(all)?
            .handle_access(AccessNet::from_all(LANDLOCK))?
            .scope(Scope::from_all(LANDLOCK))?
            .create()?;
        if let Room::Compiler { read, cache } = room {
            let run = AccessFs::from_read(LANDLOCK);
            let own = std::env::current_exe().unwrap_or_default();
            let system = SYSTEM.iter().map(Path::new).chain([&*own]);
            let allowed = system.chain(read.iter().copied()).map(|path| (path, run));
            let write = [(*cache, all & !AccessFs::Execute), (Path::new("/dev/null"), all)];
            for (path, access) in allowed.chain(write) {
                rules = allow(rules, path, access)?;
            }
        }
        Ok(rules.restrict_self()?.ruleset)
    }

    /// Allows something beneath a path; what is not there needs no rule.
    fn allow(
        rules: landlock::RulesetCreated,
        path: &Path,
        access: BitFlags<AccessFs>,
    ) -> Result<landlock::RulesetCreated, RulesetError> {
        let Ok(opened) = PathFd::new(path) else { return Ok(rules) };
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(LANDLOCK) };
        rules.add_rule(PathBeneath::new(opened, access))
    }

    fn filter(room: &Room<'_>) -> Result<(), String> {
        let more = match room {
            Room::Nothing => &[][..],
            Room::Compiler { .. } => calls::COMPILERS,
        };
        let all = calls::GUESTS.iter().chain(more);
        let rules = all.map(|number| (*number, Vec::new())).collect();
        let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|e| e.to_string())?;
        let refuse = SeccompAction::Errno(libc::EPERM.cast_unsigned());
        let filter = SeccompFilter::new(rules, refuse, SeccompAction::Allow, arch)
            .map_err(|e| e.to_string())?;
        let program = seccompiler::BpfProgram::try_from(filter).map_err(|e| e.to_string())?;
        seccompiler::apply_filter_all_threads(&program).map_err(|e| e.to_string())
    }

    pub(super) fn end_with_parent() {
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }

    pub(super) fn limit_generator(cpu_seconds: u64, memory: u64) {
        end_with_parent();
        limit(Resource::Data, memory);
        limit(Resource::Cpu, cpu_seconds);
        limit(Resource::Core, 0);
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{Confined, Room};

    pub(super) fn leave_root() {}

    pub(super) fn end_with_parent() {}

    pub(super) fn confine(room: &Room<'_>) -> Confined {
        let _ = (room, super::PLAY_MEMORY, super::BUILD_MEMORY, super::FILE);
        Confined::default()
    }

    /// Limits the processor time where the system knows such limits.
    pub(super) fn limit_generator(cpu_seconds: u64, _memory: u64) {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, Rlimit, setrlimit};
            let most = Some(cpu_seconds);
            let _ = setrlimit(Resource::Cpu, Rlimit { current: most, maximum: most });
        }
        #[cfg(not(unix))]
        let _ = cpu_seconds;
    }
}
