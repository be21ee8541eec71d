//! The list of games. A new game is one folder beside this file and one line below.
#![forbid(unsafe_code)]
#![warn(clippy::print_stderr, clippy::print_stdout)]

// The games of contests. `build.rs` makes `ALL` from these lines, in their order: the folder
// `mad_max` has the game `MadMax`.
pub mod battle_royale;
pub mod dominator;
pub mod mad_max;
pub mod pandemic;
pub mod star_war;

// Games of our own.
pub mod agora;

#[cfg(test)]
mod batches;
#[cfg(test)]
mod features;
#[cfg(test)]
mod house;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod manuals;
#[cfg(test)]
mod picture_look;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod words;

use engine::DynGame;

/// The texts of each game: its words as Fluent files, its sentence and its manual.
mod locales {
    include!(concat!(env!("OUT_DIR"), "/locales.rs"));
}

/// Every game.
pub static ALL: &[&dyn DynGame] = include!(concat!(env!("OUT_DIR"), "/all.rs"));

/// The game with this name on the command line.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static dyn DynGame> {
    ALL.iter().copied().find(|game| game.facts().id == id)
}
