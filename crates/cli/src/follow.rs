//! Follows a match while it runs: progress, messages of players, the leader, Ctrl-C.

use crate::advice::Advice;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::paint::Paint;
use crate::patience::Patience;
use crate::players::mistakes::Search;
use crate::series::bar_style;
use arena::Observer;
use engine::{DynState, Match};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// Matches that are over sooner need no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// Lines of a player's standard output that are shown.
const PRINTED_LINES: usize = 5;

/// Where to put what players and rules say on stderr.
pub enum Speech {
    /// Nowhere.
    Silent,
    /// On stderr, each line with its speaker and round.
    Stderr,
    /// A file per player.
    Logs(Vec<BufWriter<File>>),
}

impl Speech {
    /// Files `DIR/SEAT-NAME.log`.
    pub fn logs(dir: &Path, names: &[String]) -> Result<Self, Failure> {
        let failed = |e: std::io::Error| Failure::file("write the logs in", dir.display(), &e);
        std::fs::create_dir_all(dir).map_err(failed)?;
        let open = |(seat, name): (usize, &String)| {
            File::create(dir.join(format!("{seat}-{name}.log"))).map(BufWriter::new)
        };
        let files: Result<_, _> = names.iter().enumerate().map(open).collect();
        files.map(Self::Logs).map_err(failed)
    }

    fn hear(&mut self, seat: usize, name: &str, round: i32, said: &[u8]) -> std::io::Result<()> {
        match self {
            Self::Silent => Ok(()),
            Self::Stderr => {
                for line in String::from_utf8_lossy(said).lines() {
                    print_line(&format!("{name} {round}"), line);
                }
                Ok(())
            }
            Self::Logs(files) => {
                writeln!(files[seat], "== round {round}")?;
                files[seat].write_all(said)
            }
        }
    }
}

/// A line of a player or of the rules, without control characters of its own.
fn print_line(speaker: &str, line: &str) {
    let line: String =
        line.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
    anstream::eprintln!("{} {line}", Paint::stderr().dim(format!("[{speaker}]")));
}

/// The observer of `palestra play`.
pub struct Follow<'a> {
    interrupt: Interrupt,
    speech: Speech,
    names: &'a [String],
    round: i32,
    begin: Instant,
    bar: Option<ProgressBar>,
    leader: Option<usize>,
    lead_since: Option<i32>,
    failed: Option<std::io::Error>,
    printed: Vec<Vec<u8>>,
    advice: Advice,
    patience: Patience,
    /// The match ends when one of these has found a mistake.
    searches: &'a [Search],
}

impl<'a> Follow<'a> {
    /// A observer of a match of these players.
    pub fn new(interrupt: Interrupt, speech: Speech, names: &'a [String]) -> Self {
        Self {
            patience: Patience::begin(interrupt.clone()),
            interrupt,
            speech,
            names,
            round: 0,
            begin: Instant::now(),
            bar: None,
            leader: None,
            lead_since: None,
            failed: None,
            printed: vec![Vec::new(); names.len()],
            advice: Advice::new(names.len()),
            searches: &[],
        }
    }

    /// Ends the match after the first round with a mistake.
    pub fn end_at_mistakes(&mut self, searches: &'a [Search]) {
        self.searches = searches;
    }

    /// Puts away the bar, warns of what needs a warning, and tells since when the winner leads.
    pub fn finish(mut self) -> Result<Option<i32>, Failure> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if let Speech::Logs(files) = &mut self.speech {
            let flushed = files.iter_mut().try_for_each(Write::flush).err();
            self.failed = self.failed.or(flushed);
        }
        for (name, printed) in self.names.iter().zip(&self.printed) {
            if !printed.is_empty() {
                let warning = Paint::stderr().dim("warning:");
                anstream::eprintln!(
                    "{warning} {name} printed on standard output, but players must use \
                     standard error; it began with:"
                );
                for line in String::from_utf8_lossy(printed).lines().take(PRINTED_LINES) {
                    print_line(name, line);
                }
            }
        }
        match self.failed {
            Some(error) => Err(Failure::file("write", "the logs", &error)),
            None => Ok(self.lead_since),
        }
    }

    fn note_leader(&mut self, state: &dyn DynState) {
        let (mut seat, mut best, mut tie) = (None, i64::MIN, false);
        for now in 0..self.names.len() {
            let score = state.score(now);
            if seat.is_none() || score > best {
                (seat, best, tie) = (Some(now), score, false);
            } else {
                tie |= score == best;
            }
        }
        if tie || seat == self.leader {
            return;
        }
        self.leader = seat;
        self.lead_since = Some(state.round());
    }

    fn show_progress(&mut self, state: &dyn DynState) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        } else if self.begin.elapsed() > PATIENCE && std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(u64::from(state.rounds_left()));
            bar.set_style(bar_style("{wide_bar} round {pos}/{len}{left}"));
            self.bar = Some(bar);
        }
    }
}

impl Observer for Follow<'_> {
    // What the generators say while they draw a board is of interest to the old kits only.
    fn loaded(&mut self, state: &dyn DynState, _notes: &str) {
        self.round = state.round();
    }

    fn round(&mut self, played: &Match) -> ControlFlow<()> {
        for (seat, name) in self.names.iter().enumerate() {
            let said = &played.seat(seat).said;
            if !said.is_empty() {
                let heard = self.speech.hear(seat, name, self.round, said);
                self.failed = self.failed.take().or(heard.err());
            }
            let printed = played.printed(seat);
            if printed.len() > self.printed[seat].len() {
                self.printed[seat] = printed.to_vec();
            }
        }
        self.advice.notice(self.round, played);
        if matches!(self.speech, Speech::Stderr) {
            let speaker = format!("rules {}", self.round);
            played.notes().lines().for_each(|line| print_line(&speaker, line));
        }
        let last = played.over() && !matches!(self.speech, Speech::Silent);
        if last {
            self.advice.tell(self.names, played);
        }
        self.round = played.state().round();
        self.patience.round(self.round);
        self.note_leader(played.state());
        self.show_progress(played.state());
        let mistake = self.searches.iter().any(|search| search.found().is_some());
        match mistake || self.interrupt.asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
