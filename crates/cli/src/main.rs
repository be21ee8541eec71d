//! The `palestra` command. Called as `Game` it is the old kits' program.
#![forbid(unsafe_code)]

mod advice;
#[cfg(feature = "judge")]
mod cluster;
mod commands;
mod failure;
mod files;
mod follow;
mod forward;
mod input;
mod interrupt;
mod kit;
mod lacking;
#[cfg(unix)]
mod native;
mod options;
mod packed;
mod paint;
mod patience;
mod players;
mod process;
mod report;
mod result;
mod series;
mod viewer;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let called = arguments.first().map(Path::new).and_then(Path::file_stem);
    if called.is_some_and(|name| name.eq_ignore_ascii_case("game")) {
        return ExitCode::from(kit::main(&arguments[1..]));
    }
    #[cfg(feature = "judge")]
    if let Some(code) = commands::worker_process::main(&arguments) {
        return code;
    }
    match commands::run(&arguments) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.code)
        }
    }
}
