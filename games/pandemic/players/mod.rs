//! The built-in players.

use engine::Player;
use engine::player::Null;

/// Their names.
pub const NAMES: &[&str] = &["Null"];

/// A built-in player.
#[must_use]
pub fn builtin(name: &str, _intro: &[u8]) -> Option<Box<dyn Player>> {
    match name {
        "Null" => Some(Box::new(Null)),
        _ => None,
    }
}
