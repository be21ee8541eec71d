//! Makes the messages of compilers readable: the place in the player's own file, the fault, and
//! the remedy.
//!
//! An attacker can cause a megabyte of messages. This module reads each line once, and a report
//! keeps a bounded part.

use crate::hints;
use crate::lines::{Lines, clip};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// There is no module.
    Error,
    /// There is one, but.
    Warning,
}

/// One complaint about a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file.
    pub file: String,
    /// The line, from 1; 0 when it is about the whole file.
    pub line: usize,
    /// The column, from 1; 0 when it is about the whole line.
    pub column: usize,
    /// The fault.
    pub message: String,
    /// The line itself.
    pub source: String,
    /// Other places that belong to it, each with what is there: `FILE:LINE:COLUMN: words`.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The remedy.
    pub hint: Option<String>,
}

/// Longer source lines are shown in part.
const WIDEST: usize = 100;

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{}:", self.file)?;
        if self.line > 0 {
            write!(f, "{}:", self.line)?;
        }
        if self.line > 0 && self.column > 0 {
            write!(f, "{}:", self.column)?;
        }
        write!(f, " {severity}: {}", self.message)?;
        if self.line > 0 && !self.source.trim().is_empty() {
            // Tabs would push the mark out of place.
            let source = self.source.trim_end().replace('\t', " ");
            // Columns count bytes; of very long lines only the surroundings are shown.
            let at = self.column.saturating_sub(1).min(source.len());
            let from = if at > WIDEST { source.floor_char_boundary(at - WIDEST / 2) } else { 0 };
            let to = source.floor_char_boundary((from + WIDEST + 20).min(source.len()));
            write!(f, "\n{:>6} | {}", self.line, &source[from..to])?;
            if self.column > 0 && at >= from && at <= to {
                let before = source[from..source.floor_char_boundary(at)].chars().count();
                write!(f, "\n       | {}^", " ".repeat(before))?;
            }
        }
        for note in &self.notes {
            write!(f, "\n       : {note}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n       = {hint}")?;
        }
        Ok(())
    }
}

/// Everything about a source that does not compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The first few errors.
    pub errors: Vec<Diagnostic>,
    /// How many more there are; most come from the first ones.
    pub more: usize,
    /// Warnings about the player's own file.
    pub warnings: Vec<Diagnostic>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, error) in self.errors.iter().enumerate() {
            if k > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        if self.more > 0 {
            write!(f, "\n… and {} more; fix these errors first", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

/// Errors kept: more would scroll the first one away.
const ERRORS: usize = 5;
/// Warnings kept.
const WARNINGS: usize = 20;
/// Complaints that are looked into, among which many may be the same.
const TRIED: usize = 40;
/// Other places kept of one complaint.
const NOTES: usize = 4;
/// Bytes kept of a message, a note or a hint.
pub(crate) const WORDS: usize = 400;

impl Report {
    /// Adds a complaint unless there are enough of its kind; only then is it made.
    pub(crate) fn note(&mut self, severity: Severity, make: impl FnOnce() -> Diagnostic) {
        let (list, most) = match severity {
            Severity::Error => (&mut self.errors, ERRORS),
            Severity::Warning => (&mut self.warnings, WARNINGS),
        };
        if list.len() >= most {
            self.more += usize::from(severity == Severity::Error);
            return;
        }
        let mut found = make();
        if list.iter().any(|d| d.line == found.line && d.message == found.message) {
            return;
        }
        found.notes.truncate(NOTES);
        let words = [&mut found.message].into_iter().chain(&mut found.notes);
        for text in words.chain(&mut found.hint) {
            text.truncate(text.floor_char_boundary(WORDS));
        }
        list.push(found);
    }

    /// Adds what another report holds.
    pub(crate) fn extend(&mut self, other: Self) {
        for found in other.errors.into_iter().chain(other.warnings) {
            self.note(found.severity, || found);
        }
        self.more += other.more;
    }

    /// The report as an error when it holds one; otherwise the warnings stay.
    ///
    /// # Errors
    /// The report itself when something in it is an error.
    pub(crate) fn check(&mut self) -> Result<(), crate::Error> {
        match self.errors.is_empty() {
            true => Ok(()),
            false => Err(crate::Error::Source(std::mem::take(self))),
        }
    }
}

/// The facts about the compiled source.
pub(crate) struct Subject<'a> {
    pub(crate) file: &'a str,
    pub(crate) name: &'a str,
    pub(crate) lines: Lines<'a>,
    pub(crate) identifiers: BTreeSet<&'static str>,
}

/// One line of a compiler's output.
struct Entry<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    kind: &'a str,
    message: &'a str,
}

/// Splits `file:line:col: kind: message`.
fn entry(text: &str) -> Option<Entry<'_>> {
    const KINDS: [&str; 5] = ["fatal error", "error", "warning", "note", "required from"];
    let (at, kind) = KINDS
        .iter()
        .filter_map(|kind| text.find(&format!(": {kind}: ")).map(|at| (at, *kind)))
        .min_by_key(|found| found.0)
        .or_else(|| text.find(":   required from").map(|at| (at, "required from")))?;
    let message = text[at..].get(kind.len() + 4..).unwrap_or_default();
    let mut parts = text[..at].rsplitn(3, ':');
    let column = parts.next()?.trim().parse().ok()?;
    let line = parts.next()?.trim().parse().ok()?;
    Some(Entry { file: parts.next()?, line, column, kind, message })
}

