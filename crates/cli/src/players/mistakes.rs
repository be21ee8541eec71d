//! Mistakes of players that are found while they play, in words for their authors.
#![cfg_attr(not(feature = "players"), expect(dead_code, reason = "modules alone have checks"))]

use crate::failure::Failure;
use crate::paint::Paint;
use engine::Freeze;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use toolchain::{Diagnostic, Severity};

/// The first mistake of a player.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The player.
    pub name: String,
    /// The round in which it was found.
    pub round: i32,
    /// The place, the fault and the calls.
    pub what: Diagnostic,
}

impl Mistake {
    /// The mistake as a paragraph; `after` says how the match goes on.
    pub fn text(&self, paint: Paint, after: &str) -> String {
        let Self { name, round, what } = self;
        format!("{} of {name} in round {round}{after}:\n{what}\n", paint.bold("Mistake"))
    }

    /// The mistake for programs.
    pub fn json(&self) -> Value {
        json!({"player": self.name, "round": self.round, "mistake": self.what})
    }
}

/// Looks for mistakes of one player in all its matches, and keeps the first.
#[derive(Clone, Debug)]
pub struct Search(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    source: PathBuf,
    /// Matches that may still be looked at.
    left: AtomicUsize,
    found: Mutex<Option<Mistake>>,
}

impl Search {
    /// A search in so many matches of the player with this source.
    pub fn new(name: &str, source: &Path, matches: usize) -> Self {
        let (name, source) = (name.to_string(), source.to_path_buf());
        let (left, found) = (AtomicUsize::new(matches), Mutex::new(None));
        Self(Arc::new(Inner { name, source, left, found }))
    }

    /// The mistake, if one was found.
    pub fn found(&self) -> Option<Mistake> {
        self.0.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether one more match is looked at: not after the first mistake, and not when there have
    /// been enough.
    pub fn goes_on(&self) -> bool {
        let take = |left: usize| left.checked_sub(1);
        self.found().is_none()
            && self.0.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// Keeps what ended the build with checks.
    pub fn ended(&self, round: i32, freeze: &Freeze) {
        self.keep(round, explain(freeze, Some(&self.0.source)));
    }

    /// Keeps that the build with checks gave other orders.
    pub fn differs(&self, round: i32) {
        let message = "built with checks, the player gives other orders: it probably reads a \
                       variable before it is set, or memory after `delete`";
        self.keep(round, plain(&self.0.source, message.into()));
    }

    fn keep(&self, round: i32, what: Diagnostic) {
        let mut found = self.0.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mistake = || Mistake { name: self.0.name.clone(), round, what };
        found.get_or_insert_with(mistake);
    }
}

/// The mistakes that were found, one per player.
pub fn all(searches: &[Search]) -> Vec<Mistake> {
    searches.iter().filter_map(Search::found).collect()
}

/// All mistakes as one failure, for commands that end at the first.
pub fn failure(mistakes: &[Mistake]) -> Failure {
    let text: Vec<String> = mistakes.iter().map(|found| found.text(Paint::stderr(), "")).collect();
    Failure { code: crate::failure::MISTAKE, message: text.concat(), help: None }
}

/// The reason of a player's freeze, with its place and the line of its source if they are known.
pub fn explain(freeze: &Freeze, source: Option<&Path>) -> Diagnostic {
    let mut calls = freeze.backtrace.iter().filter_map(|call| call_of(call));
    let (place, words) = match freeze.detail.split_once(": ") {
        Some((begin, words)) if place_of(begin).is_some() => (place_of(begin), words.trim()),
        _ => (None, freeze.detail.as_str()),
    };
    let innermost = calls.next();
    let place = place.or(innermost.as_ref().map(|call| call.1));
    let mut what = plain(source.unwrap_or(Path::new("")), words.to_string());
    let Some((file, line, column)) = place else { return what };
    if let Some((function, _)) = innermost {
        what.message = format!("{words}, in `{function}`");
    }
    what.notes = calls
        .map(|(function, (file, line, column))| {
            format!("{file}:{line}:{column}: called from `{function}`")
        })
        .collect();
    let own = source.filter(|source| source.file_name().is_some_and(|name| name == file));
    let text = own.and_then(|source| std::fs::read(source).ok()).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let shown = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    Diagnostic { file: file.into(), line, column, source: shown.into(), ..what }
}

fn plain(source: &Path, message: String) -> Diagnostic {
    let file = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Diagnostic {
        severity: Severity::Error,
        file,
        line: 0,
        column: 0,
        message,
        source: String::new(),
        notes: Vec::new(),
        hint: None,
    }
}

/// `FILE:LINE:COLUMN`.
fn place_of(text: &str) -> Option<(&str, usize, usize)> {
    let text = text.strip_prefix("panicked at ").unwrap_or(text);
    let mut parts = text.rsplitn(3, ':');
    let (column, line) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((parts.next()?, line, column))
}

/// `FUNCTION (FILE:LINE:COLUMN)`, the function without its class and its parameters.
fn call_of(text: &str) -> Option<(&str, (&str, usize, usize))> {
    let (function, place) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let bare = function.split('(').next().unwrap_or(function);
    let bare = bare.rsplit("::").next().unwrap_or(bare);
    let sound = !bare.is_empty() && bare.chars().all(|c| c.is_alphanumeric() || c == '_');
    Some((if sound { bare } else { function }, place_of(place)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Cause;

    #[test]
    fn a_receipt_becomes_a_place_and_words() {
        let mut freeze = Freeze::new(Cause::Trap, "AIA.cc:7:12: index 5 of an array of 3 elements");
        freeze.backtrace =
            vec!["A::helper(int) (AIA.cc:7:1)".into(), "A::play() (AIA.cc:12:9)".into()];
        let what = explain(&freeze, None);
        assert_eq!(
            what.to_string(),
            "AIA.cc:7:12: error: index 5 of an array of 3 elements, in `helper`\n       \
             : AIA.cc:12:9: called from `play`"
        );
        freeze.detail = "divided an integer by zero: AIA.cc:1:1".into();
        let what = explain(&freeze, None).to_string();
        assert!(what.starts_with("AIA.cc:7:1: error: divided an integer by zero: AIA"), "{what}");
    }
}
