//! `palestra worker-process`: a process of the judge that builds and runs what players send.

use std::ffi::OsString;
use std::process::ExitCode;

/// The first argument of such a process. It is no command for people, so it is in no help.
pub const WORD: &str = "worker-process";

/// Runs it, if that is what this program was called for.
pub fn main(arguments: &[OsString]) -> Option<ExitCode> {
    let called = arguments.get(1).is_some_and(|word| word == WORD);
    called.then(|| worker::main(arguments))
}
