//! Players in Rust, built by worker processes as the judge has them built.

mod asked;

use asked::Asked;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::SystemTime;
use std::{fs, thread};
use toolchain::{Cache, Kernel, RustToolchain};
use worker::protocol::{Build, Job, Outcome, Refusal};
use worker::rules::{Complaint, Fault};

/// A build process that takes players in Rust; none where this machine cannot confine rustc.
fn builder() -> Option<Asked> {
    if let Err(why) = RustToolchain::open(&Cache::of_user()) {
        needs::skip(&why.to_string());
        return None;
    }
    if !Kernel::probe().strict_for_rust() {
        needs::skip("this kernel cannot confine a Rust compiler");
        return None;
    }
    let (worker, ready) = Asked::start("build");
    assert!(ready.confined.fully(), "{ready:?}");
    Some(worker)
}

fn build(worker: &mut Asked, game: &str, file: &str, text: &str) -> Outcome {
    let job = Job::Build(Build {
        game: game.into(),
        name: "Attacker".into(),
        file: file.into(),
        source: worker.blob(text.as_bytes()),
        source_bytes_max: worker::rules::SOURCE_BYTES_MAX,
        forward: None,
        trust: false,
    });
    worker.ask(job).expect("an answer")
}

/// The process ends when the judge goes.
fn end(mut worker: Asked) {
    drop(worker.to);
    assert!(worker.child.wait().expect("ends").success());
}

#[test]
fn the_scout_of_every_game_is_built() {
    let Some(mut worker) = builder() else { return };
    let mut built = 0;
    for game in games::ALL {
        let facts = game.facts();
        let scout = facts.sdk.iter().find(|(path, _)| *path == "AIScout.rs");
        let Some((_, scout)) = scout else { continue };
        // No cache has this one.
        let text = format!("{scout}// {:?}\n", SystemTime::now());
        let outcome = build(&mut worker, facts.id, "AIScout.rs", &text);
        assert!(matches!(outcome, Outcome::Built(_)), "{}: {outcome:?}", facts.id);
        built += 1;
    }
    assert_eq!(built, 6);
    end(worker);
}

#[test]
fn a_machine_without_rustc_says_so_and_builds_the_other_languages() {
    let process = env!("CARGO_BIN_EXE_worker-process");
    let (mut worker, _) =
        Asked::of(Command::new(process).arg("build").env("RUSTC", "no-such-compiler"));
    let outcome = build(&mut worker, "dominator", "AIAttacker.rs", "fn main() {}");
    let Outcome::Trouble(why) = outcome else { panic!("{outcome:?}") };
    assert!(why.contains("there is no Rust compiler on this machine"), "{why}");
    let outcome = build(&mut worker, "dominator", "AIAttacker.js", "export function play() {}");
    assert!(matches!(outcome, Outcome::Built(_)), "{outcome:?}");
    end(worker);
}

/// The attacks on compilers, and those with a module that the rules refuse.
fn attacks() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sandbox/tests/attacks");
    let all = fs::read_dir(folder).expect("the attacks").map(|entry| entry.expect("one").path());
    let builds = ["rust_compile_", "rust_import_", "rust_export_", "rust_section", "rust_relaxed"];
    let name = |path: &PathBuf| path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let mut all: Vec<_> = all
        .filter(|p| name(p).is_some_and(|name| builds.iter().any(|b| name.starts_with(b))))
        .collect();
    all.sort();
    all
}

