//! Commands for authors, which need players in WebAssembly.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The subcommand.
#[derive(Debug, Subcommand)]
pub enum AuthorsCommand {
    /// Compile and play again each time you save the player, and update the viewer.
    Dev(Dev),
    /// Check a player against the judge's rules and limits.
    Check(Check),
    /// List the functions of a player that take the most time in a match.
    Profile(Profile),
}

/// Options of `palestra dev`.
#[derive(Debug, Args)]
#[command(after_help = "The player has seat 0. Press Ctrl-C to exit.\n\nExample:\n  palestra dev \
                        AIXaloc.cc --against Dummy Demo -s 30")]
pub struct Dev {
    /// The player's file: AIName.cc, .rs, .js, .py or .wasm.
    pub file: PathBuf,
    /// The players in the other seats, in turn. Default: the built-in players of the game.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub against: Vec<String>,
    /// The seed of every match. Default: a new one.
    #[arg(short, long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Settings file, or the name of a board of the game.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Option<PathBuf>,
    /// The game. Default: the game that the source includes.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Allow players to look ahead with the rules of the game (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// Do not look for mistakes with a second build of each source.
    #[arg(long)]
    pub release: bool,
    /// Do not open the browser.
    #[arg(long)]
    pub no_open: bool,
}

/// Options of `palestra check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The player: a source, a module or a name.
    pub player: String,
    /// The game.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Also run the player outside of the sandbox (g++ or clang++, python3, node), and compare the
    /// orders.
    #[cfg(unix)]
    #[arg(long, conflicts_with = "json")]
    pub native: bool,
    /// Allow players to look ahead with the rules of the game (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `palestra profile`.
#[derive(Debug, Args)]
pub struct Profile {
    /// The player: a source, a module or a name.
    pub player: String,
    /// The game.
    #[arg(short, long)]
    pub game: Option<String>,
    /// The seed of the first match. The command plays up to 50 matches for about 500 samples.
    #[arg(short, long, default_value = "1")]
    pub seed: String,
    /// Settings file, or the name of a board of the game.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Option<PathBuf>,
    /// Allow players to look ahead with the rules of the game (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// Write the profile of the last match to this file, in the format of the Firefox profiler.
    #[arg(short, long, value_name = "FILE.json")]
    pub output: Option<PathBuf>,
}
