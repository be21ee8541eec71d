//! The attack suite: every hostile player of `crates/sandbox/tests/attacks`, in C++, Rust,
//! JavaScript or Python, gets the verdict that its first line names, harms nobody, and has its row in `docs/attacks.md`.

use engine::{Cause, Freeze, Match, Notes, Player, Ruleset, Setup};
use sandbox::{Limits, Sandbox};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};
use toolchain::{
    Cache, Confine, Kernel, Language, Options, RustSdk, RustToolchain, ScriptSdk, ScriptToolchain,
    Sdk, Source, Toolchain,
};

/// One hostile player.
struct Attack {
    name: String,
    /// `cc`, `rs`, `js` or `py`.
    ending: String,
    text: String,
    /// The verdict it must get, as its first line has it.
    expected: String,
    /// What it tries, in words.
    title: String,
}

/// What happened to it.
struct Result {
    verdict: String,
    /// What its author is told.
    receipt: String,
    /// What is wrong beyond the verdict.
    harm: Option<String>,
}

/// All but those on the Rust compiler, which mostly use up its CPU time: the judge's own processes
/// stand them in `crates/worker/tests/rust.rs`.
fn attacks() -> Vec<Attack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sandbox/tests/attacks");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.retain(|path| !name(path).starts_with("rust_compile_"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Attack {
    let text = fs::read_to_string(path).unwrap();
    let first = text.lines().next().unwrap_or_default();
    let (expected, title) = first
        .strip_prefix("// ")
        .or_else(|| first.strip_prefix("# "))
        .and_then(|line| line.split_once(": "))
        .unwrap_or_else(|| panic!("{}: its first line is no verdict", path.display()));
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let ending = path.extension().unwrap().to_string_lossy().into_owned();
    Attack { name, ending, expected: expected.into(), title: title.into(), text }
}

/// The tools that all attacks share.
struct Arena {
    toolchain: Toolchain,
    rust: RustToolchain,
    sandbox: Sandbox,
    sdk: Sdk,
    rust_sdk: RustSdk,
    scripts: Vec<(Language, ScriptToolchain, ScriptSdk)>,
    /// Scores of the match in which nobody attacks.
    peace: Vec<i64>,
}

/// The judge's, with a tenth of a second of fuel: enough for what the sources do before they are
/// stopped. The siege of the judge gives them all of it.
fn limits() -> Limits {
    Limits { fuel_max: Some(Limits::FUEL_PER_SECOND / 10), ..Limits::judge() }
}

impl Arena {
    fn open() -> Self {
        let cache = Cache::of_user();
        let toolchain = Toolchain::install(&cache, &|_| ()).unwrap_or_else(|e| panic!("{e}"));
        let sandbox = Sandbox::with_cache(cache.root().join("machine-code")).unwrap();
        let sdk = Sdk::of(game().facts()).expect("the game has headers");
        let rust = RustToolchain::open(&cache).unwrap_or_else(|e| panic!("{e}"));
        let rust_sdk = RustSdk::of(game().facts()).expect("the game has an SDK for Rust");
        let script = |language| {
            let tools = ScriptToolchain::open(language, &cache, &|_| ());
            let sdk = ScriptSdk::of(language, game().facts()).expect("the game has an SDK");
            (language, tools.unwrap_or_else(|e| panic!("{e}")), sdk)
        };
        let scripts = [Language::Js, Language::Python].map(script).into();
        let peace = Vec::new();
        let mut arena = Self { toolchain, rust, sandbox, sdk, rust_sdk, scripts, peace };
        let null = |intro: &[u8]| game().builtin("Null", intro).unwrap();
        arena.peace = arena.play(&null).scores;
        arena
    }

    fn judge(&self, attack: &Attack) -> Result {
        let file = format!("AIAttacker.{}", attack.ending);
        let source = Source::new(&file, attack.text.clone());
        let confine =
            if Kernel::probe().strict_for_rust() { Confine::Strict } else { Confine::Available };
        let options = Options { confine, ..Options::default() };
        let simple = |verdict: &str, receipt: String| Result {
            verdict: verdict.into(),
            receipt,
            harm: None,
        };
        let built = match source.language() {
            Language::Cpp => self.toolchain.build(&self.sdk, &source, &options),
            Language::Rust => self.rust.build(&self.rust_sdk, &source, &options),
            language => {
                let known = self.scripts.iter().find(|(known, ..)| *known == language);
                let (_, tools, sdk) = known.expect("an engine for this language");
                tools.build(sdk, &source)
            }
        };
        let module = match built {
            Ok(module) => fs::read(module.path).unwrap(),
            Err(error) => return simple("does not compile", error.to_string()),
        };
        let program = match self.sandbox.compile(&module) {
            Ok(program) => program,
            Err(refused) => return simple("refused", refused.to_string()),
        };
        let seat = |intro: &[u8]| program.player(&limits(), intro);
        let (one, two) = (self.play(&seat), self.play(&seat));
        let (verdict, receipt) = match &one.freeze {
            None => ("harmless".into(), String::new()),
            Some(freeze) => (format!("frozen ({})", word(freeze.cause)), freeze.detail.clone()),
        };
        Result { verdict, receipt, harm: self.harm(&one, &two) }
    }

    fn harm(&self, one: &Played, two: &Played) -> Option<String> {
        if one != two {
            return Some(format!("two equal matches differ: {one:?} {two:?}"));
        }
        if one.others_frozen {
            return Some("another player was frozen".into());
        }
        let silent = !one.gave_orders;
        (silent && one.scores != self.peace).then(|| "the match went another way".into())
    }

