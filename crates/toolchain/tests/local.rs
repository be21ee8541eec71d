//! Scripts on the interpreters of this machine: the same players give the same orders as in the
//! sandbox, and every function of the library answers the same.
#![cfg(unix)]

mod common;
#[path = "common/matches.rs"]
mod matches;

use common::{Backends, Built};
use engine::DynGame;
use matches::{Played, of_built, template, with};
use sandbox::Program;
use toolchain::{Cache, Language, LocalScript, ScriptSdk, ScriptToolchain, Source};

fn sdk(game: &dyn DynGame, source: &Source) -> ScriptSdk {
    ScriptSdk::of(source.language(), game.facts()).expect("the game has an SDK for the language")
}

fn sandboxed(tools: &ScriptToolchain, game: &dyn DynGame, source: &Source) -> Program {
    let module = tools.build(&sdk(game, source), source).unwrap_or_else(|e| panic!("{e}"));
    let bytes = std::fs::read(module.path).expect("the module is there");
    Backends::get().sandbox.compile(&bytes).expect("the module is accepted")
}

fn local(game: &dyn DynGame, source: &Source) -> Played {
    let made = LocalScript::open(&Cache::of_user(), &sdk(game, source), source);
    let made = made.unwrap_or_else(|e| panic!("{e}"));
    of_built(game, &Built::Native(made.native().path))
}

/// Both ways to play the same source; the match is the same.
fn same_in_both(language: Language, file: &str, source: impl Fn(&dyn DynGame) -> Source) {
    // Installs the compiler when it is missing.
    Backends::get();
    let tools = ScriptToolchain::open(language, &Cache::of_user(), &|_| ());
    let tools = tools.unwrap_or_else(|e| panic!("{e}"));
    for game in with(&[file]) {
        let source = source(game);
        let expected = of_built(game, &Built::Wasm(sandboxed(&tools, game, &source)));
        let id = game.facts().id;
        assert_eq!(expected.frozen, vec![None; 4], "{id}");
        let played = local(game, &source);
        assert_eq!(played.frozen, expected.frozen, "{id}");
        for (k, (played, expected)) in played.turns.iter().zip(&expected.turns).enumerate() {
            assert_eq!(played, expected, "{id}: turn {k}, seat by seat");
        }
        assert!(played == expected, "{id}");
    }
}

#[test]
fn the_players_to_copy_play_the_same_match_in_cpython() {
    if needs::program("python3") {
        for file in ["AIScout.py", "AIDemo.py"] {
            if games::ALL.iter().any(|g| g.facts().sdk.iter().any(|f| f.0 == file)) {
                same_in_both(Language::Python, file, |game| template(game, file));
            }
        }
    }
}

#[test]
fn the_players_to_copy_play_the_same_match_in_node() {
    if needs::program("node") {
        for file in ["AIScout.js", "AIDemo.js"] {
            if games::ALL.iter().any(|g| g.facts().sdk.iter().any(|f| f.0 == file)) {
                same_in_both(Language::Js, file, |game| template(game, file));
            }
        }
    }
}

/// Calls what players have, and gives what it hears as orders for units with that number.
const PROBE_PYTHON: &str = r#"
import random
from MODULE import Dir, Pos, FAR

def number(value):
    text = str(value)
    found = 7
    for letter in text:
        found = (found * 31 + ord(letter)) % 1000003
    return found

