//! The players that a command names, ready to sit down.

pub mod mistakes;
#[cfg(feature = "players")]
mod modules;
#[cfg(not(feature = "players"))]
#[path = "no_modules.rs"]
mod modules;
#[cfg(feature = "players")]
mod twin;

use crate::failure::Failure;
use crate::options::Backend;
use crate::paint::Paint;
use crate::{forward, input, kit, process};
use arena::{Entrant, Found, roster};
use engine::DynGame;
use mistakes::Search;
use modules::Modules;
pub use modules::matches_at_once;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use toolchain::LocalScript;
use toolchain::{
    Cache, Error, Language, Options, Progress, RustSdk, RustToolchain, ScriptSdk, ScriptToolchain,
    Sdk, Source, Toolchain,
};

/// Finds players and makes them ready. What compilers and WebAssembly need is set up when the
/// first player comes along that needs it: the game's own players cost nothing of it.
pub struct Seating {
    game: &'static dyn DynGame,
    judged: bool,
    backend: Backend,
    options: Options,
    cache: Cache,
    quiet: bool,
    /// Whether warnings are told again that were told when the source was built.
    retells: bool,
    /// In how many matches of a player a build with checks looks for mistakes.
    checked_matches: usize,
    searches: Vec<Search>,
    /// Names and sources of the players that were built.
    sources: Vec<(String, PathBuf)>,
    modules: Modules,
    toolchain: Option<Toolchain>,
    rust: Option<RustToolchain>,
    scripts: Vec<(Language, ScriptToolchain)>,
}

impl Seating {
    /// For matches of this game, with the judge's limits or those of one's own machine.
    pub fn new(game: &'static dyn DynGame, judged: bool, backend: Backend) -> Self {
        Self {
            game,
            judged,
            backend: if judged { Backend::Wasm } else { backend },
            options: Options { forward: kit::may_look_ahead(), ..Options::default() },
            modules: Modules::new(judged),
            cache: Cache::of_user(),
            quiet: false,
            retells: false,
            checked_matches: 0,
            searches: Vec::new(),
            sources: Vec::new(),
            toolchain: None,
            rust: None,
            scripts: Vec::new(),
        }
    }

    /// For a single match: its players are ready sooner.
    pub fn for_one_match(mut self) -> Self {
        self.modules.for_one_match();
        self
    }

