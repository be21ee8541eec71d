//! Counts the instructions of whole matches with callgrind and compares them with the committed
//! baseline: `cargo bench --package games`. More than 3 % above it in any case fails, and names
//! the functions that grew. `cargo bench --package games -- --save` writes the baseline anew.
//!
//! Only our own code counts: neither the loader nor the C library, which differ between systems,
//! nor code that asks the processor what it can do. Another compiler gives other figures, so
//! then differences are shown and fail nothing.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the rules are measured from outside"
)]

mod counts;
mod workload;

use counts::{Baseline, Counts, MOST_GROWTH, grown, growth};
use engine::DynGame;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Runs one case instead of counting: `--case GAME CASE`.
const CASE: &str = "--case";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, game, case] = &arguments[..]
        && flag == CASE
    {
        let game = games::by_id(game).expect("the name of a game");
        std::hint::black_box(workload::run(game, case));
        return ExitCode::SUCCESS;
    }
    if !arguments.iter().any(|a| a == "--bench") {
        // `cargo test --all-targets` calls it so: there is nothing to test here.
        return ExitCode::SUCCESS;
    }
    let words: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let save = arguments.iter().any(|a| a == "--save");
    match measure(&words, save) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The baseline of a game, in its folder.
fn baseline(game: &dyn DynGame) -> PathBuf {
    let folder = game.facts().id.replace('-', "_");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("tests/instructions.txt")
}

/// Counts the cases whose names contain all words; `false` when one takes too long.
fn measure(words: &[&String], save: bool) -> Result<bool, String> {
    let compiler = compiler();
    let mut fine = true;
    println!("{:32}{:>14}{:>14}{:>9}", "millions of instructions", "now", "baseline", "");
    for game in games::ALL {
        let path = baseline(*game);
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        let (compiled_by, before) = counts::read_baseline(&committed);
        let (now, too_long) = measure_game(*game, words, &before, save)?;
        if save && !now.is_empty() {
            let mut all = before;
            all.extend(now);
            let text = counts::write_baseline(&compiler, &all);
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            println!("wrote {}", path.display());
        } else if !save {
            fine &= judge(&too_long, &compiled_by, &compiler);
        }
    }
    if fine && !save {
        println!("Nothing takes more than {MOST_GROWTH} % more than the baseline.");
    }
    Ok(fine)
}

/// Counts the cases of a game; those that take too long are named.
fn measure_game(
    game: &dyn DynGame,
    words: &[&String],
    before: &Baseline,
    save: bool,
) -> Result<(Baseline, Vec<String>), String> {
    let (mut now, mut too_long) = (Baseline::new(), Vec::new());
    for case in workload::cases(game) {
        let name = format!("{} {case}", game.facts().id);
        if !words.iter().all(|word| name.contains(*word)) {
            continue;
        }
        let counts = count(game.facts().id, case)?;
        let row = before.get(&name).filter(|_| !save);
        print_case(&name, &counts, row);
        let worse = |b: &&Counts| growth(b.total, counts.total) > MOST_GROWTH;
        match row.filter(worse) {
            Some(row) => {
                print_grown(row, &counts);
                too_long.push(name.clone());
            }
            None if row.is_none() && !save => too_long.push(format!("{name} (not in it)")),
            None => {}
        }
        now.insert(name, counts);
    }
    Ok((now, too_long))
}

fn judge(too_long: &[String], compiled_by: &str, compiler: &str) -> bool {
    if too_long.is_empty() {
        return true;
    }
    println!("More than {MOST_GROWTH} % above the baseline: {}.", too_long.join(", "));
    println!("If that is meant: cargo bench --package games -- --save");
    if compiled_by != compiler {
        println!("The baseline is by {compiled_by}, this program by {compiler}: not a failure.");
        return true;
    }
    false
}

fn print_case(name: &str, counts: &Counts, before: Option<&Counts>) {
    let millions = |n: u64| format!("{:.3}", n as f64 / 1e6);
    let (was, change) = match before {
        Some(b) => (millions(b.total), format!("{:+.1} %", growth(b.total, counts.total))),
        None => ("-".into(), String::new()),
    };
    println!("{name:32}{:>14}{was:>14}{change:>9}", millions(counts.total));
}

fn print_grown(before: &Counts, counts: &Counts) {
    for (function, was, is) in grown(before, counts) {
        println!("    {function}: {was} to {is}");
    }
}

/// Runs a case below callgrind.
fn count(game: &str, case: &str) -> Result<Counts, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("callgrind.instructions");
    let valgrind = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(&program)
        .args([CASE, game, case])
        .status()
        .map_err(|e| format!("valgrind: {e}; to install it: apt-get install valgrind"))?;
    if !valgrind.success() {
        return Err(format!("{game} {case} failed below valgrind"));
    }
    let text = std::fs::read(&profile).map_err(|e| format!("{}: {e}", profile.display()))?;
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let counts = counts::read_profile(&String::from_utf8_lossy(&text), &name);
    if counts.total == 0 {
        return Err(format!("{game} {case}: no function has a name. Was the program stripped?"));
    }
    Ok(counts)
}

/// The compiler on the path, which is the one that cargo uses.
fn compiler() -> String {
    let version = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into()))
        .arg("--version")
        .output();
    version.map_or_else(
        |_| "an unknown compiler".into(),
        |v| String::from_utf8_lossy(&v.stdout).trim().into(),
    )
}
