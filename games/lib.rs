//! The list of games. A new game is one folder beside this file and one line in [`ALL`].
#![forbid(unsafe_code)]

use engine::DynGame;

/// Every game.
pub static ALL: &[&dyn DynGame] = &[];

/// The game with this name on the command line.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static dyn DynGame> {
    ALL.iter().copied().find(|game| game.facts().id == id)
}
