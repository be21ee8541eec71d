//! The commands, one per file.

mod bench;
mod board;
mod build;
mod check;
mod compare;
mod competition;
mod completions;
#[cfg(unix)]
mod debug;
mod dev;
mod fairness;
mod games;
mod judge;
mod kit;
mod league;
mod new;
mod play;
mod profile;
mod qualify;
mod serve;
mod similar;
mod toolchain;
mod tune;
mod verify;
mod watch;

use crate::failure::Done;
use crate::options::{Cli, Command, Play};
use clap::{Args, FromArgMatches, Parser};
use std::ffi::OsString;

/// Does what the arguments ask; the first is the program's name.
pub fn run(arguments: &[OsString]) -> Done {
    if let Some(options) = only_play(arguments) {
        return play::run(&options);
    }
    // Wrong calls end here, with clap's message and code 2; help and version with code 0.
    match Cli::parse_from(arguments).command {
        Command::Games(options) => games::run(&options),
        Command::Board(options) => board::run(&options),
        Command::Compare(options) => compare::run(&options),
        Command::League(options) => league::run(&options),
        Command::Tune(options) => tune::run(&options),
        Command::Qualify(options) => qualify::run(&options),
        Command::Fairness(options) => fairness::run(&options),
        Command::Play(options) => play::run(&options),
        Command::Watch(options) => watch::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::New(options) => new::run(&options),
        #[cfg(unix)]
        Command::Debug(options) => debug::run(&options),
        Command::Dev(options) => dev::run(&options),
        Command::Kit(options) => kit::run(&options),
        Command::Build(options) => build::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Profile(options) => profile::run(&options),
        Command::Similar(options) => similar::run(&options),
        Command::Toolchain(options) => toolchain::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Serve(options) => serve::run(&options),
        Command::Worker(options) => serve::work(&options),
        Command::Admin(options) => serve::admin(&options),
        Command::Submit(options) => judge::submit(&options),
        Command::Status(options) => judge::status(&options),
        Command::Standings(options) => judge::standings(&options),
        Command::Rounds(options) => competition::rounds(&options),
        Command::Friendly(options) => competition::friendly(&options),
        Command::Download(options) => judge::download(&options),
        Command::Completions(options) => completions::run(&options),
        Command::Man => completions::man(),
    }
}

/// The options of `palestra play`, by far the most frequent call, without building the options
/// of all other commands first; `None` for other and for wrong calls.
fn only_play(arguments: &[OsString]) -> Option<Play> {
    arguments.get(1).filter(|word| *word == "play")?;
    let play = Play::augment_args(clap::Command::new("play").disable_help_flag(true));
    let matches = play.try_get_matches_from(&arguments[1..]).ok()?;
    Play::from_arg_matches(&matches).ok()
}
