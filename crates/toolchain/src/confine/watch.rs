//! Waiting for a compiler, and telling why it ended.

use super::{CPU_SECONDS, Done, Jail, MEMORY, system};
use crate::error::{At, Error, Reason, Step};
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// For one step; its CPU time ends long before.
const WALL: Duration = Duration::from_secs(120);
const STDERR: u64 = 1 << 20;

/// Runs a command to its end, or ends it.
pub(super) fn until_done(mut command: Command, step: Step, jail: &Jail<'_>) -> Result<Done, Error> {
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
    let status = wait(&mut child).at(jail.program)?;
    let text = reader.join().unwrap_or_default();
    let Some(status) = status else {
        let why = format!("it took longer than {} seconds", WALL.as_secs());
        return Err(jail.gave_up(step, Reason::Time, why));
    };
    let stderr = String::from_utf8_lossy(&text).into_owned();
    match broken(status, &stderr) {
        Some((reason, why)) => Err(jail.gave_up(step, reason, why)),
        None => Ok(Done { success: status.success(), stderr }),
    }
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
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Which limit it broke, if any.
fn broken(status: ExitStatus, stderr: &str) -> Option<(Reason, String)> {
    // Complaints about a source begin with its name: no source can say this.
    let said = |words: &[&str]| stderr.lines().any(|l| words.iter().any(|w| l.starts_with(w)));
    let memory = || format!("it needed more than {} MB of memory", MEMORY >> 20);
    if status.success() {
        return None;
    }
    if said(&["LLVM ERROR: out of memory", "memory allocation of "]) {
        return Some((Reason::Memory, memory()));
    }
    match signal(status) {
        Some(XCPU) => {
            let why = format!("it took more than {CPU_SECONDS} seconds of CPU time");
            Some((Reason::Time, why))
        }
        Some(XFSZ) => Some((Reason::TooLarge, "its output is too large".into())),
        // Nobody but the kernel does this, when the machine has no memory left.
        Some(KILL) => Some((Reason::Memory, memory())),
        None if status.code().is_some()
            && !said(&["zig: error: clang frontend command failed"]) =>
        {
            None
        }
        _ => Some((Reason::Crashed, format!("it crashed ({status})"))),
    }
}

const KILL: i32 = 9;
const XCPU: i32 = 24;
const XFSZ: i32 = 25;

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
