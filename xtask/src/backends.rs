//! `cargo xtask backends`: compares the cost of players in WebAssembly with the same players as
//! native processes.
//!
//! Each pair of matches runs one after the other, so that other work on the machine hits both.
//! Both must write the same result file. The players are the house player Captain of each contest
//! game and, where the folder `../shared` is there, the reference Hunters and Walkers. Beside them
//! stands the share of the judge's fuel that each player uses, and how many native seconds the
//! whole budget is worth to it, beyond a match of four Null.

use crate::timed::{SEATS, Timed, median};
use anyhow::{Context, Result, ensure};
use harness::run::root;
use std::fs;

/// Pairs of matches of each player.
const PAIRS: usize = 7;

/// Measures all games and prints a table.
///
/// # Errors
/// If a match fails, or the two result files of a pair differ.
pub fn measure() -> Result<()> {
    let timed = Timed::new("backends")?;
    println!("seconds of CPU of a whole match, medians of {PAIRS} pairs\n");
    println!(
        "| Players | WebAssembly | native | ratio, median of the pairs | fuel | full budget |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for (title, game, player) in players()? {
        let pair = Pair { timed: &timed, game: &game, player: &player };
        // The first pair fills the caches.
        pair.play()?;
        let mut costs = Vec::new();
        for _ in 0..PAIRS {
            costs.push(pair.play()?);
        }
        let of = |value: &dyn Fn(&(f64, f64)) -> f64| median(costs.iter().map(value).collect());
        let (sandboxed, native) = (of(&|c| c.0), of(&|c| c.1));
        let ratio = of(&|c| c.0 / c.1);
        let fuel = timed.fuel(&game, &player)?;
        let full = match fuel < FUEL_MIN {
            true => "too little to tell".into(),
            false => format!("{:.2} s", (native - pair.arena()?) / SEATS / fuel),
        };
        let percent = 100.0 * fuel;
        println!(
            "| {title} | {sandboxed:.3} | {native:.3} | {ratio:.2} | {percent:.1} % | {full} |"
        );
    }
    Ok(())
}

/// Players that use less of the budget say nothing about what it is worth.
const FUEL_MIN: f64 = 0.005;

/// Title, game and file of each player.
fn players() -> Result<Vec<(String, String, String)>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(root().join("games"))? {
        let folder = entry?.path();
        let name = folder.file_name().context("a folder has a name")?.to_string_lossy();
        let game = name.replace('_', "-");
        let shared = root().join(format!("../shared/games/{game}/players"));
        let captain = folder.join("players/AICaptain.cc");
        let files = [captain, shared.join("AIHunter.cc"), shared.join("AIWalker.cc")];
        for file in files.iter().filter(|file| file.is_file()) {
            let stem = file.file_stem().context("a file has a name")?.to_string_lossy();
            let title = format!("{game}, four {}", stem.trim_start_matches("AI"));
            all.push((title, game.clone(), file.display().to_string()));
        }
    }
    all.sort();
    Ok(all)
}

#[derive(Clone, Copy)]
struct Pair<'a> {
    timed: &'a Timed,
    game: &'a str,
    player: &'a str,
}

impl Pair<'_> {
    /// Seconds of CPU in WebAssembly and as native processes.
    fn play(&self) -> Result<(f64, f64)> {
        let (sandboxed, first) = self.match_on("wasm")?;
        let (native, second) = self.match_on("native")?;
        ensure!(first == second, "{}: the two matches of {} differ", self.game, self.player);
        Ok((sandboxed, native))
    }

    /// Seconds of CPU of the match with four native Null: what is not the players' own work.
    fn arena(&self) -> Result<f64> {
        let null = root().join("games").join(self.game.replace('-', "_")).join("players/AINull.cc");
        let null = Pair { player: &null.display().to_string(), ..*self };
        let costs: Result<Vec<f64>> = (0..=PAIRS).map(|_| Ok(null.match_on("native")?.0)).collect();
        Ok(median(costs?.split_off(1)))
    }

    /// Seconds of CPU of the program and its players, and the result file.
    fn match_on(&self, backend: &str) -> Result<(f64, Vec<u8>)> {
        self.timed.play(self.game, self.player, &["--backend", backend])
    }
}
