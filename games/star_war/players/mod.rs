//! The built-in players.

mod demo;
mod dummy;

use super::view::Intro;
use engine::player::Null;
use engine::{HousePlayer, Player, native_text};

/// The house players, the weakest first.
pub const HOUSE: &[HousePlayer] = &[
    HousePlayer { name: "Null", idea: "It gives no orders.", source: None },
    HousePlayer {
        name: "Demo",
        idea: "It looks one move ahead and takes bonuses within reach.",
        source: None,
    },
    HousePlayer {
        name: "Cadet",
        idea: "It plans three moves ahead, as if nobody else moved.",
        source: None,
    },
    HousePlayer {
        name: "Sergeant",
        idea: "It plans four rounds ahead and foresees missiles.",
        source: None,
    },
    HousePlayer {
        name: "Scout",
        idea: "It plans ten rounds ahead and foresees missiles.",
        source: None,
    },
    HousePlayer {
        name: "Captain",
        idea: "It plans the next move of every rival, and then ten rounds of its own.",
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
