//! Compilers and the sandbox, set up when they are needed first.

use arena::Entrant;
use engine::DynGame;
use sandbox::{Limits, Program, Sandbox};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use toolchain::{Cache, Confine, Module, Options, Sdk, Source, Toolchain};

/// Programs that are kept in memory.
const PROGRAMS_MAX: usize = 200;

/// Builds sources and seats players. All its work blocks the thread that asks.
pub struct Workshop {
    cache: Cache,
    confine: Confine,
    forward: Option<Arc<[u8]>>,
    sandbox: OnceLock<Result<Sandbox, String>>,
    toolchain: OnceLock<Toolchain>,
    programs: Mutex<BTreeMap<String, Program>>,
}

impl Workshop {
    /// A workshop; with `trust` sources are compiled even where the kernel cannot confine the
    /// compiler completely. `forward`: the rules for players that look ahead.
    #[must_use]
    pub fn new(trust: bool, forward: Option<Arc<[u8]>>) -> Self {
        Self {
            cache: Cache::of_user(),
            confine: if trust { Confine::Available } else { Confine::Strict },
            forward,
            sandbox: OnceLock::new(),
            toolchain: OnceLock::new(),
            programs: Mutex::new(BTreeMap::new()),
        }
    }

    fn sandbox(&self) -> anyhow::Result<&Sandbox> {
        let made = self.sandbox.get_or_init(|| {
            Sandbox::with_cache(self.cache.root().join("machine-code")).map_err(|e| e.to_string())
        });
        made.as_ref().map_err(|e| anyhow::anyhow!("{e}"))
    }

    /// Whether players can look ahead: whether there are rules for them.
    #[must_use]
    pub fn has_forward(&self) -> bool {
        self.forward.is_some()
    }

    /// Compiles a source, confined; with `forward` it may look ahead.
    ///
    /// # Errors
    /// What is wrong with the source, or with this machine.
    pub fn build(
        &self,
        game: &dyn DynGame,
        source: &Source,
        forward: bool,
    ) -> Result<Module, toolchain::Error> {
        let title = game.facts().title;
        let sdk = Sdk::of(game.facts()).ok_or_else(|| {
            toolchain::Error::Runtime(format!("{title} has no headers for players in C++"))
        })?;
        let tools = match self.toolchain.get() {
            Some(tools) => tools,
            None => {
                let mut opened = Toolchain::open(&self.cache, &|_| ())?;
                if let Some(object) = &self.forward {
                    opened = opened.with_forward(object)?;
                }
                self.toolchain.get_or_init(|| opened)
            }
        };
        let options = Options { confine: self.confine, forward, ..Options::default() };
        tools.build(&sdk, source, &options)
    }

    /// Whether a compiler is installed.
    #[must_use]
    pub fn has_compiler(&self) -> bool {
        self.toolchain.get().is_some() || toolchain::Compiler::find(&self.cache).is_ok()
    }

    /// A player in WebAssembly; `wasm` gives the module when it is not in memory yet.
    ///
    /// # Errors
    /// When the module is none, or there is no sandbox here.
    pub fn module(
        &self,
        name: &str,
        digest: &str,
        wasm: &[u8],
        limits: Limits,
    ) -> anyhow::Result<Entrant> {
        if let Some(kept) = self.kept(name, digest, limits.clone()) {
            return Ok(kept);
        }
        let program = self.sandbox()?.compile(wasm)?;
        let mut all = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= PROGRAMS_MAX {
            all.clear();
        }
        all.insert(digest.into(), program.clone());
        drop(all);
        Ok(Entrant::module(name.into(), program, limits))
    }

    /// A player in WebAssembly whose program is in memory.
    #[must_use]
    pub fn kept(&self, name: &str, digest: &str, limits: Limits) -> Option<Entrant> {
        let all = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let program = all.get(digest)?.clone();
        Some(Entrant::module(name.into(), program, limits))
    }
}

/// A player of the game's own, under the name that it has in the season.
#[must_use]
pub fn built_in(game: &'static dyn DynGame, which: &str, name: &str) -> Option<Entrant> {
    let own = game.facts().players.iter().find(|own| **own == which)?;
    let mut entrant = Entrant::built_in(game, own);
    entrant.seated.name = name.into();
    Some(entrant)
}
