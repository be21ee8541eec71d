//! `palestra dev`: the same match again whenever the player is saved, in the open viewer.

mod serve;

use crate::failure::{DONE, Done, Failure};
use crate::input::{self, Settings};
use crate::interrupt::Interrupt;
use crate::options::{Backend, Dev};
use crate::paint::Paint;
use crate::players::Seating;
use crate::players::mistakes::{self, Search};
use crate::result::places;
use crate::viewer;
use arena::{Observer, Plan, Products};
use engine::{DynGame, Match, Ruleset, Setup};
use notify::{RecursiveMode, Watcher};
use serve::Shown;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Editors write a file in several steps; so long nothing more may happen to it.
const QUIET: Duration = Duration::from_millis(120);
/// How often it is asked whether somebody pressed Ctrl-C.
const BEAT: Duration = Duration::from_millis(200);

/// The data that do not change from save to save.
struct Desk<'a> {
    game: &'static dyn DynGame,
    settings: Settings,
    seed: String,
    file: &'a Path,
    /// The words of all seats; the first is the player.
    words: Vec<String>,
    forward: bool,
    release: bool,
    interrupt: Interrupt,
}

/// The result of one save.
struct Take {
    score: i64,
    line: String,
    record: Vec<u8>,
}

/// Plays, waits for a save, plays again, until Ctrl-C.
pub fn run(options: &Dev) -> Done {
    let desk = desk(options)?;
    let (events, folder) = (watch(&options.file)?, folder_of(&options.file));
    let page = serve::Page::open(&viewer::page().unwrap_or_else(without))?;
    anstream::println!("Seed {}. The viewer: {}", desk.seed, page.address());
    anstream::println!("Save {} to play again. Press Ctrl-C to exit.", options.file.display());
    if !options.no_open && open::that_detached(page.address()).is_err() {
        anstream::eprintln!("The browser did not start. Open this address in a browser.");
    }
    let (mut seen, mut before, mut saves) = (None, None, 0_u32);
    while !desk.interrupt.asked() {
        if let Some(now) =
            saved(&events.events, seen.as_deref(), || contents(&folder, &options.file))
        {
            seen = Some(now);
            let shown = match desk.play() {
                // Somebody ended a match that was not over.
                Ok(_) if desk.interrupt.asked() => break,
                Ok(take) => {
                    tell(saves, &take, before);
                    before = Some(take.score);
                    Shown::Match { name: desk.name(), record: take.record }
                }
                Err(_) if desk.interrupt.asked() => break,
                Err(failure) => {
                    failure.print();
                    Shown::Trouble(failure.message)
                }
            };
            page.show(shown);
            saves += 1;
        }
        wait(&events)?;
    }
    anstream::println!("Done.");
    Ok(DONE)
}

/// The page of a program that was built without the viewer still tells what is wrong.
fn without(failure: Failure) -> String {
    anstream::eprintln!("note: no viewer: {}", failure.message);
    "<body><p>This program was built without the viewer.</p></body>".into()
}

fn desk(options: &Dev) -> Result<Desk<'_>, Failure> {
    let file = options.file.as_path();
    if !file.is_file() {
        let message = format!("there is no file {}", file.display());
        return Err(Failure::usage(message)
            .help("`palestra new GAME NAME` writes a player to start from: AINAME.cc"));
    }
    let game = match &options.game {
        Some(name) => input::game(name)?,
        None => input::game_of_source(file)?,
    };
    let settings = input::settings(game, options.input.as_deref())?;
    let seats = game.check_settings(&settings.text).map_err(|r| input::refused(&settings, &r))?;
    // Of the game's own players the best come last in their list.
    let own = game.facts().players.iter().rev().filter(|n| **n != "Null");
    let own: Vec<String> = own.map(|n| (*n).to_string()).collect();
    let rivals = if options.against.is_empty() { &own } else { &options.against };
    let player = path_word(file);
    let words = [player].into_iter().chain(rivals.iter().cycle().cloned()).take(seats).collect();
    let seed = input::seed(game, options.seed.as_deref())?;
    let Dev { forward, release, .. } = *options;
    let interrupt = Interrupt::listen();
    Ok(Desk { game, settings, seed, file, words, forward, release, interrupt })
}

/// A word that the roster reads as a path, also where the file lies right here.
fn path_word(file: &Path) -> String {
    file.display().to_string()
}

