//! Tests of Mad Max.

mod files;
mod golden;
mod manual;
mod pictures;
mod players;
mod scenes;
mod views;

use super::MadMax;

const GAME: MadMax = MadMax;
/// A small board with everything on it.
const OASIS: &str = include_str!("../boards/oasis.cnf");
