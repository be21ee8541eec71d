//! The project's own rules about its files, which no lint knows.

use crate::{claims, words};
use anyhow::{Result, ensure};
use harness::run::root;
use std::fs;
use std::path::Path;

/// Folders that are made, not written.
const MADE: [&str; 8] =
    ["target", "node_modules", "dist", "book", "made", ".git", "test-results", "public"];
/// Files longer than this are hard to find one's way in.
const LINES_MAX: usize = 600;
const COLUMNS_MAX: usize = 100;
/// Templates are indented deeper than code.
const TEMPLATE_COLUMNS_MAX: usize = 120;

/// A file of the project: its path with `/` between folders, and its text.
pub struct Page {
    pub path: String,
    pub text: String,
}

impl Page {
    fn ends(&self, endings: &[&str]) -> bool {
        endings.iter().any(|e| self.path.ends_with(e))
    }

    /// Tests may name a game, and data of tests may be long.
    fn is_test(&self) -> bool {
        ["/tests/", "/tests.rs", "/testdata/", "/fixtures/", "/benches/"]
            .iter()
            .any(|part| self.path.contains(part))
    }

    pub fn complain(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

/// Checks all files of the project.
pub fn check() -> Result<()> {
    let mut pages = Vec::new();
    collect(&root(), "", &mut pages)?;
    let games = games(&pages);
    ensure!(!games.is_empty(), "there is no folder in games/");
    let complaints: Vec<String> = pages
        .iter()
        .flat_map(|page| complaints(page, &games))
        .chain(licences(&pages))
        .chain(purity(&pages))
        .chain(claims::complaints()?)
        .collect();
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    ensure!(complaints.is_empty(), "{} untidy places", complaints.len());
    println!("{} files are tidy", pages.len());
    Ok(())
}

fn collect(folder: &Path, prefix: &str, pages: &mut Vec<Page>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            if !MADE.contains(&name.as_str()) {
                collect(&entry.path(), &format!("{path}/"), pages)?;
            }
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            pages.push(Page { path, text });
        }
    }
    Ok(())
}

/// Names of the games: the folders in `games/` that hold a `mod.rs`.
fn games(pages: &[Page]) -> Vec<String> {
    pages
        .iter()
        .filter_map(|p| p.path.strip_prefix("games/")?.strip_suffix("/mod.rs"))
        .filter(|name| !name.contains('/'))
        .map(String::from)
        .collect()
}

fn complaints(page: &Page, games: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    if page.ends(&[".rs", ".ts", ".hh", ".cc", ".css"]) && !page.is_test() {
        let lines = page.text.lines().count();
        if lines > LINES_MAX {
            let what = format!("{lines} lines; at most {LINES_MAX} keep a file readable");
            found.push(page.complain(lines, &what));
        }
    }
    if page.ends(&[".rs", ".ts"]) {
        for (k, line) in page.text.lines().enumerate() {
            found.extend(unfinished(line).map(|what| page.complain(k + 1, &what)));
            if page.ends(&[".rs"]) && too_long(line) && !page.is_test() {
                found.push(page.complain(k + 1, "longer than 100 columns"));
            }
        }
    }
    if page.path.contains("/templates/") && page.ends(&[".html"]) {
        found.extend(long_template_lines(page));
    }
    found.extend(game_names(page, games));
    found.extend(game_lists(page, games));
    found.extend(game_imports(page, games));
    found.extend(dead_links(page));
    found.extend(dead_paths(page));
    found.extend(words::complaints(page));
    found
}

/// Checks that clippy bans the same in the rules as in the engine.
fn purity(pages: &[Page]) -> Option<String> {
    let bans = |path: &str| pages.iter().find(|page| page.path == path).map(|page| &page.text);
    let differ = bans("games/clippy.toml") != bans("crates/engine/clippy.toml");
    differ.then(|| "crates/engine/clippy.toml must be a copy of games/clippy.toml".to_string())
}

/// A template has one element per line.
fn long_template_lines(page: &Page) -> impl Iterator<Item = String> {
    let long = |line: &str| line.chars().count() > TEMPLATE_COLUMNS_MAX;
    let what = format!("longer than {TEMPLATE_COLUMNS_MAX} columns: one element per line");
    let lines = page.text.lines().enumerate().filter(move |(_, line)| long(line));
    lines.map(move |(k, _)| page.complain(k + 1, &what))
}

/// Lines of tables in comments cannot be broken.
fn too_long(line: &str) -> bool {
    let comment = line.trim_start().trim_start_matches(['/', '!']);
    line.chars().count() > COLUMNS_MAX && !comment.trim_start().starts_with('|')
}

