//! Options of the commands that play many matches.

use super::{Backend, Rules};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of all commands that play many matches.
#[derive(Clone, Debug, Args)]
pub struct Series {
    /// Master seed, which sets the seeds of all matches. Default: a new one.
    #[arg(short, long, value_name = "SEED")]
    pub seed: Option<String>,
    /// Settings file, or the name of a board of the game. Repeat it for several boards.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Vec<PathBuf>,
    /// Play on all boards of the game.
    #[arg(long, conflicts_with = "input")]
    pub all_boards: bool,
    /// The rules to use where the statement and the kit contradict each other.
    #[arg(long, value_enum, default_value = "statement")]
    pub rules: Rules,
    /// Apply the judge's limits on computation, memory and output.
    #[arg(long)]
    pub judge: bool,
    /// Allow players to look ahead with the rules of the game (`Simulation`).
    #[arg(long)]
    pub forward: bool,
    /// How to run players that are sources.
    #[arg(long, value_enum, default_value = "auto", conflicts_with = "judge")]
    pub backend: Backend,
    /// Number of matches at once. Default: the number of cores. This does not change the results.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Continue an interrupted run of the same command.
    #[arg(long)]
    pub resume: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Let the workers of a cluster play: addresses of NATS servers, with commas between them. It
    /// changes no result.
    #[cfg(feature = "judge")]
    #[arg(long, value_name = "ADDRESS", requires = "creds")]
    pub cluster: Option<String>,
    /// Your credentials for the cluster, from `palestra admin cluster add --role researcher`.
    #[cfg(feature = "judge")]
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub creds: Option<PathBuf>,
}

/// Options of `palestra league`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  palestra league Xaloc AIMestral.cc Demo Dummy --game GAME \
                        --html report.html\n\nAll pairs of players meet equally often, in all \
                        seats. The matches of one seed count as one observation.")]
pub struct League {
    /// The players: four or more.
    #[arg(value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// The game. Default: the game that the sources include.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Total number of matches, rounded up to a multiple of four. Default: about 96 per player.
    #[arg(short, long, value_name = "N")]
    pub matches: Option<usize>,
    /// With fewer than four players, add copies of this player.
    #[arg(long, value_name = "PLAYER")]
    pub fill: Option<String>,
    /// Write the report as one HTML page.
    #[cfg(feature = "players")]
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Write the standings as CSV.
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Write all matches as CSV.
    #[arg(long, value_name = "FILE.csv")]
    pub csv_matches: Option<PathBuf>,
    /// Options of all series of matches.
    #[command(flatten)]
    pub series: Series,
}

/// Options of `palestra tune`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  palestra tune AIXaloc.cc --param FAR=2..30 --param RISK=0..1 \
                        --against Demo Dummy Hunter\n\nA parameter is a line that defines a \
                        number: `#define FAR 12`, `const double RISK = 0.25;`. Without --param \
                        the command tunes the lines with a mark: `#define FAR 12 // tune: 2..30`. \
                        It compares the best values with the original on new seeds.")]
pub struct Tune {
    /// The player's source, such as AIName.cc or AIName.py.
    pub source: String,
    /// A parameter and its range. Repeat it for several parameters.
    #[arg(long, value_name = "NAME=LO..HI")]
    pub param: Vec<String>,
    /// The rivals. Copies of the original fill the other seats.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub against: Vec<String>,
    /// The game. Default: the game that the source includes.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Number of candidates.
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub candidates: u64,
    /// Matches of each candidate.
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub matches_each: u64,
    /// Stop the final comparison as undecided after this many matches.
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pub max_matches: u64,
    /// The file for the tuned source. Default: tuned/AIName.cc in the folder of the source.
    #[arg(short, long, value_name = "DIR/AIName.cc")]
    pub output: Option<PathBuf>,
    /// Options of all series of matches.
    #[command(flatten)]
    pub series: Series,
}

/// Options of `palestra qualify`.
#[derive(Debug, Args)]
pub struct Qualify {
    /// The player: a source, a module or a name.
    pub player: String,
    /// The game. Default: the game that the source includes.
    #[arg(short, long)]
    pub game: Option<String>,
    /// The opponent in the three other seats. Default: Dummy.
    #[arg(long, value_name = "PLAYER")]
    pub rival: Option<String>,
    /// Matches of one qualification.
    #[arg(long, default_value_t = 4, value_name = "N")]
    pub matches: usize,
    /// Number of matches in which the player must come first.
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub needed: usize,
    /// Number of simulated qualifications.
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub rehearsals: u64,
    /// Options of all series of matches. The judge's limits always apply.
    #[command(flatten)]
    pub series: Series,
}

/// Options of `palestra fairness`.
#[derive(Debug, Args)]
pub struct Fairness {
    /// The game. The command tests all its boards unless --input names boards.
    pub game: String,
    /// The player in all seats.
    #[arg(long, default_value = "Demo", value_name = "PLAYER")]
    pub player: String,
    /// Two players of unequal strength for the seats beside two copies of the player.
    #[arg(long, num_args = 2, value_name = "PLAYER", default_values = ["Null", "Dummy"])]
    pub fillers: Vec<String>,
    /// Matches of self-play per board. 400 find a seat that is worth 0.08 place points.
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub seeds: u64,
    /// Matches per board for the test of neighbours.
    #[arg(long, default_value_t = 160, value_name = "N")]
    pub neighbour_seeds: u64,
    /// Options of all series of matches.
    #[command(flatten)]
    pub series: Series,
}

/// The measure for the comparison of two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Counts {
    /// Place points: (rivals outscored + half of the rivals tied with) / 3.
    Place,
    /// The share of the sum of the scores.
    Share,
    /// The share of first places.
    Win,
}

/// How the two versions meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Design {
    /// One after the other, in the same seat, against the same rivals.
    Swap,
    /// Two against two in one match: a quick first test.
    Duel,
}

/// Options of `palestra compare`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  palestra compare AIXaloc.cc old/AIXaloc.cc --against Demo \
                        Dummy Hunter\n\nBoth versions take the same seats, with the same \
                        seeds and rivals. The test stops when it is certain: better, worse, or no \
                        difference of interest. The verdict holds for these rivals and boards.")]
pub struct Compare {
    /// The new version: a source, a module or a name.
    pub new: String,
    /// The old version.
    pub old: String,
    /// The rivals. Each pair of matches draws three of them. Copies of OLD fill the other seats.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub against: Vec<String>,
    /// The game. Default: the game that the sources include.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Probability of a wrong claim of a difference (α).
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of a wrong claim of no difference, if the difference is as large as the gain
    /// (β).
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// Smallest difference of interest. Default: 0.02 for places and wins, 0.0075 for shares.
    #[arg(long)]
    pub gain: Option<f64>,
    /// The measure to compare.
    #[arg(long, value_enum, default_value = "place")]
    pub utility: Counts,
    /// How the two versions meet.
    #[arg(long, value_enum, default_value = "swap")]
    pub design: Design,
    /// Stop as undecided after this many matches.
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pub max_matches: u64,
    /// Options of all series of matches.
    #[command(flatten)]
    pub series: Series,
}
