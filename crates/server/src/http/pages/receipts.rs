//! Failure receipts: why a player was frozen, and where in its source.

use super::number;
use crate::db::matches::{Match, Seat};
use crate::db::seasons::Season;
use crate::ids::{MatchId, SubmissionId};
use engine::{Cause, Freeze};

/// Lines of the source that are shown before and behind the one where it happened.
const AROUND: usize = 2;
/// Characters of a line of the source that are shown.
const WIDTH_MAX: usize = 200;

/// A failure receipt as it is shown to its player's author.
pub struct Receipt {
    /// The name of the player.
    pub name: String,
    /// The freeze.
    pub freeze: Freeze,
    /// The text about the cause.
    pub cause: &'static str,
    /// The details, if they say more than the cause.
    pub detail: Option<String>,
    /// Memory in megabytes.
    pub memory: String,
    /// Fuel.
    pub fuel: String,
    /// The match it happened in.
    pub match_id: MatchId,
    /// The command that shows it again.
    pub command: String,
    /// The version that was frozen.
    pub version: Option<SubmissionId>,
    /// Lines of the source around the place where it happened.
    pub quoted: Vec<Quoted>,
}

/// A line of a source.
#[derive(Debug, PartialEq, Eq)]
pub struct Quoted {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// Whether it happened there.
    pub hit: bool,
}

impl Receipt {
    /// Adds the lines of the source around the innermost call that lies in this file.
    pub fn quote(&mut self, file: &str, source: &[u8]) {
        self.quoted = quoted(&self.freeze.backtrace, file, &String::from_utf8_lossy(source));
    }
}

/// The number of the line that a line of a backtrace names in this file: `AIName.cc:148:5`.
fn line_in(call: &str, file: &str) -> Option<usize> {
    let (before, rest) = call.split_once(&format!("{file}:"))?;
    let whole = before.is_empty() || before.ends_with([' ', '(', '/']);
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|_| whole)
}

fn quoted(backtrace: &[String], file: &str, source: &str) -> Vec<Quoted> {
    let Some(hit) = backtrace.iter().find_map(|call| line_in(call, file)) else {
        return Vec::new();
    };
    let shown = hit.saturating_sub(AROUND)..=hit.saturating_add(AROUND);
    let lines = source.lines().enumerate().map(|(k, text)| (k + 1, text));
    let quote = |(number, text): (usize, &str)| Quoted {
        number,
        text: text.chars().take(WIDTH_MAX).collect(),
        hit: number == hit,
    };
    lines.filter(|(number, _)| shown.contains(number)).map(quote).collect()
}

/// The text about a cause.
const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Fuel => "cause-fuel",
        Cause::Memory => "cause-memory",
        Cause::Stack => "cause-stack",
        Cause::Trap => "cause-trap",
        Cause::Exception => "cause-exception",
        Cause::Exit => "cause-exit",
        Cause::TooManyOrders => "cause-too-many-orders",
        Cause::TooMuchOutput => "cause-too-much-output",
        Cause::Interface => "cause-interface",
        Cause::Process => "cause-process",
        Cause::Void => "cause-void",
        Cause::Overtime | Cause::Timeout => "cause-overtime",
    }
}

/// The receipts of these seats.
#[must_use]
pub fn receipts(season: &Season, m: &Match, seats: &[Seat], own: &[usize]) -> Vec<Receipt> {
    let names: Vec<&str> = seats.iter().map(|s| s.name.as_str()).collect();
    let board = season.on_board(&m.round_id, m.cluster).settings_name;
    let command = format!(
        "palestra play {} {} -i {} -s {} --judge",
        season.game,
        names.join(" "),
        board,
        m.seed
    );
    let receipt = |seat: &Seat| {
        let freeze: Freeze = serde_json::from_str(seat.receipt.as_ref()?).ok()?;
        Some(Receipt {
            name: seat.name.clone(),
            cause: cause(freeze.cause),
            detail: Some(freeze.detail.clone())
                .filter(|detail| !detail.is_empty() && detail != freeze.cause.in_words()),
            memory: format!("{:.1}", freeze.memory as f64 / f64::from(1 << 20)),
            fuel: number(i64::try_from(freeze.fuel).unwrap_or(i64::MAX)),
            match_id: m.id.clone(),
            command: command.clone(),
            version: seat.submission_id.clone(),
            quoted: Vec::new(),
            freeze,
        })
    };
    own.iter().filter_map(|k| receipt(seats.get(*k)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_line_of_the_author_is_shown_with_its_neighbours() {
        let calls =
            ["f() (sdk/Grid.hh:3:1)", "g() (MyAIX.cc:1:1)", "h() (AIX.cc:4:9)", "i() (AIX.cc:1)"];
        let calls = calls.map(String::from);
        let source = "one\ntwo\nthree\nfour\nfive";
        let told: Vec<_> = quoted(&calls, "AIX.cc", source)
            .into_iter()
            .map(|line| (line.number, line.text, line.hit))
            .collect();
        let line = |number, text: &str| (number, text.to_string(), number == 4);
        assert_eq!(told, [line(2, "two"), line(3, "three"), line(4, "four"), line(5, "five")]);
        assert_eq!(quoted(&calls, "AIY.cc", source), []);
        assert_eq!(quoted(&["h() (AIX.cc:99999999999999999999)".into()], "AIX.cc", source), []);
        assert_eq!(quoted(&["h() (AIX.cc:9)".into()], "AIX.cc", source), []);
    }
}
