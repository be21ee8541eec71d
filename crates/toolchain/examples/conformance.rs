//! Runs scripts in the sandbox, each as a player of its own, and counts those that end without an
//! exception: `conformance FOLDER`. `FOLDER/GROUP/NAME.js` and `.py` are the scripts. Writes
//! `FOLDER/failed.txt` and prints a table.

use engine::{DynGame, Match, Notes, Ruleset, Setup};
use sandbox::{Limits, Program, Sandbox};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};
use toolchain::{Cache, Language, ScriptSdk, ScriptToolchain, Source};

type Tried<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Tried<()> {
    let folder = env::args().nth(1).ok_or("conformance FOLDER")?;
    let folder = Path::new(&folder);
    let scripts = scripts(folder)?;
    let first = scripts.first().ok_or("there are no scripts")?;
    let language = Source::new(&first.display().to_string(), String::new()).language();
    let arena = Arena::open(language)?;
    let results = arena.run_all(&scripts)?;
    let mut groups: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut failed = String::new();
    for (script, result) in scripts.iter().zip(results) {
        let name = script.strip_prefix(folder)?.with_extension("");
        let group = name.parent().unwrap_or(Path::new("")).display().to_string();
        let counts = groups.entry(group).or_default();
        counts[0] += 1;
        match result {
            None => counts[1] += 1,
            Some(receipt) => {
                let line = receipt.lines().next().unwrap_or_default();
                let _ = writeln!(failed, "{}: {line}", name.display());
            }
        }
    }
    fs::write(folder.join("failed.txt"), failed)?;
    print(&groups);
    Ok(())
}

fn print(groups: &BTreeMap<String, [usize; 2]>) {
    println!("| group | tests | passed |\n| --- | --- | --- |");
    let mut all = [0, 0];
    for (group, counts) in groups {
        all = [all[0] + counts[0], all[1] + counts[1]];
        print_row(group, *counts);
    }
    print_row("all", all);
}

fn print_row(group: &str, [tests, passed]: [usize; 2]) {
    println!("| {group} | {tests} | {:.1} % |", 100.0 * passed as f64 / tests as f64);
}

/// The scripts of all groups, in the order of their names.
fn scripts(folder: &Path) -> Tried<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "js" || e == "py") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What all scripts share.
struct Arena {
    tools: ScriptToolchain,
    sdk: ScriptSdk,
    sandbox: Sandbox,
    game: &'static dyn DynGame,
}

impl Arena {
    fn open(language: Language) -> Tried<Self> {
        let cache = Cache::of_user();
        let tools = ScriptToolchain::open(language, &cache, &|_| ())?;
        let sdk = |game: &&dyn DynGame| ScriptSdk::of(language, game.facts());
        let game = *games::ALL.iter().find(|game| sdk(game).is_some()).ok_or("no game")?;
        let sdk = sdk(&game).ok_or("no game has this language")?;
        let sandbox = Sandbox::with_cache(cache.root().join("machine-code"))?;
        Ok(Self { tools, sdk, sandbox, game })
    }

    /// The receipt of each script that was frozen.
    fn run_all(&self, scripts: &[PathBuf]) -> Tried<Vec<Option<String>>> {
        let next = AtomicUsize::new(0);
        let work = || -> Tried<Vec<(usize, Option<String>)>> {
            let mut done = Vec::new();
            loop {
                let k = next.fetch_add(1, Ordering::Relaxed);
                let Some(script) = scripts.get(k) else { return Ok(done) };
                done.push((k, self.run(script)?));
                if k % 1000 == 999 {
                    eprintln!("{} of {}", k + 1, scripts.len());
                }
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let parts: Vec<_> = thread::scope(|scope| {
            let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            all.into_iter().map(|one| one.join().expect("the thread does not panic")).collect()
        });
        let mut results = vec![None; scripts.len()];
        for part in parts {
            for (k, result) in part? {
                results[k] = result;
            }
        }
        Ok(results)
    }

    fn run(&self, script: &Path) -> Tried<Option<String>> {
        let ending = script.extension().unwrap_or_default().to_string_lossy();
        let source = Source::new(&format!("AITest.{ending}"), fs::read_to_string(script)?);
        let module = match self.tools.module(&self.sdk, &source) {
            Ok(module) => module,
            Err(refused) => return Ok(Some(refused.to_string())),
        };
        let program = self.sandbox.compile(&module).map_err(|refused| refused.to_string())?;
        self.round(&program)
    }

    /// The first round of a match, in which the script is loaded.
    fn round(&self, program: &Program) -> Tried<Option<String>> {
        let settings = self.game.facts().boards[0].1.as_bytes();
        let names = ["Test", "Null", "Null", "Null"].map(String::from).to_vec();
        let setup = Setup { seed: "1".into(), ruleset: Ruleset::Statement, names, judged: true };
        let state = self.game.start(settings, &setup, &mut Notes::default());
        let state = state.map_err(|fatal| fatal.to_string())?;
        let mut players = Vec::new();
        for seat in 0..4 {
            let mut intro = Vec::new();
            state.write_intro(seat, &mut intro);
            players.push(match self.game.builtin("Null", &intro) {
                Some(player) if seat > 0 => player,
                _ => program.player(&Limits::judge(), &intro),
            });
        }
        let mut played = Match::new(state, players, Ruleset::Statement, true);
        played.play_round().map_err(|void| format!("{void:?}"))?;
        Ok(played.frozen(0).map(|freeze| format!("{:?}: {}", freeze.cause, freeze.detail)))
    }
}