    /// A whole match of an attacker against three players who want to play.
    fn play(&self, attacker: &dyn Fn(&[u8]) -> Box<dyn Player>) -> Played {
        let names = ["Attacker", "Demo", "Demo", "Demo"].map(String::from).to_vec();
        let setup = Setup { seed: "7".into(), ruleset: Ruleset::Statement, names, judged: true };
        let settings = game().facts().boards[0].1.as_bytes();
        let state = game().start(settings, &setup, &mut Notes::default()).unwrap();
        let mut intro = Vec::new();
        let mut players = Vec::new();
        for seat in 0..4 {
            intro.clear();
            state.write_intro(seat, &mut intro);
            players.push(match seat {
                0 => attacker(&intro),
                _ => game().builtin("Demo", &intro).unwrap(),
            });
        }
        let mut played = Match::new(state, players, Ruleset::Statement, true);
        let mut gave_orders = false;
        while !played.over() {
            played.play_round().expect("no player can stop a match");
            gave_orders |= !played.seat(0).orders.is_empty();
        }
        Played {
            scores: played.state().scores(),
            fuel: played.seat(0).fuel,
            freeze: played.frozen(0).cloned(),
            others_frozen: (1..4).any(|seat| played.frozen(seat).is_some()),
            gave_orders,
        }
    }
}

fn game() -> &'static dyn engine::DynGame {
    games::by_id("dominator").expect("the game is there")
}

/// What is left of a match.
#[derive(Debug, PartialEq)]
struct Played {
    scores: Vec<i64>,
    fuel: u64,
    freeze: Option<Freeze>,
    others_frozen: bool,
    gave_orders: bool,
}

fn word(cause: Cause) -> &'static str {
    match cause {
        Cause::Fuel => "fuel",
        Cause::Memory => "memory",
        Cause::Stack => "stack",
        Cause::Trap => "trap",
        Cause::Exception => "exception",
        Cause::Exit => "exit",
        Cause::TooManyOrders => "orders",
        _ => "interface",
    }
}

/// All results, in the order of the attacks.
fn judge_all(arena: &Arena, attacks: &[Attack]) -> Vec<Result> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(k) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|k| *k < attacks.len())
        {
            done.push((k, arena.judge(&attacks[k])));
        }
        done
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<(usize, Result)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("no attack makes us panic")).collect()
    });
    results.sort_by_key(|(k, _)| *k);
    results.into_iter().map(|(_, result)| result).collect()
}

const HEAD: &str = "\
# Hostile players

Each line of the table is a player of `crates/sandbox/tests/attacks`, in C++, in Rust (`rust_…`), in JavaScript (`js_…`) or in
Python (`python_…`). Attacks on the Rust compiler have a table of their own below. A test builds each player. Then it plays a
whole match of Dominator with the player and three others, under the judge's limits and with a tenth of a second of fuel. No
player stops the match, takes fuel from another player, or changes the match except by orders. The test writes this table. It
fails if the table is out of date, or if a player gets another verdict than its source names.
<!-- claim: test crates/toolchain/tests/attacks.rs -->

| player | attack | result |
|---|---|---|
";

fn table(attacks: &[Attack], results: &[Result]) -> String {
    let mut text = HEAD.to_string();
    for (attack, result) in attacks.iter().zip(results) {
        let happens = match result.verdict.strip_prefix("frozen (") {
            Some(_) => format!("{}: {}", result.verdict, cell(&result.receipt)),
            None => result.verdict.clone(),
        };
        writeln!(text, "| `{}` | {} | {happens} |", attack.name, attack.title).unwrap();
    }
    text
}

/// The beginning of a receipt, fit for a table; numbers that any change of a header changes are
/// left out.
fn cell(receipt: &str) -> String {
    const DIGITS_MAX: usize = 4;
    let long = |w: &&str| w.len() > DIGITS_MAX && w.bytes().all(|b| b.is_ascii_digit());
    let words = receipt.split(' ').map(|w| if long(&w) { "N" } else { w });
    let receipt = words.collect::<Vec<_>>().join(" ");
    let plain: String = receipt.chars().take(80).map(|c| if c == '|' { ' ' } else { c }).collect();
    match plain.len() < receipt.len() {
        true => format!("{plain}…"),
        false => plain,
    }
}

#[test]
fn every_attack_gets_its_verdict() {
    let (arena, attacks) = (Arena::open(), attacks());
    assert!(attacks.len() >= 30, "where are the attacks?");
    let results = judge_all(&arena, &attacks);
    let mut wrong = String::new();
    for (attack, result) in attacks.iter().zip(&results) {
        if result.verdict != attack.expected {
            let Attack { name, expected, .. } = attack;
            let Result { verdict, receipt, .. } = result;
            writeln!(wrong, "{name}: expected {expected}, got {verdict}: {receipt}").unwrap();
        }
        if let Some(harm) = &result.harm {
            writeln!(wrong, "{}: {harm}", attack.name).unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/attacks.md");
    let before = fs::read_to_string(&path).unwrap_or_default();
    // What stands below the table is written by people.
    let below = before.find("\n## ").map_or("", |at| &before[at..]);
    let text = table(&attacks, &results) + below;
    if before != text {
        fs::write(&path, text).unwrap();
        panic!("docs/attacks.md was stale; it has been written anew, commit it");
    }
}
