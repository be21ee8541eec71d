//! The command line. The comments below are the help that `--help` prints.

#[cfg(feature = "players")]
mod authors;
#[cfg(feature = "judge")]
mod judge;
mod many;
#[cfg(feature = "judge")]
mod similar;

#[cfg(feature = "players")]
pub use authors::{AuthorsCommand, Check, Dev, Profile};

use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::Ruleset;
#[cfg(feature = "judge")]
pub use judge::{
    Admin, AdminCommand, Download, Friendly, Judge, JudgeCommand, Rounds, Serve, Standings, Status,
    Submit, Worker,
};
pub use many::{Compare, Counts, Design, Fairness, League, Qualify, Series, Tune};
use std::path::PathBuf;

#[cfg(feature = "judge")]
pub use similar::Similar;

/// An arena for AI programming games: four programs meet on a board; watch, understand, improve.
#[derive(Debug, Parser)]
#[command(
    name = "palestra",
    version,
    max_term_width = 100,
    after_help = "First steps:\n  palestra games\n  palestra play GAME Dummy Demo Demo Null \
                  --watch\n\nExit codes: 0 done, 1 our failure, 2 wrong call or file, 3 a player \
                  was frozen (with --judge)."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or describe one with its parameters.
    Games(Games),
    /// Draw a new board for games whose settings files hold boards written out.
    Board(DrawBoard),
    /// Play a match.
    Play(Play),
    /// Open a match in the viewer.
    Watch(Watch),
    /// Replay a match record and compare every round.
    Verify(Verify),
    /// Write a player to start from.
    New(New),
    /// Run a player in a recorded round once more, under a debugger.
    #[cfg(unix)]
    Debug(Debug),
    /// Make a folder like those of the old kits.
    Kit(Kit),
    /// Compile a player: AIName.cc to AIName.wasm.
    Build(Build),
    /// Say whether a new version of a player is better than the old one.
    Compare(Compare),
    /// Play all players against each other and say who is best, and how surely.
    League(League),
    /// Search better values for numbers in a player's source, and say whether they are better.
    Tune(Tune),
    /// Rehearse the judge's qualification and say how surely a player passes.
    Qualify(Qualify),
    /// Test whether the seats of a game's boards are equally good.
    Fairness(Fairness),
    /// Commands that need players in WebAssembly.
    #[cfg(feature = "players")]
    #[command(flatten)]
    Authors(AuthorsCommand),
    /// Commands that need a judge.
    #[cfg(feature = "judge")]
    #[command(flatten)]
    Judge(JudgeCommand),
    /// Install or inspect the compiler for players.
    Toolchain(Toolchain),
    /// Measure how fast the games run here.
    Bench(Bench),
    /// Print the completions of this command for a shell.
    Completions(Completions),
    /// Print the manual page.
    Man,
}

/// Which game.
#[derive(Debug, Args)]
pub struct Games {
    /// The game to describe.
    pub game: Option<String>,
    /// Print the game's manual.
    #[arg(long, requires = "game")]
    pub manual: bool,
    /// Print the text of one of the game's boards.
    #[arg(long, requires = "game", value_name = "NAME.cnf")]
    pub board: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which board.
#[derive(Debug, Args)]
pub struct DrawBoard {
    /// The game.
    pub game: String,
    /// The seed: the same one draws the same board.
    #[arg(short, long)]
    pub seed: Option<String>,
    /// Rows of the board.
    #[arg(long, value_name = "N")]
    pub rows: Option<i32>,
    /// Columns of the board.
    #[arg(long, value_name = "N")]
    pub cols: Option<i32>,
    /// The settings file to write; without it, standard output.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub output: Option<PathBuf>,
}

/// Which rules hold where statement and kit contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    /// What the public statement says.
    Statement,
    /// What the original kit does, byte for byte.
    Kit,
}

impl From<Rules> for Ruleset {
    fn from(rules: Rules) -> Self {
        match rules {
            Rules::Statement => Self::Statement,
            Rules::Kit => Self::Kit,
        }
    }
}

/// What runs the players that are given as sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// WebAssembly where its compiler is installed, else native.
    Auto,
    /// WebAssembly: sandboxed, metered, the same everywhere.
    Wasm,
    /// A process of this machine: for debuggers; neither sandboxed nor metered.
    Native,
}

/// A match.
#[derive(Debug, Args)]
#[command(after_help = "Players are the game's own (Null, Demo, Dummy), names whose AIName.cc, \
                        AIName.rs or AIName.wasm lies in this folder, paths of such files, or \
                        programs of this machine: \"cmd:python3 bot.py\".\n\n\
                        Examples:\n  palestra play GAME Dummy Demo Demo Null -s 30\n  \
                        palestra play GAME Xaloc Demo Demo Demo --judge --record m.match")]
