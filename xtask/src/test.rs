//! `cargo xtask test`: everything that must hold, from formatting to pictures.
//!
//! Each step prints its name and its time; the first that fails ends the run. Steps that cannot be
//! run here are counted and named in the last line; in CI (`CI=true`) one is a failure.

use crate::claims::Results;
use crate::{book, dist, footprint, fuzz, judge, parts, python, sixth, speed, tidy};
use anyhow::{Context, Result, ensure};
use harness::run::{
    Outcome, cargo, cargo_for_tests, has, is_root, release_program, root, run, skips, wasm_library,
};
use harness::{cluster, disturb};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

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

type Step = (&'static str, fn() -> Result<Outcome>);

const STEPS: [Step; 24] = [
    ("tools", || passed(tools())),
    ("formatting", || passed(formatting())),
    ("tidiness", || passed(tidy::check())),
    ("lints", || passed(lints())),
    ("rules with overflow checks", || passed(checked_tests())),
    ("parts of the program", || passed(parts::build())),
    ("all tests", || passed(all_tests())),
    ("the judge on PostgreSQL and S3", cluster::test),
    ("the cluster, disturbed", || disturb::test_built(&disturb::size(true, false))),
    ("two judges, disturbed", || disturb::test_built(&disturb::size(true, true))),
    ("the first match", footprint::test),
    ("programs with fewer features", || passed(fewer_features())),
    ("documentation", || passed(documentation())),
    ("book", || passed(book::build())),
    ("viewer", || passed(viewer_tests())),
    ("a season in a browser", || passed(judge::season())),
    ("hostile input to the judge", judge::hostile),
    ("a siege of the judge", || judge::siege(&["--short".into()])),
    ("the Python package", || passed(python::test())),
    ("learning libraries", || passed(python::suites())),
    ("packages", dist::test),
    ("tests with another game", || passed(sixth::test())),
    ("speed", speed_test),
    ("fuzzing", || passed(fuzz::all(&release_program(), FUZZ_SECONDS))),
];

fn passed<T>(done: Result<T>) -> Result<Outcome> {
    done.map(|_| Outcome::Passed)
}

/// Seconds for each target of the fuzzer. `cargo xtask fuzz` takes longer.
const FUZZ_SECONDS: u32 = 20;

/// The steps for the minute before a commit.
const QUICK: [&str; 4] = ["formatting", "tidiness", "lints", "rules with overflow checks"];

/// Steps that run by name only. Packages are installed into folders with Debian, which not every
/// machine allows. The tests with another game take as long as all tests. Libraries for learning
/// take several gigabytes.
const BY_NAME: [&str; 3] = ["learning libraries", "packages", "tests with another game"];

/// The names of the steps.
pub fn step_names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|(name, _)| *name)
}

/// Runs every step but those of [`BY_NAME`].
pub fn everything() -> Result<()> {
    steps(|name| !BY_NAME.contains(&name))
}

/// Runs the steps of [`QUICK`].
pub fn quick() -> Result<()> {
    steps(|name| QUICK.contains(&name))
}

/// Runs the steps of these names.
///
/// # Errors
/// When there is no step of a name, or a step fails.
pub fn named(names: &[String]) -> Result<()> {
    for name in names {
        let known = STEPS.iter().any(|(step, _)| step == name);
        let all = || STEPS.map(|(step, _)| format!("\n  {step}")).concat();
        ensure!(known, "there is no step `{name}`; the steps are{}", all());
    }
    steps(|step| names.iter().any(|name| name == step))
}

fn steps(wanted: impl Fn(&str) -> bool) -> Result<()> {
    let begin = Instant::now();
    let (mut passed, mut skipped) = (0, Vec::new());
    clear_skips()?;
    for (name, step) in STEPS.into_iter().filter(|(name, _)| wanted(name)) {
        println!("\n── {name} ({} s so far)", begin.elapsed().as_secs());
        let (begun, worked) = (Instant::now(), footprint::of_children().ok());
        let outcome = step();
        let result = match outcome {
            Ok(Outcome::Passed) => "passed",
            Ok(Outcome::Skipped(_)) => "skipped",
            Err(_) => "failed",
        };
        Results::note(name, result)?;
        match outcome.with_context(|| format!("the step `{name}` failed"))? {
            Outcome::Passed => passed += 1,
            Outcome::Skipped(why) => skipped.push(format!("{name}: {why}")),
        }
        // Much less than the cores could have done is time that the step waits.
        let cpu = worked.and_then(|before| Some(footprint::of_children().ok()? - before));
        let cpu = cpu.map_or(String::new(), |cpu| format!(", {cpu:.0} CPU s"));
        println!("── {name}: {} s{cpu}", begun.elapsed().as_secs());
    }
    skipped.extend(skipped_tests());
    println!("\n{}, {} s", summary(passed, &skipped), begin.elapsed().as_secs());
    let ci = env::var("CI").is_ok_and(|ci| ci == "true");
    ensure!(skipped.is_empty() || !ci, "in CI every step must run");
    Ok(())
}

/// Empties the list of skipped tests.
fn clear_skips() -> Result<()> {
    let list = skips();
    fs::create_dir_all(list.parent().context("the list of skips lies in a folder")?)?;
    fs::write(&list, "").with_context(|| list.display().to_string())
}

/// The skipped tests, each once: a test may run in several steps.
fn skipped_tests() -> BTreeSet<String> {
    fs::read_to_string(skips()).unwrap_or_default().lines().map(Into::into).collect()
}

/// `16 passed, 1 skipped (speed: there is no valgrind here)`.
fn summary(passed: usize, skipped: &[String]) -> String {
    match skipped.is_empty() {
        true => format!("{passed} passed"),
        false => format!("{passed} passed, {} skipped ({})", skipped.len(), skipped.join("; ")),
    }
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
    run(cargo_for_tests("test").arg("--no-fail-fast"))
}

/// The builds that `crates/cli/Cargo.toml` offers beside the full one.
fn fewer_features() -> Result<()> {
    let package = ["--package", "palestra-cli", "--no-default-features"];
    let first = footprint::first_folder();
    run(cargo(["test", "--profile", "first"]).args(package).env("CARGO_TARGET_DIR", &first))?;
    fs::remove_dir_all(first)?;
    let (clippy, strict) = (["clippy", "--release"], ["--", "-D", "warnings"]);
    run(cargo(clippy).args(package).args(strict))?;
    run(cargo(clippy).args(package).args(["--features", "players"]).args(strict))
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
        assert!(QUICK.iter().all(|quick| STEPS.iter().any(|(name, _)| name == quick)));
    }

    #[test]
    fn skipped_steps_are_counted_and_named() {
        assert_eq!(summary(18, &[]), "18 passed");
        let skipped = ["speed: there is no valgrind here".to_string()];
        let line = summary(17, &skipped);
        assert_eq!(line, "17 passed, 1 skipped (speed: there is no valgrind here)");
    }
}
