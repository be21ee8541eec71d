//! From a word on the command line to a player that can sit down.

use crate::names;
use engine::record::Seated;
use engine::{DynGame, Player};
#[cfg(feature = "sandbox")]
use sandbox::{Limits, Program};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Endings of files that hold a player, in the order in which they are looked for.
pub const ENDINGS: [&str; 5] = ["cc", "rs", "js", "py", "wasm"];
/// Those of sources.
pub const SOURCES: [&str; 4] = ["cc", "rs", "js", "py"];

/// Where a player was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// It comes with the game.
    BuiltIn(&'static str),
    /// A house player with a C++ source that is part of this program.
    House {
        /// `AIName.cc`.
        file: String,
        /// The source.
        text: &'static str,
    },
    /// A source file that must be built first.
    Source(PathBuf),
    /// A WebAssembly module.
    Module(PathBuf),
}

/// A word that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Unknown {
    /// The word.
    pub word: String,
    /// Why it cannot be a player, when something of that name is there.
    pub reason: Option<String>,
    /// The names that the search tried.
    pub tried: Vec<String>,
    /// A player with a similar name.
    pub nearest: Option<String>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "`{}` cannot play: {reason}", self.word)?,
            None => write!(f, "there is no player `{}`", self.word)?,
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        for tried in &self.tried {
            write!(f, "\n  looked for {tried}")?;
        }
        Ok(())
    }
}

/// Finds the player that `word` names: one of the game's own, `AIword.cc`, `.rs`, `.js`, `.py` or
/// `.wasm` in the folder `dir`, a house player of the game, or the path of such a file. A file of
/// the folder comes before a house player of the same name.
///
/// # Errors
/// What was looked for, when nothing is there.
pub fn find(game: &dyn DynGame, word: &str, dir: &Path) -> Result<Found, Unknown> {
    let own = game.facts().players;
    if let Some(name) = own.iter().find(|name| **name == word) {
        return Ok(changed_template(game, name, dir).unwrap_or(Found::BuiltIn(name)));
    }
    if Path::new(word).extension().is_some() || word.contains(['/', '\\']) {
        return by_path(word, dir);
    }
    let mut tried = vec![format!("the players of {}: {}", game.facts().title, all_of(game))];
    for ending in ENDINGS {
        let path = dir.join(format!("AI{word}.{ending}"));
        if path.is_file() {
            return Ok(found_file(path));
        }
        tried.push(format!("the file {}", path.display()));
    }
    let house = game.house_players();
    if let Some(player) = house.iter().find(|player| player.name == word)
        && let Some((file, text)) = player.cpp(game.facts())
    {
        return Ok(Found::House { file, text });
    }
    let here = in_folder(dir);
    let names = house.iter().map(|player| player.name);
    let all = own.iter().copied().chain(names).chain(here.iter().map(String::as_str));
    let nearest = names::nearest(word, all).map(String::from);
    Err(Unknown { word: word.into(), reason: None, tried, nearest })
}

/// The players that come with a game.
fn all_of(game: &dyn DynGame) -> String {
    let own = game.facts().players;
    let house = game.house_players().iter().map(|player| player.name);
    let others = house.filter(|name| !own.contains(name));
    own.iter().copied().chain(others).collect::<Vec<_>>().join(", ")
}

/// A kit's folder holds the sources of some of the game's own players. Whoever changes one of
/// them wants to see it play.
fn changed_template(game: &dyn DynGame, name: &str, dir: &Path) -> Option<Found> {
    SOURCES.iter().find_map(|ending| {
        let file = format!("AI{name}.{ending}");
        let text = std::fs::read(dir.join(&file)).ok()?;
        let template = game.facts().sdk.iter().find(|(path, _)| *path == file);
        let changed = template.is_none_or(|(_, own)| own.as_bytes() != text);
        changed.then(|| Found::Source(dir.join(file)))
    })
}

