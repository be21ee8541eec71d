//! Tests of Agora.

mod pictures;
mod players;
mod rules;
mod views;

use super::Agora;

const GAME: Agora = Agora;
/// A market without chance.
const FORUM: &str = include_str!("../boards/forum.cnf");