    /// Says nothing about players that were made ready: there will be many of the same.
    pub fn quietly(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// Lets a second build of each source, with checks, look for mistakes in so many matches. The
    /// judge's build plays.
    pub fn with_checks(mut self, matches: usize) -> Self {
        self.checked_matches = matches;
        self
    }

    /// Tells all warnings, also those of sources that were built before.
    #[cfg(feature = "players")]
    pub fn retelling(mut self) -> Self {
        self.retells = true;
        self
    }

    /// Freezes a player that uses up its CPU time, as the judge does in the second match where
    /// that happens.
    #[cfg(feature = "players")]
    pub fn freezing_on_timeout(mut self) -> Self {
        self.modules.freeze_on_timeout();
        self
    }

    /// The source of the player with this name, if only one has it.
    pub fn source_of(&self, name: &str) -> Option<&Path> {
        let mut all = self.sources.iter().filter(|source| source.0 == name);
        all.next().filter(|_| all.next().is_none()).map(|source| source.1.as_path())
    }

    /// The searches for mistakes, one per source.
    pub fn searches(&self) -> &[Search] {
        &self.searches
    }

    /// Allows players to look ahead, with the rules of the game inside their modules. In the folder
    /// of a kit that was made so they always may.
    pub fn with_forward(mut self, allowed: bool) -> Self {
        self.options.forward |= allowed;
        self
    }

    /// The players named by `words`, looked for in the folder `dir`.
    pub fn entrants(&mut self, words: &[String], dir: &Path) -> Result<Vec<Entrant>, Failure> {
        let mut all: Vec<Entrant> = Vec::with_capacity(words.len());
        for (k, word) in words.iter().enumerate() {
            // Who sits down several times is read and made ready once.
            let entrant = match words[..k].iter().position(|earlier| earlier == word) {
                Some(same) => all[same].clone(),
                None => self.entrant(word, dir)?,
            };
            all.push(entrant);
        }
        Ok(all)
    }

    /// The player that `word` names.
    pub fn entrant(&mut self, word: &str, dir: &Path) -> Result<Entrant, Failure> {
        if word.starts_with(process::PREFIX) {
            return self.program(word, dir);
        }
        let found = roster::find(self.game, word, dir).map_err(Failure::usage)?;
        let name = found.name();
        if !matches!(found, Found::BuiltIn(_)) {
            let check = match self.judged {
                true => arena::names::check,
                false => arena::names::check_local,
            };
            check(&name).map_err(Failure::usage)?;
        }
        match found {
            Found::BuiltIn(name) => Ok(Entrant::built_in(self.game, name)),
            Found::House { file, text } => self.house(name, &Source::new(&file, text)),
            Found::Module(path) => self.modules.entrant(name, &path, self.options.forward),
            Found::Source(path) => self.source(name, &path),
        }
    }

    /// A program of this machine that speaks the line protocol.
    fn program(&self, word: &str, dir: &Path) -> Result<Entrant, Failure> {
        if self.judged {
            return Err(Failure::usage(format!(
                "`{word}` cannot play with --judge: a process has no sandbox and no limits"
            ))
            .help("use a player in C++, Rust, JavaScript or Python, or a .wasm file"));
        }
        let program = process::Program::read(self.game, word, dir).map_err(Failure::usage)?;
        let name = program.name();
        tell_unconfined(&name);
        let kind = "process".into();
        Ok(Entrant::other(engine::record::Seated { name, kind, digest: String::new() }, program))
    }

    /// Whether sources become modules, and not processes.
    fn plays_modules(&self) -> bool {
        let able = cfg!(feature = "players") || self.backend == Backend::Wasm;
        able && self.backend != Backend::Native
    }

    /// A house player, from its source. Nobody looks for mistakes in it.
    fn house(&mut self, name: String, source: &Source) -> Result<Entrant, Failure> {
        if !self.plays_modules() {
            return self.native(name, source);
        }
        match self.build_source(source) {
            Ok(module) => self.modules.entrant(name, &module.path, self.options.forward),
            Err(Error::NoCompiler) if self.backend == Backend::Auto => self.native(name, source),
            Err(error) => Err(failure(&error)),
        }
    }

    fn source(&mut self, name: String, path: &Path) -> Result<Entrant, Failure> {
        // The engine of a language that is interpreted is a module too.
        let native = !Language::of(path).is_script();
        #[cfg(not(feature = "players"))]
        if self.backend == Backend::Wasm || self.backend == Backend::Auto && !native {
            return Err(crate::lacking::players());
        }
        if self.backend == Backend::Native || native && !self.plays_modules() {
            return self.native_file(name, path);
        }
        match self.build(path) {
            Ok(module) => {
                self.sources.push((name.clone(), path.into()));
                if !self.quiet && (self.retells || !module.cached) {
                    tell_warnings(&module);
                }
                let entrant = self.modules.entrant(name, &module.path, self.options.forward)?;
                #[cfg(feature = "players")]
                let entrant = self.with_twin(entrant, path)?;
                Ok(entrant)
            }
            Err(Error::NoCompiler) if self.backend == Backend::Auto && native => {
                self.native_file(name, path)
            }
            Err(error) => Err(self.refused(path, &error)),
        }
    }

    /// Why a source cannot be built; of a source for another game that alone.
    fn refused(&self, path: &Path, error: &Error) -> Failure {
        let text = std::fs::read(path).unwrap_or_default();
        let other = input::other_game(self.game, path, &String::from_utf8_lossy(&text));
        match (error, other) {
            (Error::Source(_), Some(other)) => {
                let (file, id) = (path.display(), other.facts().id);
                let title = other.facts().title;
                Failure::usage(format!("{file}: this is a player of {title}"))
                    .help(format!("name its game instead of {}: {id}", self.game.facts().id))
            }
            _ => failure(error),
        }
    }

    /// The player with a build with checks beside it, where mistakes are looked for.
    #[cfg(feature = "players")]
    fn with_twin(&mut self, entrant: Entrant, path: &Path) -> Result<Entrant, Failure> {
        // A language that checks every access has nothing to be built with.
        if self.checked_matches == 0 || Language::of(path).is_script() {
            return Ok(entrant);
        }
        self.options.check = true;
        let built = self.build(path);
        self.options.check = false;
        let module = built.map_err(|error| failure(&error))?;
        let search = Search::new(&entrant.seated.name, path, self.checked_matches);
        self.searches.push(search.clone());
        self.modules.with_twin(entrant, &module.path, search)
    }

    /// Builds a source to a module in the cache.
    pub fn build(&mut self, path: &Path) -> Result<toolchain::Module, Error> {
        self.build_source(&Source::read(path)?)
    }

    /// Builds a script with the engine that tells at which line it is.
    #[cfg(feature = "players")]
    pub fn build_for_profile(&mut self, path: &Path) -> Result<toolchain::Module, Error> {
        let source = Source::read(path)?;
        let language = source.language();
        let tools = ScriptToolchain::for_profiles(language, &self.cache, &show_progress)?;
        tools.build(&script_sdk(language, self.game)?, &source)
    }

    fn build_source(&mut self, source: &Source) -> Result<toolchain::Module, Error> {
        match source.language() {
            Language::Rust => {
                return self.rust()?.build(&rust_sdk(self.game)?, source, &self.options);
            }
            language @ (Language::Js | Language::Python) => {
                let sdk = script_sdk(language, self.game)?;
                return self.script(language)?.build(&sdk, source);
            }
            Language::Cpp => {}
        }
        let sdk = sdk(self.game)?;
        if self.toolchain.is_none() {
            let toolchain = Toolchain::open(&self.cache, &show_progress)?;
            self.toolchain = Some(forward::cpp(toolchain, self.options.forward)?);
        }
        let Some(toolchain) = &self.toolchain else { return Err(Error::NoCompiler) };
        toolchain.build(&sdk, source, &self.options)
    }

    /// Whether a module that interprets its source can read it.
    #[cfg(feature = "players")]
    pub fn check_source(&mut self, module: &Path) -> Result<(), Failure> {
        self.modules.check_source(module)
    }

    /// Refuses a script that its engine cannot read. Other sources show their mistakes when they
    /// are built.
    #[cfg(feature = "players")]
    pub fn check_script(&mut self, path: &Path) -> Result<(), Failure> {
        if !Language::of(path).is_script() {
            return Ok(());
        }
        let module = self.build(path).map_err(|error| failure(&error))?;
        self.check_source(&module.path)
    }

    /// The engine of a language, looked for when the first player needs it.
    fn script(&mut self, language: Language) -> Result<&ScriptToolchain, Error> {
        let known = self.scripts.iter().position(|(known, _)| *known == language);
        let at = match known {
            Some(at) => at,
            None => {
                let tools = ScriptToolchain::open(language, &self.cache, &show_progress)?;
                self.scripts.push((language, tools));
                self.scripts.len() - 1
            }
        };
        Ok(&self.scripts[at].1)
    }

    /// The Rust compiler, looked for when the first player needs it.
    fn rust(&mut self) -> Result<RustToolchain, Error> {
        if self.rust.is_none() {
            let rust = RustToolchain::open(&self.cache)?;
            self.rust = Some(forward::rust(rust, self.options.forward)?);
        }
        self.rust.clone().ok_or_else(|| {
            Error::NoRust(
                "there is no Rust compiler on this \
         machine"
                    .into(),
            )
        })
    }

    /// How sources are built.
    #[cfg(feature = "players")]
    pub fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    fn native_file(&mut self, name: String, path: &Path) -> Result<Entrant, Failure> {
        let source = Source::read(path).map_err(|e| failure(&e))?;
        self.native(name, &source)
    }

    #[cfg(unix)]
    fn native(&mut self, name: String, source: &Source) -> Result<Entrant, Failure> {
        let native = match source.language() {
            Language::Rust => self.native_rust(source),
            Language::Cpp => self.native_cpp(source),
            language @ (Language::Js | Language::Python) => script_sdk(language, self.game)
                .and_then(|sdk| LocalScript::open(&self.cache, &sdk, source))
                .map(|script| script.native()),
        };
        let native = native.map_err(|e| failure(&e))?;
        if !self.quiet {
            tell_unconfined(&name);
        }
        let code = std::fs::read(&native.path)
            .map_err(|e| Failure::file("read", native.path.display(), &e))?;
        let digest = arena::digest(&code);
        let seated = engine::record::Seated { name, kind: "native".into(), digest };
        Ok(Entrant::other(seated, native::Process { path: native.path }))
    }

    #[cfg(unix)]
    fn native_cpp(&self, source: &Source) -> Result<toolchain::Native, Error> {
        let sdk = sdk(self.game)?;
        let compiler = toolchain::NativeCompiler::find(&self.cache).map_err(|e| {
            // Nothing at all is there: the compiler for WebAssembly is the one to install.
            if self.backend == Backend::Auto { Error::NoCompiler } else { e }
        })?;
        let compiler = forward::native(compiler, self.options.forward)?;
        compiler.build(&sdk, source, &self.options)
    }

    #[cfg(unix)]
    fn native_rust(&mut self, source: &Source) -> Result<toolchain::Native, Error> {
        let sdk = rust_sdk(self.game)?;
        let options = self.options;
        self.rust()?.build_native(&sdk, source, &options)
    }

    #[cfg(not(unix))]
    fn native(&mut self, _: String, _: &Source) -> Result<Entrant, Failure> {
        Err(failure(&Error::NoCompiler))
    }
}

/// The headers for players of a game.
pub fn sdk(game: &dyn DynGame) -> Result<Sdk, Error> {
    let title = game.facts().title;
    Sdk::of(game.facts())
        .ok_or_else(|| Error::Runtime(format!("{title} has no headers for players in C++ yet")))
}

/// The library for players of a game in Rust.
pub fn rust_sdk(game: &dyn DynGame) -> Result<RustSdk, Error> {
    let title = game.facts().title;
    RustSdk::of(game.facts())
        .ok_or_else(|| Error::Runtime(format!("{title} has no library for players in Rust yet")))
}

/// The library for players of a game in an interpreted language.
pub fn script_sdk(language: Language, game: &dyn DynGame) -> Result<ScriptSdk, Error> {
    let (title, name) = (game.facts().title, language.title());
    ScriptSdk::of(language, game.facts())
        .ok_or_else(|| Error::Runtime(format!("{title} has no library for players in {name} yet")))
}

/// The message if a player cannot be built.
pub fn failure(error: &Error) -> Failure {
    match error {
        Error::Runtime(_) | Error::Install(_) => Failure::ours(error),
        _ => Failure::usage(error),
    }
}

fn tell_unconfined(name: &str) {
    let note = Paint::stderr().dim("note:");
    anstream::eprintln!(
        "{note} {name} runs as a process of this machine, without sandbox and limits"
    );
}

fn show_progress(step: Progress) {
    if step.done == 0 {
        anstream::eprintln!("Building the libraries for players, once: about half a minute");
    }
}

fn tell_warnings(module: &toolchain::Module) {
    module.warnings.iter().for_each(|warning| anstream::eprintln!("{warning}"));
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
