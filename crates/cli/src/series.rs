//! The common parts of all commands that play many matches: the environment, the journal, the
//! progress bar, the commands that show single matches again.

use crate::failure::Failure;
use crate::input;
use crate::interrupt::Interrupt;
use crate::options::{Backend, Rules, Series};
use crate::players::mistakes::{self, Mistake, Search};
use crate::players::{self, Seating};
use arena::environment::{BoardFile, Environment, Trouble};
use arena::journal::Journal;
use arena::runner::Crew;
use arena::schedule::Fixture;
use arena::venue::{Here, Venue};
use engine::{DynGame, SEATS};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::cell::Cell;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use toolchain::Cache;

/// Journals that are kept; older ones are deleted.
const JOURNALS_KEPT: usize = 30;
/// After this time the user learns how long a series takes, if it takes this much longer.
const SOON: Duration = Duration::from_secs(2);
const LONG: Duration = Duration::from_secs(8);
/// Longest master seed.
const SEED_CHARACTERS_MAX: usize = 40;

/// A environment, and what the user wrote to get it.
pub struct Stage<'a> {
    /// Where the matches are played.
    pub environment: Environment,
    /// The user's word for each player.
    pub words: Vec<String>,
    /// A name for each player that no other has.
    pub labels: Vec<String>,
    /// The master seed.
    pub master: String,
    /// Set at the first Ctrl-C.
    pub interrupt: Interrupt,
    /// Matches at once, unless the user says how many.
    usual: usize,
    /// Matches at once at most.
    most: usize,
    searches: Vec<Search>,
    options: &'a Series,
}

impl<'a> Stage<'a> {
    /// Reads the settings and makes the players ready.
    pub fn new(
        game: &'static dyn DynGame,
        words: &[String],
        options: &'a Series,
    ) -> Result<Self, Failure> {
        Self::with_checks(game, words, options, 0)
    }

    /// The same, and a second build of each source, with checks, looks for mistakes in so many
    /// matches, unless the judge's limits hold.
    pub fn with_checks(
        game: &'static dyn DynGame,
        words: &[String],
        options: &'a Series,
        matches: usize,
    ) -> Result<Self, Failure> {
        let boards = boards(game, options)?;
        let master = master(options)?;
        let seating = Seating::new(game, options.judge, options.backend);
        let matches = if options.judge { 0 } else { matches };
        let mut seating = seating.with_forward(options.forward).with_checks(matches);
        let interrupt = Interrupt::listen();
        let players = interrupt.preparing(|| seating.entrants(words, Path::new(".")))?;
        let searches = seating.searches().to_vec();
        let labels = labels(words, &players);
        let (ruleset, judged) = (options.rules.into(), options.judge);
        let Place { venue, usual, most } = place(options, &players)?;
        let environment = Environment { game, boards, players, ruleset, judged, venue };
        let words = words.to_vec();
        Ok(Self { environment, words, labels, master, interrupt, usual, most, searches, options })
    }

    /// The mistakes that the builds with checks have found so far.
    pub fn mistakes(&self) -> Vec<Mistake> {
        mistakes::all(&self.searches)
    }

