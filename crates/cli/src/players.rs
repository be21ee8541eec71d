//! The players that a command names, ready to sit down.

use crate::failure::Failure;
use arena::{Entrant, Found, roster};
use engine::DynGame;
use sandbox::{Limits, Sandbox};
use std::path::{Path, PathBuf};

/// Finds players and makes them ready. What WebAssembly needs is set up when the first player
/// in WebAssembly comes along: the game's own players cost nothing of it.
pub struct Seating {
    game: &'static dyn DynGame,
    limits: Limits,
    sandbox: Option<Sandbox>,
}

impl Seating {
    /// For a match of this game, with the judge's limits or those of one's own machine.
    pub fn new(game: &'static dyn DynGame, judged: bool) -> Self {
        let limits = if judged { Limits::judge() } else { Limits::local() };
        Self { game, limits, sandbox: None }
    }

    /// The players named by `words`, looked for in the folder `dir`.
    pub fn entrants(&mut self, words: &[String], dir: &Path) -> Result<Vec<Entrant>, Failure> {
        words.iter().map(|word| self.entrant(word, dir)).collect()
    }

    /// The player that `word` names.
    pub fn entrant(&mut self, word: &str, dir: &Path) -> Result<Entrant, Failure> {
        let found = roster::find(self.game, word, dir).map_err(Failure::usage)?;
        let name = found.name();
        if !matches!(found, Found::BuiltIn(_)) {
            arena::names::check(&name).map_err(Failure::usage)?;
        }
        match found {
            Found::BuiltIn(name) => Ok(Entrant::built_in(self.game, name)),
            Found::Module(path) => self.module(name, &path),
            Found::Source(path) => Err(Failure::ours(format!(
                "{}: this build plays sources only as .wasm files",
                path.display()
            ))),
        }
    }

    fn module(&mut self, name: String, path: &Path) -> Result<Entrant, Failure> {
        let wasm = std::fs::read(path).map_err(|e| Failure::file("read", path.display(), &e))?;
        let program = self
            .sandbox()?
            .compile(&wasm)
            .map_err(|e| Failure::usage(format!("{}: {e}", path.display())))?;
        Ok(Entrant::module(name, program, self.limits.clone()))
    }

    fn sandbox(&mut self) -> Result<&Sandbox, Failure> {
        if self.sandbox.is_none() {
            let sandbox = match cache_folder() {
                Some(folder) => Sandbox::with_cache(folder.join("machine-code")),
                None => Sandbox::new(),
            };
            self.sandbox = Some(sandbox.map_err(Failure::ours)?);
        }
        self.sandbox.as_ref().ok_or_else(|| Failure::ours("no sandbox"))
    }
}

/// The folder for things that can be made again, as the system names it.
pub fn cache_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("palestra"))
}
