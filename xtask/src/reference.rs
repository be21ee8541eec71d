//! `cargo xtask reference`: the records of the reference matches, played anew. Each game lists its
//! cases in `games/<game>/tests/reference/cases.tsv`; players and boards lie in `../shared`.

use anyhow::{Context, Result, ensure};
use harness::run::{palestra, root, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Plays every listed case. `cargo test -p games reference` checks the results.
///
/// # Errors
/// When the reference data is missing or a match cannot be played.
pub fn make() -> Result<()> {
    let shared = needs::shared_folder().context("the reference data (../shared) is not here")?;
    let program = palestra()?;
    for game in fs::read_dir(root().join("games"))?.flatten() {
        let folder = game.path().join("tests/reference");
        if !folder.is_dir() {
            continue;
        }
        let id = game.file_name().to_string_lossy().replace('_', "-");
        let data = shared.join("games").join(&id);
        let table = fs::read_to_string(folder.join("cases.tsv"))?;
        for line in table.lines().skip(1) {
            play(&program, &id, &data, &folder, line)?;
        }
    }
    Ok(())
}

fn play(program: &Path, game: &str, data: &Path, folder: &Path, line: &str) -> Result<()> {
    let row: Vec<&str> = line.split('\t').collect();
    ensure!(row.len() == 9, "{}: `{line}` has {} columns", folder.display(), row.len());
    let mut command = Command::new(program);
    command.args(["play", game]);
    for name in row[3..7].iter().filter(|name| **name != "-") {
        let source = data.join("players").join(format!("AI{name}.cc"));
        match source.is_file() {
            true => command.arg(source),
            false => command.arg(name),
        };
    }
    let board = data.join("boards").join(row[1]);
    let record = folder.join(format!("{}.match", row[0]));
    command
        .args(["--rules", "kit", "--quiet", "-s", row[2], "-i"])
        .arg(board)
        .arg("-o")
        .arg(record);
    run(&mut command)
}