    /// The threads that play.
    pub fn crew(&self) -> Crew<'_> {
        let threads = self.options.jobs.unwrap_or(self.usual).clamp(1, self.most);
        Crew { threads, stop: self.interrupt.flag() }
    }

    /// The journal of the series that `plan` describes in full.
    pub fn journal(&self, plan: &str) -> Result<Journal, Failure> {
        let text = format!("{}\n{}\n{plan}", self.environment.digest(), self.master);
        let digest = arena::digest(text.as_bytes());
        let folder = Cache::of_user().root().join("series");
        if self.options.resume && self.options.seed.is_none() {
            return Err(Failure::usage("--resume needs the master seed of the interrupted run")
                .help("an interrupted run prints the whole command"));
        }
        let unknown = |p: &&arena::Entrant| {
            p.seated.kind != "builtin" && p.seated.digest.is_empty() && self.options.resume
        };
        if let Some(player) = self.environment.players.iter().find(unknown) {
            let name = &player.seated.name;
            return Err(Failure::usage(format!(
                "--resume: palestra cannot tell whether {name} is still the same program"
            )));
        }
        forget_old(&folder);
        let path = folder.join(format!("{}.jsonl", &digest[..32]));
        Journal::open(&path, &digest, self.options.resume).map_err(failure)
    }

    /// The command that plays a match again and shows it.
    pub fn replay(&self, fixture: &Fixture) -> String {
        let words: Vec<&str> = fixture.seats.iter().map(|p| self.words[*p].as_str()).collect();
        self.replay_of(&words, fixture)
    }

    /// The command that plays a match of these players again and shows it.
    pub fn replay_of(&self, words: &[&str], fixture: &Fixture) -> String {
        let mut text = format!("palestra play {}", self.environment.game.facts().id);
        for word in words {
            let _ = write!(text, " {}", quoted(word));
        }
        let _ = write!(text, " -s {}", fixture.seed);
        if !self.options.input.is_empty() || self.options.all_boards {
            let _ = write!(text, " -i {}", quoted(&self.environment.boards[fixture.board].name));
        }
        if self.options.rules == Rules::Kit {
            text += " --rules kit";
        }
        if self.options.judge {
            text += " --judge";
        }
        match self.options.backend {
            Backend::Auto => {}
            Backend::Wasm => text += " --backend wasm",
            Backend::Native => text += " --backend native",
        }
        text + " --watch"
    }

    /// The command that goes on with an interrupted run: the call itself, with its master seed.
    pub fn go_on(&self) -> String {
        let mut words: Vec<String> = std::env::args().collect();
        if let Some(first) = words.first_mut() {
            *first = "palestra".into();
        }
        let mut text: Vec<String> = words.iter().map(|w| quoted(w)).collect();
        if self.options.seed.is_none() {
            text.push(format!("--seed {}", self.master));
        }
        if !self.options.resume {
            text.push("--resume".into());
        }
        text.join(" ")
    }

    /// Names of the boards, for headlines.
    pub fn boards(&self) -> String {
        let names: Vec<&str> = self.environment.boards.iter().map(|b| b.name.as_str()).collect();
        names.join(", ")
    }

    /// Game, boards, rules, limits: what results are about.
    pub fn about(&self) -> String {
        let rules = if self.options.rules == Rules::Kit { ", kit rules" } else { "" };
        let limits = if self.options.judge { ", judge's limits" } else { "" };
        format!("{}, {}{rules}{limits}", self.environment.game.facts().title, self.boards())
    }

    /// Whether JSON is wanted.
    pub fn json(&self) -> bool {
        self.options.json
    }
}

/// Where the matches are played.
struct Place {
    venue: Arc<dyn Venue>,
    /// Matches at once, unless the user says how many.
    usual: usize,
    /// Matches at once at most.
    most: usize,
}

fn place(options: &Series, entrants: &[arena::Entrant]) -> Result<Place, Failure> {
    #[cfg(feature = "judge")]
    if let Some(cluster) = crate::cluster::Cluster::of(options)? {
        crate::cluster::can_travel(entrants)?;
        let (usual, most) = (cluster.matches_at_once(), crate::cluster::MATCHES_MAX);
        return Ok(Place { venue: Arc::new(cluster), usual, most });
    }
    let _ = (options, entrants);
    let usual = thread::available_parallelism().map_or(1, usize::from);
    Ok(Place { venue: Arc::new(Here), usual, most: players::matches_at_once() })
}

/// The settings files of a series; those that do not seat four are no use to it.
fn boards(game: &'static dyn DynGame, options: &Series) -> Result<Vec<BoardFile>, Failure> {
    let own = game.facts().boards;
    let inputs: Vec<Option<PathBuf>> = if options.all_boards {
        own.iter().map(|(name, _)| Some(PathBuf::from(name))).collect()
    } else if options.input.is_empty() {
        vec![None]
    } else {
        options.input.iter().cloned().map(Some).collect()
    };
    let mut boards = Vec::new();
    for input in inputs {
        if input.as_deref().is_some_and(|i| i.as_os_str() == "-") {
            return Err(Failure::usage(
                "this command needs settings in a file, not on standard \
             input",
            ));
        }
        let settings = input::settings(game, input.as_deref())?;
        let seats =
            game.check_settings(&settings.text).map_err(|r| input::refused(&settings, &r))?;
        if seats == SEATS {
            boards.push(BoardFile { name: settings.name, text: settings.text.into_owned() });
        } else if !options.all_boards {
            let name = settings.name;
            return Err(Failure::usage(format!(
                "{name} has {seats} seats; this command needs boards with four"
            )));
        }
    }
    Ok(boards)
}

fn master(options: &Series) -> Result<String, Failure> {
    let Some(seed) = &options.seed else { return Ok(input::fresh_seed().to_string()) };
    let sound = seed.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    if seed.is_empty() || !sound || seed.len() > SEED_CHARACTERS_MAX {
        return Err(Failure::usage(format!(
            "the master seed `{seed}` cannot be used: it must have 1 to {SEED_CHARACTERS_MAX} \
             letters, digits, `-`, `_`, `.`"
        )));
    }
    Ok(seed.clone())
}

