//! `cargo xtask test`: everything that must hold, from formatting to pictures.
//!
//! Each step is a process and prints its name and its time; the first that fails ends the run.
//! Steps that mostly wait run beside the others, as soon as what they need is built. Steps that
//! cannot be run here are counted and named in the last line; in CI (`CI=true`) one is a failure.

use crate::steps::{Run, Step, beside, by_name, in_turn};
use crate::{book, dist, footprint, fuzz, judge, parts, python, sixth, speed, tidy};
use anyhow::{Context, Result};
use harness::run::{
    Outcome, WITHOUT_RULES, cargo, cargo_for_tests, has, is_root, release_program, root, run,
    wasm_library,
};
use harness::{cluster, disturb};
use std::fs;
use std::process::Command;

/// Programs that tests use, and the Debian packages that have them.
const PROGRAMS: [(&[&str], &str); 7] = [
    (&["npm"], "npm"),
    (&["chromium", "chromium-browser", "google-chrome"], "chromium"),
    (&["valgrind"], "valgrind"),
    (&["g++", "clang++"], "g++"),
    (&["gdb"], "gdb"),
    // For hosts that are network namespaces.
    (&["ip"], "iproute2"),
    (&["systemd-analyze"], "systemd"),
];

/// Packages are installed into folders with Debian, which not every machine allows. The tests with
/// another game take as long as all tests. Libraries for learning take several gigabytes. So these
/// three run by name only.
const STEPS: [Step; 24] = [
    in_turn("tools", || passed(tools())),
    in_turn("formatting", || passed(formatting())),
    in_turn("tidiness", || passed(tidy::check())),
    in_turn("lints", || passed(lints())),
    in_turn("the first match", first_match),
    in_turn("rules with overflow checks", || passed(checked_tests())),
    in_turn("parts of the program", || passed(parts::build())),
    beside("viewer", || passed(viewer_tests())),
    in_turn("programs with fewer features", || passed(fewer_features())),
    in_turn("all tests", || passed(all_tests())),
    beside("the cluster, disturbed", || disturb::test_built(&disturb::size(true, false))),
    beside("two judges, disturbed", || disturb::test_built(&disturb::size(true, true))),
    beside("a season in a browser", || passed(judge::season())),
    beside("hostile input to the judge", judge::hostile),
    beside("a siege of the judge", || judge::siege(&["--short".into()])),
    in_turn("the judge on PostgreSQL and S3", cluster::test),
    in_turn("the Python package", || passed(python::test())),
    in_turn("documentation", || passed(documentation())),
    in_turn("book", || passed(book::build())),
    beside("speed", speed_test),
    in_turn("fuzzing", || passed(fuzz::all(&release_program(), FUZZ_SECONDS))),
    by_name("learning libraries", || passed(python::suites())),
    by_name("packages", dist::test),
    by_name("tests with another game", || passed(sixth::test())),
];

fn passed<T>(done: Result<T>) -> Result<Outcome> {
    done.map(|_| Outcome::Passed)
}

/// Seconds for each target of the fuzzer. `cargo xtask fuzz` takes longer.
const FUZZ_SECONDS: u32 = 20;

/// The steps for the minute before a commit.
const QUICK: [&str; 4] = ["formatting", "tidiness", "lints", "rules with overflow checks"];

/// The names of the steps.
pub fn step_names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.name)
}

/// Runs every step but those by name only.
///
/// # Errors
/// When a step fails.
pub fn everything() -> Result<()> {
    let run = Run::begin()?;
    run.all(&STEPS)?;
    run.end()
}

/// Runs the steps for the minute before a commit.
///
/// # Errors
/// When a step fails.
pub fn quick() -> Result<()> {
    some(|name| QUICK.contains(&name))
}

/// Runs the steps of these names.
///
/// # Errors
/// When there is no step of a name, or a step fails.
pub fn named(names: &[String]) -> Result<()> {
    for name in names {
        step_named(name)?;
    }
    some(|step| names.iter().any(|name| name == step))
}

fn some(wanted: impl Fn(&str) -> bool) -> Result<()> {
    let run = Run::begin()?;
    run.in_turn(STEPS.iter().filter(|step| wanted(step.name)))?;
    run.end()
}

fn step_named(name: &str) -> Result<&'static Step> {
    let all = || step_names().map(|name| format!("\n  {name}")).collect::<String>();
    let found = STEPS.iter().find(|step| step.name == name);
    found.with_context(|| format!("there is no step `{name}`; the steps are{}", all()))
}

/// Does one step in this process: see [`Step::work`].
///
/// # Errors
/// When there is no such step, or it fails.
pub fn one(name: &str) -> Result<()> {
    step_named(name)?.work()
}