/// Words of unfinished code and of tests that do not test, in two parts each, so that this file
/// does not complain about itself.
const UNFINISHED: [(&str, &str); 6] = [
    ("todo", "!("),
    ("unimplemented", "!("),
    ("dbg", "!("),
    ("#[ig", "nore"),
    ("test.sk", "ip("),
    ("assert!(tr", "ue)"),
];

/// Words that mean that something is not done, or that a test does not test.
fn unfinished(line: &str) -> Option<String> {
    UNFINISHED.iter().map(|(a, b)| format!("{a}{b}")).find(|word| line.contains(word.as_str()))
}

/// Nothing outside a game's folder knows its name: programs learn the names from the list.
fn game_names(page: &Page, games: &[String]) -> Vec<String> {
    let watched = page.path.starts_with("crates/") && page.ends(&[".rs"])
        || page.path.starts_with("sdk/") && page.ends(&[".rs", ".hh", ".cc"])
        || page.path.starts_with("viewer/src/") && page.ends(&[".ts", ".css", ".svg"]);
    if !watched || page.is_test() {
        return Vec::new();
    }
    // Tests at the end of a file may name games too.
    let code = page.text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    for (k, line) in code.lines().enumerate() {
        let line = line.trim_start();
        if line.starts_with("//") || line.starts_with('*') {
            continue;
        }
        for game in games {
            let with_hyphens = game.replace('_', "-");
            if line.contains(game.as_str()) || line.contains(&with_hyphens) {
                found.push(page.complain(k + 1, &format!("names the game {game}")));
            }
        }
    }
    found
}

/// Files that may list the games: the registry, the pictures, the history, and attacks that are
/// written for the games that they name.
const LISTS: [&str; 5] = [
    "games/lib.rs",
    "README.md",
    "CHANGELOG.md",
    "crates/server/e2e/siege.py",
    "crates/server/e2e/siege_attacks.py",
];

/// A file may take a game as its example, but a list of the games is one more place that somebody
/// who adds a game has to know.
fn game_lists(page: &Page, games: &[String]) -> Option<String> {
    const MOST: usize = 3;
    let in_folder = page.path.strip_prefix("games/").is_some_and(|path| path.contains('/'));
    if in_folder || LISTS.contains(&page.path.as_str()) {
        return None;
    }
    let names = |game: &&String| {
        page.text.contains(game.as_str()) || page.text.contains(&game.replace('_', "-"))
    };
    let named = games.iter().filter(names).count();
    let what = format!("names {named} games: walk the registry, or ask the games' folders");
    (named > MOST).then(|| page.complain(1, &what))
}

/// Games stand alone: what two of them share belongs into the engine.
fn game_imports(page: &Page, games: &[String]) -> Vec<String> {
    let Some(own) = page.path.strip_prefix("games/").and_then(|p| p.split('/').next()) else {
        return Vec::new();
    };
    let others = games.iter().filter(|game| *game != own && page.path.contains('/'));
    others
        .filter(|_| own != "lib.rs" && page.ends(&[".rs"]))
        .filter(|other| page.text.contains(&format!("crate::{other}")))
        .map(|other| page.complain(1, &format!("uses the game {other}")))
        .collect()
}

/// Relative links in Markdown lead to files that exist.
fn dead_links(page: &Page) -> Vec<String> {
    if !page.ends(&[".md"]) {
        return Vec::new();
    }
    let folder = root().join(&page.path).parent().map(Path::to_path_buf).unwrap_or_default();
    let mut found = Vec::new();
    for (k, line) in page.text.lines().enumerate() {
        for link in links(line) {
            let file = link.split('#').next().unwrap_or_default();
            let elsewhere = file.is_empty() || file.contains("://") || file.starts_with("mailto:");
            if !elsewhere && !folder.join(file).exists() {
                found.push(page.complain(k + 1, &format!("the link to {link} is dead")));
            }
        }
    }
    found
}

/// The map of the project names no file that is gone. It names files of all games with a `*` or in
/// angle brackets.
fn dead_paths(page: &Page) -> Vec<String> {
    const FOLDERS: [&str; 6] = ["crates/", "games/", "sdk/", "viewer/", "xtask/", ".cargo/"];
    let mut found = Vec::new();
    if page.path != "ARCHITECTURE.md" {
        return found;
    }
    for (k, line) in page.text.lines().enumerate() {
        for path in line.split('`').skip(1).step_by(2) {
            let whole = FOLDERS.iter().any(|folder| path.starts_with(folder));
            if whole && !path.contains(['*', '<', ' ']) && !root().join(path).exists() {
                found.push(page.complain(k + 1, &format!("there is no {path}")));
            }
        }
    }
    found
}

