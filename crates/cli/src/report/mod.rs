//! The report of a league, for people and for programs.
//!
//! Nothing in the files depends on the clock, so that the same league gives the same bytes.

pub mod csv;
#[cfg(feature = "players")]
pub mod html;
pub mod json;
#[cfg(feature = "players")]
mod style;
pub mod text;

use crate::series::Stage;
use arena::league::{Highlights, League, Standings};
use arena::runner::End;
use arena::stats::clustered_mean::Mean;

/// A p value below this is called a difference.
pub const SIGNIFICANT: f64 = 0.05;

/// A league with everything that was made of it.
pub struct Report<'a> {
    /// Where it was played.
    pub stage: &'a Stage<'a>,
    /// The matches.
    pub league: &'a League,
    /// The results.
    pub standings: Standings,
    /// Which of them to look at.
    pub highlights: Highlights,
}

impl<'a> Report<'a> {
    /// Works out what a league shows.
    pub fn new(stage: &'a Stage<'a>, league: &'a League) -> Self {
        let standings = league.standings();
        let highlights = league.highlights(&standings.fit);
        Self { stage, league, standings, highlights }
    }

    /// A player's name.
    pub fn label(&self, player: usize) -> &str {
        &self.stage.labels[player]
    }

    /// The command that shows a match again.
    pub fn replay(&self, bout: usize) -> String {
        self.stage.replay(&self.league.bouts[bout].fixture)
    }

    /// The players of a match, best first, with their scores.
    pub fn line_up(&self, bout: usize) -> String {
        let bout = &self.league.bouts[bout];
        let mut seats = [0, 1, 2, 3];
        seats.sort_by_key(|s| (bout.place(*s), *s));
        let name = |s: usize| format!("{} {}", self.label(bout.fixture.seats[s]), bout.scores[s]);
        seats.map(name).join(", ")
    }

    /// Matches to look at: why, and which.
    pub fn to_look_at(&self) -> Vec<(String, usize)> {
        let closest = self.highlights.closest.iter().map(|k| ("closest".to_string(), *k));
        let upsets = self.highlights.upsets.iter().map(|k| ("biggest upset".to_string(), *k));
        let worst = self.standings.rows.iter().filter_map(|row| {
            let k = self.highlights.worst[row.player]?;
            Some((format!("worst for {}", self.label(row.player)), k))
        });
        closest.chain(upsets).chain(worst).collect()
    }

    /// Whether it was stopped before its end.
    pub fn stopped(&self) -> bool {
        self.league.end == Some(End::Interrupted)
    }

    /// Whether any player was metered.
    pub fn metered(&self) -> bool {
        self.standings.rows.iter().any(|row| row.cpu_most > 0.0)
    }

    /// The result of the test of the seats, per board: name and sentence.
    pub fn fairness(&self) -> Vec<(String, String)> {
        let all = self.standings.boards.iter();
        all.map(|board| {
            let name = self.stage.environment.boards[board.board].name.clone();
            let half = board.seats.means.iter().map(|m| m.half).fold(0.0, f64::max);
            let said = match board.seats.statistic {
                None if board.matches == 0 => "not played".to_string(),
                None => "no information: all scores were equal".to_string(),
                Some(_) if board.p_corrected <= SIGNIFICANT => {
                    format!("the seats are not equally good (p = {:.4})", board.p_corrected)
                }
                Some(_) => format!(
                    "no bias above {half:.2} place points found (p = {:.2})",
                    board.p_corrected
                ),
            };
            (name, said)
        })
        .collect()
    }
}

/// A mean with its interval: `0.512 ± 0.034`.
pub fn plus_minus(mean: &Mean, decimals: usize) -> String {
    match mean.half.is_finite() {
        true => format!("{:.decimals$} ± {:.decimals$}", mean.mean, mean.half),
        false => format!("{:.decimals$}", mean.mean),
    }
}

/// A probability in per cent: whole numbers, but never 0 or 100 for what is open.
pub fn percent(p: f64) -> String {
    match p {
        p if p <= 0.0 => "0".into(),
        p if p < 0.005 => "<1".into(),
        p if p > 0.995 && p < 0.999_999 => ">99".into(),
        p => format!("{:.0}", 100.0 * p),
    }
}
