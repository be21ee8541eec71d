//! The built-in players.

mod demo;
mod dummy;

use super::view::Intro;
use engine::player::Null;
use engine::{HousePlayer, Player, native_text};

/// The house players, the weakest first.
pub const HOUSE: &[HousePlayer] = &[
    HousePlayer { name: "Null", idea: "It gives no orders.", source: None },
    HousePlayer { name: "Demo", idea: "Its units move at random.", source: None },
    HousePlayer {
        name: "Cadet",
        idea: "Farmers claim tiles beside them, and knights hit rivals beside them.",
        source: None,
    },
    HousePlayer {
        name: "Dummy",
        idea: "Its knights hunt in pairs, and rest away from rival knights.",
        source: None,
    },
    HousePlayer {
        name: "Scout",
        idea: "Each knight goes to the nearest rival and hits first, and rests when it is hurt.",
        source: None,
    },
    HousePlayer {
        name: "Captain",
        idea: "Its knights strike the first blow and hit together, and its farmers flee.",
        source: Some(native_text!("AICaptain.cc")),
    },
];

/// The player of this name; `intro` tells it the settings.
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
