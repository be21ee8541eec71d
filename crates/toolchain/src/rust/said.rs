//! Makes the messages of rustc readable.

use super::sdk::RustSdk;
use crate::diagnostics::{Diagnostic, Report, Severity};
use crate::forward;
use crate::lines::Lines;
use crate::source::Source;
use serde::Deserialize;

/// A message, as `--error-format=json` writes it.
#[derive(Deserialize)]
struct Message {
    message: String,
    level: String,
    code: Option<Code>,
    spans: Vec<Span>,
    children: Vec<Child>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Child {
    message: String,
    level: String,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
    label: Option<String>,
    suggested_replacement: Option<String>,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

/// Reads what the compiler said, one message a line.
pub(super) fn read(output: &str, sdk: &RustSdk, source: &Source) -> Report {
    let mut report = Report::default();
    let text = String::from_utf8_lossy(&source.text);
    let lines = Lines::of(&text);
    for line in output.lines() {
        let Ok(message) = serde_json::from_str::<Message>(line) else { continue };
        let severity = match message.level.as_str() {
            "warning" => Severity::Warning,
            level if level.starts_with("error") => Severity::Error,
            _ => continue,
        };
        // The last words of every failure, and of every list of warnings.
        let summary = message.message.starts_with("aborting due to")
            || severity == Severity::Warning && message.spans.is_empty();
        if !summary {
            report.note(severity, || diagnostic(&message, severity, sdk, source, &lines));
        }
    }
    report
}

/// The one thing to say to a player that looks ahead where it may not: the type is not there.
pub(super) fn looks_ahead(report: &Report, source: &Source) -> Option<Diagnostic> {
    let missing = |d: &&Diagnostic| {
        let unknown = ["cannot find", "undeclared", "unresolved", "no `Simulation`"];
        d.message.contains("`Simulation`") && unknown.iter().any(|u| d.message.contains(u))
    };
    let mut lines: Vec<usize> = report.errors.iter().filter(missing).map(|d| d.line).collect();
    lines.sort_unstable();
    let text = String::from_utf8_lossy(&source.text);
    lines.first().map(|line| forward::is_off(&source.file, &Lines::of(&text), *line))
}

fn diagnostic(
    message: &Message,
    severity: Severity,
    sdk: &RustSdk,
    source: &Source,
    lines: &Lines<'_>,
) -> Diagnostic {
    let primary = message.spans.iter().find(|span| span.is_primary);
    let own = primary.and_then(|span| in_file(span, &source.file));
    // What was added behind the last line is nobody's mistake to look at.
    let last = lines.count();
    let (line, column) = own.map_or((0, 0), |s| (s.line_start.min(last), s.column_start));
    let label = primary.and_then(|span| span.label.as_deref());
    let label = label.filter(|label| !message.message.contains(label));
    let words = match label {
        Some(label) => format!("{}: {label}", message.message),
        None => first_line(&message.message),
    };
    Diagnostic {
        severity,
        file: source.file.clone(),
        line,
        column,
        message: words,
        source: lines.quote(line, column),
        notes: labels(message, source, last),
        hint: named_wrongly(message, own, lines, source)
            .or_else(|| own_hint(message, sdk))
            .or_else(|| hint(message)),
    }
}

/// The compiler's labels about other places in the player's file: the place where a value was
/// moved, or the origin of a type.
fn labels(message: &Message, source: &Source, last: usize) -> Vec<String> {
    let children = message.children.iter().filter(|child| child.level == "note");
    let others = message.spans.iter().filter(|span| !span.is_primary);
    let others = others.filter_map(|span| Some((span, span.label.as_deref()?)));
    let noted = children
        .flat_map(|child| child.spans.iter().take(1).map(|span| (span, child.message.as_str())));
    let place = |(span, words): (&Span, &str)| {
        let span = in_file(span, &source.file).filter(|span| span.line_start <= last)?;
        let (line, column) = (span.line_start, span.column_start);
        Some(format!("{}:{line}:{column}: {}", source.file, first_line(words)))
    };
    others.chain(noted).filter_map(place).collect()
}

fn first_line(text: &str) -> String {
    const LONGEST: usize = 400;
    text.lines().next().unwrap_or_default().chars().take(LONGEST).collect()
}

/// The place in the player's file: the span itself, or where a macro was called that led to it.
fn in_file<'a>(span: &'a Span, file: &str) -> Option<&'a Span> {
    if span.file_name == file {
        return Some(span);
    }
    in_file(&span.expansion.as_deref()?.span, file)
}

/// The compiler's proposal.
fn hint(message: &Message) -> Option<String> {
    let helps = message.children.iter().filter(|child| child.level == "help");
    let mut helps = helps.filter(|child| !child.message.contains("RUST_BACKTRACE"));
    let help = helps.next()?;
    // A proposal in several places says nothing without them.
    let mut replaced = help.spans.iter().filter_map(|span| span.suggested_replacement.as_deref());
    let replaced = replaced.next().filter(|_| replaced.next().is_none());
    let words = first_line(&help.message);
    Some(match replaced.map(str::trim) {
        Some(text) if !text.is_empty() && !text.contains('\n') && !words.contains(text) => {
            format!("{words}: `{text}`")
        }
        _ => words,
    })
}

/// `player!(Name);` with a type that is not there.
fn named_wrongly(
    message: &Message,
    own: Option<&Span>,
    lines: &Lines<'_>,
    source: &Source,
) -> Option<String> {
    let code = message.code.as_ref().map_or("", |code| code.code.as_str());
    let line = lines.get(own?.line_start);
    (line.contains("player!(") && ["E0412", "E0425"].contains(&code)).then(|| {
        let name = &source.name;
        format!("write the type that has your `impl Player for …` here, such as `player!({name});`")
    })
}

/// Our own hint for a player's author, which no compiler can give.
fn own_hint(message: &Message, sdk: &RustSdk) -> Option<String> {
    let code = message.code.as_ref().map_or("", |code| code.code.as_str());
    let words = &message.message;
    let without_first_line = ["macro `player`", "trait `Player`", "type `Game`"];
    if words.contains("cannot find") && without_first_line.iter().any(|name| words.contains(name)) {
        let (title, module) = (sdk.title(), sdk.module());
        return Some(format!("players of {title} begin with `use palestra::{module}::*;`"));
    }
    match code {
        "E0432" | "E0433" if words.contains("palestra") => {
            let (title, module) = (sdk.title(), sdk.module());
            Some(format!("players of {title} begin with `use palestra::{module}::*;`"))
        }
        "E0432" | "E0433" | "E0463" => {
            Some("players have the standard library and the crate `palestra`, no other".into())
        }
        "E0554" => Some("players are compiled as stable Rust".into()),
        "E0277" if words.contains(": Default") => {
            Some("a player is made by `Default`: write `#[derive(Default)]` above its type".into())
        }
        _ => None,
    }
}
