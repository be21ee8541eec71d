//! Commands for authors, which need players in WebAssembly.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do.
#[derive(Debug, Subcommand)]
pub enum AuthorsCommand {
    /// Play a player's match again whenever its file is saved, and show it in the viewer.
    Dev(Dev),
    /// Say what the judge would say about a player: compiles, plays, keeps to the limits.
    Check(Check),
    /// Play a match and tell in which functions a player spends its time.
    Profile(Profile),
}

/// Which player to work on.
#[derive(Debug, Args)]
#[command(after_help = "The player sits in seat 0. Ctrl-C ends.\n\nExample:\n  palestra dev \
                        AIXaloc.cc --against Dummy Demo -s 30")]
pub struct Dev {
    /// The player's file: AIName.cc, AIName.rs or AIName.wasm.
    pub file: PathBuf,
    /// Who sits in the other seats, in turn; the game's own players when missing.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub against: Vec<String>,
    /// The seed of every match; a fresh one when missing.
    #[arg(short, long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Settings file, or the name of one of the game's boards.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Option<PathBuf>,
    /// The game; told by the source when missing.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Let players look ahead: the rules of the game inside their modules (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// Do not open the browser.
    #[arg(long)]
    pub no_open: bool,
}

/// Whom to check.
#[derive(Debug, Args)]
pub struct Check {
    /// The player: a source, a module or a name.
    pub player: String,
    /// The game.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Also build it with g++ or clang++, and say where that one gives other orders.
    #[cfg(unix)]
    #[arg(long, conflicts_with = "json")]
    pub native: bool,
    /// Let players look ahead: the rules of the game inside their modules (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Whom to sample.
#[derive(Debug, Args)]
pub struct Profile {
    /// The player: a source, a module or a name.
    pub player: String,
    /// The game.
    #[arg(short, long)]
    pub game: Option<String>,
    /// The seed of the match.
    #[arg(short, long, default_value = "1")]
    pub seed: String,
    /// The settings file, or the name of a board that comes with the game.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Option<PathBuf>,
    /// Let players look ahead: the rules of the game inside their modules (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// Where to write the whole profile, in the format of the Firefox profiler.
    #[arg(short, long, value_name = "FILE.json")]
    pub output: Option<PathBuf>,
}
