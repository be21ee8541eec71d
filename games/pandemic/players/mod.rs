//! The built-in players.

mod demo;
mod dummy;
mod worth;

use super::view::Intro;
use engine::Player;
use engine::player::Null;

/// Their names.
pub const NAMES: &[&str] = &["Demo", "Dummy", "Null"];

/// The player of this name; `intro` tells it the settings and the map.
#[must_use]
pub fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
    match name {
        "Null" => Some(Box::new(Null)),
        "Demo" => Some(Box::new(demo::Demo::new(Intro::read(intro)?))),
        "Dummy" => Some(Box::new(dummy::Dummy::new(Intro::read(intro)?))),
        _ => None,
    }
}
