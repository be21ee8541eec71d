//! The book is true: every command and every source in it is run.
//!
//! The test works through each page from top to bottom in its own folder. The language of a block
//! of code gives its kind. A comment in the line before it may add more:
//!
//! | block | what happens |
//! |---|---|
//! | `sh` | run by bash, which stops at the first command that fails |
//! | `console` | lines after `$` are run; the lines below must be in their output, in this order; `…` stands for anything |
//! | `cpp`, `rust`, `python`, `cnf`, … after `<!-- file: NAME -->` | written into the folder |
//! | the same without a file | a whole player: compiled for the game of the page |
//! | `text` | is not code |
//! | any, after `<!-- not run: REASON -->` | is left alone |
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

/// Blocks that are not run, in the whole book: each is a promise that nobody keeps.
const MOST_NOT_RUN: usize = 16;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[derive(Debug)]
struct Block {
    line: usize,
    language: String,
    text: String,
    /// `<!-- file: … -->`, `<!-- not run: … -->` before it.
    remark: Option<(String, String)>,
}

/// Reads a page with the files that it includes.
fn page(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let folder = path.parent().expect("is in a folder");
    let include = |line: &str| match line.trim().strip_prefix("{{#include ") {
        Some(rest) => included(folder, rest.trim_end_matches("}}")),
        None => format!("{line}\n"),
    };
    text.lines().map(include).collect()
}

/// `FILE`, `FILE:LINE` or `FILE:FROM:TO`, where either end may be missing.
fn included(folder: &Path, what: &str) -> String {
    let mut parts = what.split(':');
    let text = page(&folder.join(parts.next().unwrap_or_default()));
    let Some(from) = parts.next() else { return text };
    let from: usize = from.parse().unwrap_or(1);
    let to = parts.next().map_or(from, |to| to.parse().unwrap_or(usize::MAX));
    let kept = text.lines().skip(from - 1).take(to.saturating_sub(from - 1));
    kept.map(|line| format!("{line}\n")).collect()
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = (1..).zip(text.lines());
    let mut remark = None;
    while let Some((line, content)) = lines.next() {
        if let Some(comment) = content.trim().strip_prefix("<!-- ") {
            let comment = comment.trim_end_matches("-->").trim();
            remark = comment.split_once(": ").map(|(a, b)| (a.to_string(), b.to_string()));
            continue;
        }
        let Some(language) = content.trim_start().strip_prefix("```") else {
            if !content.trim().is_empty() {
                remark = None;
            }
            continue;
        };
        let indent = content.len() - content.trim_start().len();
        let inside = lines.by_ref().map(|(_, l)| l).take_while(|l| l.trim() != "```");
        let text: String = inside.map(|l| format!("{}\n", l.get(indent..).unwrap_or(""))).collect();
        let language = language.split(',').next().unwrap_or_default().to_string();
        blocks.push(Block { line, language, text, remark: remark.take() });
    }
    blocks
}

