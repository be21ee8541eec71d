//! The built-in players.

mod demo;
mod dummy;

use super::view::Intro;
use engine::player::Null;
use engine::{HousePlayer, Player, native_text};

/// Their names, the simplest first.
pub const NAMES: &[&str] = &["Null", "Demo", "Dummy"];

/// The house players, the weakest first.
pub const HOUSE: &[HousePlayer] = &[
    HousePlayer { name: "Null", idea: "It gives no orders.", source: None },
    HousePlayer {
        name: "Demo",
        idea: "Its units move at random and attack rivals beside them.",
        source: None,
    },
    HousePlayer {
        name: "Cadet",
        idea: "Its warriors walk to water and food before they need them.",
        source: None,
    },
    HousePlayer {
        name: "Scout",
        idea: "It computes distances: warriors guard and take cities, and cars hunt along roads.",
        source: None,
    },
    HousePlayer {
        name: "Dummy",
        idea: "It gives each city enough warriors and keeps them away from rival cars.",
        source: None,
    },
    HousePlayer {
        name: "Captain",
        idea: "It computes where each car can be: its own hunt, and warriors hide from the others.",
        source: Some(native_text!("AICaptain.cc")),
    },
];

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
