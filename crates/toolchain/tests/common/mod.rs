//! The common parts of the tests: compilers (installed into the cache if missing) and built
//! players.

#![allow(dead_code, reason = "not every test file uses everything")]

use engine::{DynGame, Player};
use sandbox::{Limits, Program, Sandbox};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toolchain::{Cache, NativeCompiler, NativePlayer, Options, Sdk, Source, Toolchain};

/// Both ways to run players.
pub struct Backends {
    pub tools: Toolchain,
    pub native: Option<NativeCompiler>,
    pub sandbox: Sandbox,
}

/// A player that can be seated any number of times.
pub enum Built {
    Wasm(Program),
    Native(PathBuf),
}

impl Built {
    pub fn seat(&self, intro: &[u8]) -> Box<dyn Player> {
        match self {
            Self::Wasm(program) => program.player(&Limits::local(), intro),
            Self::Native(path) => Box::new(NativePlayer::start(path, intro).expect("it starts")),
        }
    }
}

impl Backends {
    /// Installs what is missing.
    pub fn get() -> &'static Self {
        static BACKENDS: OnceLock<Backends> = OnceLock::new();
        BACKENDS.get_or_init(|| {
            let cache = Cache::of_user();
            let tools = Toolchain::install(&cache, &|_| ()).unwrap_or_else(|e| panic!("{e}"));
            let native = NativeCompiler::find(&cache).ok();
            let sandbox = Sandbox::with_cache(cache.root().join("machine-code"));
            Self { tools, native, sandbox: sandbox.expect("wasmtime works here") }
        })
    }

    /// Builds a source.
    pub fn build(&self, game: &dyn DynGame, source: &Source, native: bool) -> Built {
        let sdk = Sdk::of(game.facts()).expect("the game has an SDK");
        let options = Options::default();
        if native {
            let compiler = self.native.as_ref().expect("g++ or clang++ is needed for this test");
            let built = compiler.build(&sdk, source, &options);
            return Built::Native(built.unwrap_or_else(|e| panic!("{e}")).path);
        }
        let module = self.tools.build(&sdk, source, &options).unwrap_or_else(|e| panic!("{e}"));
        let bytes = std::fs::read(&module.path).expect("the module is there");
        Built::Wasm(self.sandbox.compile(&bytes).expect("the module is accepted"))
    }

    /// Builds a fixture player of the reference data; `Null` and others that have no file there
    /// come from the game's templates.
    pub fn fixture(&self, shared: &Path, game: &str, name: &str, native: bool) -> Built {
        let found = games::by_id(game).expect("a game");
        let file = format!("AI{name}.cc");
        let path = shared.join("games").join(game).join("players").join(&file);
        if path.is_file() {
            let source = Source::read(&path).expect("a fixture player");
            return self.build(found, &source, native);
        }
        self.template(found, &file, native)
    }

    /// Builds a template of a game.
    pub fn template(&self, game: &dyn DynGame, file: &str, native: bool) -> Built {
        let text = game.facts().sdk.iter().find(|f| f.0 == file);
        let text = text.unwrap_or_else(|| panic!("{}: no {file}", game.facts().id)).1;
        self.build(game, &Source::new(file, text), native)
    }
}
