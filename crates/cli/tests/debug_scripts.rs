//! Recorded rounds once more in the debuggers of scripts: `pdb` and node's.
#![cfg(unix)]

mod common;

use common::{Folder, PALESTRA, Ran, assert_has};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// A player that gives one order a round; the fourth line is the first of its `play`.
const PYTHON: &str = "\
from palestra.dominator import Dir, Game

def play(game: Game) -> None:
    farmers = game.farmers(0)
    if farmers:
        game.command(farmers[0], Dir.STRAIGHT[game.random(0, 3)])
";
const JAVASCRIPT: &str = "\
import { Dir } from \"palestra/dominator\";

export function play(game) {
  const farmers = game.farmers(0);
  if (farmers.length > 0) {
    game.command(farmers[0], Dir.STRAIGHT[game.random(0, 3)]);
  }
}
";

/// A folder with the record of a match in which this player has seat 1.
fn played(test: &str, file: &str, text: &str) -> Folder {
    let folder = Folder::shared_cache(test);
    folder.palestra("toolchain install").ends(0);
    folder.write(file, text);
    let name = file.trim_start_matches("AI").split('.').next().expect("a name");
    let play = format!("play dominator Demo {name} Null Dummy -s 3 -q --record m.match");
    folder.palestra(&play).ends(0);
    folder
}

/// The score of seat 1 before this round, as the record has it.
fn score(folder: &Folder, round: usize) -> String {
    folder.palestra("verify m.match -o m.res").ends(0);
    let text = String::from_utf8(folder.read("m.res")).expect("is text");
    let lines = text.lines().filter_map(|line| line.strip_prefix("total_score "));
    let scores = lines.map(|line| line.split_whitespace().nth(1).expect("seat 1").to_string());
    scores.collect::<Vec<_>>()[round].clone()
}

#[test]
fn pdb_stops_in_the_recorded_round_and_asks_on_its_input() {
    if !needs::program("python3") {
        return;
    }
    let folder = played("debug_python", "AISteady.py", PYTHON);
    let typed = "p game.round, game.total_score(0)\nnext\np len(farmers) == len(game.farmers(0))\n\
                 step\nstep\nwhere\ncontinue\np game.round\nquit\n";
    let debug = "debug AISteady.py --match m.match --round 57";
    let Ran { out, err, .. } = folder.run(PALESTRA, debug, typed.as_bytes()).ends(0);
    assert_has(&err, "the player gives the recorded orders in all 200 rounds");
    assert_has(&out, "AISteady.py(4)play()\n-> farmers = game.farmers(0)");
    // What the record says about the same round.
    assert_has(&out, &format!("(57, {})", score(&folder, 57)));
    assert_has(&out, "(Pdb) True");
    assert_has(&out, "round 57: the recorded orders (1)");
    assert_has(&out, "(Pdb) 58");
    // Steps stay in the player's own lines, and so does the list of calls.
    assert!(!out.contains("library.py") && !out.contains("host.py"), "{out}");
}

#[test]
fn a_changed_source_is_told_apart_in_python() {
    if !needs::program("python3") {
        return;
    }
    let folder = played("debug_python_changed", "AIOther.py", PYTHON);
    folder.write("AIOther.py", PYTHON.replace("(0, 3)", "(0, 2) + (game.round == 12)"));
    let debug = "debug AIOther.py --match m.match --round 12 --batch continue --batch continue";
    let ran = folder.palestra(debug).ends(0);
    assert_has(&ran.err, "the player gives other orders than in the record, first in round ");
    assert_has(&ran.err, "MicroPython");
    assert_has(&ran.out, "(verb/unit/a/b)");
}

#[test]
fn check_compares_the_orders_in_cpython() {
    if !needs::program("python3") {
        return;
    }
    let folder = played("check_python", "AISame.py", PYTHON);
    let same = folder.palestra("check AISame.py --native").ends(0).out;
    assert_has(&same, "The native build gives the same orders in all 800 rounds");
    // MicroPython has no such attribute, so only CPython goes on.
    let text = PYTHON.replace("(0, 3)", "(0, 3) if hasattr({}, '__or__') else 0");
    folder.write("AIOther.py", text);
    let other = folder.palestra("check AIOther.py --native").ends(4).out;
    assert_has(&other, "Accepted, but the native build gives other orders.");
    assert_has(&other, "the order of keys in a `dict`");
}