/// Runs a script; gives its whole output.
fn bash(folder: &Path, script: &str) -> Result<String, String> {
    let programs = Path::new(PALESTRA).parent().expect("is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let done = Command::new("bash")
        .args(["-e", "-o", "pipefail", "-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        // Nobody is there to look at a browser.
        .env("BROWSER", "true")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("there is bash");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    if done.status.success() { Ok(said) } else { Err(format!("{}:\n{said}", done.status)) }
}

/// A line with single spaces.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs what stands after `$`, and looks for the lines below in its output.
fn console(folder: &Path, text: &str) -> Result<(), String> {
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            return Err(format!("`{line}` stands below no command"));
        };
        let mut command = command.to_string();
        while command.ends_with('\\') {
            command.push('\n');
            command.push_str(lines.next().unwrap_or_default());
        }
        // A command in a book may fail on purpose; what it says is compared.
        let said = match bash(folder, &command) {
            Ok(said) | Err(said) => said,
        };
        // How wide a table is does not matter.
        let plain = said.lines().map(squeezed).collect::<Vec<_>>().join("\n");
        let mut rest = plain.as_str();
        while let Some(expected) = lines.next_if(|l| !l.starts_with("$ ")) {
            for part in expected.split('…').map(squeezed).filter(|p| !p.is_empty()) {
                let Some(at) = rest.find(&part) else {
                    return Err(format!("`{command}` does not say `{part}`; it says\n{said}"));
                };
                rest = &rest[at + part.len()..];
            }
        }
    }
    Ok(())
}

/// Compiles a block that is a whole player.
fn player(folder: &Path, game: &str, text: &str) -> Result<(), String> {
    let name = text.lines().find_map(|l| l.strip_prefix("#define PLAYER_NAME "));
    let name = name.ok_or("is no whole player: give it a file, or say why it is not run")?.trim();
    let file = format!("AI{name}.cc");
    fs::write(folder.join(&file), text).map_err(|e| e.to_string())?;
    bash(folder, &format!("palestra build {file} --game {game}")).map(drop)
}

/// Compiles a player in Rust.
fn rust_player(folder: &Path, text: &str) -> Result<(), String> {
    let between = |a: &str, b: &str| text.split(a).nth(1).and_then(|rest| rest.split(b).next());
    let name = between("player!(", ")").ok_or("names no player")?;
    let game = between("use palestra::", "::").ok_or("names no game")?.replace('_', "-");
    let file = format!("AI{name}.rs");
    fs::write(folder.join(&file), text).map_err(|e| e.to_string())?;
    bash(folder, &format!("palestra build {file} --game {game}")).map(drop)
}

fn run(block: &Block, folder: &Path, game: Option<&str>) -> Result<(), String> {
    if let Some((what, value)) = &block.remark {
        match what.as_str() {
            "file" => {
                let path = folder.join(value);
                fs::create_dir_all(path.parent().expect("has one")).map_err(|e| e.to_string())?;
                return fs::write(path, &block.text).map_err(|e| e.to_string());
            }
            "not run" => return Ok(()),
            _ => {}
        }
    }
    match (block.language.as_str(), game) {
        ("text", _) => Ok(()),
        ("sh", _) => bash(folder, &block.text).map(drop),
        ("console", _) => console(folder, &block.text),
        ("cpp", Some(game)) if block.text.contains("RegisterPlayer") => {
            player(folder, game, &block.text)
        }
        // The manuals show single functions of players.
        ("cpp", Some(game)) => {
            let whole = format!(
                "#include \"Player.hh\"\n#define PLAYER_NAME Part\nstruct PLAYER_NAME : public \
                 Player {{\nstatic Player* factory () {{ return new PLAYER_NAME; }}\n{}\n}};\n\
                 RegisterPlayer(PLAYER_NAME);\n",
                block.text
            );
            let body = format!("virtual void play () {{\n{}\n}}", block.text);
            let within = whole.replace(&block.text, &body);
            player(folder, game, &whole)
                .or_else(|_| player(folder, game, &within.replace("Part", "Part2")))
        }
        ("rust", _) if block.text.contains("player!(") => rust_player(folder, &block.text),
        ("json", _) => serde_json::from_str::<serde_json::Value>(&block.text)
            .map(drop)
            .map_err(|e| e.to_string()),
        (language, _) => Err(format!("nobody knows what to do with `{language}` here")),
    }
}

/// Goes through a page; gives how many blocks were not run.
fn go_through(file: &str, game: Option<&str>) -> usize {
    let folder = Folder::new(&format!("book-{}", file.replace('/', "-")));
    let here = folder.path("");
    let text = page(&root().join(file));
    let mut left = 0;
    let blocks = blocks(&text);
    // A command may stand above the file that it needs.
    let of_a_file = |b: &&Block| b.remark.as_ref().is_some_and(|(what, _)| what == "file");
    for block in blocks.iter().filter(of_a_file).chain(&blocks) {
        left += usize::from(block.remark.as_ref().is_some_and(|(what, _)| what == "not run"));
        if let Err(why) = run(block, &here, game) {
            panic!("{file}, line {} (as included):\n{}\n{why}", block.line, block.text);
        }
    }
    left
}

/// Goes through all pages, one on each core: a page mostly waits for a compiler that uses one.
fn go_through_all<'a>(pages: impl Iterator<Item = (String, Option<&'a str>)> + Send) -> usize {
    let pages = Mutex::new(pages);
    let next = || pages.lock().expect("no page panics here").next();
    let some =
        || std::iter::from_fn(next).map(|(file, game)| go_through(&file, game)).sum::<usize>();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let all: Vec<_> = (0..cores).map(|_| scope.spawn(some)).collect();
        all.into_iter().map(|one| one.join().expect("the page is named above")).sum()
    })
}

/// The pages of the summary, and the first players of single games, which are listed when the book
/// is built.
fn pages() -> Vec<String> {
    let source = root().join("docs/src");
    let summary = fs::read_to_string(source.join("SUMMARY.md")).expect("is there");
    let links = summary.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let mut pages: Vec<String> = links.map(|(file, _)| file.to_string()).collect();
    let files = fs::read_dir(source).expect("can be read").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    pages.extend(names.filter(|name| name.starts_with("first-") && name.ends_with(".md")));
    pages
}