pub struct Play {
    /// The game; `palestra games` lists them.
    pub game: String,
    /// The players, by seat.
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Seed of everything random; a fresh one when missing.
    #[arg(short, long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Settings file, or the name of one of the game's boards; `-` reads stdin.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Option<PathBuf>,
    /// Write the result file; `-` writes it on stdout, and the table on stderr.
    #[arg(short, long, value_name = "FILE.res")]
    pub output: Option<PathBuf>,
    /// Write a match record, from which the match can be replayed and proved.
    #[arg(long, value_name = "FILE.match")]
    pub record: Option<PathBuf>,
    /// Which rules hold where statement and kit contradict each other.
    #[arg(long, value_enum, default_value = "statement")]
    pub rules: Rules,
    /// Switch the judge's limits on: computation, memory, output.
    #[arg(long)]
    pub judge: bool,
    /// Let players look ahead: the rules of the game inside their modules (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// What runs players given as sources.
    #[arg(long, value_enum, default_value = "auto", conflicts_with = "judge")]
    pub backend: Backend,
    /// Open the match in the viewer.
    #[arg(long)]
    pub watch: bool,
    /// Write what each player says on stderr to a file of its own, by round.
    #[arg(long, value_name = "DIR")]
    pub logs: Option<PathBuf>,
    /// Do not show what players and rules say on stderr.
    #[arg(short, long)]
    pub quiet: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which match to look at.
#[derive(Debug, Args)]
pub struct Watch {
    /// A result file (.res) or match record (.match).
    pub file: PathBuf,
    /// Only write the page and print its path.
    #[arg(long)]
    pub no_open: bool,
    /// Where to write the page; a temporary file when missing.
    #[arg(short, long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
}

/// Which match to verify.
#[derive(Debug, Args)]
pub struct Verify {
    /// A match record.
    pub file: PathBuf,
    /// Write the result file of the match as well.
    #[arg(short, long, value_name = "FILE.res")]
    pub output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which player to write.
#[derive(Debug, Args)]
pub struct New {
    /// The game it is for.
    pub game: String,
    /// Its name: at most 12 letters, digits, underscores.
    pub name: String,
    /// Write one that does nothing, instead of one that shows how orders are given.
    #[arg(long)]
    pub empty: bool,
    /// The language to write it in.
    #[arg(long, value_enum, default_value = "cpp")]
    pub lang: Language,
}

/// A language that players are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// C++: AIName.cc.
    Cpp,
    /// Rust: AIName.rs.
    Rust,
}

/// Which debugger.
#[cfg(unix)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Debugger {
    /// gdb, or lldb where there is no gdb.
    Auto,
    /// gdb.
    Gdb,
    /// lldb.
    Lldb,
}

/// Which round of which match.
#[cfg(unix)]
#[derive(Debug, Args)]
#[command(after_help = "The player is built with g++ or clang++, and shown what it was shown in \
                        the record: the same views, the same random numbers.\n\nExamples:\n  \
                        palestra debug AIXaloc.cc --match m.match --round 57\n  palestra debug \
                        AIXaloc.cc --match m.match --round 57 --batch bt --batch 'info locals'")]
pub struct Debug {
    /// The player's source, AIName.cc.
    pub source: PathBuf,
    /// The match record.
    #[arg(long = "match", value_name = "FILE.match")]
    pub record: PathBuf,
    /// The round in which to stop; that in which the player was frozen, or the first.
    #[arg(short, long, allow_hyphen_values = true)]
    pub round: Option<i32>,
    /// The player's seat; told by its name when missing.
    #[arg(long)]
    pub seat: Option<usize>,
    /// Which debugger.
    #[arg(long, value_enum, default_value = "auto")]
    pub debugger: Debugger,
    /// Do these commands of the debugger at that round, and end.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["valgrind", "sanitize"])]
    pub batch: Vec<String>,
    /// Play the whole match under valgrind instead.
    #[arg(long, conflicts_with = "sanitize")]
    pub valgrind: bool,
    /// Play the whole match with address and undefined behaviour sanitizers instead.
    #[arg(long)]
    pub sanitize: bool,
}

/// Which kit to make.
#[derive(Debug, Args)]
pub struct Kit {
    /// The game.
    pub game: String,
    /// The folder; it must not exist, or be empty.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Players of this folder may look ahead, with every command that is run in it.
    #[arg(long)]
    pub forward: bool,
}

/// What to compile.
#[derive(Debug, Args)]
pub struct Build {
    /// Source of the player, AIName.cc.
    pub source: PathBuf,
    /// The game it is for; told by its headers when missing.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Where to write the module; AIName.wasm beside the source when missing.
    #[arg(short, long, value_name = "FILE.wasm")]
    pub output: Option<PathBuf>,
    /// The C++ standard: 11, 14, 17 or 20.
    #[arg(long, default_value = "11")]
    pub std: toolchain::Standard,
    /// Stop at mistakes such as indices outside of a vector; slower, for finding faults.
    #[arg(long)]
    pub checks: bool,
    /// Let players look ahead: the rules of the game inside their modules (`Simulation`).
    #[arg(long)]
    pub forward: bool,
}

/// What to do with the compiler.
#[derive(Debug, Args)]
pub struct Toolchain {
    /// What to do.
    #[command(subcommand)]
    pub what: ToolchainCommand,
}

/// What to do with the compiler.
#[derive(Clone, Debug, Subcommand)]
pub enum ToolchainCommand {
    /// Install the compiler into the user's cache, with pip; no administrator is needed.
    Install {
        /// Where there is no Python: the downloaded package, `ziglang-….whl` of PyPI.
        #[arg(long, value_name = "FILE.whl")]
        wheel: Option<PathBuf>,
    },
    /// Say which compilers are there.
    Status,
}

/// What to measure.
#[derive(Debug, Args)]
#[command(
    after_help = "All figures are measured in turn, as often as --repeats says; the medians \
                        are shown, with the spread of the middle half.\n\nExample:\n  \
                        palestra bench --save before.json\n  palestra bench --against before.json"
)]
pub struct Bench {
    /// The game; all of them when missing.
    pub game: Option<String>,
    /// How often each figure is measured.
    #[arg(short, long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..1000))]
    pub repeats: u32,
    /// Milliseconds of work per measurement at least.
    #[arg(long, default_value_t = 40, value_name = "MS")]
    pub time: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Write the measurements to a file.
    #[arg(long, value_name = "FILE.json")]
    pub save: Option<PathBuf>,
    /// Compare with a file that --save wrote.
    #[arg(long, value_name = "FILE.json")]
    pub against: Option<PathBuf>,
}

/// For which shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
