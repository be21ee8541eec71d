//! Languages that are interpreted: `AIName.js` and `AIName.py` become WebAssembly modules. A module
//! is the engine of the language, which is the same for all players, with the source behind it as a
//! custom section. The arena compiles the engine once and hands the source over as data
//! (crates/sandbox/ABI.md).
//!
//! A language is an engine ([`Engine`]), a library for players, and declarations for editors. Its
//! usual interpreter can run players too, for debuggers: see [`local`].

mod description;
mod engine;
mod js;
mod library;
#[cfg(unix)]
mod local;
mod python;

pub use library::ScriptSdk;
#[cfg(unix)]
pub use local::{LocalScript, Stop};
pub use python::{Archive, MICROPYTHON};

use crate::cache::Cache;
use crate::compiler::Compiler;
use crate::diagnostics::{Report, Severity};
use crate::error::Error;
use crate::runtime::{Progress, Runtime};
use crate::source::{Language, Source};
use crate::wasm::Module;
use engine::{Engine, Purpose};

/// The name of the custom section with the source.
const SECTION: &str = "palestra.source";

/// The engine of a language, ready for players.
#[derive(Clone, Debug)]
pub struct ScriptToolchain {
    cache: Cache,
    engine: Vec<u8>,
}

impl ScriptToolchain {
    /// Finds the engine of a language in the cache, or compiles it, which takes about half a minute
    /// the first time. The sources of Python's engine are downloaded when they are not in the cache
    /// (6 MB).
    ///
    /// # Errors
    /// [`Error::NoCompiler`] when there is no compiler for WebAssembly, see [`Runtime::ensure`];
    /// [`Error::NoPython`] if the sources of Python's engine could not be
    /// downloaded.
    pub fn open(
        language: Language,
        cache: &Cache,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Self, Error> {
        Self::with(language, cache, progress, Archive::Download)
    }

    /// The engine of a language that tells where its player is, for profiles. It spends more fuel
    /// than the other one.
    ///
    /// # Errors
    /// As [`ScriptToolchain::open`].
    pub fn for_profiles(
        language: Language,
        cache: &Cache,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Self, Error> {
        Self::made(language, cache, progress, (Archive::Download, Purpose::Profiles))
    }

    /// The same; `archive` says where the sources of Python's engine come from.
    ///
    /// # Errors
    /// As [`ScriptToolchain::open`].
    pub fn with(
        language: Language,
        cache: &Cache,
        progress: &(dyn Fn(Progress) + Sync),
        archive: Archive<'_>,
    ) -> Result<Self, Error> {
        Self::made(language, cache, progress, (archive, Purpose::Matches))
    }

    fn made(
        language: Language,
        cache: &Cache,
        progress: &(dyn Fn(Progress) + Sync),
        (archive, purpose): (Archive<'_>, Purpose),
    ) -> Result<Self, Error> {
        let compiler = Compiler::find(cache)?;
        let runtime = Runtime::ensure(cache, &compiler, progress)?;
        let engine = match language {
            Language::Python => python::Python::open(cache, archive)?
                .ensure(cache, &compiler, &runtime, purpose, progress)?,
            _ => js::QuickJs.ensure(cache, &compiler, &runtime, purpose, progress)?,
        };
        Ok(Self { cache: cache.clone(), engine })
    }

    /// Builds a player, or finds it in the cache. The source is not looked at: mistakes of syntax
    /// show when the module is seated.
    ///
    /// # Errors
    /// [`Error::Source`] when the source is too large or not UTF-8; when the cache cannot be
    /// written.
    pub fn build(&self, sdk: &ScriptSdk, source: &Source) -> Result<Module, Error> {
        let module = self.module(sdk, source)?;
        let key = blake3::hash(&module).to_hex().to_string();
        let warnings = Vec::new();
        if let Some((path, _)) = self.cache.player(&key) {
            return Ok(Module { path, key, warnings, cached: true });
        }
        let path = self.cache.keep_player(&key, &module, &warnings)?;
        Ok(Module { path, key, warnings, cached: false })
    }

    /// The module of a player, which the cache does not keep: the engine with a custom section
    /// behind it, four texts, each after its length as `u32`.
    ///
    /// # Errors
    /// [`Error::Source`] when the source is too large or not UTF-8.
    pub fn module(&self, sdk: &ScriptSdk, source: &Source) -> Result<Vec<u8>, Error> {
        check_text(source)?;
        let library = sdk.library();
        let texts = [sdk.module().as_bytes(), library.as_bytes(), source.file.as_bytes()];
        let mut parts = Vec::new();
        for text in texts.into_iter().chain([source.text.as_slice()]) {
            parts.extend_from_slice(&(text.len() as u32).to_le_bytes());
            parts.extend_from_slice(text);
        }
        let mut module = self.engine.clone();
        module.push(0);
        push_number(&mut module, 1 + SECTION.len() + parts.len());
        push_number(&mut module, SECTION.len());
        module.extend_from_slice(SECTION.as_bytes());
        module.extend_from_slice(&parts);
        Ok(module)
    }
}

/// A number as modules have it: seven bits to a byte, the lowest first.
fn push_number(module: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        module.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    module.push(number as u8);
}

fn check_text(source: &Source) -> Result<(), Error> {
    let mut report = Report::default();
    if let Some(found) = crate::scan::too_large(&source.file, source.text.len()) {
        report.note(Severity::Error, || found);
    } else if let Err(error) = std::str::from_utf8(&source.text) {
        let before = &source.text[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        report.note(Severity::Error, || crate::Diagnostic {
            file: source.file.clone(),
            line,
            column: 0,
            severity: Severity::Error,
            message: "this line is not UTF-8".into(),
            source: String::new(),
            notes: Vec::new(),
            hint: Some("save the file as UTF-8".into()),
        });
    }
    report.check()
}
