//! The setup of a process with secrets, before all other work: no core dumps, files for its own
//! user only, as many open files as the system allows.

/// Prepares this process and gives the number of files that it may open.
///
/// # Errors
/// When the system refuses one of the settings.
#[cfg(unix)]
pub fn prepare() -> anyhow::Result<u64> {
    use anyhow::Context;
    use rustix::fs::Mode;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};
    // Memory holds sessions, season secrets and the database's password.
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, none).context("core dumps cannot be turned off")?;
    // A program that takes core dumps through a pipe gets them whatever the limit is.
    #[cfg(target_os = "linux")]
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)
        .context("core dumps cannot be turned off")?;
    umask(Mode::RWXG | Mode::RWXO);
    let files = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: files.maximum, ..files };
    // Where the system refuses, the server runs with what it has.
    let files = setrlimit(Resource::Nofile, raised).map_or(files, |()| raised);
    Ok(files.current.unwrap_or(u64::MAX))
}

/// Nothing is set here; the system says nothing about files.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn prepare() -> anyhow::Result<u64> {
    Ok(2048)
}
