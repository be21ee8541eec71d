//! The players that a command names, ready to sit down.

use crate::failure::Failure;
use crate::options::Backend;
use crate::paint::Paint;
use arena::{Entrant, Found, roster};
use engine::DynGame;
use sandbox::{Limits, Program, Sandbox};
use std::path::Path;
use toolchain::{Cache, Error, Options, Progress, Sdk, Source, Toolchain};

/// Finds players and makes them ready. What compilers and WebAssembly need is set up when the
/// first player comes along that needs it: the game's own players cost nothing of it.
pub struct Seating {
    game: &'static dyn DynGame,
    limits: Limits,
    backend: Backend,
    options: Options,
    cache: Cache,
    sandbox: Option<Sandbox>,
    toolchain: Option<Toolchain>,
}

impl Seating {
    /// For matches of this game, with the judge's limits or those of one's own machine.
    pub fn new(game: &'static dyn DynGame, judged: bool, backend: Backend) -> Self {
        Self {
            game,
            limits: if judged { Limits::judge() } else { Limits::local() },
            backend: if judged { Backend::Wasm } else { backend },
            options: Options::default(),
            cache: Cache::of_user(),
            sandbox: None,
            toolchain: None,
        }
    }

    /// Builds sources so that mistakes end the player where they happen.
    pub fn with_checks(mut self) -> Self {
        self.options.check = true;
        self
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
            Found::Source(path) => self.source(name, &path),
        }
    }

    fn module(&mut self, name: String, path: &Path) -> Result<Entrant, Failure> {
        let wasm = std::fs::read(path).map_err(|e| Failure::file("read", path.display(), &e))?;
        let program = self.compile(&wasm, path)?;
        Ok(Entrant::module(name, program, self.limits.clone()))
    }

    fn compile(&mut self, wasm: &[u8], path: &Path) -> Result<Program, Failure> {
        if self.sandbox.is_none() {
            let folder = self.cache.root().join("machine-code");
            self.sandbox = Some(Sandbox::with_cache(folder).map_err(Failure::ours)?);
        }
        let Some(sandbox) = &self.sandbox else { return Err(Failure::ours("no sandbox")) };
        sandbox.compile(wasm).map_err(|e| Failure::usage(format!("{}: {e}", path.display())))
    }

    fn source(&mut self, name: String, path: &Path) -> Result<Entrant, Failure> {
        if self.backend == Backend::Native {
            return self.native(name, path);
        }
        match self.build(path) {
            Ok(module) => {
                tell_warnings(&module);
                self.module(name, &module.path)
            }
            Err(Error::NoCompiler) if self.backend == Backend::Auto => self.native(name, path),
            Err(error) => Err(failure(&error)),
        }
    }

    /// Builds a source to a module in the cache.
    pub fn build(&mut self, path: &Path) -> Result<toolchain::Module, Error> {
        let source = Source::read(path)?;
        let sdk = sdk(self.game)?;
        if self.toolchain.is_none() {
            self.toolchain = Some(Toolchain::open(&self.cache, &show_progress)?);
        }
        let Some(toolchain) = &self.toolchain else { return Err(Error::NoCompiler) };
        toolchain.build(&sdk, &source, &self.options)
    }

    /// How sources are built.
    pub fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    #[cfg(unix)]
    fn native(&self, name: String, path: &Path) -> Result<Entrant, Failure> {
        let source = Source::read(path).map_err(|e| failure(&e))?;
        let sdk = sdk(self.game).map_err(|e| failure(&e))?;
        let compiler = toolchain::NativeCompiler::find(&self.cache).map_err(|e| {
            // Nothing at all is there: the compiler for WebAssembly is the one to install.
            failure(if self.backend == Backend::Auto { &Error::NoCompiler } else { &e })
        })?;
        let native = compiler.build(&sdk, &source, &self.options).map_err(|e| failure(&e))?;
        let note = Paint::stderr().dim("note:");
        anstream::eprintln!(
            "{note} {name} runs as a process of this machine, neither sandboxed nor metered"
        );
        let seated = engine::record::Seated { name, kind: "native".into(), digest: String::new() };
        Ok(Entrant::other(seated, native::Process { path: native.path }))
    }

    #[cfg(not(unix))]
    fn native(&self, _: String, _: &Path) -> Result<Entrant, Failure> {
        Err(failure(&Error::NoCompiler))
    }
}

/// The headers for players of a game.
fn sdk(game: &dyn DynGame) -> Result<Sdk, Error> {
    let title = game.facts().title;
    Sdk::of(game.facts())
        .ok_or_else(|| Error::Runtime(format!("{title} has no headers for players in C++ yet")))
}

/// What the user is told when a player cannot be built.
pub fn failure(error: &Error) -> Failure {
    match error {
        Error::Runtime(_) | Error::Install(_) => Failure::ours(error),
        _ => Failure::usage(error),
    }
}

fn show_progress(step: Progress) {
    if step.done == 0 {
        anstream::eprintln!("Building the C++ library for players, once: about half a minute");
    }
}

fn tell_warnings(module: &toolchain::Module) {
    if !module.cached {
        module.warnings.iter().for_each(|warning| anstream::eprintln!("{warning}"));
    }
}

#[cfg(unix)]
mod native {
    use arena::roster::Maker;
    use engine::{Cause, Freeze, Player, Turn};
    use std::path::PathBuf;
    use toolchain::NativePlayer;

    /// A player that runs as a process of its own.
    pub struct Process {
        pub path: PathBuf,
    }

    impl Maker for Process {
        fn player(&self, intro: &[u8]) -> Box<dyn Player> {
            match NativePlayer::start(&self.path, intro) {
                Ok(player) => Box::new(player),
                Err(error) => Box::new(NotStarted(error.to_string())),
            }
        }
    }

    struct NotStarted(String);

    impl Player for NotStarted {
        fn play(&mut self, _: &mut Turn<'_>) -> Result<(), Freeze> {
            Err(Freeze::new(Cause::Process, format!("it could not be started: {}", self.0)))
        }
    }
}