#[test]
fn every_block_of_the_book_runs() {
    let ready = Command::new(PALESTRA).args(["toolchain", "install"]).output();
    assert!(ready.expect("starts").status.success(), "the compiler cannot be installed");
    let pages = pages();
    assert!(pages.len() > 10, "the summary was not read: {pages:?}");
    let book = pages.iter().filter(|file| *file != "sixth-game.md");
    let book = book.map(|file| (format!("docs/src/{file}"), None));
    let games = games::ALL.iter().map(|game| game.facts().id);
    let manuals = games.map(|id| (format!("games/{}/README.md", id.replace('-', "_")), Some(id)));
    let left = go_through_all(book.chain(manuals));
    assert!(left <= MOST_NOT_RUN, "{left} blocks of the book are not run");
}

/// A folder with everything but what is made.
fn copy(from: &Path, to: &Path) {
    const MADE: [&str; 6] =
        ["target", "node_modules", "viewer/dist", "viewer/test-results", "viewer/public", ".git"];
    fs::create_dir_all(to).expect("makes the folder");
    for entry in fs::read_dir(from).expect("can be read").flatten() {
        let (path, there) = (entry.path(), to.join(entry.file_name()));
        if MADE.iter().any(|made| path.ends_with(made)) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &there);
        } else {
            fs::copy(&path, &there).expect("can be copied");
        }
    }
}

/// The games of the walkthrough are compiled twice and play for seconds: quick code is not worth
/// its build there.
const QUICK_BUILD: &str = "[profile.release.package]\nengine = { opt-level = 1 }\n\
                           games = { opt-level = 1, codegen-units = 16 }\n";

/// The walkthrough is followed in a copy of the project, with a target folder of its own: cargo
/// would take the crates of the copy for ours. Only engine and games are compiled.
#[test]
fn the_sixth_game_is_built_from_its_page() {
    // The copy that this test makes has the same tests.
    if root().join("games/gold").exists() {
        needs::skip("this project has the sixth game already");
        return;
    }
    let folder = Folder::new("book-sixth-game");
    let here = folder.path("palestra");
    copy(&root(), &here);
    // Cargo reads it on its way up from the copy.
    let settings = folder.path(".cargo");
    fs::create_dir_all(&settings).expect("makes the folder");
    fs::write(Path::new(&settings).join("config.toml"), QUICK_BUILD).expect("can be written");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-sixth-target");
    let text = page(&root().join("docs/src/sixth-game.md"));
    let mut files = 0;
    for mut block in blocks(&text) {
        files += usize::from(block.remark.as_ref().is_some_and(|(what, _)| what == "file"));
        if block.language == "sh" {
            // No reference data lies beside the copy: what its tests skip, the project's own run.
            let target = target.display();
            let before = format!("unset CI PALESTRA_SKIPS; export CARGO_TARGET_DIR='{target}'\n");
            block.text.insert_str(0, &before);
        }
        if let Err(why) = run(&block, &here, None) {
            panic!("sixth-game.md, line {}:\n{}\n{why}", block.line, block.text);
        }
    }
    assert_eq!(files, 7, "files of the game");
    let digests = fs::read_to_string(here.join("games/gold/tests/digests.txt"));
    assert!(digests.is_ok_and(|d| d.contains("default.cnf Statement")), "no match was played");
}

#[test]
fn blocks_are_found_with_their_remarks() {
    let text = "a\n<!-- file: x/y.cc -->\n```cpp,ignore\none\n```\n<!-- not run: b: c -->\n\n```sh\n\
                two\n```\n<!-- file: z -->\nwords\n```text\n```\n";
    let found = blocks(text);
    let remark = |k: usize| found[k].remark.clone();
    assert_eq!(found.len(), 3);
    assert_eq!((found[0].language.as_str(), found[0].text.as_str()), ("cpp", "one\n"));
    assert_eq!(remark(0), Some(("file".into(), "x/y.cc".into())));
    assert_eq!(remark(1), Some(("not run".into(), "b: c".into())));
    assert_eq!(remark(2), None);
}

#[test]
fn what_a_command_does_not_say_is_noticed() {
    let folder = Folder::new("book-console");
    let here = folder.path("");
    assert_eq!(console(&here, "$ echo one two; echo three\none … two\nthree\n"), Ok(()));
    assert!(console(&here, "$ echo three; echo one\none\nthree\n").is_err());
    assert!(console(&here, "one\n").is_err());
    assert!(run(&blocks("```sh\nfalse\ntrue\n```\n")[0], &here, None).is_err());
    assert!(run(&blocks("```basic\n10\n```\n")[0], &here, None).is_err());
}
