//! Options of the commands that play many matches.

use super::{Backend, Rules};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What all commands that play many matches have in common.
#[derive(Clone, Debug, Args)]
pub struct Series {
    /// Master seed: the seeds of all matches follow from it; a fresh one when missing.
    #[arg(short, long, value_name = "SEED")]
    pub seed: Option<String>,
    /// Settings file, or the name of one of the game's boards; may be given several times.
    #[arg(short, long, value_name = "FILE.cnf")]
    pub input: Vec<PathBuf>,
    /// Play on all boards that come with the game.
    #[arg(long, conflicts_with = "input")]
    pub all_boards: bool,
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
    /// Matches played at the same time; all cores when missing. Changes no result.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Go on where the same call was interrupted.
    #[arg(long)]
    pub resume: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which players.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  palestra league Xaloc AIMestral.cc Demo Dummy --game GAME \
                        --html report.html\n\nAll pairs meet equally often, in all seats and \
                        orders round the table. A seed's matches count as one observation.")]
pub struct League {
    /// The players: four or more.
    #[arg(value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// The game; told by the sources when missing.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Matches in all, rounded up to whole seeds of four; about 96 per player when missing.
    #[arg(short, long, value_name = "N")]
    pub matches: Option<usize>,
    /// Fill up to four players with copies of this one.
    #[arg(long, value_name = "PLAYER")]
    pub fill: Option<String>,
    /// Write the report as one HTML page.
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Write the standings as CSV.
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Write all matches as CSV.
    #[arg(long, value_name = "FILE.csv")]
    pub csv_matches: Option<PathBuf>,
    /// What all series of matches have in common.
    #[command(flatten)]
    pub series: Series,
}

/// What to tune.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  palestra tune AIXaloc.cc --param FAR=2..30 --param RISK=0..1 \
                        --against Demo Dummy Hunter\n\nA parameter is a line that defines a \
                        number: `#define FAR 12`, `const double RISK = 0.25;`. Without --param, \
                        those are tuned that have a mark: `#define FAR 12 // tune: 2..30`. The \
                        best values found are compared with the original on fresh seeds.")]
pub struct Tune {
    /// The player's source, AIName.cc.
    pub source: String,
    /// A parameter and the range to search; may be given several times.
    #[arg(long, value_name = "NAME=LO..HI")]
    pub param: Vec<String>,
    /// The rivals; copies of the original fill up.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub against: Vec<String>,
    /// The game; told by the source when missing.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Candidates to try.
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub candidates: u64,
    /// Matches that each candidate plays.
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub matches_each: u64,
    /// Stop the comparison at the end undecided after this many matches.
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pub max_matches: u64,
    /// Where the tuned source goes; tuned/AIName.cc beside the source when missing.
    #[arg(short, long, value_name = "DIR/AIName.cc")]
    pub output: Option<PathBuf>,
    /// What all series of matches have in common.
    #[command(flatten)]
    pub series: Series,
}

/// Who wants to qualify.
#[derive(Debug, Args)]
pub struct Qualify {
    /// The player: a source, a module or a name.
    pub player: String,
    /// The game; told by the source when missing.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Against whom: three copies of Dummy when missing.
    #[arg(long, value_name = "PLAYER")]
    pub rival: Option<String>,
    /// Matches of a qualification.
    #[arg(long, default_value_t = 4, value_name = "N")]
    pub matches: usize,
    /// In so many of them the player must come first.
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub needed: usize,
    /// How often the qualification is rehearsed.
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub rehearsals: u64,
    /// What all series of matches have in common; the judge's limits are always on.
    #[command(flatten)]
    pub series: Series,
}

/// Which game to test.
#[derive(Debug, Args)]
pub struct Fairness {
    /// The game. All its boards are tested unless --input names some.
    pub game: String,
    /// The program that sits in all seats.
    #[arg(long, default_value = "Demo", value_name = "PLAYER")]
    pub player: String,
    /// Two programs of unequal strength that sit beside two copies of the player.
    #[arg(long, num_args = 2, value_name = "PLAYER", default_values = ["Null", "Dummy"])]
    pub fillers: Vec<String>,
    /// Matches of self-play per board; 400 find a seat that is worth 0.08 place points.
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub seeds: u64,
    /// Matches per board that test whether neighbours matter.
    #[arg(long, default_value_t = 160, value_name = "N")]
    pub neighbour_seeds: u64,
    /// What all series of matches have in common.
    #[command(flatten)]
    pub series: Series,
}

/// What decides where two scores are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Counts {
    /// Rivals outscored plus half the rivals tied with, over three.
    Place,
    /// Its part of the sum of the scores.
    Share,
    /// First places.
    Win,
}

/// How two versions meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Design {
    /// One after the other in the same seat among the same rivals.
    Swap,
    /// Two against two at one table: a quick screen that says who wins the duel.
    Duel,
}

/// Which versions.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  palestra compare AIXaloc.cc old/AIXaloc.cc --against Demo \
                        Dummy Hunter\n\nBoth versions take the same seats with the same seeds \
                        among the same rivals. The test stops as soon as it knows: better, worse, \
                        or no difference worth mentioning. The verdict is about these rivals and \
                        boards.")]
pub struct Compare {
    /// The new version: a source, a module or a name.
    pub new: String,
    /// The old version.
    pub old: String,
    /// The rivals: three of them are drawn for each pair of matches; copies of OLD fill up.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub against: Vec<String>,
    /// The game; told by the sources when missing.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Probability of claiming a difference when there is none.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of claiming no difference when there is one of the size of the gain.
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// Smallest difference worth mentioning; 0.02 for places and wins, 0.0075 for shares.
    #[arg(long)]
    pub gain: Option<f64>,
    /// What decides.
    #[arg(long, value_enum, default_value = "place")]
    pub utility: Counts,
    /// How the two versions meet.
    #[arg(long, value_enum, default_value = "swap")]
    pub design: Design,
    /// Stop undecided after this many matches.
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pub max_matches: u64,
    /// What all series of matches have in common.
    #[command(flatten)]
    pub series: Series,
}
