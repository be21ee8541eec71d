//! The rules for players that look ahead: one object that is linked into their modules.

use crate::cache::Cache;
use crate::diagnostics::{Diagnostic, Severity};
use crate::error::{At, Error};
use crate::lines::Lines;
use crate::source::Source;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The header for players in C++ that look ahead.
pub(crate) const HEADER: &str = "Simulation.hh";
/// The type that players in Rust use.
const TYPE: &[u8] = b"Simulation";
const OBJECT: &str = "forward.o";
/// Its name for processes of this machine.
const LIBRARY: &str = if cfg!(target_os = "macos") { "libforward.dylib" } else { "libforward.so" };
/// Every module that may look ahead says so: a judge can tell it by this export.
pub(crate) const LOOKS_AHEAD: &str = "--export=palestra_looks_ahead";

/// The rules, in the cache: an object for modules, or a library for processes of this machine.
#[derive(Clone, Debug)]
pub(crate) struct Forward {
    folder: PathBuf,
    digest: String,
}

impl Forward {
    pub(crate) fn keep(cache: &Cache, bytes: &[u8]) -> Result<Self, Error> {
        Self::keep_as(OBJECT, cache, bytes)
    }

    pub(crate) fn keep_library(cache: &Cache, bytes: &[u8]) -> Result<Self, Error> {
        Self::keep_as(LIBRARY, cache, bytes)
    }

    fn keep_as(name: &str, cache: &Cache, bytes: &[u8]) -> Result<Self, Error> {
        let digest = blake3::hash(bytes).to_hex()[..32].to_string();
        let folder = cache.folder("forward", &digest, |folder| {
            let path = folder.join(name);
            fs::write(&path, bytes).at(&path)
        })?;
        Ok(Self { folder, digest })
    }

    /// The object, or nothing when it was not asked for.
    ///
    /// # Errors
    /// [`Error::NoForward`] when it was asked for and is not there.
    pub(crate) fn asked(this: Option<&Self>, asked: bool) -> Result<Option<&Self>, Error> {
        match (this, asked) {
            (None, true) => Err(Error::NoForward),
            (object, asked) => Ok(object.filter(|_| asked)),
        }
    }

    /// The key of a module that has it.
    pub(crate) fn key(&self, key: &str) -> String {
        blake3::hash(format!("{key} {}", self.digest).as_bytes()).to_hex().to_string()
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn object(&self) -> PathBuf {
        self.folder.join(OBJECT)
    }

    /// The options that link a process with the library, and let the process find it at the start.
    pub(crate) fn link(&self) -> [OsString; 2] {
        let mut path = OsString::from("-Wl,-rpath,");
        path.push(&self.folder);
        [self.folder.join(LIBRARY).into_os_string(), path]
    }
}

/// Whether a player in Rust may mean to look ahead: the word stands somewhere in it.
pub(crate) fn named(source: &Source) -> bool {
    source.text.windows(TYPE.len()).any(|word| word == TYPE)
}

/// The message for a player that looks ahead where this is off.
pub(crate) fn is_off(file: &str, lines: &Lines<'_>, line: usize) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        file: file.to_string(),
        line,
        column: 0,
        message: "looking ahead is off".into(),
        source: lines.quote(line, 0),
        notes: Vec::new(),
        hint: Some("if the season allows it, build and play with --forward".into()),
    }
}