#[test]
fn an_exception_in_python_opens_the_place_where_it_arose() {
    if !needs::program("python3") {
        return;
    }
    let text =
        PYTHON.replace("    if farmers:", "    game.unit(game.round // 31 * 1000)\n    if 1:");
    let folder = played("debug_python_exception", "AIBad.py", &text);
    let debug = ["debug", "AIBad.py", "--match", "m.match", "--batch", "continue"];
    let more = ["--batch", "p game.round", "--batch", "where"];
    let Ran { out, err, .. } = folder.palestra_words(&[&debug[..], &more].concat()).ends(0);
    // Without --round it is the round in which the player was frozen.
    assert_has(&err, "it ended in round 31: AIBad.py:5: IndexError: unit(1000): there are");
    assert_has(&out, "AIBad.py:5: IndexError: unit(1000): there are");
    assert_has(&out, "AIBad.py(5)play()\n-> game.unit(game.round // 31 * 1000)");
    assert_has(&out, "\n31\n");
}

#[test]
fn node_stops_in_the_recorded_round() {
    if !needs::program("node") {
        return;
    }
    let folder = played("debug_javascript", "AISteady.js", JAVASCRIPT);
    let mut debug = vec!["debug", "AISteady.js", "--match", "m.match", "--round", "57"];
    let batch = ["[game.round, game.totalScore(0)]", "next", "farmers.length > 0", "bt", "cont"];
    batch.iter().chain(&["game.round"]).for_each(|line| debug.extend(["--batch", line]));
    let Ran { out, err, .. } = folder.palestra_words(&debug).ends(0);
    assert_has(&err, "the player gives the recorded orders in all 200 rounds");
    let (first, score) =
        ("AISteady.js:4 play: const farmers = game.farmers(0);", score(&folder, 57));
    let lines = [
        first,
        &format!("[57,{score}]"),
        "AISteady.js:5 play: if (farmers.length > 0) {",
        "true",
        "AISteady.js:5 play",
        "round 57: the recorded orders (1)",
        first,
        "58",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), lines, "{err}");
}

/// Reads until this text has come.
fn until(from: &mut impl Read, text: &str) {
    let (mut heard, mut byte) = (Vec::new(), [0]);
    while !heard.ends_with(text.as_bytes()) {
        let got = from.read(&mut byte).expect("is read");
        assert!(got == 1, "no `{text}` in {}", String::from_utf8_lossy(&heard));
        heard.extend(byte);
    }
}

#[test]
fn the_debugger_of_node_asks_on_its_input() {
    if !needs::program("node") {
        return;
    }
    let folder = played("debug_node_inspect", "AIAsked.js", JAVASCRIPT);
    let mut command = Command::new(PALESTRA);
    command.args(["debug", "AIAsked.js", "--match", "m.match", "--round", "57"]);
    command
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("starts");
    let (mut to, mut from) =
        (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    until(&mut from, "break in AIAsked.js:4");
    to.write_all(b"exec 'round ' + game.round\n").expect("is read");
    until(&mut from, "'round 57'");
    to.write_all(b".exit\n").expect("is read");
    drop(to);
    assert!(child.wait().expect("ends").success());
}

#[test]
fn without_an_interpreter_one_sentence_says_what_to_install() {
    let folder = played("debug_no_python", "AISteady.py", PYTHON);
    let empty = folder.path("empty");
    std::fs::create_dir(&empty).expect("a folder");
    let mut command = Command::new(PALESTRA);
    command.args(["debug", "AISteady.py", "--match", "m.match"]).current_dir(folder.path(""));
    let done = command.env("PATH", empty).output().expect("starts");
    assert_eq!(done.status.code(), Some(2));
    let err = String::from_utf8_lossy(&done.stderr);
    assert_has(&err, "there is no `python3` on this machine");
    assert_has(&err, "apt-get install python3");
    let ran = folder.palestra("debug AISteady.py --match m.match --sanitize").ends(2);
    assert_has(&ran.err, "players in Python have one debugger, pdb");
}
