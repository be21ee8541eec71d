//! Reads the games, settings and seeds that a command line names.

use crate::failure::Failure;
use arena::roster::SOURCES;
use engine::record::{MAGIC, Record};
use engine::{DynGame, Refusal};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::path::Path;
use toolchain::{Language, Sdk};

/// Fresh seeds are below this: short enough to be typed again.
const FRESH_SEEDS: u64 = 1_000_000;

/// The game with this name.
pub fn game(name: &str) -> Result<&'static dyn DynGame, Failure> {
    let plain = name.to_lowercase().replace(['_', ' '], "-");
    if let Some(game) = games::by_id(&plain) {
        return Ok(game);
    }
    let ids = || games::ALL.iter().map(|g| g.facts().id);
    let guess = arena::names::nearest(name, ids())
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let all: Vec<&str> = ids().collect();
    Err(Failure::usage(format!("there is no game `{name}`{guess}"))
        .help(format!("the games are {}", all.join(", "))))
}

/// The game that a player's source is for: the folder's own game, or the one whose headers have
/// most of the words in it that few other games know.
pub fn game_of_source(source: &Path) -> Result<&'static dyn DynGame, Failure> {
    if let Some(game) = crate::kit::marked() {
        return Ok(game);
    }
    let text = std::fs::read(source).map_err(|e| Failure::file("read", source.display(), &e))?;
    let text = String::from_utf8_lossy(&text);
    // `palestra new` begins its files so.
    let said = |game: &&&dyn DynGame| {
        let title = format!(", a player of {}.", game.facts().title);
        text.lines().next().is_some_and(|line| line.contains(&title))
    };
    let named = game_in_import(source, &text).or_else(|| games::ALL.iter().find(said).copied());
    if let Some(game) = named {
        return Ok(game);
    }
    let words = words(&text);
    let known: Vec<_> = games::ALL.iter().map(|game| known(*game)).collect();
    // A word that few games know says more; 60 can be divided by any small number of them.
    let weight = |word: &&str| 60 / known.iter().filter(|k| k.contains(*word)).count().max(1);
    let scores: Vec<usize> =
        known.iter().map(|k| words.iter().filter(|w| k.contains(**w)).map(weight).sum()).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let mut first = games::ALL.iter().zip(&scores).filter(|(_, score)| **score == best);
    match (first.next(), first.next(), best) {
        (Some((game, _)), None, 1..) => Ok(*game),
        _ => {
            Err(Failure::usage(format!("{}: the source does not name its game", source.display()))
                .help(say_the_game()))
        }
    }
}

/// The words of a source, without its comments.
fn words(text: &str) -> BTreeSet<&str> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(|c| c.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')).collect()
}

/// The words of the headers of a game.
fn known(game: &dyn DynGame) -> BTreeSet<&'static str> {
    Sdk::of(game.facts()).map(|sdk| sdk.identifiers()).unwrap_or_default()
}

/// The other game that a source is clearly for: its first line or its import says so, or its words
/// are from the headers of that game and not from those of `game`.
pub fn other_game(game: &dyn DynGame, path: &Path, text: &str) -> Option<&'static dyn DynGame> {
    const FEWEST: usize = 3;
    let imported = game_in_import(path, text).filter(|named| named.facts().id != game.facts().id);
    if imported.is_some() || Language::of(path) != Language::Cpp {
        return imported;
    }
    let (words, own) = (words(text), known(game));
    let score = |other: &&&dyn DynGame| {
        let other = known(**other);
        let theirs = words.iter().filter(|w| other.contains(**w) && !own.contains(**w)).count();
        let ours = words.iter().filter(|w| own.contains(**w) && !other.contains(**w)).count();
        if theirs >= FEWEST && theirs > FEWEST * ours { theirs } else { 0 }
    };
    let best = games::ALL.iter().max_by_key(score)?;
    (score(&best) > 0).then_some(*best)
}

fn say_the_game() -> String {
    let all: Vec<&str> = games::ALL.iter().map(|game| game.facts().id).collect();
    format!("use `--game NAME`; the games are {}", all.join(", "))
}

/// The game that players are for: the named one, the folder's own, or that of the first source.
pub fn game_of_players(
    named: Option<&str>,
    words: &[String],
) -> Result<&'static dyn DynGame, Failure> {
    if let Some(name) = named {
        return game(name);
    }
    if let Some(game) = crate::kit::marked() {
        return Ok(game);
    }
    let sources = words.iter().flat_map(|word| {
        let files = SOURCES.map(|ending| format!("AI{word}.{ending}"));
        std::iter::once(word.clone()).chain(files)
    });
    let is_source =
        |file: &String| SOURCES.iter().any(|ending| file.ends_with(&format!(".{ending}")));
    let mut sources = sources.filter(is_source);
    match sources.find(|source| Path::new(source).is_file()) {
        Some(source) => game_of_source(Path::new(&source)),
        None => Err(Failure::usage("the players do not name a game").help(say_the_game())),
    }
}

