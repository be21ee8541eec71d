//! Lists the games that have an SDK for Rust: every `games/NAME/sdk/api.rs` becomes a module.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&games)? {
        let entry = entry?;
        if entry.path().join("sdk/api.rs").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    let mut modules = String::new();
    for name in names {
        let path = games.join(&name).join("sdk/api.rs").canonicalize()?;
        // Writing to a string cannot fail.
        let _ = writeln!(modules, "#[path = {:?}]\npub mod {name};", path.display().to_string());
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("games.rs"), modules)
}
