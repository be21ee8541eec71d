//! The list of games. A new game is one folder beside this file and one line in [`ALL`].
#![forbid(unsafe_code)]

pub mod battle_royale;
pub mod dominator;
pub mod mad_max;
pub mod pandemic;
pub mod star_war;

#[cfg(test)]
mod batches;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod testing;

use engine::DynGame;
use engine::game::Erased;

/// Every game.
pub static ALL: &[&dyn DynGame] = &[
    &Erased::<battle_royale::BattleRoyale>::new(),
    &Erased::<dominator::Dominator>::new(),
    &Erased::<mad_max::MadMax>::new(),
    &Erased::<pandemic::Pandemic>::new(),
    &Erased::<star_war::StarWar>::new(),
];

/// The game with this name on the command line.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static dyn DynGame> {
    ALL.iter().copied().find(|game| game.facts().id == id)
}
