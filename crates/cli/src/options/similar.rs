//! Options of `palestra similar`.

use clap::Args;
use std::path::PathBuf;

/// Whom to compare.
#[derive(Debug, Args)]
#[command(
    after_help = "Names of files are names of people. With match records (.match) among the \
                        files the players are also shown the recorded situations, and their \
                        orders compared.\n\nExamples:\n  palestra similar submissions/ --report \
                        report.html\n  palestra similar submissions/ --index seasons.index \
                        --season 2026 --add\n  palestra similar AIOne.cc AITwo.cc --decide \
                        cleared --note \"worked as a pair, allowed\""
)]
pub struct Similar {
    /// Sources of players (.cc, .rs), folders of such, and match records (.match).
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<PathBuf>,
    /// List pairs from this score on as suspicious, 0 to 1. Without it the threshold follows from
    /// the independent pairs that are known, or is 0.30 where these are too few.
    #[arg(long, value_name = "SCORE")]
    pub threshold: Option<f64>,
    /// Compare sources only, and build no modules.
    #[arg(long)]
    pub sources_only: bool,
    /// A source that everybody was given or could read, such as a house player; its code is
    /// subtracted, as that of the games' templates always is.
    #[arg(long, value_name = "FILE")]
    pub template: Vec<PathBuf>,
    /// All files in one folder are one person's, and not compared with each other.
    #[arg(long)]
    pub by_folder: bool,
    /// Write the evidence as a page.
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write all pairs as a table.
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Pairs that are shown in full, the most similar ones.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub top: usize,
    /// Compare with the players of earlier seasons too, which this file holds.
    #[arg(long, value_name = "FILE.index")]
    pub index: Option<PathBuf>,
    /// Add the players to the index, under the season's name.
    #[arg(long, requires = "index", requires = "season")]
    pub add: bool,
    /// The name of the season, e.g. 2026.
    #[arg(long, value_name = "NAME")]
    pub season: Option<String>,
    /// Where notes and decisions are kept: beside the index, or `similar.notes`.
    #[arg(long, value_name = "FILE")]
    pub notes: Option<PathBuf>,
    /// Decide about the two players given.
    #[arg(long, value_name = "copied|cleared|open", value_parser = ["copied", "cleared", "open"])]
    pub decide: Option<String>,
    /// Note something about the two players given.
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// The game, for building modules and comparing behaviour; told by the sources and the records
    /// when missing.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
