//! The command line. The comments below are the help that `--help` prints.

#[cfg(feature = "players")]
mod authors;
#[cfg(feature = "judge")]
mod judge;
mod many;
#[cfg(feature = "judge")]
mod similar;

#[cfg(feature = "players")]
pub use authors::{AuthorsCommand, Build, Check, Dev, Profile, Toolchain, ToolchainCommand};

use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::Ruleset;
#[cfg(feature = "judge")]
pub use judge::{
    Admin, AdminCommand, Cluster, ClusterCommand, Download, Friendly, Judge, JudgeCommand,
    MemberRole, Rounds, Serve, Standings, Status, Submit, Worker,
};
pub use many::{Compare, Counts, Design, Fairness, League, Qualify, Series, Tune};
use std::path::PathBuf;

#[cfg(feature = "judge")]
pub use similar::Similar;

/// An arena for AI programming games: play, watch and compare players.
#[derive(Debug, Parser)]
#[command(
    name = "palestra",
    version,
    max_term_width = 100,
    after_help = "First steps:\n  palestra games\n  palestra play GAME Dummy Demo Demo Null \
                  --watch\n\nExit codes: 0 done, 1 failure of the program, 2 wrong call or file, \
                  3 a player was frozen (with --judge), 130 interrupted with Ctrl-C."
)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or describe one game and its parameters.
    Games(Games),
    /// Draw a new board, for games with complete boards in their settings files.
    Board(DrawBoard),
    /// Play a match.
    Play(Play),
    /// Open a match in the viewer.
    Watch(Watch),
    /// Replay a match record, compare every round, and check its signature.
    Verify(Verify),
    /// Write a player to start from.
    New(New),
    /// Run a player in a recorded round again, in a debugger.
    #[cfg(unix)]
    Debug(Debug),
    /// Make a kit: headers, boards, example players, Makefile and Game.
    Kit(Kit),
    /// Test whether a new version of a player is better than the old one.
    Compare(Compare),
    /// Play all players against each other and rank them, with intervals.
    League(League),
    /// Search for better values of constants in a player's source, and test them.
    Tune(Tune),
    /// Estimate the chance that a player passes the judge's qualification.
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
    /// Measure the speed of the games on this machine.
    Bench(Bench),
    /// Print the shell completions of this command.
    Completions(Completions),
    /// Print the manual page.
    Man,
}

/// Options of `palestra games`.
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

/// Options of `palestra board`.
#[derive(Debug, Args)]
pub struct DrawBoard {
    /// The game.
    pub game: String,
    /// The seed. The same seed draws the same board.
    #[arg(short, long)]
    pub seed: Option<String>,
    /// Rows of the board.
    #[arg(long, value_name = "N")]
    pub rows: Option<i32>,
    /// Columns of the board.
    #[arg(long, value_name = "N")]
    pub cols: Option<i32>,
    /// The settings file to write. Default: standard output.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub output: Option<PathBuf>,
}

/// The rules to use where the statement and the kit contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    /// The rules of the public statement.
    Statement,
    /// The behaviour of the original kit, byte for byte.
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

/// How to run players that are sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// WebAssembly if its compiler is installed, otherwise native.
    Auto,
    /// WebAssembly: with sandbox and limits, the same on every machine.
    Wasm,
    /// A process of this machine, for debuggers: without sandbox and limits.
    Native,
}

