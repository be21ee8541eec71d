//! The commands, one per file.

mod bench;
mod board;
mod build;
mod check;
mod completions;
mod games;
mod kit;
mod new;
mod play;
mod profile;
mod toolchain;
mod verify;
mod watch;

use crate::failure::Done;
use crate::options::{Cli, Command};
use clap::Parser;
use std::ffi::OsString;

/// Does what the arguments ask; the first is the program's name.
pub fn run(arguments: &[OsString]) -> Done {
    // Wrong calls end here, with clap's message and code 2; help and version with code 0.
    match Cli::parse_from(arguments).command {
        Command::Games(options) => games::run(&options),
        Command::Board(options) => board::run(&options),
        Command::Play(options) => play::run(&options),
        Command::Watch(options) => watch::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::New(options) => new::run(&options),
        Command::Kit(options) => kit::run(&options),
        Command::Build(options) => build::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Profile(options) => profile::run(&options),
        Command::Toolchain(options) => toolchain::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Completions(options) => completions::run(&options),
        Command::Man => completions::man(),
    }
}
