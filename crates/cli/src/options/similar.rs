//! Options of `palestra similar`.

use clap::Args;
use std::path::PathBuf;

/// Options of `palestra similar`.
#[derive(Debug, Args)]
#[command(after_help = "The file names are the names of the people. With match records \
                        (.match) the command also compares the orders of the players in the \
                        recorded situations.\n\nExamples:\n  palestra similar submissions/ \
                        --report report.html\n  palestra similar submissions/ --index \
                        seasons.index --season 2026 --add\n  palestra similar AIOne.cc AITwo.cc \
                        --decide cleared --note \"worked as a pair, allowed\"")]
pub struct Similar {
    /// Sources of players (.c, .cc, .js, .py, .rs), folders with sources, and match records
    /// (.match). Only sources in the same language are compared.
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<PathBuf>,
    /// List pairs with at least this score as suspicious, 0 to 1. Default: the threshold that
    /// independent pairs give, or 0.30 if there are too few of them.
    #[arg(long, value_name = "SCORE")]
    pub threshold: Option<f64>,
    /// Compare only sources, without modules.
    #[arg(long)]
    pub sources_only: bool,
    /// A source that everybody could read, such as a house player. The program subtracts its code,
    /// like the code of the games' templates.
    #[arg(long, value_name = "FILE")]
    pub template: Vec<PathBuf>,
    /// Treat all files of a folder as the work of one person.
    #[arg(long)]
    pub by_folder: bool,
    /// Write the evidence as an HTML page.
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write all pairs as CSV.
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Number of pairs to show in full, the most similar first.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub top: usize,
    /// Also compare with the players of earlier seasons in this file.
    #[arg(long, value_name = "FILE.index")]
    pub index: Option<PathBuf>,
    /// Add the players to the index, under the name of the season.
    #[arg(long, requires = "index", requires = "season")]
    pub add: bool,
    /// The name of the season, e.g. 2026.
    #[arg(long, value_name = "NAME")]
    pub season: Option<String>,
    /// The file for notes and decisions. Default: beside the index, or `similar.notes`.
    #[arg(long, value_name = "FILE")]
    pub notes: Option<PathBuf>,
    /// Write a decision about the two players.
    #[arg(long, value_name = "copied|cleared|open", value_parser = ["copied", "cleared", "open"])]
    pub decide: Option<String>,
    /// Write a note about the two players.
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// The game, for modules and behaviour. Default: the game of the sources and the records.
    #[arg(short, long)]
    pub game: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
