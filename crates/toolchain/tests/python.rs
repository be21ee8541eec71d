//! Players in Python: the same logic gives the same match as in C++, and their receipts are
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
        ScriptToolchain::open(Language::Python, &Cache::of_user(), &|_| ())
            .unwrap_or_else(|e| panic!("{e}"))
    })
}

fn sdk(game: &dyn DynGame) -> ScriptSdk {
    ScriptSdk::of(Language::Python, game.facts()).expect("the game has an SDK for Python")
}

fn build(game: &dyn DynGame, source: &Source) -> Program {
    let module = tools().build(&sdk(game), source).unwrap_or_else(|e| panic!("{e}"));
    let bytes = std::fs::read(module.path).expect("the module is there");
    Backends::get().sandbox.compile(&bytes).expect("the module is accepted")
}

/// A match of the first game in which this text plays, with the judge's limits.
fn judged(text: &str) -> Played {
    let game = games::ALL[0];
    let program = build(game, &Source::new("AITest.py", text));
    play(game, &|intro| program.player(&Limits::judge(), intro))
}

/// The receipt of a player whose `play` has this body.
fn receipt(body: &str) -> Freeze {
    let played = judged(&format!("def play(game):\n{body}\n"));
    played.frozen[0].clone().expect("it is frozen")
}

#[test]
fn the_players_to_copy_are_the_ones_in_cpp() {
    let mut games = 0;
    for (python, cpp) in [("AIScout.py", "AIScout.cc"), ("AIDemo.py", "AIDemo.cc")] {
        for game in with(&[python, cpp]) {
            // With the judge's limits: a player to copy must keep to its budget.
            let program = build(game, &template(game, python));
            let played = play(game, &|intro| program.player(&Limits::judge(), intro));
            assert_eq!(played.frozen, vec![None; 4], "{}", game.facts().id);
            let same = Backends::get().build(game, &template(game, cpp), false);
            assert!(of_built(game, &same) == played, "{}", game.facts().id);
            games += 1;
        }
    }
    assert!(games >= with(&["AINull.py"]).count(), "every game has a player to copy");
}

#[test]
fn the_empty_player_gives_no_orders() {
    for game in with(&["AINull.py"]) {
        let played = of_built(game, &Built::Wasm(build(game, &template(game, "AINull.py"))));
        assert!(played.turns.iter().step_by(2).all(|turn| turn.0.is_empty()));
        assert_eq!(played.frozen, vec![None; 4], "{}", game.facts().id);
    }
}

#[test]
fn a_mistake_is_told_with_its_line() {
    for (body, cause, said) in [
        ("  missing()", Cause::Exception, "AITest.py:2: NameError: name 'missing' isn't defined"),
        ("  raise ValueError('no')", Cause::Exception, "AITest.py:2: ValueError: no"),
        ("  game.status(9)", Cause::Exception, "AITest.py:2: IndexError: status(9): players are"),
        ("\n\n  None.x", Cause::Exception, "AITest.py:4: AttributeError: "),
        ("  {}['x']", Cause::Exception, "AITest.py:2: KeyError: x"),
        ("  f = lambda: f()\n  f()", Cause::Exception, "AITest.py:2: RuntimeError: maximum recur"),
        ("  while True: pass", Cause::Fuel, "used up its computation budget"),
        (
            "  all = []\n  while True: all.append(bytearray(1 << 20))",
            Cause::Memory,
            "AITest.py:3: MemoryError: out of memory",
        ),
    ] {
        let freeze = receipt(body);
        assert_eq!(freeze.cause, cause, "{body}: {}", freeze.detail);
        assert!(freeze.detail.starts_with(said), "{body}: {}", freeze.detail);
    }
    let calls = receipt("  inner()\n\ndef inner():\n  raise ValueError('x')");
    assert!(calls.backtrace[0].starts_with("inner (AITest.py:5"), "{:?}", calls.backtrace);
    assert!(calls.backtrace[1].starts_with("play (AITest.py:2"), "{:?}", calls.backtrace);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    let game = games::ALL[0];
    let check =
        |text: &str| build(game, &Source::new("AITest.py", text)).check_source(&Limits::judge());
    assert_eq!(check("def play(game): pass"), Ok(()));
    // Nothing of it runs.
    assert_eq!(check("while True: pass\ndef play(game): pass"), Ok(()));
    let told = check("x = 1\ndef play(game:\n  pass\n").expect_err("no Python").detail;
    assert!(told.starts_with("AITest.py:3: SyntaxError"), "{told}");
    let latin = Source::new("AITest.py", b"# one\n# \xe9\n".to_vec());
    match tools().build(&sdk(game), &latin) {
        Err(Error::Source(report)) => assert_eq!(report.errors[0].line, 2),
        other => panic!("{other:?}"),
    }
    let none = judged("name = 1\n").frozen[0].clone().expect("it is frozen");
    assert!(none.detail.contains("AITest.py has no function play"), "{}", none.detail);
    let none = judged("import os\n").frozen[0].clone().expect("it is frozen");
    assert!(none.detail.contains("there is no module \"os\": a player is one"), "{}", none.detail);
}