fn by_path(word: &str, dir: &Path) -> Result<Found, Unknown> {
    let path = dir.join(word);
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    let unknown = |reason| Unknown {
        word: word.into(),
        reason,
        tried: vec![format!("the file {}", path.display())],
        nearest: None,
    };
    if !path.is_file() {
        return Err(unknown(None));
    }
    if !ENDINGS.contains(&ending) {
        let reason = "name a source (.cc, .rs, .js, .py) or a module (.wasm)";
        return Err(unknown(Some(reason.into())));
    }
    Ok(found_file(path))
}

fn found_file(path: PathBuf) -> Found {
    if path.extension().is_some_and(|e| e == "wasm") {
        Found::Module(path)
    } else {
        Found::Source(path)
    }
}

/// The players whose files lie in a folder: for each `AIName.cc`, `.rs`, `.js`, `.py`, `.wasm` the
/// name, in byte order, each once.
#[must_use]
pub fn in_folder(dir: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let mut all: Vec<String> =
        entries.flatten().filter_map(|e| player_name(Path::new(&e.file_name()))).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn player_name(file: &Path) -> Option<String> {
    let ending = file.extension()?.to_str()?;
    let name = file.file_stem()?.to_str()?.strip_prefix("AI")?;
    (ENDINGS.contains(&ending) && names::check_local(name).is_ok()).then(|| name.into())
}

impl Found {
    /// The player's name: `Xaloc` for `AIXaloc.cc`, the whole stem for files without `AI`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(name) => (*name).into(),
            Self::House { file, .. } => without_ai(Path::new(file)),
            Self::Source(path) | Self::Module(path) => without_ai(path),
        }
    }
}

fn without_ai(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem.strip_prefix("AI").unwrap_or(&stem).into()
}

/// Makes the players of one entrant: one per match.
pub trait Maker: Send + Sync {
    /// A player that has been told the game's intro. One that fails while it makes itself
    /// ready gives its receipt in its first turn.
    fn player(&self, intro: &[u8]) -> Box<dyn Player>;
}

/// A player that can sit down at any number of matches.
#[derive(Clone)]
pub struct Entrant {
    /// The entry for the record.
    pub seated: Seated,
    /// The maker of the player.
    pub maker: Arc<dyn Maker>,
    /// Its module, where it is one and may have to play on another machine.
    pub module: Option<Arc<[u8]>>,
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seated.fmt(f)
    }
}

struct BuiltIn {
    game: &'static dyn DynGame,
    name: &'static str,
}

impl Maker for BuiltIn {
    fn player(&self, intro: &[u8]) -> Box<dyn Player> {
        self.game.builtin(self.name, intro).unwrap_or_else(|| Box::new(engine::player::Null))
    }
}

#[cfg(feature = "sandbox")]
struct Module {
    program: Program,
    limits: Limits,
}

#[cfg(feature = "sandbox")]
impl Maker for Module {
    fn player(&self, intro: &[u8]) -> Box<dyn Player> {
        self.program.player(&self.limits, intro)
    }
}

impl Entrant {
    /// A player that comes with the game.
    #[must_use]
    pub fn built_in(game: &'static dyn DynGame, name: &'static str) -> Self {
        let seated = Seated { name: name.into(), kind: "builtin".into(), digest: String::new() };
        Self { seated, maker: Arc::new(BuiltIn { game, name }), module: None }
    }

    /// A player of any other kind.
    pub fn other(seated: Seated, maker: impl Maker + 'static) -> Self {
        Self { seated, maker: Arc::new(maker), module: None }
    }

    /// A player in WebAssembly, under these limits.
    #[cfg(feature = "sandbox")]
    #[must_use]
    pub fn module(name: String, program: Program, limits: Limits) -> Self {
        let seated = Seated { name, kind: "wasm".into(), digest: program.digest().into() };
        Self { seated, maker: Arc::new(Module { program, limits }), module: None }
    }
}
