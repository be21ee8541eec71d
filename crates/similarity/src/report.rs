//! The report of a season: the similar pairs and the reasons; as a page, JSON and CSV.

use crate::alarm::{self, Alarm};
use crate::behaviour::Agreement;
use crate::crowds::Crowd;
use crate::decisions::Entry;
use crate::evidence::Evidence;
use crate::season::Pair;
use crate::sketch::Anatomy;
use serde::Serialize;
use serde_json::json;

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
    /// The remarks about it.
    pub remarks: Vec<String>,
    /// Whether organisers should look at the source itself.
    pub finding: bool,
}

/// A pair with its evidence.
pub struct Case {
    /// Numbers and scores.
    pub pair: Pair,
    /// The common code.
    pub evidence: Evidence,
    /// Both sources.
    pub sources: [Anatomy; 2],
    /// How often both answered alike, where it was measured.
    pub agreement: Option<Agreement>,
    /// The notes and decisions, oldest first.
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
    /// From which score on pairs are listed as suspicious, and why.
    pub alarm: Alarm,
    /// Groups of players who share code, the largest first.
    pub crowds: Vec<Crowd>,
    /// The owners of the subtracted code.
    pub templates: Vec<String>,
    /// The pairs that are shown in full, highest scores first.
    pub cases: Vec<Case>,
    /// Agreement of behaviour of all pairs that were measured, most unusual first.
    pub agreements: Vec<Agreement>,
    /// Everything that the reader must know before the rest.
    pub remarks: Vec<String>,
}

impl Report {
    /// A crowd in one sentence.
    #[must_use]
    pub fn of_crowd(&self, crowd: &Crowd) -> String {
        let compared = self.players.iter().filter(|p| p.season.is_empty()).count();
        let (size, origin) = (crowd.members.len(), self.name(crowd.origin));
        let first = if crowd.by_time { "the earliest is" } else { "closest to all of them is" };
        let lines = crowd.size();
        format!("{size} of {compared} share {lines} lines of {origin}; {first} {origin}")
    }

    /// Why the threshold is what it is, in one sentence.
    #[must_use]
    pub fn of_alarm(&self) -> String {
        let (alarm, pairs) = (&self.alarm, self.alarm.independent);
        match alarm.fit {
            Some(_) => format!(
                "The threshold follows from {pairs} independent pairs: {:.0} % of honest seasons \
                 have a pair above it.",
                alarm::RATE * 100.0
            ),
            None => "The threshold is fixed, because there are too few independent pairs.".into(),
        }
    }

    /// Players whose sources organisers should look at, whatever their scores.
    pub fn findings(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|p| p.finding)
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
                    "view": case.pair.view,
                    "source": case.pair.source,
                    "module": case.pair.module,
                    "p": case.pair.p,
                    "fingerprints": case.evidence.fingerprints,
                    "fragments": case.evidence.fragments,
                    "behaviour": case.agreement,
                    "entries": case.entries,
                })
            })
            .collect();
        let crowd = |crowd: &Crowd| {
            json!({
                "members": crowd.members.iter().map(|k| self.name(*k)).collect::<Vec<_>>(),
                "origin": self.name(crowd.origin),
                "by_time": crowd.by_time,
                "lines": crowd.lines,
            })
        };
        json!({
            "title": self.title,
            "players": self.players,
            "compared": self.compared,
            "threshold": self.alarm.threshold,
            "alarm": self.alarm,
            "pairs": self.pairs,
            "crowds": self.crowds.iter().map(crowd).collect::<Vec<_>>(),
            "distribution": self.distribution().to_vec(),
            "subtracted": {"templates": self.templates},
            "cases": cases,
            "behaviour": self.agreements,
            "remarks": self.remarks,
        })
    }

    /// All pairs as CSV with a line of headings.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut table = csv::Writer::from_writer(Vec::new());
        let headings = [
            "left",
            "right",
            "score",
            "view",
            "source",
            "module",
            "cover_left",
            "cover_right",
            "p",
        ];
        let rows = self.pairs.iter().map(|pair| {
            [
                cell(self.name(pair.left)),
                cell(self.name(pair.right)),
                format!("{:.4}", pair.score),
                pair.view.word().to_owned(),
                format!("{:.4}", pair.source),
                pair.module.map_or_else(String::new, |score| format!("{score:.4}")),
                format!("{:.4}", pair.cover.left),
                format!("{:.4}", pair.cover.right),
                format!("{:.6}", pair.p),
            ]
        });
        let written = table
            .write_record(headings)
            .and_then(|()| rows.into_iter().try_for_each(|row| table.write_record(row)));
        written.expect("memory takes rows of one length");
        let bytes = table.into_inner().expect("memory takes what is left");
        String::from_utf8(bytes).expect("cells are text")
    }
}

/// A text as a cell that is harmless to spreadsheets, which take texts that begin with these signs
/// for formulas.
fn cell(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_no_formulas() {
        assert_eq!(cell("AIMe.cc".into()), "AIMe.cc");
        assert_eq!(cell("=HYPERLINK(1)".into()), "'=HYPERLINK(1)");
    }
}