/// Options of `palestra play`.
#[derive(Debug, Args)]
#[command(
    after_help = "A player is a built-in player (Null, Demo, Dummy), another house player, a \
                        name with AIName.cc, .rs, .js, .py or .wasm in this folder, the path of \
                        such a file, or a command of this machine: \"cmd:python3 bot.py\".\n\n\
                        Examples:\n  palestra play GAME Dummy Demo Demo Null -s 30\n  \
                        palestra play GAME Xaloc Demo Demo Demo --judge --record m.match"
)]
pub struct Play {
    /// The game; `palestra games` lists them.
    pub game: String,
    /// The players, in seat order.
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
    /// The seed, which determines all random events. Default: a new one.
    #[arg(short, long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Settings file, or the name of a board of the game. `-` reads standard input.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Option<PathBuf>,
    /// Write the result file. `-` writes it to standard output, and the table to standard error.
    #[arg(short, long, value_name = "FILE.res")]
    pub output: Option<PathBuf>,
    /// Write a match record. `palestra verify` replays the match from it.
    #[arg(long, value_name = "FILE.match")]
    pub record: Option<PathBuf>,
    /// The rules to use where the statement and the kit contradict each other.
    #[arg(long, value_enum, default_value = "statement")]
    pub rules: Rules,
    /// Apply the judge's limits on computation, memory and output.
    #[arg(long)]
    pub judge: bool,
    /// Do not look for mistakes with a second build of each source.
    #[arg(long)]
    pub release: bool,
    /// End the match at the first mistake of a player, with exit code 4.
    #[arg(long, conflicts_with_all = ["judge", "release"])]
    pub strict: bool,
    /// Allow players to look ahead with the rules of the game (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// How to run players that are sources.
    #[arg(long, value_enum, default_value = "auto", conflicts_with = "judge")]
    pub backend: Backend,
    /// Open the match in the viewer.
    #[arg(long)]
    pub watch: bool,
    /// Write the standard error of each player to a file in this folder, sorted by round.
    #[arg(long, value_name = "DIR")]
    pub logs: Option<PathBuf>,
    /// Do not show the messages of players and rules.
    #[arg(short, long)]
    pub quiet: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `palestra watch`.
#[derive(Debug, Args)]
pub struct Watch {
    /// A result file (.res) or match record (.match).
    pub file: PathBuf,
    /// Only write the page and print its path.
    #[arg(long)]
    pub no_open: bool,
    /// The file for the page. Default: a temporary file.
    #[arg(short, long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
}

/// Options of `palestra verify`.
#[derive(Debug, Args)]
#[command(
    after_help = "A consistent record replays to the states that it names, but anybody can make \
                  one. A signature shows which judge published it. Get the key from the judge \
                  itself, not from where you got the record.\n\nExit codes: 0 consistent, and \
                  signed if the call names a key; 1 not consistent; 5 the signature is missing or \
                  refused."
)]
pub struct Verify {
    /// A match record.
    pub file: PathBuf,
    /// Check the signature with this public key: in Base64, or a file with the key or with the
    /// list of keys that a judge publishes.
    #[arg(long, value_name = "FILE|BASE64", conflicts_with = "from")]
    pub key: Option<String>,
    /// Check the signature with the keys that the judge at this address publishes.
    #[arg(long, value_name = "ADDRESS")]
    pub from: Option<String>,
    /// Also write the result file of the match.
    #[arg(short, long, value_name = "FILE.res")]
    pub output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `palestra new`.
#[derive(Debug, Args)]
pub struct New {
    /// The game.
    pub game: String,
    /// The name of the player: at most 12 letters, digits and underscores.
    pub name: String,
    /// Write a player without orders, instead of one that shows how to give orders.
    #[arg(long)]
    pub empty: bool,
    /// The language of the player.
    #[arg(long, value_enum, default_value = "cpp")]
    pub lang: Language,
}

/// A language for players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// C++: AIName.cc.
    Cpp,
    /// Rust: AIName.rs.
    Rust,
    /// JavaScript: AIName.js.
    Js,
    /// Python: AIName.py.
    Python,
}

/// The debugger.
#[cfg(unix)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Debugger {
    /// gdb, or lldb if there is no gdb; pdb for Python, node for JavaScript.
    Auto,
    /// gdb.
    Gdb,
    /// lldb.
    Lldb,
}

/// Options of `palestra debug`.
#[cfg(unix)]
#[derive(Debug, Args)]
#[command(
    after_help = "The command builds players in C++ and Rust for this machine, and runs players in \
                        Python and JavaScript with python3 and node. It gives the player the \
                        views and the random numbers of the record.\n\nExamples:\n  \
                        palestra debug AIXaloc.cc --match m.match --round 57\n  palestra debug \
                        AIXaloc.cc --match m.match --round 57 --batch next --batch 'info \
                        locals'\n  palestra debug AIXaloc.py --match m.match --round 57\n\nIt \
                        stops before the first line of play(). `next` runs this line."
)]
pub struct Debug {
    /// The player's source: AIName.cc, .rs, .py or .js.
    pub source: PathBuf,
    /// The match record.
    #[arg(long = "match", value_name = "FILE.match")]
    pub record: PathBuf,
    /// The round in which to stop. Default: the round in which the player was frozen, or the first.
    #[arg(short, long, allow_hyphen_values = true)]
    pub round: Option<i32>,
    /// The seat of the player. Default: the seat with its name.
    #[arg(long)]
    pub seat: Option<usize>,
    /// The debugger.
    #[arg(long, value_enum, default_value = "auto")]
    pub debugger: Debugger,
    /// Run this debugger command in that round, then exit. Repeat it for several commands.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["valgrind", "sanitize"])]
    pub batch: Vec<String>,
    /// Play the whole match under valgrind instead.
    #[arg(long, conflicts_with = "sanitize")]
    pub valgrind: bool,
    /// Play the whole match with address and undefined behaviour sanitizers instead.
    #[arg(long)]
    pub sanitize: bool,
}

/// Options of `palestra kit`.
#[derive(Debug, Args)]
pub struct Kit {
    /// The game.
    pub game: String,
    /// The new folder. It must be empty or missing.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Allow players to look ahead, for every command in this folder.
    #[arg(long)]
    pub forward: bool,
}

/// Options of `palestra bench`.
#[derive(Debug, Args)]
#[command(after_help = "The command measures all figures in turn, --repeats times. It \
                        prints the medians, with the spread of the middle half.\n\nExample:\n  \
                        palestra bench --save before.json\n  palestra bench --against before.json")]
pub struct Bench {
    /// The game. Default: all games.
    pub game: Option<String>,
    /// Number of measurements of each figure.
    #[arg(short, long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..1000))]
    pub repeats: u32,
    /// Minimum milliseconds of work per measurement.
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

/// Options of `palestra completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
