//! Machine code, made in a process of its own: register allocation can explode, so the kernel ends
//! it at a limit of CPU time or memory, and that is a verdict. The same process lets an interpreter
//! read the source that comes with its module: a hostile source meets a parser there.

use crate::confine;
use crate::play::transport;
use crate::protocol::{Excess, Refusal};
use engine::Freeze;
use sandbox::{Limits, Sandbox};
use std::io::{self, Read, Write};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

/// The last word of the command that starts such a process.
pub(crate) const WORD: &str = "machine-code";
/// CPU seconds for the machine code of one module: honest ones take half a second.
const CPU_SECONDS: u64 = 20;
/// Bytes of memory: honest modules take 200 MB.
const MEMORY: u64 = 1536 << 20;
/// Bytes of machine code at most.
const CODE_MAX: u64 = 64 << 20;
/// The first byte of the process: code follows, or the reason why there is none.
const CODE: u8 = b'C';
const REFUSED: u8 = b'R';
const SYNTAX: u8 = b'S';

/// The machine code of a module, or why it is refused.
///
/// # Errors
/// When no process can be started.
pub(crate) fn machine_code(module: &[u8]) -> io::Result<Result<Vec<u8>, Refusal>> {
    let mut child = command(WORD)?
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    // The child reads everything before it answers, or it is dead: neither blocks for ever.
    let _ = stdin.map(|mut pipe| pipe.write_all(module));
    let mut answer = Vec::new();
    if let Some(pipe) = stdout {
        pipe.take(CODE_MAX).read_to_end(&mut answer)?;
    }
    // Whoever writes more is stopped by the closed pipe.
    let status = child.wait()?;
    Ok(match answer.split_first() {
        Some((&CODE, code)) if status.success() => Ok(code.to_vec()),
        Some((&REFUSED, why)) if status.success() => {
            Err(Refusal::Module { text: String::from_utf8_lossy(why).into_owned() })
        }
        Some((&SYNTAX, why)) if status.success() => {
            Err(Refusal::Errors { count: 1, text: String::from_utf8_lossy(why).into_owned() })
        }
        _ => Err(Refusal::MachineCode(excess(status))),
    })
}

/// Why the process ended without an answer.
fn excess(status: ExitStatus) -> Excess {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        let signal = status.signal();
        // The kernel kills at the hard limit, one second after it warned.
        if [rustix::process::Signal::XCPU, rustix::process::Signal::KILL]
            .iter()
            .any(|end| signal == Some(end.as_raw()))
        {
            return Excess::Time { seconds: CPU_SECONDS };
        }
    }
    let _ = status;
    Excess::Memory { bytes: MEMORY }
}

/// This program, started as this worker was, but for the last word.
pub(crate) fn command(word: &str) -> io::Result<Command> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let mut command = Command::new(std::env::current_exe()?);
    command.args(&words[..words.len().saturating_sub(1)]).arg(word);
    Ok(command)
}

/// The main function of such a process.
pub(crate) fn main() -> ExitCode {
    confine::limit_generator(CPU_SECONDS, MEMORY);
    let mut module = Vec::new();
    let read = io::stdin().take(CODE_MAX).read_to_end(&mut module);
    let answer = read.ok().and_then(|_| Sandbox::for_one_match(None).ok()).and_then(|sandbox| {
        let (head, body) = match sandbox.machine_code(&module, &transport()) {
            Ok(code) => match read_source(&sandbox, &code) {
                Ok(()) => (CODE, code),
                Err(receipt) => (SYNTAX, receipt.detail.into_bytes()),
            },
            Err(refused) => (REFUSED, refused.to_string().into_bytes()),
        };
        let mut to = io::stdout().lock();
        to.write_all(&[head]).and_then(|()| to.write_all(&body)).and_then(|()| to.flush()).ok()
    });
    if answer.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Lets an interpreter read the source of its player, without running anything of it. Code that
/// cannot be loaded here is for another machine: a worker finds that out.
fn read_source(sandbox: &Sandbox, code: &[u8]) -> Result<(), Freeze> {
    match sandbox.program(code, &transport()) {
        Ok(program) => program.check_source(&Limits::judge()),
        Err(_) => Ok(()),
    }
}