impl Desk<'_> {
    /// The name under which the viewer shows the match.
    fn name(&self) -> String {
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
        format!("{stem}-{}.match", self.seed.trim())
    }

    /// Builds the player and plays the match.
    fn play(&self) -> Result<Take, Failure> {
        let seating = Seating::new(self.game, false, Backend::Auto);
        let mut seating =
            seating.with_forward(self.forward).with_checks(usize::from(!self.release));
        let entrants = seating.entrants(&self.words, Path::new("."))?;
        #[cfg(feature = "players")]
        seating.check_script(self.file)?;
        let setup = Setup {
            seed: self.seed.clone(),
            ruleset: Ruleset::Statement,
            names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
            judged: false,
        };
        let text = &self.settings.text;
        let plan = Plan { game: self.game, settings: text, setup, entrants: &entrants };
        let products = Products { record: true, ..Products::default() };
        let mut stop = Stop(self.interrupt.clone(), seating.searches());
        let played = arena::play::play(&plan, products, &mut stop)
            .map_err(|fatal| Failure::usage(format!("{}: {fatal}", self.settings.name)))?;
        let mistakes = mistakes::all(seating.searches());
        if !mistakes.is_empty() {
            return Err(mistakes::failure(&mistakes));
        }
        let scores = &played.outcome.scores;
        let paint = Paint::stdout();
        let rivals: Vec<String> = (1..scores.len())
            .map(|s| format!("{} {}", plan.setup.names[s], paint.number(scores[s])))
            .collect();
        let place = places(scores)[0];
        let mut line = format!("place {place} of {}   {}", scores.len(), rivals.join(", "));
        if let Some(freeze) = played.outcome.freezes.iter().find(|f| f.seat == 0) {
            let (round, cause) = (freeze.round, freeze.cause.in_words());
            let what = mistakes::explain(freeze, Some(self.file));
            line.push_str(&format!("\n    frozen in round {round}: it {cause}\n{what}"));
        }
        let record = played.record.as_ref().map(engine::record::Record::to_bytes);
        Ok(Take { score: scores[0], line, record: record.unwrap_or_default() })
    }
}

/// Ends a match early when somebody pressed Ctrl-C, or when a player makes a mistake.
struct Stop<'a>(Interrupt, &'a [Search]);

impl Observer for Stop<'_> {
    fn round(&mut self, _: &Match) -> ControlFlow<()> {
        let mistake = self.1.iter().any(|search| search.found().is_some());
        match mistake || self.0.asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn tell(saves: u32, take: &Take, before: Option<i64>) {
    let paint = Paint::stdout();
    let score = paint.bold(paint.number(take.score));
    let change = match before.map(|b| take.score - b) {
        None => String::new(),
        Some(0) => "  (the same)".into(),
        Some(more @ 1..) => format!("  (+{})", paint.number(more)),
        Some(less) => format!("  (-{})", paint.number(-less)),
    };
    let what = if saves == 0 { "start".into() } else { format!("save {saves}") };
    anstream::println!("{what:8} score {score}{change}   {}", take.line);
}

fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
    folder.map_or_else(|| ".".into(), Path::to_path_buf)
}

/// The current text of the file; nothing while an editor replaces it.
fn contents(folder: &Path, file: &Path) -> Option<Vec<u8>> {
    std::fs::read(folder.join(file.file_name()?)).ok()
}

/// The text of the file, if it differs from the last one. It is read again after a pause, because
/// the first read may find half of it.
fn saved(
    events: &Receiver<()>,
    seen: Option<&[u8]>,
    contents: impl Fn() -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let other = |now: &Vec<u8>| seen != Some(now);
    let first = contents().filter(other)?;
    if seen.is_none() {
        return Some(first);
    }
    while events.recv_timeout(QUIET).is_ok() {}
    contents().filter(other)
}

/// Watches the file's folder: many editors do not write into the file, but put another one in
/// its place.
fn watch(file: &Path) -> Result<Watch, Failure> {
    let folder = folder_of(file);
    let failed =
        |e: notify::Error| Failure::ours(format!("cannot watch {}: {e}", folder.display()));
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(move |_| {
        // The receiver is gone only when the program ends.
        let _ = sender.send(());
    })
    .map_err(failed)?;
    watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(failed)?;
    Ok(Watch { events, _watcher: watcher })
}

struct Watch {
    events: Receiver<()>,
    /// Watches as long as it lives.
    _watcher: notify::RecommendedWatcher,
}

/// Waits until something happened in the folder, or for one beat.
fn wait(watch: &Watch) -> Result<(), Failure> {
    match watch.events.recv_timeout(BEAT) {
        Ok(()) | Err(RecvTimeoutError::Timeout) => Ok(()),
        Err(RecvTimeoutError::Disconnected) => Err(Failure::ours(
            "the file watcher stopped: start \
         `palestra dev` again",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn half_a_file_is_not_played() {
        // Nobody sends: all is quiet at once.
        let (_, events) = channel();
        let look = |mut found: Vec<Option<&'static str>>, seen: Option<&str>| {
            found.reverse();
            let found = RefCell::new(found);
            let next = || found.borrow_mut().pop().flatten().map(|text| text.as_bytes().to_vec());
            saved(&events, seen.map(str::as_bytes), next)
        };
        let is = |text: &str| Some(text.as_bytes().to_vec());
        assert_eq!(look(vec![Some("one")], None), is("one"));
        assert_eq!(look(vec![Some(""), Some("two")], Some("one")), is("two"));
        assert_eq!(look(vec![Some(""), None], Some("one")), None, "it is being replaced");
        assert_eq!(look(vec![Some(""), Some("one")], Some("one")), None, "saved unchanged");
        assert_eq!(look(vec![Some("one")], Some("one")), None);
    }
}
