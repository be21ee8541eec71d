//! A season's report: who resembles whom, and why; as a page, JSON and CSV.

use crate::behaviour::Agreement;
use crate::decisions::Entry;
use crate::evidence::Evidence;
use crate::season::{self, Pair};
use crate::sketch::Anatomy;
use serde::Serialize;
use serde_json::json;
use std::fmt::Write;

/// Bars of the distribution of scores.
pub const BARS: usize = 50;

/// A player in a report.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// How it is called in the report.
    pub label: String,
    /// The season that it played in; empty for this one.
    pub season: String,
    /// Digest of its source.
    pub digest: String,
    /// Lines of its source.
    pub lines: usize,
    /// What has to be said about it.
    pub remarks: Vec<String>,
}

/// A pair with its evidence.
pub struct Case {
    /// Numbers and scores.
    pub pair: Pair,
    /// What both have in common.
    pub evidence: Evidence,
    /// Both sources.
    pub sources: [Anatomy; 2],
    /// How often both answered alike, where it was measured.
    pub agreement: Option<Agreement>,
    /// What was noted and decided, oldest first.
    pub entries: Vec<Entry>,
}

/// A season's report.
pub struct Report {
    /// Its title.
    pub title: String,
    /// All players that were compared, and those that could not be.
    pub players: Vec<Player>,
    /// All pairs, highest scores first.
    pub pairs: Vec<Pair>,
    /// How many pairs were compared.
    pub compared: usize,
    /// The score from which pairs are listed as suspicious.
    pub threshold: f64,
    /// Whose code was subtracted.
    pub templates: Vec<String>,
    /// Patterns subtracted because more than half of the season has them.
    pub common: usize,
    /// The pairs that are shown in full, highest scores first.
    pub cases: Vec<Case>,
    /// Agreement of behaviour of all pairs that were measured, most unusual first.
    pub agreements: Vec<Agreement>,
    /// Everything that the reader must know before the rest.
    pub remarks: Vec<String>,
}

impl Report {
    /// Groups of people connected by suspicious pairs.
    #[must_use]
    pub fn clusters(&self) -> Vec<Vec<usize>> {
        season::clusters(&self.pairs, self.threshold)
    }

    /// How many pairs fall into each fiftieth of the scores, from 0 to 1.
    #[must_use]
    pub fn distribution(&self) -> [usize; BARS] {
        let mut bars = [0; BARS];
        for pair in &self.pairs {
            bars[((pair.score * BARS as f64) as usize).min(BARS - 1)] += 1;
        }
        bars[0] += self.compared - self.pairs.len();
        bars
    }

    /// The label of a player, with its season.
    #[must_use]
    pub fn name(&self, player: usize) -> String {
        let player = &self.players[player];
        match player.season.as_str() {
            "" => player.label.clone(),
            season => format!("{} ({season})", player.label),
        }
    }

    /// Everything as JSON, without the sources.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let cases: Vec<_> = self
            .cases
            .iter()
            .map(|case| {
                json!({
                    "left": self.name(case.pair.left),
                    "right": self.name(case.pair.right),
                    "score": case.pair.score,
                    "cover_left": case.pair.cover.left,
                    "cover_right": case.pair.cover.right,
                    "p": case.pair.p,
                    "fingerprints": case.evidence.fingerprints,
                    "fragments": case.evidence.fragments,
                    "behaviour": case.agreement,
                    "entries": case.entries,
                })
            })
            .collect();
        let names = |group: &Vec<usize>| group.iter().map(|k| self.name(*k)).collect::<Vec<_>>();
        json!({
            "title": self.title,
            "players": self.players,
            "compared": self.compared,
            "threshold": self.threshold,
            "pairs": self.pairs,
            "clusters": self.clusters().iter().map(names).collect::<Vec<_>>(),
            "distribution": self.distribution().to_vec(),
            "subtracted": {"templates": self.templates, "common_patterns": self.common},
            "cases": cases,
            "behaviour": self.agreements,
            "remarks": self.remarks,
        })
    }

    /// All pairs as CSV with a line of headings.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut out = String::from("left,right,score,cover_left,cover_right,p\n");
        for pair in &self.pairs {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{},{},{:.4},{:.4},{:.4},{:.6}",
                cell(&self.name(pair.left)),
                cell(&self.name(pair.right)),
                pair.score,
                pair.cover.left,
                pair.cover.right,
                pair.p
            );
        }
        out
    }
}

/// A text as a cell of a table: quoted where needed, and harmless to spreadsheets, which take
/// texts that begin with these signs for formulas.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r', ';']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        assert_eq!(cell("AIMe.cc"), "AIMe.cc");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(cell("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(cell("a\nb"), "\"a\nb\"");
    }
}