/// Installs what is missing, as far as this user may.
fn tools() -> Result<()> {
    let mut missing: Vec<&str> = PROGRAMS
        .iter()
        .filter(|(programs, _)| !programs.iter().any(|p| has(p)))
        .map(|(_, package)| *package)
        .chain(lacks_venv().then_some("python3-venv"))
        .collect();
    // Debian keeps its programs off the path.
    missing.extend(cluster::postgres().is_none().then_some("postgresql"));
    missing.extend(disturb::other_clock().is_none().then_some("faketime"));
    if !missing.is_empty() && is_root() && has("apt-get") {
        let apt = |arguments: &[&str]| {
            run(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
        };
        apt(&["update", "-qq"])?;
        let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
        install.extend(&missing);
        apt(&install)?;
    } else if !missing.is_empty() {
        println!("missing, and this user cannot install them: {}", missing.join(", "));
    }
    wasm_library()
}

/// Debian has the environments of Python in a package of their own.
fn lacks_venv() -> bool {
    let tried = Command::new("python3").args(["-c", "import ensurepip"]).output();
    !tried.is_ok_and(|tried| tried.status.success())
}

/// The modules of the SDK for Rust are found by a build script, where cargo fmt does not look.
fn formatting() -> Result<()> {
    run(&mut cargo(["fmt", "--all", "--check"]))?;
    let mut apis = Vec::new();
    for game in fs::read_dir(root().join("games"))? {
        apis.push(game?.path().join("sdk/api.rs"));
    }
    apis.retain(|api| api.is_file());
    run(Command::new("rustfmt")
        .args(["--check", "--edition", "2024"])
        .args(apis)
        .current_dir(root()))
}

/// In the release profile, so that it shares macros, build scripts and C libraries with the
/// tests.
fn lints() -> Result<()> {
    let clippy = ["clippy", "--release", "--workspace", "--all-targets", "--", "-D", "warnings"];
    run(&mut cargo(clippy))
}

/// With `.cargo/checked.toml` every addition is checked for overflow: no input may reach one.
fn checked_tests() -> Result<()> {
    let rules = ["test", "--release", "--package", "engine", "--package", "games", "--config"];
    run(cargo(rules).arg(root().join(".cargo/checked.toml")))
}

fn all_tests() -> Result<()> {
    run(cargo_for_tests("test").args(WITHOUT_RULES).arg("--no-fail-fast"))
}

/// The builds that `crates/cli/Cargo.toml` offers beside the full one. The lean program gets its
/// lints here and is tested after [the first match](first_match), which builds it.
///
/// A program for players needs the same packages as the full one, with the same features. So
/// cargo chooses features for all packages together, as for the other tests, and only the program
/// itself is built for this step.
fn fewer_features() -> Result<()> {
    let strict = ["--", "-D", "warnings"];
    run(cargo(["clippy", "--release"]).args(LEAN).args(strict))?;
    let features = "palestra-cli/players,arena/default,toolchain/default";
    let players = ["--no-default-features", "--features", features];
    let program = ["--bin", "palestra"];
    let clippy = ["clippy", "--release", "--workspace"];
    run(cargo(clippy).args(players).args(program).args(strict))?;
    let tests = PLAYERS_TESTS.iter().flat_map(|name| ["--test", name]);
    run(cargo_for_tests("test").args(players).args(program).args(tests))?;
    // It lies where the steps of the judge look for the full program.
    Ok(fs::remove_file(release_program())?)
}

/// The lean program.
const LEAN: [&str; 3] = ["--package", "palestra-cli", "--no-default-features"];

/// The tests of a program for players, beside its unit tests. The others run with the full one.
const PLAYERS_TESTS: [&str; 4] = ["command_line", "ctrl_c", "dev", "modules"];

/// The first match, and the tests of the program that it builds. Never beside the tests of the
/// viewer: it builds the page that they open.
fn first_match() -> Result<Outcome> {
    let measured = footprint::test()?;
    let first = footprint::first_folder();
    run(cargo(["test", "--profile", "first"]).args(LEAN).env("CARGO_TARGET_DIR", &first))?;
    fs::remove_dir_all(first)?;
    Ok(measured)
}

fn documentation() -> Result<()> {
    let doc = ["doc", "--release", "--workspace", "--no-deps", "--quiet"];
    run(cargo(doc).env("RUSTDOCFLAGS", "-D warnings"))
}

fn viewer_tests() -> Result<()> {
    run(Command::new("npm").arg("test").current_dir(root().join("viewer")))
}

/// Without valgrind, which only Linux has, there is nothing to count with.
fn speed_test() -> Result<Outcome> {
    if !has("valgrind") {
        return Ok(Outcome::Skipped("there is no valgrind here"));
    }
    // The tests of the command line have built the program a moment ago.
    passed(speed::check_with(&release_program()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_steps_are_steps() {
        assert!(QUICK.iter().all(|quick| step_names().any(|name| name == *quick)));
    }
}
