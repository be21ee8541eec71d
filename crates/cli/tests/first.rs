//! The pages "Your first player" of the book show the figures of their players: each table is
//! measured again. Compiles players, so it installs the compiler where that was not done yet.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seeds of the matches of a row, from 0 on.
const MATCHES: usize = 20;
/// Seeds of the matches that a player in another language repeats.
const REPEATED: usize = 4;
/// The others at the board.
const RIVALS: [&str; 3] = ["Dummy", "Demo", "Null"];

/// A page about the first player of a game.
struct Page {
    name: String,
    game: String,
    /// Its players, as files of the book.
    sources: Vec<PathBuf>,
    /// By step: mean score of the step, mean score of Dummy, matches ahead of Dummy.
    rows: Vec<[String; 3]>,
}

impl Page {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let folder = path.parent().expect("is in a folder");
        let between =
            |line: &str, a: &str, b: &str| Some(line.split_once(a)?.1.split_once(b)?.0.to_string());
        let game = text.lines().find_map(|line| between(line, "$ palestra play ", " "));
        let included = text.lines().filter_map(|line| between(line, "{{#include ", "}}"));
        let rows = text.lines().filter(|line| line.starts_with("| ")).filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let step = cells.first().is_some_and(|cell| cell.parse::<u32>().is_ok());
            let figures = || [2, 3, 4].map(|k: usize| cells[k].to_string());
            (step && cells.len() == 5).then(figures)
        });
        Self {
            name: path.display().to_string(),
            game: game.unwrap_or_else(|| panic!("{}: plays no match", path.display())),
            sources: included.map(|file| folder.join(file)).collect(),
            rows: rows.collect(),
        }
    }

    /// Its file of this step.
    fn source(&self, step: usize, extension: &str) -> Option<&PathBuf> {
        let name = format!("AIStep{step}.{extension}");
        self.sources.iter().find(|path| path.file_name().is_some_and(|file| *file == *name))
    }

    /// Scores of the player and of Dummy in the match of a seed; the seats rotate.
    fn play(&self, folder: &Folder, source: &Path, seed: usize) -> [i64; 2] {
        let mut players = RIVALS.to_vec();
        let seat = seed % 4;
        players.insert(seat, source.to_str().expect("is a name"));
        let seed = seed.to_string();
        let mut words = vec!["play", &self.game];
        words.extend(&players);
        words.extend(["-s", &seed, "--release", "-q", "--json"]);
        let text = folder.palestra_words(&words).ends(0).out;
        let result: serde_json::Value = serde_json::from_str(&text).expect("prints JSON");
        assert_eq!(result["freezes"], serde_json::json!([]), "{}: {players:?}", self.name);
        let dummy = players.iter().position(|player| *player == "Dummy").expect("it plays");
        [seat, dummy].map(|k| result["scores"][k].as_i64().expect("a score"))
    }

    fn check(&self, folder: &Folder) {
        for (step, row) in (1..).zip(&self.rows) {
            let source = self.source(step, "cc").or_else(|| self.source(step, "py"));
            let source = source.expect("the page shows each step");
            let scores: Vec<_> = (0..MATCHES).map(|k| self.play(folder, source, k)).collect();
            let ahead = scores.iter().filter(|[own, dummy]| own > dummy).count();
            let measured =
                [mean(&scores, 0), mean(&scores, 1), format!("{ahead} of {}", scores.len())];
            assert_eq!(&measured, row, "{}, step {step}", self.name);
            let Some(other) = self.source(step, "rs") else { continue };
            for (seed, expected) in scores.iter().enumerate().take(REPEATED) {
                let got = self.play(folder, other, seed);
                assert_eq!(got, *expected, "{}, seed {seed}", other.display());
            }
        }
    }
}

/// The mean of a column, as the book rounds it.
fn mean(scores: &[[i64; 2]], column: usize) -> String {
    let sum: i64 = scores.iter().map(|pair| pair[column]).sum();
    let count = scores.len() as i64;
    ((2 * sum + count) / (2 * count)).to_string()
}

#[test]
fn the_tables_of_first_players_are_measured() {
    let done = Command::new(PALESTRA).args(["toolchain", "install", "--python"]).output();
    assert!(done.expect("starts").status.success(), "the compiler cannot be installed");
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let book = book.canonicalize().expect("is there");
    let files = fs::read_dir(&book).expect("can be read").flatten().map(|entry| entry.path());
    let first = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("first") && name.ends_with(".md")
    };
    let pages: Vec<Page> = files.filter(first).map(|path| Page::read(&path)).collect();
    for game in games::ALL.iter().filter(|game| !game.house_players().is_empty()) {
        let id = game.facts().id;
        assert!(pages.iter().any(|page| page.game == id), "no page about {id}");
    }
    // The matches of the games do not depend on each other.
    std::thread::scope(|scope| {
        for page in &pages {
            assert!(page.rows.len() >= 3, "{}: its table was not read", page.name);
            let stem = Path::new(&page.name).file_stem().unwrap_or_default().to_string_lossy();
            scope.spawn(move || page.check(&Folder::shared_cache(&stem)));
        }
    });
}
