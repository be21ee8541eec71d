//! The built-in players.

mod demo;
mod dummy;

use super::view::Intro;
use engine::Player;
use engine::player::Null;

/// Their names, the simplest first.
pub const NAMES: &[&str] = &["Null", "Demo", "Dummy"];

/// A built-in player by its name; `intro` tells it the settings.
#[must_use]
pub fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
    let intro = Intro::read(intro)?;
    match name {
        "Null" => Some(Box::new(Null)),
        "Demo" => Some(Box::new(demo::Demo::new(intro))),
        "Dummy" => Some(Box::new(dummy::Dummy::new(intro))),
        _ => None,
    }
}