def tried(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__ + ": " + str(error)

def said(game):
    p, dir = Pos(game.round % 5, 3), Dir.ALL[game.round % len(Dir.ALL)]
    free = [1] * (game.rows * game.cols)
    goals = bytearray(game.rows * game.cols)
    goals[(game.rows + 17 + game.round) % len(goals)] = 1
    yield p + dir
    yield repr(p - (1, 2))
    yield p == Pos(*p)
    yield p == (p.i, p.j)
    yield {p: 1}.get(Pos(p.i, p.j))
    yield game.pos_ok(p + dir)
    yield game.pos_ok(Pos(-1, 0))
    yield list(game.distances([p], free))[:400]
    yield list(game.distances([p], bytearray(free), Dir.ALL[:2]))[:90]
    found = game.nearest(p, goals, free)
    yield (found.pos, str(found.dir), found.steps) if found else "none"
    yield game.nearest(p, goals, goals)
    yield game.random(3, 40), game.random(5, 4), random.randint(1, 6), int(random.random() * 1e6)
    yield random.sample(range(20), 5), random.choice("abc"), game.random_permutation(9)
    yield game.dest(p, dir)
    yield [getattr(game.cell(p), name) for name in CELL if hasattr(game.cell(p), name)]
    yield tried(lambda: game.index(Pos(-1, 0)))
    yield tried(lambda: game.cell("x"))
    yield tried(lambda: game.distances([p], free[1:]))
    yield tried(lambda: game.status(4))
    yield tried(lambda: game.nearest(p, goals, free, [Pos(1000, 0)]))
    yield tried(lambda: Pos(1 << 31, 0))
    yield tried(lambda: setattr(p, "i", 3) or "set")[:14]

CELL = "type", "owner", "id", "unit", "city", "path", "haunted", "content", "food", "price"

def play(game):
    if game.round > 20:
        return
    for k, value in enumerate(said(game)):
        ORDER
"#;

/// The same in JavaScript.
const PROBE_JS: &str = r#"
import { Dir, Pos, FAR } from "MODULE";

const number = (value) => {
  let found = 7;
  for (const letter of JSON.stringify(value) ?? "none") {
    found = (found * 31 + letter.charCodeAt(0)) % 1000003;
  }
  return found;
};

const tried = (call) => {
  try {
    return call();
  } catch (error) {
    return String(error);
  }
};

function* said(game) {
  const p = new Pos(game.round % 5, 3), dir = Dir.ALL[game.round % Dir.ALL.length];
  const free = new Int32Array(game.rows * game.cols).fill(1);
  const goals = new Int32Array(game.rows * game.cols);
  goals[(game.rows + 17 + game.round) % goals.length] = 1;
  yield [String(p.plus(dir)), p.equals(new Pos(p.i, p.j)), game.posOk(p.plus(dir))];
  yield [...game.distances([p], free)].slice(0, 400);
  yield [...game.distances([p], free, Dir.ALL.slice(0, 2))].slice(0, 90);
  yield game.nearest(p, goals, free);
  yield game.nearest(p, goals, goals);
  yield [game.settings, game.random(3, 40), game.random(5, 4), Math.random()];
  yield game.randomPermutation(9);
  yield game.cell(p);
  yield Object.keys(game.cells).map((name) => [...game.cells[name]].slice(0, 300));
  yield tried(() => game.index(new Pos(-1, 0)));
  yield tried(() => game.status(4));
  yield tried(() => game.distances([p], free.subarray(1)));
  yield tried(() => game.distances([p], [1, 2]));
}

export function play(game) {
  if (game.round > 20) return;
  let k = 0;
  for (const value of said(game)) {
    const unit = number(value) + k++;
    ORDER;
  }
}
"#;

/// The probe for a game: with its module, and with an order that takes any number.
fn probe(game: &dyn DynGame, language: Language, text: &str) -> Source {
    let module = ScriptSdk::of(language, game.facts()).expect("it has an SDK").module().to_string();
    let python = language == Language::Python;
    let number = if python { "number(value) + k" } else { "unit" };
    let api = game.facts().sdk.iter().find(|f| f.0 == "api.json").expect("its description").1;
    let has = |name: &str| api.contains(&format!("\"name\": \"{name}\""));
    let order = if has("command") {
        format!("game.command({number}, Dir.ALL[0])")
    } else if has("steer") {
        // It refuses numbers that are no starship of the player.
        format!("game.steer(({number}) % 4, Dir.ALL[({number}) % 5])")
    } else {
        format!("game.bid({}, {number})", if python { "Pos(1, 1)" } else { "new Pos(1, 1)" })
    };
    let text = text.replace("MODULE", &module).replace("ORDER", &order);
    Source::new(if python { "AIProbe.py" } else { "AIProbe.js" }, text)
}

#[test]
fn the_library_answers_the_same_in_cpython() {
    if needs::program("python3") {
        let source = |game: &dyn DynGame| probe(game, Language::Python, PROBE_PYTHON);
        same_in_both(Language::Python, "AINull.py", source);
    }
}

#[test]
fn the_library_answers_the_same_in_node() {
    if needs::program("node") {
        let source = |game: &dyn DynGame| probe(game, Language::Js, PROBE_JS);
        same_in_both(Language::Js, "AINull.js", source);
    }
}
