//! The manuals and the headers of the games.
#![expect(clippy::disallowed_methods, reason = "tests may read their data")]

use crate::testing;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;

/// The line of a manual before the list of standard headers.
const HEAD: &str = "`Player.hh` includes these standard headers:\n\n";
/// The longest line of a manual.
const WIDTH: usize = 100;

/// The standard headers that a header of a game includes, also through the others.
fn standard_headers(folder: &str, first: &str) -> BTreeSet<String> {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let own = games.join(folder).join("sdk");
    let shared = games.join("../sdk/cpp");
    let folders = [own, shared.clone(), shared.join("parts")];
    let (mut found, mut read) = (BTreeSet::new(), BTreeSet::new());
    let mut pending = VecDeque::from([first.to_string()]);
    while let Some(name) = pending.pop_front() {
        let path = folders.iter().map(|folder| folder.join(&name)).find(|path| path.exists());
        // A header that is made for each player includes no standard headers.
        let Some(path) = path.filter(|_| read.insert(name)) else { continue };
        let text = std::fs::read_to_string(path).expect("a header");
        for line in text.lines().filter_map(|line| line.strip_prefix("#include ")) {
            match line.trim().strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
                Some(header) => drop(found.insert(header.to_string())),
                None => pending.push_back(line.trim().trim_matches('"').to_string()),
            }
        }
    }
    found
}

/// The facts of a section of a manual that are the same in every language, without its words.
#[derive(Debug, PartialEq)]
struct Section {
    /// The words in backticks, sorted.
    code: Vec<String>,
    /// The numbers outside of backticks, sorted.
    numbers: Vec<String>,
    /// The columns of each row of its tables.
    rows: Vec<usize>,
    items: usize,
    /// Marks of bold words.
    bold: usize,
    /// Blocks of C++ as they are; of other blocks, which hold words, the number of lines.
    blocks: Vec<Result<String, usize>>,
}

/// The sections of a manual, without their headings.
fn sections(text: &str) -> Vec<Section> {
    // Blocks of code may have lines with `#` at the start.
    let (mut all, mut prose, mut blocks) = (Vec::new(), String::new(), Vec::new());
    let mut open: Option<(bool, String)> = None;
    for line in text.lines().chain(["# end"]) {
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(_), Some((true, block))) => blocks.push(Ok(std::mem::take(block))),
            (Some(_), Some((false, block))) => blocks.push(Err(block.lines().count())),
            (Some(kind), None) => {
                open = Some((kind == "cpp", String::new()));
                continue;
            }
            (None, Some((_, block))) => {
                block.push_str(line);
                block.push('\n');
                continue;
            }
            (None, None) if line.starts_with('#') => {
                all.push(section(&prose, std::mem::take(&mut blocks)));
                prose.clear();
            }
            (None, None) => {
                prose.push_str(line);
                prose.push('\n');
            }
        }
        open = None;
    }
    all
}

fn section(prose: &str, blocks: Vec<Result<String, usize>>) -> Section {
    let sorted = |mut all: Vec<String>| {
        all.sort();
        all
    };
    let (mut code, mut words) = (Vec::new(), String::new());
    for (n, part) in prose.split('`').enumerate() {
        if n % 2 == 1 { code.push(part.to_string()) } else { words.push_str(part) }
    }
    let numbers = words.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
    let lines = || prose.lines().map(str::trim_start);
    let is_item = |line: &str| {
        let (mark, rest) = line.split_once(' ').unwrap_or_default();
        let is_number = mark.strip_suffix('.').is_some_and(|n| n.parse::<u8>().is_ok());
        !rest.is_empty() && (mark == "*" || mark == "-" || is_number)
    };
    Section {
        code: sorted(code),
        numbers: sorted(numbers.map(Into::into).collect()),
        rows: lines().filter(|l| l.starts_with('|')).map(|l| l.matches('|').count()).collect(),
        items: lines().filter(|line| is_item(line)).count(),
        bold: prose.matches("**").count(),
        blocks,
    }
}

#[test]
fn manuals_have_the_same_facts_in_every_language() {
    let mut seen = 0;
    for game in crate::ALL {
        let facts = game.facts();
        let english = sections(facts.manual);
        let parts = english.len();
        assert!(parts > 2 || facts.translations.is_empty(), "{}: {parts} parts", facts.id);
        for told in facts.translations {
            let own = sections(told.manual);
            let name = format!("{}/locales/{}/manual.md", facts.id, told.language);
            assert_eq!(own.len(), english.len(), "{name}: headings");
            for (n, (own, english)) in own.iter().zip(&english).enumerate() {
                assert_eq!(own, english, "{name}: section {n}, compared with README.md");
            }
            let is_sentence = told.summary.ends_with('.') && told.summary != facts.summary;
            assert!(is_sentence, "{name}: {}", told.summary);
            seen += 1;
        }
        let languages: Vec<&str> = facts.translations.iter().map(|told| told.language).collect();
        let wanted: Vec<String> = testing::languages().into_iter().filter(|c| c != "en").collect();
        let complete = languages.is_empty() || languages == wanted;
        assert!(complete, "{}: locales/ has manuals in {languages:?}, not {wanted:?}", facts.id);
    }
    assert!(seen >= 12, "{seen}");
}

#[test]
fn facts_that_differ_between_languages_are_found() {
    let text = "# A\n\n**Ten** `x` 10.\n\n| a | 1 |\n\n* one\n\n```cpp\n# b\nx;\n```\n";
    let of = |from: &str, to: &str| sections(&text.replacen(from, to, 1));
    assert_eq!(of("Ten", "Deu"), sections(text));
    for (from, to) in [
        ("10.", "11."),
        ("`x`", "`y`"),
        ("| a |", "| a | b |"),
        ("* one", "one"),
        ("**Ten**", "Ten"),
        ("x;", "y;"),
        ("# A", "# A\n\n## B"),
    ] {
        assert_ne!(of(from, to), sections(text), "{from} -> {to}");
    }
}

#[test]
fn manuals_list_the_headers_that_players_get() {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = crate::ALL.iter().map(|game| game.facts().id.replace('-', "_"));
    // A game may come without classes for C++.
    let has_classes = |folder: &String| games.join(folder).join("sdk/Player.hh").exists();
    let folders: Vec<String> = folders.filter(has_classes).collect();
    assert!(folders.len() >= 5, "{folders:?}");
    for folder in folders {
        let headers = standard_headers(&folder, "Player.hh");
        assert!(headers.contains("vector"), "{folder}: its headers were not read");
        let mut rows = String::new();
        let mut column = 0;
        for header in &headers {
            let word = format!("`<{header}>`");
            if column + word.len() >= WIDTH {
                rows.push('\n');
                column = 0;
            }
            rows.push_str(if column == 0 { "" } else { " " });
            column += word.len() + usize::from(column > 0);
            rows.push_str(&word);
        }
        testing::compare_or_bless_rows(&format!("{folder}/README.md"), HEAD, &(rows + "\n"));
    }
}