/// Reads the output of clang or g++.
pub(crate) fn read(output: &str, subject: &Subject<'_>) -> Report {
    let (mut report, mut made) = (Report::default(), 0);
    let entries: Vec<Entry<'_>> = output.lines().filter_map(entry).collect();
    for (at, complaint) in entries.iter().enumerate() {
        let severity = match complaint.kind {
            "error" | "fatal error" => Severity::Error,
            "warning" if complaint.file == subject.file => Severity::Warning,
            _ => continue,
        };
        if made >= TRIED {
            report.more += usize::from(severity == Severity::Error);
            continue;
        }
        report.note(severity, || {
            made += 1;
            of_entry(&entries, at, severity, subject)
        });
    }
    // Each is looked for in the whole source.
    for symbol in output.lines().filter_map(missing).take(TRIED) {
        report.note(Severity::Error, || undefined(symbol, subject));
    }
    if report.errors.is_empty() && report.warnings.is_empty() && !output.trim().is_empty() {
        let message = output.lines().next().unwrap_or_default();
        report.note(Severity::Error, || whole_file(subject, message, None));
    }
    report
}

fn of_entry(
    entries: &[Entry<'_>],
    at: usize,
    severity: Severity,
    subject: &Subject<'_>,
) -> Diagnostic {
    let (line, column, inside) = place(entries, at, subject.file);
    let mut message = clip(without_flag(entries[at].message), WORDS).to_string();
    if let Some(header) = inside {
        message = format!("{message} (found inside <{header}>, which this line uses)");
    }
    let hint = hints::hint(&message, clip(subject.lines.get(line), WORDS), subject);
    let (file, source) = (subject.file.to_string(), subject.lines.quote(line, column));
    Diagnostic { severity, file, line, column, message, source, notes: Vec::new(), hint }
}

/// The place in the player's own file that an error is about: its own, or the nearest one that
/// its notes name. Errors inside the standard library help nobody.
fn place<'a>(entries: &[Entry<'a>], at: usize, file: &str) -> (usize, usize, Option<&'a str>) {
    let complaint = &entries[at];
    if complaint.file == file {
        return (complaint.line, complaint.column, None);
    }
    let header = complaint.file.rsplit('/').next().unwrap_or(complaint.file);
    // g++ says before the error where it comes from, clang after it.
    let before = entries[..at].iter().rev().take_while(|e| e.kind == "required from");
    let after = entries[at + 1..].iter().take_while(|e| matches!(e.kind, "note" | "required from"));
    match before.chain(after).find(|e| e.file == file) {
        Some(e) => (e.line, e.column, Some(header)),
        None => (0, 0, Some(header)),
    }
}

/// Drops the `[-Wname]` at the end of a warning.
fn without_flag(message: &str) -> &str {
    match message.rfind(" [-W") {
        Some(at) if message.ends_with(']') => &message[..at],
        _ => message,
    }
}

fn whole_file(subject: &Subject<'_>, message: &str, hint: Option<String>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        file: subject.file.to_string(),
        line: 0,
        column: 0,
        message: clip(message.trim(), WORDS).to_string(),
        source: String::new(),
        notes: Vec::new(),
        hint,
    }
}

/// The symbol in `wasm-ld: error: file: undefined symbol: name` and in what ld says instead.
fn missing(text: &str) -> Option<&str> {
    let found = text.split_once("undefined symbol: ").map(|found| found.1);
    found.or_else(|| Some(text.split_once("undefined reference to `")?.1.trim_end_matches('\'')))
}

fn undefined(symbol: &str, subject: &Subject<'_>) -> Diagnostic {
    let symbol = clip(symbol, WORDS / 2);
    let bare = symbol.split('(').next().unwrap_or(symbol);
    let bare = bare.rsplit("::").next().unwrap_or(bare);
    // The last line that names it is rather a use than a declaration.
    let uses = subject.lines.iter().filter(|line| hints::has_word(line.1, bare));
    let line = uses.last().map_or(0, |line| line.0);
    let message = format!("`{symbol}` is used but not defined");
    let found = whole_file(subject, &message, Some(hints::undefined(bare)));
    Diagnostic { line, source: subject.lines.quote(line, 0), ..found }
}

#[cfg(test)]
mod tests;