/// No time, no entropy, no hash seed of the machine; random numbers are those of the match.
#[test]
fn two_runs_are_the_same_match() {
    let text = "import random
def play(game):
  words = list({'z': 1, 'a': 2, 1: 3}) + list({'x', 1.5, (1, 2)})
  print(words, [hash(k) for k in words], id(game), random.random(), game.random(0, 9))
  if game.round > 3:
    raise ValueError([n for n in ('native', 'time', 'os', 'compile', 'input') if n in globals()])
";
    let (first, second) = (judged(text), judged(text));
    assert!(first == second);
    let freeze = first.frozen[0].as_ref().expect("it is frozen");
    assert!(freeze.detail.starts_with("AITest.py:6: ValueError: []"), "{}", freeze.detail);
    assert!(freeze.last_words.join("\n").contains("0."), "{:?}", freeze.last_words);
}

/// What differs from other machines, and what the engine's changes could break.
#[test]
fn numbers_lists_and_exceptions_are_those_of_python() {
    let text = "def check(what):
  assert what
def generator():
  try:
    got = yield 1
    yield got
  except KeyError:
    yield 3
  finally:
    seen.append('end')
seen = []
def play(game):
  if game.round > 0:
    return
  check(7 // -2 == -4 and -7 % 3 == 2 and 2 ** 100 % 7 == 2)
  check((1 << 46) - 1 + 1 == 70368744177664 and -(1 << 46) - 1 == -70368744177665)
  check(0.1 + 0.2 == 0.30000000000000004 and round(2.5) == 2)
  check([1, 2, 3][-1] == 3 and [1, 2, 3][True] == 2 and 1 < 2.5 < 3 and 3 > 2 >= 2 != 1)
  for wrong in (lambda: [1][1], lambda: [1][-2], lambda: {}['x'], lambda: 1 + 'a'):
    try:
      wrong()
      check(False)
    except (IndexError, KeyError, TypeError) as e:
      seen.append(type(e).__name__)
  g = generator()
  check(next(g) == 1 and g.send(2) == 2)
  g = generator()
  next(g)
  check(g.throw(KeyError) == 3)
  check(list(g) == [] and seen.count('end') >= 1)
  def deep():
    try:
      return 1
    finally:
      seen.append('finally')
  check(deep() == 1 and seen[-1] == 'finally')
  points = {(i, j): i * 100 + j for i in range(60) for j in range(60)}
  check(len(points) == 3600 and all(points[i, i] == 101 * i for i in range(60)))
  check({game.unit(0).pos: 1}[game.unit(0).pos] == 1)
  kept = [bytes([k % 251]) * 100 for k in range(3000)]
  check(all(kept[k][99] == k % 251 for k in range(3000)))
";
    let played = judged(text);
    assert_eq!(played.frozen, vec![None; 4]);
}

#[test]
fn editors_are_told_everything() {
    for game in with(&["api.json", "game.py"]) {
        let declared = sdk(game).declarations();
        for name in ["class Game:", "class Settings:", "class Cell(", "class Dir:", "round: int"] {
            assert!(declared.contains(name), "{}: {name}", game.facts().id);
        }
        assert_eq!(declared.matches("\"\"\"").count() % 2, 0);
        // Words of the language are no names.
        assert!(!declared.contains("    None: "), "{}", game.facts().id);
    }
}
