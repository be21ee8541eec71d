//! The built-in players.

use engine::Player;

/// Their names, the simplest first.
pub const NAMES: &[&str] = &["Null"];

/// A built-in player by its name; `intro` tells it the settings.
#[must_use]
pub fn builtin(name: &str, _intro: &[u8]) -> Option<Box<dyn Player>> {
    match name {
        "Null" => Some(Box::new(engine::player::Null)),
        _ => None,
    }
}
