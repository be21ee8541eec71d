//! `cargo xtask test`: everything that must hold, from formatting to pictures.
//!
//! Each step prints its name; the first that fails ends the run.

use crate::run::{cargo, has, release_program, root, run, wasm_library};
use crate::{book, cluster, disturb, forward, judge, speed, tidy, viewer};
use anyhow::{Context, Result};
use std::env;
use std::process::Command;
use std::time::Instant;

/// Programs that tests use, and the Debian packages that have them.
const PROGRAMS: [(&[&str], &str); 6] = [
    (&["npm"], "npm"),
    (&["chromium", "chromium-browser", "google-chrome"], "chromium"),
    (&["valgrind"], "valgrind"),
    (&["g++", "clang++"], "g++"),
    (&["gdb"], "gdb"),
    // For hosts that are network namespaces.
    (&["ip"], "iproute2"),
];

type Step = (&'static str, fn() -> Result<()>);

const STEPS: [Step; 17] = [
    ("tools", tools),
    ("formatting", || run(&mut cargo(["fmt", "--all", "--check"]))),
    ("tidiness", tidy::check),
    ("lints", lints),
    ("rules with overflow checks", checked_tests),
    ("games for the browser", || viewer::build().map(drop)),
    ("rules for players that look ahead", || forward::build().map(drop)),
    ("all tests", all_tests),
    ("the judge on PostgreSQL and S3", cluster::test),
    ("the cluster, disturbed", || disturb::test_built(&disturb::size(true))),
    ("documentation", documentation),
    ("book", || book::build().map(drop)),
    ("viewer", viewer_tests),
    ("a season in a browser", judge::season),
    ("hostile input to the judge", judge::hostile),
    ("speed", speed_test),
    ("targets of the fuzzer", fuzz_targets),
];

/// Runs every step.
pub fn everything() -> Result<()> {
    let begin = Instant::now();
    for (name, step) in STEPS {
        println!("\n── {name} ({} s so far)", begin.elapsed().as_secs());
        step().with_context(|| format!("the step `{name}` failed"))?;
    }
    println!("\nAll {} steps passed in {} s.", STEPS.len(), begin.elapsed().as_secs());
    Ok(())
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

/// Whether this is root, who may install and open namespaces.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

fn lints() -> Result<()> {
    run(&mut cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// The dev profile checks every addition for overflow: no input may reach one.
fn checked_tests() -> Result<()> {
    run(&mut cargo(["test", "--package", "engine", "--package", "games"]))
}

fn all_tests() -> Result<()> {
    run(&mut cargo(["test", "--workspace", "--release"]))
}

fn documentation() -> Result<()> {
    run(cargo(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))
}

fn viewer_tests() -> Result<()> {
    run(Command::new("npm").arg("test").current_dir(root().join("viewer")))
}

/// Without valgrind, which only Linux has, there is nothing to count with.
fn speed_test() -> Result<()> {
    if has("valgrind") {
        // The tests of the command line have built the program a moment ago.
        return speed::check_with(&release_program());
    }
    println!("skipped: there is no valgrind here");
    Ok(())
}

/// The fuzzer itself needs a nightly compiler; that its targets compile is checked with ours.
fn fuzz_targets() -> Result<()> {
    let target = crate::run::target().join("fuzz");
    run(cargo(["check", "--manifest-path", "fuzz/Cargo.toml"])
        .env("CARGO_TARGET_DIR", env::var_os("PALESTRA_FUZZ_TARGET").unwrap_or(target.into())))
}
