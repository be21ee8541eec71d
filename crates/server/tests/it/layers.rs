//! The layers of the server: the modules that each file may use, and the words that the database
//! stores.

use server::states::{
    CheckState, KeyState, MatchState, PairDecision, RoundKind, RoundState, SubmissionState,
    TournamentKind, TournamentState, WorkerState,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The layers from top to bottom: each may use those below it. `lib.rs` may use all.
const LAYERS: [&[&str]; 7] = [
    &["http"],
    &["jobs"],
    &["ops"],
    &["app"],
    &["db", "store"],
    &["ranking"],
    &[
        "column", "config", "i18n", "ids", "metrics", "private", "secret", "states", "time",
        "version",
    ],
];

/// Every file of a folder of this crate, with its text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                found.push((path.display().to_string(), text));
            }
        }
    }
    found
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// The modules at the top of the crate that a source names, in `crate::name` and in
/// `crate::{name, name::part}`.
fn named(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let word = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
    };
    for rest in text.split("crate::").skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            found.insert(word(rest));
            continue;
        };
        let (mut depth, mut start) = (0, true);
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if start && c.is_ascii_alphabetic() => {
                    found.insert(word(&list[at..]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    found
}

#[test]
fn names_are_found_alone_and_in_lists() {
    let text = "use crate::db::users; use crate::{app::{a, jobs}, time}; crate::http::x()";
    assert_eq!(named(text).into_iter().collect::<Vec<_>>(), ["app", "db", "http", "time"]);
}

#[test]
fn layers_use_only_what_lies_below_them() {
    let mut seen = 0;
    for (path, text) in sources("src") {
        let inside = path.split("/src/").last().expect("a path");
        let own = inside.split(['/', '.']).next().expect("a module");
        if own == "lib" || own == "bin" {
            continue;
        }
        let at = layer(own).unwrap_or_else(|| panic!("{own} stands in no layer"));
        for other in named(&text) {
            let Some(below) = layer(&other) else { continue };
            assert!(at <= below, "{inside} uses crate::{other}, which lies above it");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

/// What handlers leave to the layers below them, each with the layer that does it, by a word
/// that gives it away.
const BELOW: &[(&str, &str)] = &[
    ("app.db", "app/ asks the database"),
    ("db::begin", "app/ holds every transaction"),
    ("audit::add", "app/ writes the audit log"),
    ("app.store", "app/ reads files"),
    ("app.bus", "app/ asks worker processes"),
    ("app.comparing", "app/ knows what is being compared"),
    ("tokio::spawn", "jobs/ work in the background"),
    ("sqlx::query", "db/ has the queries"),
    // What is read of a request has a type: `http/request.rs`.
    ("RawPathParams", "request.rs reads the path"),
    ("RawQuery", "request.rs reads the query"),
    (".uri.query()", "request.rs reads the query"),
];

/// The text of a source without its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

#[test]
fn handlers_parse_call_and_render() {
    let mut seen = 0;
    for (path, text) in sources("src/http") {
        let inside = path.split("/src/http/").last().expect("a path");
        // The extractors themselves, and the sockets below all requests.
        if matches!(inside, "request.rs" | "connections.rs") {
            continue;
        }
        for (word, whose) in BELOW {
            assert!(!without_tests(&text).contains(word), "http/{inside} says {word}: {whose}");
        }
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn pages_and_api_never_call_each_other() {
    for (own, other) in [("pages", "api"), ("api", "pages")] {
        for (path, text) in sources(&format!("src/http/{own}")) {
            for word in [format!("http::{other}"), format!("super::{other}::")] {
                assert!(!text.contains(&word), "{path} says {word}");
            }
        }
    }
}

#[test]
fn no_state_is_compared_as_a_string() {
    let words: BTreeSet<&str> = SubmissionState::ALL
        .iter()
        .map(|s| s.word())
        .chain(MatchState::ALL.iter().map(|s| s.word()))
        .chain(RoundKind::ALL.iter().map(|k| k.word()))
        .chain(TournamentState::ALL.iter().map(|s| s.word()))
        .chain(CheckState::ALL.iter().map(|s| s.word()))
        .chain(PairDecision::ALL.iter().map(|d| d.word()))
        .collect();
    for (path, text) in sources("src") {
        for word in &words {
            for compared in [format!("== \"{word}\""), format!("!= \"{word}\"")] {
                assert!(!without_tests(&text).contains(&compared), "{path} says {compared}");
            }
        }
    }
}

/// The words that a query compares a column with or sets it to.
fn words<'a>(sql: &'a str, column: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, _) in sql.match_indices(column) {
        let before = sql[..at].chars().next_back().unwrap_or(' ');
        let rest = sql[at + column.len()..].trim_start();
        let operators = ["NOT IN (", "IN (", "=", "<>", "!="];
        let Some(rest) = operators.iter().find_map(|o| rest.strip_prefix(o)) else { continue };
        if before.is_ascii_alphanumeric() || before == '_' {
            continue;
        }
        let mut rest = rest.trim_start();
        while let Some((word, after)) =
            rest.strip_prefix('\'').and_then(|quoted| quoted.split_once('\''))
        {
            found.push(word);
            match after.trim_start().strip_prefix(',') {
                Some(next) => rest = next.trim_start(),
                None => break,
            }
        }
    }
    found
}

#[test]
fn words_of_queries_are_found() {
    let sql = "WHERE m.state = 'done' AND r.kind NOT IN ('a', 'b') AND estate = 'x' AND state = $1";
    assert_eq!((words(sql, "state"), words(sql, "kind")), (vec!["done"], vec!["a", "b"]));
}

#[test]
fn queries_know_only_words_of_the_enumerations() {
    let states: BTreeSet<&str> = SubmissionState::ALL
        .iter()
        .map(|s| s.word())
        .chain(MatchState::ALL.iter().map(|s| s.word()))
        .chain(RoundState::ALL.iter().map(|s| s.word()))
        .chain(TournamentState::ALL.iter().map(|s| s.word()))
        .chain(WorkerState::ALL.iter().map(|s| s.word()))
        .chain(KeyState::ALL.iter().map(|s| s.word()))
        .chain(CheckState::ALL.iter().map(|s| s.word()))
        .collect();
    let kinds: BTreeSet<&str> = RoundKind::ALL
        .iter()
        .map(|k| k.word())
        .chain(TournamentKind::ALL.iter().map(|k| k.word()))
        .collect();
    let mut seen = 0;
    for (path, text) in sources("src/db") {
        // A query goes on in the next line after a backslash.
        let lines = text.split("\\\n").map(str::trim_start);
        let text = lines.collect::<String>();
        for (column, known) in [("state", &states), ("kind", &kinds)] {
            // The row of the turns' clock belongs to no kind.
            for word in words(&text, column).into_iter().filter(|word| !word.is_empty()) {
                assert!(known.contains(word), "{path}: {column} '{word}' is no word of states.rs");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
}
