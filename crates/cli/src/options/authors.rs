//! Commands for authors, which need players in WebAssembly.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The subcommand.
#[derive(Debug, Subcommand)]
pub enum AuthorsCommand {
    /// Compile a player: AIName.cc to AIName.wasm.
    Build(Build),
    /// Compile and play again each time you save the player, and update the viewer.
    Dev(Dev),
    /// Check a player against the judge's rules and limits.
    Check(Check),
    /// List the functions of a player that take the most time in a match.
    Profile(Profile),
    /// Install or inspect the compiler for players.
    Toolchain(Toolchain),
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

/// Options of `palestra build`.
#[derive(Debug, Args)]
pub struct Build {
    /// The player's source: AIName.cc, .rs, .py or .js.
    pub source: PathBuf,
    /// The game. Default: the game that the source includes.
    #[arg(short, long)]
    pub game: Option<String>,
    /// The file for the module. Default: AIName.wasm in the folder of the source.
    #[arg(short, long, value_name = "FILE.wasm")]
    pub output: Option<PathBuf>,
    /// The C++ standard: 11, 14, 17 or 20.
    #[arg(long, default_value = "11")]
    pub std: toolchain::Standard,
    /// Build a slower module that stops at mistakes such as an index outside of a vector.
    #[arg(long)]
    pub checks: bool,
    /// Allow players to look ahead with the rules of the game (`Simulation`).
    #[arg(long)]
    pub forward: bool,
}

/// Options of `palestra toolchain`.
#[derive(Debug, Args)]
pub struct Toolchain {
    /// The subcommand.
    #[command(subcommand)]
    pub what: ToolchainCommand,
}

/// Options of `palestra toolchain`.
#[derive(Clone, Debug, Subcommand)]
pub enum ToolchainCommand {
    /// Install the compiler into your cache folder, with pip. This needs no administrator.
    Install {
        /// Install without Python, from the file `ziglang-….whl` that you downloaded from PyPI.
        #[arg(long, value_name = "FILE.whl")]
        wheel: Option<PathBuf>,
        /// Also prepare the engine for players in Python: download MicroPython (6 MB) and compile
        /// it. A judge needs this; your own machine does it for the first player in Python.
        #[arg(long)]
        python: bool,
        /// Like --python, but without a connection: a file with MicroPython's sources that you
        /// downloaded.
        #[arg(long, value_name = "FILE.tar.xz")]
        micropython: Option<PathBuf>,
    },
    /// List the installed compilers.
    Status,
}
