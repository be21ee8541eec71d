//! The commands, one per file.

mod bench;
mod board;
#[cfg(feature = "players")]
mod build;
#[cfg(feature = "players")]
mod check;
mod compare;
#[cfg(feature = "judge")]
mod competition;
mod completions;
#[cfg(unix)]
mod debug;
#[cfg(feature = "players")]
mod dev;
mod fairness;
mod games;
#[cfg(feature = "judge")]
mod judge;
mod kit;
mod league;
mod new;
mod play;
#[cfg(feature = "players")]
mod profile;
mod qualify;
#[cfg(feature = "judge")]
mod serve;
#[cfg(feature = "judge")]
mod similar;
#[cfg(feature = "players")]
mod toolchain;
mod tune;
mod verify;
mod watch;
#[cfg(feature = "judge")]
pub mod worker_process;

use crate::failure::Done;
#[cfg(feature = "players")]
use crate::options::AuthorsCommand;
#[cfg(feature = "judge")]
use crate::options::JudgeCommand;
use crate::options::{Cli, Command, Play};
use clap::{Args, FromArgMatches, Parser};
use std::ffi::OsString;

/// Does what the arguments ask; the first is the program's name.
pub fn run(arguments: &[OsString]) -> Done {
    if let Some(options) = only_play(arguments) {
        return play::run(&options);
    }
    crate::lacking::refuse(arguments)?;
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
        Command::Kit(options) => kit::run(&options),
        #[cfg(feature = "players")]
        Command::Authors(command) => for_authors(command),
        #[cfg(feature = "judge")]
        Command::Judge(command) => with_judge(command),
        Command::Bench(options) => bench::run(&options),
        Command::Completions(options) => completions::run(&options),
        Command::Man => completions::man(),
    }
}

#[cfg(feature = "players")]
fn for_authors(command: AuthorsCommand) -> Done {
    match command {
        AuthorsCommand::Build(options) => build::run(&options),
        AuthorsCommand::Dev(options) => dev::run(&options),
        AuthorsCommand::Check(options) => check::run(&options),
        AuthorsCommand::Profile(options) => profile::run(&options),
        AuthorsCommand::Toolchain(options) => toolchain::run(&options),
    }
}

#[cfg(feature = "judge")]
fn with_judge(command: JudgeCommand) -> Done {
    match command {
        JudgeCommand::Similar(options) => similar::run(&options),
        JudgeCommand::Serve(options) => serve::run(&options),
        JudgeCommand::Worker(options) => serve::work(&options),
        JudgeCommand::Admin(options) => serve::admin(&options),
        JudgeCommand::Submit(options) => judge::submit(&options),
        JudgeCommand::Status(options) => judge::status(&options),
        JudgeCommand::Standings(options) => judge::standings(&options),
        JudgeCommand::Rounds(options) => competition::rounds(&options),
        JudgeCommand::Friendly(options) => competition::friendly(&options),
        JudgeCommand::Download(options) => judge::download(&options),
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
