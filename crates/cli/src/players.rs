//! The players that a command names, ready to sit down.

use crate::failure::Failure;
use arena::{Entrant, Found, roster};
use engine::DynGame;
use std::path::Path;

/// The players named by `words`, looked for in the folder `dir`.
pub fn entrants(
    game: &'static dyn DynGame,
    words: &[String],
    dir: &Path,
) -> Result<Vec<Entrant>, Failure> {
    words.iter().map(|word| entrant(game, word, dir)).collect()
}

/// The player that `word` names.
pub fn entrant(game: &'static dyn DynGame, word: &str, dir: &Path) -> Result<Entrant, Failure> {
    let found = roster::find(game, word, dir).map_err(Failure::usage)?;
    if !matches!(found, Found::BuiltIn(_)) {
        arena::names::check(&found.name()).map_err(Failure::usage)?;
    }
    match found {
        Found::BuiltIn(name) => Ok(Entrant::built_in(game, name)),
        Found::Source(path) | Found::Module(path) => Err(Failure::ours(format!(
            "{}: this build plays only the players that come with the games",
            path.display()
        ))),
    }
}
