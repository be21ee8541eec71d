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
    HousePlayer { name: "Demo", idea: "It bids for random stalls.", source: None },
    HousePlayer {
        name: "Cadet",
        idea: "It bids for stalls of its trade, then for others.",
        source: None,
    },
    HousePlayer {
        name: "Dummy",
        idea: "It buys the most points per coin, and spends all coins.",
        source: None,
    },
    HousePlayer {
        name: "Scout",
        idea: "It does the same, and pays little for stalls of other trades.",
        source: None,
    },
    HousePlayer {
        name: "Captain",
        idea: "It guesses the trades of the others, and plays each list of bids on before it bids.",
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
