//! Common mistakes of beginners and their messages. The test makes each mistake of
//! `games/*/tests/mistakes.txt` and writes its message to `docs/mistakes.md`.
//!
//! The first line of a case is `== LANGUAGE HOW | TITLE`; then come the lines of the player's
//! `play`. Lines after `--` stand before it, among the members. With `judge` the match has the
//! judge's limits; with `build` the player is only built. A line `=> TEXT` must be in the message.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA};
use engine::Facts;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const HEAD: &str = "\
# Forty mistakes

This page shows the messages of Palestra for common mistakes. A test makes each mistake and writes
this page (`cargo test --test mistakes`). Functions stand above `play()`. All other lines are part of it.
<!-- claim: test crates/cli/tests/mistakes.rs -->

`palestra play` reports a mistake that the judge would not notice, and the match continues with the
judge's build. `--strict` and `palestra dev` end the match there.
";

#[derive(Debug)]
struct Case {
    language: String,
    game: String,
    game_title: String,
    title: String,
    play: Vec<String>,
    members: Vec<String>,
    wanted: Vec<String>,
    /// Option of `palestra play`, or `build`.
    how: String,
}

fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut all = Vec::new();
    for game in games::ALL {
        let Facts { id, title, .. } = game.facts();
        let path = root.join(id.replace('-', "_")).join("tests/mistakes.txt");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let text = format!("\n{text}");
        all.extend(text.split("\n== ").skip(1).map(|part| case(id, title, part)));
    }
    all
}

fn case(game: &str, game_title: &str, text: &str) -> Case {
    let mut lines = text.lines();
    let (head, title) = lines.next().and_then(|l| l.split_once(" | ")).expect("has a head");
    let (language, how) = head.split_once(' ').unwrap_or((head, "strict"));
    let mut case = Case {
        language: language.into(),
        game: game.into(),
        game_title: game_title.into(),
        title: title.into(),
        play: Vec::new(),
        members: Vec::new(),
        wanted: Vec::new(),
        how: how.into(),
    };
    let mut before = false;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match line.strip_prefix("=> ") {
            Some(wanted) => case.wanted.push(wanted.into()),
            None if line == "--" => before = true,
            None if before => case.members.push(line.into()),
            None => case.play.push(line.into()),
        }
    }
    case
}

/// The file of the player and its text.
fn source(case: &Case) -> (&'static str, String) {
    let indented =
        |lines: &[String]| -> String { lines.iter().map(|line| format!("    {line}\n")).collect() };
    let (play, members) = (indented(&case.play), indented(&case.members));
    let module = case.game.replace('-', "_");
    match case.language.as_str() {
        "C++" => ("AIMine.cc", cpp("Mine", &members, &play)),
        "Rust" => (
            "AIMine.rs",
            format!(
                "use palestra::{module}::*;\n#[derive(Default)]\nstruct Mine;\nimpl Player for \
                 Mine {{\n  fn play(&mut self, game: &Game) {{\n{play}  }}\n}}\n\
                 {members}player!(Mine);\n"
            ),
        ),
        "Python" => ("AIMine.py", format!("{members}def play(game):\n{play}")),
        _ => ("AIMine.js", format!("{members}export function play(game) {{\n{play}}}\n")),
    }
}

/// A player in C++ with these members, whose rounds are these lines.
fn cpp(name: &str, members: &str, play: &str) -> String {
    format!(
        "#include \"Player.hh\"\n#define PLAYER_NAME {name}\nstruct PLAYER_NAME : public Player \
         {{\n  static Player* factory () {{ return new PLAYER_NAME; }}\n{members}  virtual void \
         play () {{\n{play}  }}\n}};\nRegisterPlayer(PLAYER_NAME);\n"
    )
}

/// What the author is told: errors, the receipt and the report of a mistake.
fn told(folder: &Folder, case: &Case) -> String {
    let (file, text) = source(case);
    folder.write(file, text);
    let ran = match case.how.as_str() {
        "build" => folder.palestra(&format!("build {file} -g {} -o Mine.wasm", case.game)),
        how => {
            // Warnings and the first use of a library are told once; the page shows what stays.
            let play = format!("play {} Mine Null Null Null -s 1 --{how}", case.game);
            folder.palestra(&play);
            folder.palestra(&play)
        }
    };
    let mut text = String::new();
    // What depends on the load of the machine, and what the player itself says, is left out.
    let shown = |line: &&str| !line.starts_with("[Mine ") && !line.contains("takes long");
    for line in ran.err.lines().filter(shown) {
        writeln!(text, "{}", line.trim_end()).expect("writes");
    }
    let receipt =
        ran.out.lines().skip_while(|line| !line.contains("was frozen in round")).map(str::trim_end);
    let receipt = receipt.take_while(|line| !line.starts_with("  fuel "));
    for line in receipt {
        writeln!(text, "{line}").expect("writes");
    }
    text
}

