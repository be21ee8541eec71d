//! Players in JavaScript: the same logic gives the same match as in C++, and their receipts are
//! useful.

mod common;
#[path = "common/matches.rs"]
mod matches;

use common::{Backends, Built};
use engine::{Cause, DynGame, Freeze};
use matches::{Played, of_built, play, template, with};
use sandbox::{Limits, Program};
use std::sync::OnceLock;
use toolchain::{Cache, Error, Language, ScriptSdk, ScriptToolchain, Source};

fn tools() -> &'static ScriptToolchain {
    static TOOLS: OnceLock<ScriptToolchain> = OnceLock::new();
    TOOLS.get_or_init(|| {
        // Installs the compiler when it is missing.
        Backends::get();
        ScriptToolchain::open(Language::Js, &Cache::of_user(), &|_| ())
            .unwrap_or_else(|e| panic!("{e}"))
    })
}

fn build(game: &dyn DynGame, source: &Source) -> Program {
    let sdk =
        ScriptSdk::of(Language::Js, game.facts()).expect("the game has an SDK for JavaScript");
    let module = tools().build(&sdk, source).unwrap_or_else(|e| panic!("{e}"));
    let bytes = std::fs::read(module.path).expect("the module is there");
    Backends::get().sandbox.compile(&bytes).expect("the module is accepted")
}

/// A match of the first game in which this text plays, with the judge's limits.
fn judged(text: &str) -> Played {
    let game = games::ALL[0];
    let program = build(game, &Source::new("AITest.js", text));
    play(game, &|intro| program.player(&Limits::judge(), intro))
}

/// The receipt of a player whose `play` has this body.
fn receipt(body: &str) -> Freeze {
    let played = judged(&format!("export function play(game) {{\n{body}\n}}\n"));
    played.frozen[0].clone().expect("it is frozen")
}

#[test]
fn the_players_to_copy_are_the_ones_in_cpp() {
    for (js, cpp) in [("AIScout.js", "AIScout.cc"), ("AIDemo.js", "AIDemo.cc")] {
        for game in with(&[js, cpp]) {
            // With the judge's limits: a player to copy must keep to its budget.
            let program = build(game, &template(game, js));
            let played = play(game, &|intro| program.player(&Limits::judge(), intro));
            assert_eq!(played.frozen, vec![None; 4], "{}", game.facts().id);
            let same = Backends::get().build(game, &template(game, cpp), false);
            assert!(of_built(game, &same) == played, "{}", game.facts().id);
        }
    }
}

#[test]
fn the_empty_player_gives_no_orders() {
    for game in with(&["AINull.js"]) {
        let played = of_built(game, &Built::Wasm(build(game, &template(game, "AINull.js"))));
        assert!(played.turns.iter().step_by(2).all(|turn| turn.0.is_empty()));
        assert_eq!(played.frozen, vec![None; 4], "{}", game.facts().id);
    }
}

#[test]
fn a_mistake_is_told_with_its_line() {
    for (body, cause, said) in [
        ("  missing();", Cause::Exception, "AITest.js:2: ReferenceError: missing is not defined"),
        ("  throw new Error('no');", Cause::Exception, "AITest.js:2: Error: no"),
        ("  game.status(9);", Cause::Exception, "AITest.js:2: RangeError: status(9): players are"),
        ("\n\n  null.x = 1;", Cause::Exception, "AITest.js:4: TypeError: "),
        ("  (function f() { f(); })();", Cause::Exception, "AITest.js:2: RangeError: Maximum call"),
        ("  for (;;);", Cause::Fuel, "used up its computation budget"),
        (
            "  const all = []; for (;;) all.push(new Uint8Array(1 << 20));",
            Cause::Memory,
            "AITest.js:2: InternalError: out of memory",
        ),
    ] {
        let freeze = receipt(body);
        assert_eq!(freeze.cause, cause, "{body}: {}", freeze.detail);
        assert!(freeze.detail.starts_with(said), "{body}: {}", freeze.detail);
    }
    let calls = receipt("  inner();\n}\nfunction inner() {\n  throw 1 + new Error('x').stack;");
    assert!(calls.detail.contains("inner"), "{}", calls.detail);
    let calls = receipt("  inner();\n}\nfunction inner() {\n  throw new Error('x');");
    assert!(calls.backtrace[0].starts_with("inner (AITest.js:5"), "{:?}", calls.backtrace);
    assert!(calls.backtrace[1].starts_with("play (AITest.js:2"), "{:?}", calls.backtrace);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    let game = games::ALL[0];
    let check =
        |text: &str| build(game, &Source::new("AITest.js", text)).check_source(&Limits::judge());
    assert_eq!(check("export function play() {}"), Ok(()));
    // Nothing of it runs.
    assert_eq!(check("for (;;);\nexport function play() {}"), Ok(()));
    let told = check("export function play( {\n").expect_err("no JavaScript").detail;
    assert!(told.starts_with("AITest.js:") && told.contains("SyntaxError"), "{told}");
    let told = check("import 'fs';").expect_err("no such module").detail;
    assert!(told.contains("there is no module \"fs\": a player is one file"), "{told}");
    let latin = Source::new("AITest.js", b"// one\n// \xe9\n".to_vec());
    let sdk = ScriptSdk::of(Language::Js, game.facts()).expect("an SDK");
    match tools().build(&sdk, &latin) {
        Err(Error::Source(report)) => assert_eq!(report.errors[0].line, 2),
        other => panic!("{other:?}"),
    }
    let none = judged("export const name = 1;\n").frozen[0].clone().expect("it is frozen");
    assert!(none.detail.contains("AITest.js exports no function play"), "{}", none.detail);
}

/// No time, no entropy, no hash seed of the machine; random numbers are those of the match.
#[test]
fn two_runs_are_the_same_match() {
    let text = "export function play(game) {
      const set = new Set([game.me, 'b', {}, 1.5]), words = Object.keys({ z: 1, a: 2, 1: 3 });
      const now = [Date.now(), new Date().getTimezoneOffset(), String(new Date(0))];
      console.log(now.join(), [...set].length, words.join(), Math.random(), game.random(0, 9));
      if (typeof performance === 'object') console.log(performance.now());
      if (game.round > 3) throw new Error([typeof require, typeof process, typeof fetch,
        typeof native, typeof WebAssembly, typeof Atomics, typeof setTimeout].join());
    }";
    let (first, second) = (judged(text), judged(text));
    assert!(first == second);
    let told = &first.frozen[0].as_ref().expect("it is frozen").detail;
    let nothing = ["undefined"; 7].join(",");
    assert!(told.contains(&format!("Error: {nothing}")), "{told}");
    let said = &first.frozen[0].as_ref().expect("it is frozen").last_words.join("\n");
    assert!(said.contains("0,0,Thu Jan 01 1970"), "{said}");
}

#[test]
fn editors_are_told_everything() {
    for game in with(&["api.json", "game.js"]) {
        let declared = ScriptSdk::of(Language::Js, game.facts()).expect("an SDK").declarations();
        for name in ["class Game", "interface Settings", "interface Cell", "const Dir", "round"] {
            assert!(declared.contains(name), "{}: {name}", game.facts().id);
        }
        assert_eq!(declared.matches('{').count(), declared.matches('}').count());
    }
}
