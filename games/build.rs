//! Makes two lists from the folders of the games: the games themselves, and their texts in all
//! languages with the pictures of their manuals.
#![expect(clippy::disallowed_methods, reason = "a build script reads and writes files")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=lib.rs");
    let registry = fs::read_to_string("lib.rs")?;
    let folders = registry.lines().filter_map(|line| line.strip_prefix("pub mod "));
    let folders: Vec<&str> = folders.map(|line| line.trim_end_matches(';')).collect();
    let games: Vec<String> = folders.iter().map(|folder| entry(folder)).collect();
    let out = PathBuf::from(variable("OUT_DIR")?);
    fs::write(out.join("all.rs"), format!("&[{}]", games.join(", ")))?;
    let modules: Result<Vec<String>, io::Error> = folders.iter().map(|one| texts(one)).collect();
    fs::write(out.join("locales.rs"), modules?.concat())
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

/// The game of a folder as an element of the list: `pub mod mad_max;` is the game
/// `mad_max::MadMax`.
fn entry(folder: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let name: String = folder.split('_').map(capital).collect();
    format!("&{folder}::{name}")
}

/// The texts of a game as a module. Each folder of its `locales` is a language.
fn texts(folder: &str) -> io::Result<String> {
    let locales = Path::new(&variable("CARGO_MANIFEST_DIR")?).join(folder).join("locales");
    // The viewer shows no manuals: modules for the browser leave them out.
    let manuals = variable("CARGO_CFG_TARGET_FAMILY")? != "wasm";
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut languages = Vec::new();
    let named =
        |e| io::Error::other(format!("{}: {e}: words.ftl belongs there", locales.display()));
    for language in fs::read_dir(&locales).map_err(named)? {
        languages.push(language?.path());
    }
    languages.sort();
    let (mut words, mut translations) = (String::new(), String::new());
    for language in languages {
        let code = language.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(words, "({code:?}, include_str!({:?})),", language.join("words.ftl"));
        let (summary, manual) = (language.join("summary.txt"), language.join("manual.md"));
        if manuals && manual.exists() {
            let _ = writeln!(
                translations,
                "engine::Translation {{ language: {code:?}, \
                 summary: include_str!({summary:?}).trim_ascii_end(), \
                 manual: include_str!({manual:?}) }},"
            );
        }
    }
    let pictures = if manuals { pictures(folder)? } else { String::new() };
    Ok(format!(
        "pub mod {folder} {{\n\
         pub const WORDS: &[(&str, &str)] = &[\n{words}];\n\
         pub const TRANSLATIONS: &[engine::Translation] = &[\n{translations}];\n\
         pub const PICTURES: &[(&str, &str)] = &[\n{pictures}];\n\
         }}\n"
    ))
}

/// The pictures of the manual of a game, by name.
fn pictures(folder: &str) -> io::Result<String> {
    let pictures = Path::new(&variable("CARGO_MANIFEST_DIR")?).join(folder).join("pictures");
    let mut list = BTreeMap::new();
    // A new game begins without pictures. Cargo takes what is missing for changed, and would
    // compile all games each time. The first picture comes with a change of the manual.
    if pictures.exists() {
        println!("cargo::rerun-if-changed={}", pictures.display());
    }
    for picture in fs::read_dir(pictures).into_iter().flatten() {
        let path = picture?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        list.insert(name.clone(), format!("({name:?}, include_str!({path:?})),\n"));
    }
    Ok(list.into_values().collect())
}
