//! The built-in players.

mod demo;
mod dummy;

use engine::player::Null;
use engine::{HousePlayer, Player, native_text};

/// The house players, the weakest first.
pub const HOUSE: &[HousePlayer] = &[
    HousePlayer { name: "Null", idea: "It gives no orders.", source: None },
    HousePlayer { name: "Demo", idea: "Its units move at random.", source: None },
    HousePlayer {
        name: "Cadet",
        idea: "Farmers claim land beside them, knights hit rivals beside them, all avoid witches.",
        source: None,
    },
    HousePlayer {
        name: "Dummy",
        idea: "Farmers and knights walk to the nearest goal, and witches to many rivals.",
        source: None,
    },
    HousePlayer {
        name: "Scout",
        idea: "It does the same and keeps farther away from witches.",
        source: None,
    },
    HousePlayer {
        name: "Captain",
        idea: "Its knights strike the first blow and hit together, and its witches cut off rivals.",
        source: Some(native_text!("AICaptain.cc")),
    },
];

/// The player of this name; `intro` tells it the settings.
#[must_use]
pub fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
    let parameter = |k: usize| -> Option<i32> {
        let bytes = intro.get(4 + 4 * k..8 + 4 * k)?;
        Some(i32::from_le_bytes(bytes.try_into().ok()?))
    };
    let side = usize::try_from(parameter(11)?).ok()?;
    match name {
        "Null" => Some(Box::new(Null)),
        "Demo" => Some(Box::new(demo::Demo { side })),
        "Dummy" => Some(Box::new(dummy::Dummy::new(side, parameter(9)?, parameter(10)?))),
        _ => None,
    }
}
