//! Players that are programs of this machine: `cmd:…`, and players in Rust by their file names.

mod common;

use common::{Folder, with_template};

const BOT: &str = include_str!("../../../games/dominator/players/bot.py");

fn play(folder: &Folder, bot: &str, text: &str) -> common::Ran {
    folder.write("bot.py", text);
    let (words, more) = ("play dominator", "Demo Dummy Demo -s 3 --record m.match -o m.res");
    let words: Vec<&str> = words.split(' ').chain([bot]).chain(more.split(' ')).collect();
    folder.palestra_words(&words)
}

#[test]
fn a_python_player_plays_the_same_match_twice_and_it_can_be_verified() {
    let folder = Folder::new("python_player");
    let ran = play(&folder, "cmd:python3 bot.py", BOT).ends(0);
    assert!(ran.err.contains("without sandbox and limits"), "{}", ran.err);
    assert!(ran.err.contains("[bot 0] I play dominator"), "{}", ran.err);
    assert!(ran.out.contains("Nobody was frozen"), "{}", ran.out);
    let first = folder.read("m.res");
    play(&folder, "cmd:python3 bot.py", BOT).ends(0);
    assert!(first == folder.read("m.res"));
    folder.palestra("verify m.match").ends(0);
}

#[test]
fn broken_programs_are_frozen_with_a_receipt() {
    let folder = Folder::new("broken_programs");
    for (text, words) in [
        ("raise SystemExit(7)", "exit(7)"),
        ("import os; os.close(1); input()", "its process ended"),
        ("import sys\nfor _ in sys.stdin: print('hello', flush=True)", "not JSON"),
        ("import sys\nfor _ in sys.stdin: print('{}', flush=True)", "not a list of orders"),
        (
            "import sys\nfor _ in sys.stdin: print('[[1, \"Up\"]]', flush=True)",
            "`Up` is not one of",
        ),
        ("import sys\nfor _ in sys.stdin: print('[[1]]', flush=True)", "[1] is not an order"),
        (
            "import sys\nfor _ in sys.stdin: print('[[1e99, \"Top\"]]', flush=True)",
            "is not an order",
        ),
        ("import sys\nfor _ in sys.stdin: print('[' * 3000000, flush=True)", "not JSON"),
        (
            "import sys\nfor _ in sys.stdin:\n sys.stderr.write('x' * 300000)\n print('x', flush=True)",
            "not JSON",
        ),
    ] {
        let ran = play(&folder, "cmd:python3 bot.py", text).ends(0);
        assert!(ran.out.contains("was frozen in round 0"), "{text}: {}", ran.out);
        assert!(ran.out.contains(words), "{text}: {}", ran.out);
    }
    let ran = play(&folder, "cmd:no-such-program", "").ends(2);
    assert!(ran.err.contains("there is no program `no-such-program`"), "{}", ran.err);
}

#[test]
fn the_judge_takes_no_programs() {
    let folder = Folder::new("judged_program");
    folder.write("bot.py", BOT);
    let words = ["play", "dominator", "cmd:python3 bot.py", "Demo", "Demo", "Demo", "--judge"];
    let ran = folder.palestra_words(&words).ends(2);
    assert!(ran.err.contains("no sandbox and no limits"), "{}", ran.err);
    let ran = folder.palestra_words(&["play", "dominator", "cmd:", "Demo", "Demo", "Demo"]).ends(2);
    assert!(ran.err.contains("has no command"), "{}", ran.err);
}

#[test]
fn a_new_player_in_rust_builds_and_plays_by_its_name() {
    let folder = Folder::new("new_in_rust");
    for game in with_template("AIDemo.rs").map(|game| game.facts().id) {
        folder.palestra(&format!("new {game} Fresh --lang rust")).ends(0);
        let ran = folder.palestra(&format!("play {game} Fresh Demo Demo Demo -s 1")).ends(0);
        assert!(ran.out.contains("Nobody was frozen"), "{game}: {}\n{}", ran.out, ran.err);
        assert!(ran.out.contains("Fresh"), "{game}: {}", ran.out);
        assert!(!ran.err.contains("warning"), "{game}: {}", ran.err);
        // The source names its game by itself.
        let ran = folder.palestra("build AIFresh.rs").ends(0);
        assert!(ran.out.contains("AIFresh.wasm"), "{}", ran.out);
        for file in ["AIFresh.rs", "AIFresh.wasm"] {
            std::fs::remove_file(folder.path(file)).expect("it is there");
        }
    }
}

