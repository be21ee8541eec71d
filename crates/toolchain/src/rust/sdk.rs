//! The Rust SDK of a game, written out where the compiler can read it.

use crate::cache::Cache;
use crate::error::{At, Error};
use engine::Facts;
use std::fs;
use std::path::PathBuf;

/// The file of a game's SDK that holds its Rust module.
const API: &str = "api.rs";
/// Where the list of all games begins in the crate's root: a player only gets its own.
const GAMES: &str = "// The games.";

macro_rules! shared {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../../../sdk/rust/src/", $name)))),*]
    };
}

/// The files that all games share: name and text.
const SHARED: &[(&str, &str)] = shared![
    "lib.rs",
    "common.rs",
    "compass.rs",
    "native.rs",
    "orders.rs",
    "pos.rs",
    "random.rs",
    "runtime.rs",
    "say.rs",
    "seats.rs",
    "simulation.rs",
    "wasm.rs"
];

/// The Rust SDK of one game.
#[derive(Clone, Debug)]
pub struct RustSdk {
    title: &'static str,
    module: String,
    api: &'static str,
    hash: String,
}

impl RustSdk {
    /// The SDK that comes with a game; `None` when it has none for Rust.
    #[must_use]
    pub fn of(facts: &Facts) -> Option<Self> {
        let api = facts.sdk.iter().find(|f| f.0 == API)?.1;
        let module = facts.id.replace('-', "_");
        let mut hasher = blake3::Hasher::new();
        for text in SHARED.iter().map(|f| f.1).chain([api, &module]) {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        let hash = hasher.finalize().to_hex()[..32].to_string();
        Some(Self { title: facts.title, module, api, hash })
    }

    /// The game's name for people.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// The module of the crate `palestra` that players of the game use.
    #[must_use]
    pub fn module(&self) -> &str {
        &self.module
    }

    /// A digest of all its files.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Writes it into the cache and answers the folder; `lib.rs` in it is the crate's root.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn unpack(&self, cache: &Cache) -> Result<PathBuf, Error> {
        cache.folder("sdk", &self.hash, |folder| {
            let write = |name: &str, text: &str| {
                let path = folder.join(name);
                fs::write(&path, text).at(&path)
            };
            for (name, text) in SHARED {
                let text = text.split(GAMES).next().unwrap_or_default();
                match *name {
                    "lib.rs" => write(name, &format!("{text}pub mod {};\n", self.module))?,
                    _ => write(name, text)?,
                }
            }
            write(&format!("{}.rs", self.module), self.api)
        })
    }
}
