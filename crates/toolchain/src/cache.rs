//! The folder where compilers, runtimes and built players are kept between runs.

use crate::Diagnostic;
use crate::error::{At, Error};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Where built players are.
const PLAYERS: &str = "players";

fn module_of(key: &str) -> String {
    format!("{key}.wasm")
}

fn said_of(key: &str) -> String {
    format!("{key}.said.json")
}

/// The cache folder. Whatever is in it may be deleted at any time.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The cache in this folder, which is made when needed.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The user's cache: `$PALESTRA_CACHE`, else `palestra` in `$XDG_CACHE_HOME`, in
    /// `%LOCALAPPDATA%` or in `~/.cache`.
    #[must_use]
    pub fn of_user() -> Self {
        let var = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let root = var("PALESTRA_CACHE")
            .or_else(|| var("XDG_CACHE_HOME").map(|d| d.join("palestra")))
            .or_else(|| var("LOCALAPPDATA").map(|d| d.join("palestra").join("cache")))
            .or_else(|| var("HOME").map(|d| d.join(".cache").join("palestra")))
            .unwrap_or_else(|| std::env::temp_dir().join("palestra-cache"));
        Self { root }
    }

    /// Where it is.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of an entry, whether it is there or not.
    #[must_use]
    pub fn path(&self, kind: &str, name: &str) -> PathBuf {
        self.root.join(kind).join(name)
    }

    /// A fresh folder for work in progress, on the same file system as the cache.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn workshop(&self) -> Result<TempDir, Error> {
        let dir = self.root.join("work");
        fs::create_dir_all(&dir).at(&dir)?;
        tempfile::Builder::new().prefix("job-").tempdir_in(&dir).at(&dir)
    }

    /// Keeps a file. Others see either nothing or the whole of it.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn keep(&self, kind: &str, name: &str, bytes: &[u8]) -> Result<PathBuf, Error> {
        let path = self.path(kind, name);
        let dir = self.root.join(kind);
        fs::create_dir_all(&dir).at(&dir)?;
        let mut file = tempfile::NamedTempFile::new_in(&dir).at(&dir)?;
        file.write_all(bytes).at(&path)?;
        file.persist(&path).map_err(|e| e.error).at(&path)?;
        Ok(path)
    }

    /// A built player of this key, and what its compiler warned of.
    pub(crate) fn player(&self, key: &str) -> Option<(PathBuf, Vec<Diagnostic>)> {
        let said = fs::read(self.path(PLAYERS, &said_of(key))).ok()?;
        let module = self.path(PLAYERS, &module_of(key));
        Some((module.is_file().then_some(module)?, serde_json::from_slice(&said).ok()?))
    }

    /// Keeps a built player, and what its compiler warned of.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub(crate) fn keep_player(
        &self,
        key: &str,
        module: &[u8],
        said: &[Diagnostic],
    ) -> Result<PathBuf, Error> {
        let path = self.keep(PLAYERS, &module_of(key), module)?;
        self.keep(PLAYERS, &said_of(key), &serde_json::to_vec(said).unwrap_or_default())?;
        Ok(path)
    }

    /// The folder `kind/name`; when it is not there, `fill` makes it. Only one process fills it
    /// at a time, and a half-filled folder is never seen.
    ///
    /// # Errors
    /// When the cache cannot be written, or whatever `fill` reports.
    pub fn folder(
        &self,
        kind: &str,
        name: &str,
        fill: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        let path = self.path(kind, name);
        if path.is_dir() {
            return Ok(path);
        }
        let parent = self.root.join(kind);
        fs::create_dir_all(&parent).at(&parent)?;
        let lock_path = parent.join(format!("{name}.lock"));
        let lock = File::create(&lock_path).at(&lock_path)?;
        lock.lock().at(&lock_path)?;
        if !path.is_dir() {
            let work = self.workshop()?;
            fill(work.path())?;
            fs::rename(work.keep(), &path).at(&path)?;
        }
        Ok(path)
    }
}