/// Names of players that tell them apart: their own; what the user wrote where two programs have
/// the same; with a number where the user wrote the same twice.
fn labels(words: &[String], players: &[arena::Entrant]) -> Vec<String> {
    let names: Vec<&str> = players.iter().map(|p| p.seated.name.as_str()).collect();
    let label = |k: usize| {
        let (name, word) = (names[k], &words[k]);
        let namesakes = || (0..names.len()).filter(|o| names[*o] == name);
        let plain = if namesakes().all(|o| words[o] == *word) { name } else { word.as_str() };
        match namesakes().filter(|o| *o < k && words[*o] == *word).count() {
            0 => plain.to_string(),
            before => format!("{plain} ({})", before + 1),
        }
    };
    (0..names.len()).map(label).collect()
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Deletes all but the newest journals; whatever fails leaves one journal too many.
fn forget_old(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut all: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter_map(|e| Some((e.metadata().ok()?.modified().ok()?, e.path())))
        .filter(|(_, path)| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    all.sort();
    let surplus = all.len().saturating_sub(JOURNALS_KEPT);
    for (_, path) in &all[..surplus] {
        let _ = std::fs::remove_file(path);
    }
}

/// The message if a series cannot continue.
pub fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Board { .. } => Failure::usage(trouble),
        Trouble::Void { .. } | Trouble::Journal(_) => Failure::ours(trouble),
    }
}

/// With the value `lines` the progress is written on stderr, for programs that draw it themselves
/// (`crates/python/palestra/command.py`).
const PROGRESS: &str = "PALESTRA_PROGRESS";

/// A progress bar on stderr, if that is a terminal.
pub struct Meter {
    bar: ProgressBar,
    /// Whether a program reads the progress.
    lines: bool,
    begin: Instant,
    /// Whether the user knows how long it takes.
    told: Cell<bool>,
    /// The counted things, after the words "at most" if fewer may be enough.
    what: (&'static str, &'static str),
}

impl Meter {
    /// A bar of `length` matches.
    pub fn new(length: u64) -> Self {
        Self::with(length, "match {pos} of {len}{left}  {msg}", ("matches", ""))
    }

    /// A bar of at most `length` matches: mostly fewer are enough.
    pub fn up_to(length: u64) -> Self {
        Self::with(length, "match {pos} of at most {len}  {msg}", ("matches", "at most "))
    }

    /// A bar of `length` candidates of a search.
    pub fn candidates(length: u64) -> Self {
        Self::with(length, "candidate {pos} of {len}{left}  {msg}", ("candidates", ""))
    }

    fn with(length: u64, words: &str, what: (&'static str, &'static str)) -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(length), target);
        bar.set_style(bar_style(&format!("{{wide_bar}} {words}")));
        let lines = std::env::var_os(PROGRESS).is_some_and(|how| how == "lines");
        Self { bar, lines, begin: Instant::now(), told: Cell::new(false), what }
    }

    /// `done` matches are over. Soon after the start it says how long all of them take, if that is
    /// long.
    pub fn show(&self, done: u64, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
        }
        self.bar.set_position(done);
        let (elapsed, all) = (self.begin.elapsed(), self.bar.length().unwrap_or(done));
        if self.lines {
            anstream::eprintln!("progress {done} {all}");
            return;
        }
        if self.told.get() || done == 0 || elapsed < SOON {
            return;
        }
        self.told.set(true);
        let whole = elapsed.mul_f64(all as f64 / done as f64);
        if whole > elapsed + LONG {
            let ((what, most), time) = (self.what, HumanDuration(whole));
            self.bar.suspend(|| anstream::eprintln!("{all} {what} take {most}about {time}."));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The style of a bar. `{left}` in the template is the time that is left.
pub fn bar_style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("left", |state: &ProgressState, to: &mut dyn std::fmt::Write| {
        let _ = to.write_str(&left(state.pos(), state.eta()));
    })
}

/// The time that is left, after `done` steps. Before the first step there is no estimate.
fn left(done: u64, estimate: Duration) -> String {
    match done {
        0 => String::new(),
        _ => format!(", {:#} left", HumanDuration(estimate)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_needs_a_step() {
        assert_eq!(left(0, Duration::ZERO), "");
        assert_eq!(left(3, Duration::from_secs(7)), ", 7s left");
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("old/AIXaloc_v2.cc"), "old/AIXaloc_v2.cc");
        assert_eq!(quoted("my players/AIa.cc"), "'my players/AIa.cc'");
        assert_eq!(quoted("it's;rm"), r"'it'\''s;rm'");
        assert_eq!(quoted(""), "''");
    }
}
