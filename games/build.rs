//! Makes the list of games from the lines of `lib.rs`: `pub mod mad_max;` is the game
//! `mad_max::MadMax`.
#![expect(clippy::disallowed_methods, reason = "a build script reads and writes files")]

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=lib.rs");
    let registry = fs::read_to_string("lib.rs")?;
    let folders = registry.lines().filter_map(|line| line.strip_prefix("pub mod "));
    let games: Vec<String> = folders.map(|line| entry(line.trim_end_matches(';'))).collect();
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("all.rs"), format!("&[{}]", games.join(", ")))
}

/// The game of a folder as an element of the list.
fn entry(folder: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let name: String = folder.split('_').map(capital).collect();
    format!("&{folder}::{name}")
}