/// Some sources name their game: `use palestra::GAME::*;` in Rust, `from "palestra/GAME"` in
/// JavaScript, `from palestra.GAME import *` in Python.
fn game_in_import(source: &Path, text: &str) -> Option<&'static dyn DynGame> {
    let import = |game: &dyn DynGame| match Language::of(source) {
        Language::Cpp => None,
        Language::Rust => Some(format!("palestra::{}", game.facts().id.replace('-', "_"))),
        Language::Js => Some(format!("\"palestra/{}\"", game.facts().id)),
        Language::Python => Some(format!("palestra.{} ", game.facts().id.replace('-', "_"))),
    };
    let named = |game: &&&dyn DynGame| import(**game).is_some_and(|import| text.contains(&import));
    games::ALL.iter().find(named).copied()
}

/// The text of a settings file and where it came from.
pub struct Settings {
    /// The text.
    pub text: Cow<'static, [u8]>,
    /// The file's name, for people.
    pub name: String,
}

/// The settings that `-i` names: a file, standard input, a board of the game, or its default.
pub fn settings(game: &dyn DynGame, input: Option<&Path>) -> Result<Settings, Failure> {
    let boards = game.facts().boards;
    let Some(path) = input else {
        let (name, text) = boards.first().copied().unwrap_or_default();
        return Ok(Settings { text: text.as_bytes().into(), name: name.into() });
    };
    let name = path.display().to_string();
    if name == "-" {
        let mut text = Vec::new();
        std::io::stdin()
            .read_to_end(&mut text)
            .map_err(|e| Failure::file("read", "standard input", &e))?;
        return Ok(Settings { text: text.into(), name: "standard input".into() });
    }
    match std::fs::read(path) {
        Ok(text) => Ok(Settings { text: text.into(), name }),
        Err(error) => {
            let own = boards.iter().find(|(board, _)| *board == name);
            own.map(|(_, text)| Settings { text: text.as_bytes().into(), name: name.clone() })
                .ok_or_else(|| no_settings(game, &name, &error))
        }
    }
}

fn no_settings(game: &dyn DynGame, name: &str, error: &std::io::Error) -> Failure {
    let boards = game.facts().boards.iter().map(|(board, _)| *board);
    let guess = arena::names::nearest(name, boards.clone())
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let all: Vec<&str> = boards.collect();
    let title = game.facts().title;
    Failure::usage(format!("cannot read the settings file {name}: {error}{guess}"))
        .help(format!("the boards of {title} are {}", all.join(", ")))
}

/// A refusal with the file's name and the lines around the fault.
pub fn refused(settings: &Settings, refusal: &Refusal) -> Failure {
    const BEFORE: usize = 2;
    if let Some(what) = other_file(&settings.text) {
        let name = &settings.name;
        let wanted = "give a settings file of the game that you play";
        return Failure::usage(format!("{name} is {what}: {wanted}"));
    }
    let mut message = settings.name.clone();
    if refusal.line > 0 {
        let _ = write!(message, ":{}", refusal.line);
    }
    let _ = write!(message, ": found {}, but {}", refusal.found, refusal.allowed);
    let text = String::from_utf8_lossy(&settings.text);
    let first = refusal.line.saturating_sub(BEFORE).max(1);
    for (k, line) in text.lines().enumerate().map(|(k, l)| (k + 1, l)) {
        if (first..=refusal.line).contains(&k) {
            let arrow = if k == refusal.line { '>' } else { ' ' };
            let line: String = line.chars().take(90).map(shown).collect();
            let _ = write!(message, "\n {arrow} {k:>4} | {line}");
        }
    }
    Failure::usage(message)
}

/// A name for a recording or for the settings of another game, in place of settings.
fn other_file(bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(MAGIC) {
        let record = Record::from_bytes(bytes).ok()?;
        let title = games::by_id(&record.game)?.facts().title;
        return Some(format!("the record of a match of {title}"));
    }
    let find = |fits: &dyn Fn(&dyn DynGame) -> bool| {
        games::ALL.iter().find(|game| fits(**game)).map(|game| game.facts().title)
    };
    let result = find(&|game| game.read_res(bytes).is_ok());
    let settings = || find(&|game| game.check_settings(bytes).is_ok());
    result
        .map(|title| format!("the result file of a match of {title}"))
        .or_else(|| settings().map(|title| format!("a settings file of {title}")))
}

/// Control characters would play tricks on the terminal.
fn shown(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// A seed that nobody chose.
pub fn fresh_seed() -> u64 {
    // The keys of a hash map are the randomness that the standard library offers.
    RandomState::new().hash_one(0) % FRESH_SEEDS
}

/// The seed that `-s` gives, checked, or a fresh one.
pub fn seed(game: &dyn DynGame, given: Option<&str>) -> Result<String, Failure> {
    let Some(seed) = given else {
        return Ok(fresh_seed().to_string());
    };
    game.check_seed(seed)
        .map_err(|why| Failure::usage(format!("the seed `{seed}` cannot be used: {why}")))?;
    Ok(seed.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_shows_the_lines_around_the_fault() {
        let text: &[u8] = b"one\ntwo\nthree\x1b[2J\nfour\nfive\n";
        let settings = Settings { text: text.into(), name: "my.cnf".into() };
        let failure = refused(&settings, &Refusal::new(4, "`four`", "`4` must stand here"));
        assert_eq!(
            failure.message,
            "my.cnf:4: found `four`, but `4` must stand here\n      2 | two\n      3 | \
             three\u{fffd}[2J\n >    4 | four"
        );
    }
}
