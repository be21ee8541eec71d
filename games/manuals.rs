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