fn page(cases: &[Case], told: &[String]) -> String {
    let mut text = HEAD.to_string();
    for language in ["C++", "Rust", "JavaScript", "Python"] {
        writeln!(text, "\n## {language}").expect("writes");
        let all = cases.iter().zip(told).filter(|(case, _)| case.language == language);
        for (case, told) in all {
            let Case { title, game_title, play, members, .. } = case;
            let limits = match case.how.as_str() {
                "judge" => ", with `--judge`",
                "build" => ", with `palestra build`",
                _ => "",
            };
            writeln!(text, "\n### {title}\n\nIn {game_title}{limits}:\n\n```text").expect("writes");
            members.iter().chain(play).for_each(|line| writeln!(text, "{line}").expect("writes"));
            write!(text, "```\n\n```text\n{told}```\n").expect("writes");
        }
    }
    text
}

#[test]
fn usual_mistakes_have_the_messages_of_the_book() {
    let ready = Command::new(PALESTRA).args(["toolchain", "install"]).status();
    assert!(ready.expect("starts").success(), "the compiler cannot be installed");
    let cases = cases();
    assert!(cases.len() >= 40, "{} mistakes", cases.len());
    let told = Mutex::new(vec![String::new(); cases.len()]);
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (cases, told, next) = (&cases, &told, &next);
            scope.spawn(move || {
                let folder = Folder::shared_cache(&format!("mistakes-{thread}"));
                while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed))
                    && let Some(case) = cases.get(at)
                {
                    for file in ["AIMine.cc", "AIMine.rs", "AIMine.js", "AIMine.py"] {
                        let _ = std::fs::remove_file(folder.path(file));
                    }
                    let text = self::told(&folder, case);
                    told.lock().expect("is whole")[at] = text;
                }
            });
        }
    });
    let told = told.into_inner().expect("is whole");
    let mut wrong = String::new();
    for (case, told) in cases.iter().zip(&told) {
        let missing: Vec<_> = case.wanted.iter().filter(|part| !told.contains(*part)).collect();
        if !missing.is_empty() || case.wanted.is_empty() {
            writeln!(wrong, "{}: {missing:?} is missing in\n{told}", case.title).expect("writes");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/mistakes.md");
    let text = page(&cases, &told);
    if std::fs::read_to_string(&path).unwrap_or_default() != text {
        std::fs::write(&path, text).expect("writes");
        panic!("docs/mistakes.md was stale: the test has written it anew, commit it");
    }
}

/// Each of them has two builds in the match, and each build may throw.
#[test]
fn four_own_players_sit_down_with_their_checks() {
    let folder = Folder::shared_cache("mistakes-four");
    for name in ["One", "Two", "Three", "Four"] {
        folder.palestra(&format!("new dominator {name}")).ends(0);
    }
    let ran = folder.palestra("play dominator One Two Three Four -s 1 --json").ends(0);
    let result: serde_json::Value = serde_json::from_str(&ran.out).expect("is JSON");
    assert_eq!(result["rounds"], 200, "{result}");
}

/// The mistake changes nothing in the matches: the judge's build plays them.
#[test]
fn a_comparison_tells_the_mistakes_of_both_players() {
    let folder = Folder::shared_cache("mistakes-compare");
    let wild = "int few[3] = {1, 2, 3}; volatile int k = 3; if (round() == 5) few[0] = few[k];";
    folder.write("AICareful.cc", cpp("Careful", "", ""));
    folder.write("AIWild.cc", cpp("Wild", "", wild));
    let command = "compare Wild Careful -g dominator -s 1 --max-matches 4";
    let ran = folder.palestra(command).ends(0);
    let wanted = "Mistake of Wild in round 5; the matches continued with the judge's build:";
    assert!(ran.err.contains(wanted), "{}", ran.err);
    assert!(ran.err.contains("index 3 of an array of 3 elements"), "{}", ran.err);
    assert!(!ran.err.contains("Careful in round"), "{}", ran.err);
    let judged = folder.palestra(&format!("{command} --judge")).ends(0);
    assert!(!judged.err.contains("Mistake"), "{}", judged.err);
    let ran = folder.palestra(&format!("{command} --json")).ends(0);
    let result: serde_json::Value = serde_json::from_str(&ran.out).expect("is JSON");
    assert_eq!(result["mistakes"][0]["player"], "Wild", "{result}");
}
