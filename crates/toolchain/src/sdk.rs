//! The C++ SDK of a game, written out where the compiler can read it.

use crate::cache::Cache;
use crate::error::{At, Error};
use engine::Facts;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The runtime that all games share: path and text.
pub const SHARED: &[(&str, &str)] = &[
    ("palestra.hh", include_str!("../../../sdk/cpp/palestra.hh")),
    ("memory.hh", include_str!("../../../sdk/cpp/memory.hh")),
    ("checks.hh", include_str!("../../../sdk/cpp/checks.hh")),
    ("palestra.cc", include_str!("../../../sdk/cpp/palestra.cc")),
    ("Registry.hh", include_str!("../../../sdk/cpp/Registry.hh")),
    ("Random.hh", include_str!("../../../sdk/cpp/Random.hh")),
    ("Simulation.hh", include_str!("../../../sdk/cpp/Simulation.hh")),
    ("prelude.hh", include_str!("../../../sdk/cpp/prelude.hh")),
    ("wasm/bits/stdc++.h", include_str!("../../../sdk/cpp/wasm/bits/stdc++.h")),
];

/// The SDK of one game.
#[derive(Clone, Debug)]
pub struct Sdk {
    game: &'static str,
    files: &'static [(&'static str, &'static str)],
    flags: Vec<String>,
    hash: String,
}

impl Sdk {
    /// The SDK that comes with a game; `None` when it has none for C++.
    #[must_use]
    pub fn of(facts: &Facts) -> Option<Self> {
        let text_of = |name| facts.sdk.iter().find(|f| f.0 == name).map(|f| f.1);
        text_of("guest.cc")?;
        // Only macros: the flags of a game must not reach files or change the code.
        let flags = text_of("flags").unwrap_or_default().split_whitespace();
        let flags = flags.filter(|f| f.starts_with("-D")).map(str::to_string).collect();
        let mut hasher = blake3::Hasher::new();
        let own = facts.sdk.iter().filter(|f| is_cpp(f.0));
        for (path, text) in SHARED.iter().chain(own) {
            hasher.update(&(path.len() as u64).to_le_bytes());
            hasher.update(path.as_bytes());
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        let hash = hasher.finalize().to_hex()[..32].to_string();
        Some(Self { game: facts.id, files: facts.sdk, flags, hash })
    }

    /// The game's name on the command line.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Options for the compiler that this game wants (`-D…`).
    #[must_use]
    pub fn flags(&self) -> &[String] {
        &self.flags
    }

    /// A digest of all its files.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The files of a folder like the old kits': headers and templates, without our own parts.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let shared = SHARED.iter().filter(|f| f.0.ends_with(".hh"));
        let own = self.files;
        own.iter()
            .filter(|f| is_cpp(f.0))
            .chain(shared.filter(|s| own.iter().all(|f| f.0 != s.0)))
            .copied()
    }

    /// Writes it into the cache and answers the folder, with `game/` and `shared/` inside.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn unpack(&self, cache: &Cache) -> Result<PathBuf, Error> {
        cache.folder("sdk", &self.hash, |folder| {
            write_files(&folder.join("game"), self.files)?;
            write_files(&folder.join("shared"), SHARED)
        })
    }

    /// The identifiers of its headers, for hints about misspelt names.
    #[must_use]
    pub fn identifiers(&self) -> BTreeSet<&'static str> {
        let mut names = BTreeSet::new();
        for (_, text) in self.headers().filter(|f| f.0.ends_with(".hh")) {
            for line in text.lines() {
                let code = line.split("//").next().unwrap_or_default();
                let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
                names.extend(words.filter(|w| {
                    (w.len() > 2 || *w == ME)
                        && !w.ends_with('_')
                        && !w.starts_with(|c: char| c.is_ascii_digit() || c == '_')
                }));
            }
        }
        names
    }
}

/// The one short name that players of most games know.
pub(crate) const ME: &str = "me";

/// Games also have files for players in other languages, which are no business of the C++ compiler.
fn is_cpp(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    !matches!(ending, Some("rs" | "js" | "py" | "json"))
}

fn write_files(folder: &Path, files: &[(&str, &str)]) -> Result<(), Error> {
    for (path, text) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).at(parent)?;
        }
        fs::write(&path, text).at(&path)?;
    }
    Ok(())
}