/// The targets of the `[text](target)` links of a line, outside of code.
fn links(line: &str) -> Vec<&str> {
    let prose = line.split('`').step_by(2);
    prose
        .flat_map(|text| text.split("](").skip(1))
        .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
        .filter(|target| !target.contains(' '))
        .collect()
}

/// Every crate takes the workspace's licence, and both texts are there.
fn licences(pages: &[Page]) -> Vec<String> {
    let mut found = Vec::new();
    for page in pages.iter().filter(|p| p.ends(&["/Cargo.toml"])) {
        if !page.text.contains("license") {
            found.push(page.complain(1, "names no licence"));
        }
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        if !pages.iter().any(|p| p.path == name) {
            found.push(format!("{name} is missing"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let games = ["chess_960", "go", "shogi", "hex"].map(String::from);
        complaints(&Page { path: path.into(), text: text.into() }, &games)
    }

    #[test]
    fn long_files_are_found_unless_they_are_tests() {
        let long = "\n".repeat(LINES_MAX + 1);
        assert_eq!(found("crates/a/src/x.rs", &long).len(), 1);
        assert!(found("crates/a/tests/x.rs", &long).is_empty());
        assert!(found("crates/a/src/x.rs", &"\n".repeat(LINES_MAX)).is_empty());
    }

    #[test]
    fn unfinished_things_are_found() {
        for (a, b) in UNFINISHED {
            let word = format!("{a}{b}");
            assert_eq!(found("crates/a/src/x.rs", &word).len(), 1, "{word}");
        }
        assert!(found("crates/a/src/x.rs", "let done = true;").is_empty());
    }

    #[test]
    fn long_lines_of_templates_are_found() {
        let line = |length: usize| "x".repeat(length);
        let template = "crates/a/templates/x.html";
        assert_eq!(found(template, &line(TEMPLATE_COLUMNS_MAX + 1)).len(), 1);
        assert!(found(template, &line(TEMPLATE_COLUMNS_MAX)).is_empty());
        assert!(found("crates/a/x.html", &line(TEMPLATE_COLUMNS_MAX + 1)).is_empty());
    }

    #[test]
    fn names_of_games_are_found_outside_their_folders() {
        let naming = "let game = \"chess-960\";";
        assert_eq!(found("crates/a/src/x.rs", naming).len(), 1);
        assert_eq!(found("viewer/src/x.ts", naming).len(), 1);
        assert!(found("games/chess_960/mod.rs", naming).is_empty());
        assert!(found("crates/a/tests/x.rs", naming).is_empty());
        let in_tests = format!("fn f() {{}}\n\n#[cfg(test)]\nmod tests {{ {naming} }}");
        assert!(found("crates/a/src/x.rs", &in_tests).is_empty());
    }

    #[test]
    fn lists_of_games_are_found_in_every_file() {
        let list = "chess-960, shogi, hex and go";
        for path in ["docs/src/x.md", "crates/a/tests/x.rs", "viewer/x.svg", ".ci/run"] {
            assert_eq!(found(path, list).len(), 1, "{path}");
        }
        assert!(found("docs/src/x.md", "as in chess-960, shogi or hex").is_empty());
        assert!(found("README.md", list).is_empty());
    }

    #[test]
    fn games_that_use_each_other_are_found() {
        let text = "use crate::chess_960::Board;";
        assert_eq!(found("games/go/mod.rs", text).len(), 1);
        assert!(found("games/chess_960/rules.rs", text).is_empty());
    }

    #[test]
    fn dead_links_are_found() {
        assert_eq!(found("crates/x.md", "see [this](no/such/file.md)").len(), 1);
        let fine = "[a](https://example.org) [b](#part) `[c](no/such)` [d](../Cargo.toml)";
        assert!(found("crates/x.md", fine).is_empty());
    }

    #[test]
    fn paths_of_files_that_are_gone_are_found() {
        let gone = "| it holds | `crates/server/tests/it/gone.rs` |";
        assert_eq!(found("ARCHITECTURE.md", gone).len(), 1);
        assert!(found("docs/src/x.md", gone).is_empty());
        let fine = "`xtask/src/tidy.rs`, `games/*/tests/x.txt`, `games/<game>/x.rs`, `src/here.rs`";
        assert!(found("ARCHITECTURE.md", fine).is_empty());
    }

    #[test]
    fn missing_licences_are_found() {
        let page = |path: &str, text: &str| Page { path: path.into(), text: text.into() };
        let pages = [page("crates/a/Cargo.toml", "[package]"), page("LICENSE-MIT", "")];
        assert_eq!(licences(&pages).len(), 2);
    }
}