#[test]
fn a_new_player_in_javascript_builds_and_plays_by_its_name() {
    let folder = Folder::shared_cache("new_in_javascript");
    folder.palestra("toolchain install").ends(0);
    for game in with_template("AIDemo.js").map(|game| game.facts().id) {
        folder.palestra(&format!("new {game} Fresh --lang js")).ends(0);
        let declared = folder.read(&format!("palestra-{game}.d.ts"));
        assert!(String::from_utf8_lossy(&declared).contains("export class Game"), "{game}");
        let ran = folder.palestra(&format!("play {game} Fresh Demo Demo Demo -s 1")).ends(0);
        assert!(ran.out.contains("Nobody was frozen"), "{game}: {}\n{}", ran.out, ran.err);
        assert!(ran.out.contains("Fresh"), "{game}: {}", ran.out);
        // The source names its game by itself, and the module carries all that it needs.
        let ran = folder.palestra("build AIFresh.js").ends(0);
        assert!(ran.out.contains("AIFresh.wasm"), "{}", ran.out);
        std::fs::rename(folder.path("AIFresh.wasm"), folder.path("AIBuilt.wasm")).expect("moves");
        std::fs::remove_file(folder.path("AIFresh.js")).expect("it is there");
        let ran = folder.palestra(&format!("play {game} Built Demo Demo Demo -s 1")).ends(0);
        assert!(ran.out.contains("Nobody was frozen"), "{game}: {}\n{}", ran.out, ran.err);
        std::fs::remove_file(folder.path("AIBuilt.wasm")).expect("it is there");
    }
}

#[test]
fn a_mistake_in_javascript_is_told_with_its_line() {
    let folder = Folder::shared_cache("wrong_javascript");
    folder.palestra("toolchain install").ends(0);
    let head = "import { Dir } from \"palestra/dominator\";\n";
    folder.write("AIMine.js", format!("{head}export function play(game) {{\n  let x = ;\n}}\n"));
    let ran = folder.palestra("build AIMine.js").ends(2);
    assert!(ran.err.contains("AIMine.js:3: SyntaxError"), "{}", ran.err);
    folder.write("AIMine.js", format!("{head}export function play(game) {{\n  game.go();\n}}\n"));
    let ran = folder.palestra("check AIMine.js").ends(3);
    assert!(ran.out.contains("AIMine.js:3: TypeError"), "{}\n{}", ran.out, ran.err);
}

#[test]
fn a_new_player_in_python_builds_and_plays_by_its_name() {
    let folder = Folder::shared_cache("new_in_python");
    folder.palestra("toolchain install").ends(0);
    for game in with_template("AIDemo.py").map(|game| game.facts().id) {
        folder.palestra(&format!("new {game} Fresh --lang python")).ends(0);
        let declared = folder.read(&format!("typings/palestra/{}.pyi", game.replace('-', "_")));
        assert!(String::from_utf8_lossy(&declared).contains("class Game:"), "{game}");
        let ran = folder.palestra(&format!("play {game} Fresh Demo Demo Demo -s 1")).ends(0);
        assert!(ran.out.contains("Nobody was frozen"), "{game}: {}\n{}", ran.out, ran.err);
        assert!(ran.out.contains("Fresh"), "{game}: {}", ran.out);
        // The source names its game by itself, and the module carries all that it needs.
        let ran = folder.palestra("build AIFresh.py").ends(0);
        assert!(ran.out.contains("AIFresh.wasm"), "{}", ran.out);
        std::fs::rename(folder.path("AIFresh.wasm"), folder.path("AIBuilt.wasm")).expect("moves");
        std::fs::remove_file(folder.path("AIFresh.py")).expect("it is there");
        let ran = folder.palestra(&format!("play {game} Built Demo Demo Demo -s 1")).ends(0);
        assert!(ran.out.contains("Nobody was frozen"), "{game}: {}\n{}", ran.out, ran.err);
        std::fs::remove_file(folder.path("AIBuilt.wasm")).expect("it is there");
    }
}

#[test]
fn a_mistake_in_python_is_told_with_its_line() {
    let folder = Folder::shared_cache("wrong_python");
    folder.palestra("toolchain install").ends(0);
    let head = "from palestra.dominator import Dir\n";
    folder.write("AIMine.py", format!("{head}def play(game):\n    x = = 3\n"));
    let ran = folder.palestra("build AIMine.py").ends(2);
    assert!(ran.err.contains("AIMine.py:3: SyntaxError"), "{}", ran.err);
    folder.write("AIMine.py", format!("{head}def play(game):\n    game.go()\n"));
    let ran = folder.palestra("check AIMine.py").ends(3);
    assert!(ran.out.contains("AIMine.py:3: AttributeError"), "{}\n{}", ran.out, ran.err);
}

#[test]
fn without_a_rust_compiler_the_next_step_is_told() {
    let folder = Folder::new("no_rust");
    folder.palestra("new dominator Fresh --lang rust").ends(0);
    let words = ["build", "AIFresh.rs"];
    let ran = folder.with_rustc("no-such-rustc", &words).ends(2);
    assert!(ran.err.contains("rustup target add wasm32-unknown-unknown"), "{}", ran.err);
}