/// The verdict that the first line of an attack names, and what its author reads, without what
/// depends on the machine.
fn verdict(outcome: Outcome) -> (&'static str, String) {
    let refusal = match outcome {
        Outcome::Refused(refusal) => *refusal,
        other => panic!("no verdict: {other:?}"),
    };
    let verdict = match refusal {
        Refusal::Rules { .. } | Refusal::Errors { .. } | Refusal::Compiler { .. } => {
            "does not compile"
        }
        Refusal::Module { .. } | Refusal::MachineCode(_) => "refused",
    };
    let said = match refusal {
        Refusal::Rules { faults } => {
            let faults: Vec<Fault> = serde_json::from_str(&faults).expect("faults");
            format!("rules: {}", faults[0].shown("AIAttacker.rs", Complaint::english))
        }
        Refusal::Errors { text, .. } => text.lines().next().unwrap_or_default().into(),
        // Which limit comes first is the machine's affair.
        Refusal::Compiler { .. } => "the compiler reaches a limit, and the judge ends it".into(),
        Refusal::Module { text } => format!("module: {text}"),
        Refusal::MachineCode(excess) => format!("machine code: {excess:?}"),
    };
    (verdict, said)
}

/// The beginning of a text, fit for a table.
fn cell(text: &str) -> String {
    const LENGTH_MAX: usize = 110;
    let plain: String =
        text.chars().take(LENGTH_MAX).map(|c| if c == '|' { ' ' } else { c }).collect();
    if plain.len() < text.len() { format!("{plain}…") } else { plain }
}

const HEAD: &str = "\n## Compiler attacks in Rust on the judge\n\n\
A test sends these players to a build process of the judge, which confines itself and the compiler. Each player gets a\n\
verdict, and the process continues with the next player. No player finds a file of the machine. The test writes this\n\
table.\n\
<!-- claim: test crates/worker/tests/rust.rs -->\n\n\
| player | attack | message for the author |\n|---|---|---|\n";

/// Sends attacks to a worker process, as long as there are some; gives the rows of their table,
/// without the names.
fn attack(
    mut worker: Asked,
    attacks: &Mutex<impl Iterator<Item = PathBuf>>,
) -> BTreeMap<String, String> {
    let mut rows = BTreeMap::new();
    let next = || attacks.lock().expect("nobody panics here").next();
    while let Some(path) = next() {
        let text = fs::read_to_string(&path).expect("a source");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let first = text.lines().next().and_then(|line| line.strip_prefix("// "));
        let (expected, title) = first.and_then(|line| line.split_once(": ")).expect("a verdict");
        let (verdict, said) = verdict(build(&mut worker, "dominator", "AIAttacker.rs", &text));
        // The judge refuses the others before they play.
        assert!(verdict == expected || !name.starts_with("rust_compile_"), "{name}: {said}");
        assert!(!said.contains("ermission denied"), "{name} learns what is there: {said}");
        rows.insert(name, format!("{title} | {}", cell(&said)));
    }
    end(worker);
    rows
}

#[test]
fn attacks_on_the_compiler_get_a_verdict_from_the_judge() {
    let attacks = attacks();
    assert!(attacks.len() >= 30, "where are the attacks?");
    let attacks = Mutex::new(attacks.into_iter());
    let mut rows = BTreeMap::new();
    // A compiler mostly uses one core.
    thread::scope(|scope| {
        let builders: Vec<_> = (0..2).filter_map(|_| builder()).collect();
        let attack = |worker| scope.spawn(|| attack(worker, &attacks));
        let all: Vec<_> = builders.into_iter().map(attack).collect();
        for one in all {
            rows.extend(one.join().expect("the attack is named above"));
        }
    });
    if rows.is_empty() {
        return;
    }
    let mut table = HEAD.to_string();
    for (name, row) in rows {
        writeln!(table, "| `{name}` | {row} |").expect("written");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/attacks.md");
    let before = fs::read_to_string(&path).expect("the page");
    let title = HEAD.lines().nth(1).expect("a title");
    let from = before.find(&format!("\n{title}")).unwrap_or(before.len());
    let rest = &before[from..];
    let next = rest.get(4..).and_then(|rest| rest.find("\n## ")).map_or("", |at| &rest[4 + at..]);
    let text = format!("{}{table}{next}", &before[..from]);
    if before != text {
        fs::write(&path, text).expect("written");
        panic!("docs/attacks.md was stale; it has been written anew, commit it");
    }
}
