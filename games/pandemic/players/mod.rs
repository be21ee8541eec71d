//! The built-in players.

mod demo;
mod dummy;
mod worth;

use super::view::Intro;
use engine::player::Null;
use engine::{HousePlayer, Player, native_text};

/// Their names.
pub const NAMES: &[&str] = &["Demo", "Dummy", "Null"];

/// The house players, the weakest first.
pub const HOUSE: &[HousePlayer] = &[
    HousePlayer { name: "Null", idea: "It gives no orders.", source: None },
    HousePlayer {
        name: "Demo",
        idea: "Its units walk to the nearest city, path or mask, and never attack.",
        source: None,
    },
    HousePlayer {
        name: "Recruit",
        idea: "Its units also hit rivals beside them that have lost half of their health.",
        source: None,
    },
    HousePlayer { name: "Cadet", idea: "Its units hit all rivals beside them.", source: None },
    HousePlayer {
        name: "Dummy",
        idea: "It conquers what brings the most points, with as many units as each place needs.",
        source: None,
    },
    HousePlayer {
        name: "Captain",
        idea: "It computes what each place earns, and attacks together where it is stronger.",
        source: Some(native_text!("AICaptain.cc")),
    },
];

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
