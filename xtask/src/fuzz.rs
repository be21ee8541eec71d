//! `cargo xtask fuzz`: files and orders of any bytes, changed by libFuzzer where they reach new
//! code.
//!
//! The fuzzer runs with the stable compiler, which can count what code is reached. Errors of
//! memory are not looked for: the crates that read these files have no `unsafe`.

use anyhow::{Context, Result, ensure};
use harness::run::{cargo, root, run, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The targets, and the files of each game that they begin with: a folder and an ending.
const TARGETS: [(&str, &[(&str, &str)]); 5] = [
    ("settings", &[("boards", "cnf")]),
    ("match_record", &[("tests/reference", "match")]),
    ("result_file", &[("tests/reference", "match")]),
    ("orders", &[]),
    ("similarity", &[("players", "cc"), ("players", "rs")]),
];

/// The options of the compiler with which the fuzzer sees the code that an input reaches.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Seconds per target without `--seconds`.
const SECONDS: u32 = 60;
/// Targets that run at once.
const AT_ONCE: usize = 2;
/// Seconds that one input may take, the memory that the process may have, and the bytes of an
/// input: whole result files would take a second each.
const BOUNDS: [&str; 3] = ["-timeout=30", "-rss_limit_mb=3000", "-max_len=32768"];

/// Runs each target for `--seconds` seconds and keeps what it found for the next run.
///
/// # Errors
/// If an option is wrong, a target cannot be built, or an input ends a target: the file with this
/// input is named.
pub fn by_hand(options: &[String]) -> Result<()> {
    let seconds = match options {
        [] => SECONDS,
        [option, seconds] if option == "--seconds" => {
            seconds.parse().with_context(|| format!("`{seconds}` is no number of seconds"))?
        }
        _ => anyhow::bail!("usage: cargo xtask fuzz [--seconds N]"),
    };
    all(&harness::run::palestra()?, seconds)
}

/// Runs each target for this many seconds; `program` makes the result files that one begins with.
///
/// # Errors
/// As [`by_hand`].
pub fn all(program: &Path, seconds: u32) -> Result<()> {
    let built = build()?;
    for targets in TARGETS.chunks(AT_ONCE) {
        let mut running = Vec::new();
        for (name, seeds) in targets {
            let corpus = corpus(name);
            for (folder, ending) in *seeds {
                plant(program, name, folder, ending, &corpus)?;
            }
            running.push((name, start(&built.join(name), &corpus, seconds)?));
        }
        for (name, mut child) in running {
            let ended = child.wait().with_context(|| format!("{name} runs"))?;
            let log = fs::read_to_string(log(name)).unwrap_or_default();
            ensure!(ended.success(), "{log}\n`{name}` failed; the lines above name the input");
            println!("{name}: {}", summary(&log)?);
        }
    }
    Ok(())
}

fn folder() -> PathBuf {
    target().join("fuzz")
}

/// The inputs of a target that reached something new, from this run and those before.
fn corpus(name: &str) -> PathBuf {
    folder().join("corpus").join(name)
}

fn log(name: impl AsRef<Path>) -> PathBuf {
    folder().join("corpus").join(name).with_extension("log")
}

/// The folder with the programs of all targets. Build scripts are not instrumented, because the
/// platform is named.
fn build() -> Result<PathBuf> {
    let platform = platform()?;
    let arguments = ["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target"];
    run(cargo(arguments)
        .arg(&platform)
        .env("CARGO_TARGET_DIR", folder())
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", COVERAGE))?;
    Ok(folder().join(platform).join("release"))
}

/// This machine, as the compiler calls it.
fn platform() -> Result<String> {
    let asked = Command::new("rustc").arg("-vV").output().context("rustc cannot be started")?;
    let said = String::from_utf8_lossy(&asked.stdout);
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_string())
}

/// Puts the files of all games into the corpus. Result files are made from records.
fn plant(program: &Path, name: &str, from: &str, ending: &str, corpus: &Path) -> Result<()> {
    fs::create_dir_all(corpus)?;
    for game in fs::read_dir(root().join("games"))?.flatten() {
        let Ok(files) = fs::read_dir(game.path().join(from)) else { continue };
        let files = files.flatten().map(|file| file.path());
        let game = game.file_name();
        for file in files.filter(|file| file.extension().is_some_and(|e| e == ending)) {
            let stem = file.file_name().unwrap_or_default().to_string_lossy();
            let seed = corpus.join(format!("{}-{stem}", game.to_string_lossy()));
            if seed.exists() {
                continue;
            }
            if name == "result_file" {
                let mut verify = Command::new(program);
                run(verify.arg("verify").arg(&file).arg("-o").arg(&seed).stdout(Stdio::null()))?;
            } else {
                fs::copy(&file, &seed)?;
            }
        }
    }
    Ok(())
}

fn start(program: &Path, corpus: &Path, seconds: u32) -> Result<Child> {
    fs::create_dir_all(corpus)?;
    let log = fs::File::create(corpus.with_extension("log"))?;
    let failures = format!("-artifact_prefix={}/", folder().display());
    Command::new(program)
        .arg(corpus)
        .args([format!("-max_total_time={seconds}"), failures])
        .args(BOUNDS)
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .with_context(|| format!("{} cannot be started", program.display()))
}

/// The fuzzer's last line about its work, such as `Done 8123 runs in 61 second(s)`. A target that
/// was not instrumented would run and find nothing new.
fn summary(log: &str) -> Result<String> {
    ensure!(log.contains("NEW"), "{log}\nthe fuzzer sees no coverage");
    let done = log.lines().rev().find(|line| line.starts_with("Done "));
    Ok(done.context("the fuzzer did not end by itself")?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_runs() {
        let files = fs::read_dir(root().join("fuzz/fuzz_targets")).expect("the targets");
        let mut names: Vec<_> = files.flatten().map(|f| f.path()).collect();
        names.sort();
        let mut listed: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
        listed.sort_unstable();
        assert_eq!(names.iter().filter_map(|n| n.file_stem()).collect::<Vec<_>>(), listed);
    }

    #[test]
    fn a_fuzzer_that_sees_nothing_is_refused() {
        assert!(summary("#1 INITED\nDone 5 runs in 1 second(s)\n").is_err());
        assert!(summary("#2 NEW cov: 9\n").is_err());
        let done = summary("#2 NEW cov: 9\nDone 5 runs in 1 second(s)\n").expect("done");
        assert_eq!(done, "Done 5 runs in 1 second(s)");
    }
}
