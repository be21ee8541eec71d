//! `cargo xtask languages`: the same player in every language, in the sandbox and outside of it.
//!
//! The player is the Scout of each game, which has all languages. All matches of a game must write
//! the same result file. The arena's own work, a match of four built-in Null, is taken off. The
//! start of a player is a match of two rounds of four `AINull` of the language, beyond the same
//! match of four built-in Null.

use crate::timed::{SEATS, Timed, median};
use anyhow::{Context, Result, bail, ensure};
use harness::run::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Matches of each player; the first one fills the caches and does not count.
const MATCHES: usize = 5;

/// Ending of the sources, the backend, and the title of the row.
const ROWS: [(&str, &str, &str); 8] = [
    ("cc", "wasm", "C++"),
    ("rs", "wasm", "Rust"),
    ("js", "wasm", "JavaScript"),
    ("py", "wasm", "Python"),
    ("cc", "native", "C++, g++"),
    ("rs", "native", "Rust, native"),
    ("js", "native", "JavaScript, node"),
    ("py", "native", "Python, CPython"),
];

/// Measures all games and prints a table.
///
/// # Errors
/// If a match fails, or the result files of a game differ.
pub fn measure() -> Result<()> {
    let timed = Timed::new("languages")?;
    println!("four Scouts, medians of {MATCHES} matches\n");
    println!("| game | language | rounds per second | fuel | start of a player |");
    println!("| --- | --- | --- | --- | --- |");
    for folder in games()? {
        let id = folder.file_name().context("a folder has a name")?.to_string_lossy();
        let game = Game { timed: &timed, id: id.replace('_', "-"), folder: folder.clone() };
        game.measure()?;
    }
    Ok(())
}

/// The folders of the games that have a Scout in all languages.
fn games() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("games"))? {
        let folder = entry?.path();
        if ROWS.iter().all(|(ending, ..)| player(&folder, "Scout", ending).is_file()) {
            found.push(folder);
        }
    }
    found.sort();
    ensure!(!found.is_empty(), "no game has a Scout in all languages");
    Ok(found)
}

fn player(folder: &Path, name: &str, ending: &str) -> PathBuf {
    folder.join(format!("players/AI{name}.{ending}"))
}

struct Game<'a> {
    timed: &'a Timed,
    id: String,
    folder: PathBuf,
}

impl Game<'_> {
    fn measure(&self) -> Result<()> {
        let (short, rounds) = self.short_settings()?;
        let short = short.display().to_string();
        let (arena, _) = self.cost("Null", &[])?;
        let (short_arena, _) = self.cost("Null", &["-i", &short])?;
        let mut expected = None;
        for (ending, backend, title) in ROWS {
            let scout = player(&self.folder, "Scout", ending).display().to_string();
            let null = player(&self.folder, "Null", ending).display().to_string();
            let (cost, result) = self.cost(&scout, &["--backend", backend])?;
            let expected = expected.get_or_insert_with(|| result.clone());
            ensure!(*expected == result, "{}: the match of {title} is another one", self.id);
            let (start, _) = self.cost(&null, &["--backend", backend, "-i", &short])?;
            let fuel = match backend {
                "wasm" => format!("{:.1} %", 100.0 * self.timed.fuel(&self.id, &scout)?),
                _ => "–".into(),
            };
            let speed = f64::from(rounds) / (cost - arena).max(0.001);
            let start = 1000.0 * (start - short_arena) / SEATS;
            println!("| {} | {title} | {speed:.0} | {fuel} | {start:.1} ms |", self.id);
        }
        Ok(())
    }

    /// Seconds of CPU of a match, the median, and its result file.
    fn cost(&self, player: &str, more: &[&str]) -> Result<(f64, Vec<u8>)> {
        let (_, result) = self.timed.play(&self.id, player, more)?;
        let mut costs = Vec::new();
        for _ in 0..MATCHES {
            let (cost, again) = self.timed.play(&self.id, player, more)?;
            ensure!(again == result, "{}: two matches of {player} differ", self.id);
            costs.push(cost);
        }
        Ok((median(costs), result))
    }

    /// The default board with two rounds, and how many rounds it has otherwise.
    fn short_settings(&self) -> Result<(PathBuf, u32)> {
        let text = fs::read_to_string(self.folder.join("boards/default.cnf"))?;
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let (Some(name), Some(value)) = (words.next(), words.next()) else { continue };
            let Ok(rounds) = value.parse() else { continue };
            if !["nb_rounds", "nb_rnds"].contains(&name) {
                continue;
            }
            let path = self.timed.folder().join(format!("{}-short.cnf", self.id));
            fs::write(&path, text.replacen(line, &format!("{name} 2"), 1))?;
            return Ok((path, rounds));
        }
        bail!("{}: the default board does not say how many rounds there are", self.id)
    }
}
