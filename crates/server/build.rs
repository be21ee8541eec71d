//! Lists the languages of the website: one folder of `assets/locales` each.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The entries of a folder, in the order of their names.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        all.push(entry?.path());
    }
    all.sort();
    Ok(all)
}

fn main() -> io::Result<()> {
    let variable = |name| env::var(name).map_err(io::Error::other);
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("assets/locales");
    let mut list = String::from("[\n");
    for language in entries(&folder)? {
        let code = language.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(list, "({code:?}, &[");
        for file in entries(&language)? {
            let _ = writeln!(list, "include_str!({:?}),", file.display().to_string());
        }
        list.push_str("]),\n");
    }
    list.push(']');
    fs::write(Path::new(&variable("OUT_DIR")?).join("locales.rs"), list)
}
