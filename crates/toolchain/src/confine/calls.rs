//! The system calls that a compiler needs; all others fail as if the kernel did not know them.

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

/// Files, memory, signals to itself, time, and its end.
const ALLOWED: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_lseek,
    libc::SYS_openat,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_fcntl,
    libc::SYS_flock,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fadvise64,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_umask,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_utimensat,
    libc::SYS_copy_file_range,
    libc::SYS_sendfile,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_futex,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_membarrier,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getrandom,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_ppoll,
    libc::SYS_execve,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// The older forms of the same, which newer architectures never had.
#[cfg(target_arch = "x86_64")]
const OLDER: &[libc::c_long] = &[
    libc::SYS_open,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_chmod,
    libc::SYS_dup2,
    libc::SYS_poll,
    libc::SYS_time,
    libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[libc::c_long] = &[];

/// The system calls of a compiler that starts its linker itself, and talks with it over pipes and
/// pairs of sockets that lead nowhere else.
const WITH_HELPERS: &[libc::c_long] = &[
    libc::SYS_clone,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_pipe2,
    libc::SYS_socketpair,
    libc::SYS_sendmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendto,
    libc::SYS_recvfrom,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pipe,
];

/// The filter for compilers, with or without helpers of their own.
pub(super) fn filter(has_helpers: bool) -> Result<BpfProgram, String> {
    let said = |e: seccompiler::BackendError| e.to_string();
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = conditional().map_err(said)?;
    if !has_helpers {
        rules.remove(&libc::SYS_tgkill);
    }
    let helpers = if has_helpers { WITH_HELPERS } else { &[] };
    for number in ALLOWED.iter().chain(OLDER).chain(helpers) {
        rules.insert(*number, Vec::new());
    }
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|e| e.to_string())?;
    let (unknown, allow) = (SeccompAction::Errno(libc::ENOSYS as u32), SeccompAction::Allow);
    SeccompFilter::new(rules, unknown, allow, arch).and_then(TryInto::try_into).map_err(said)
}

/// Calls that are harmless with some arguments only.
fn conditional() -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    let rule = |argument, operation, value| {
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operation, value)?;
        SeccompRule::new(vec![condition])
    };
    let equal = |argument, value: u64| rule(argument, SeccompCmpOp::Eq, value);
    let thread = libc::CLONE_THREAD as u64;
    // Whether the output is a terminal, and how wide; how files are closed and waited for.
    let asked = [libc::TCGETS, libc::TIOCGWINSZ, libc::FIOCLEX, libc::FIONBIO].map(u64::from);
    // Limits can be asked for, but not set.
    let no_limit = |half| {
        let length = SeccompCmpArgLen::Qword;
        SeccompRule::new(vec![SeccompCondition::new(half, length, SeccompCmpOp::Eq, 0)?])
    };
    Ok(BTreeMap::from([
        (libc::SYS_clone, vec![rule(0, SeccompCmpOp::MaskedEq(thread), thread)?]),
        (libc::SYS_ioctl, asked.into_iter().map(|what| equal(1, what)).collect::<Result<_, _>>()?),
        (libc::SYS_prctl, vec![equal(0, libc::PR_SET_NAME as u64)?]),
        (libc::SYS_prlimit64, vec![no_limit(2)?]),
        // rustc wakes a thread of its own. From Linux 6.12 on Landlock lets it reach nobody else.
        (libc::SYS_tgkill, vec![equal(2, libc::SIGUSR1 as u64)?]),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reaches_further_is_not_in_the_list() {
        let all: Vec<_> = ALLOWED.iter().chain(OLDER).chain(WITH_HELPERS).collect();
        for number in [
            libc::SYS_socket,
            libc::SYS_connect,
            libc::SYS_ptrace,
            libc::SYS_mount,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_bpf,
            libc::SYS_kill,
            libc::SYS_io_uring_setup,
            libc::SYS_userfaultfd,
            libc::SYS_symlinkat,
            libc::SYS_linkat,
            libc::SYS_mknodat,
            libc::SYS_setrlimit,
        ] {
            assert!(!all.contains(&&number), "{number}");
        }
        assert!(filter(false).is_ok() && filter(true).is_ok());
    }
}
