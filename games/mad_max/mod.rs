//! Mad Max: warriors and cars fight for cities, water and petrol in the desert.
//!
//! The rules are told in `README.md`; `rules.rs` plays them.

pub mod cities;
mod features;
pub mod generator;
mod imagine;
pub mod land;
pub mod players;
pub mod res;
pub mod rules;
pub mod scene;
pub mod settings;
pub mod state;
pub mod tell;
pub mod view;

#[cfg(test)]
mod tests;

use crate::locales;
use engine::tell::Tell;
use engine::{Facts, Game, HousePlayer, Player, files, native_files, native_text};
use settings::Parameters;
use state::State;

/// More calls than this in one round end a player (in the kit: the match).
pub const MAX_ORDERS: usize = 1000;

/// The game.
pub struct MadMax;

impl Game for MadMax {
    const FACTS: Facts = Facts {
        id: "mad-max",
        title: "Mad Max",
        version: settings::VERSION,
        summary: "Warriors and cars fight for cities, water and petrol in the desert.",
        rules_version: 1,
        max_orders: Some(MAX_ORDERS),
        shared_stream: false,
        parameters: Parameters::TABLE,
        boards: files! {
            "boards/":
                "default.cnf", "drought.cnf", "oasis.cnf", "crossroads.cnf", "ring_road.cnf";
        },
        players: players::NAMES,
        sdk: native_files! {
            "../../sdk/cpp/parts/":
                "Action.hh", "Asked.hh", "Board.hh", "Compass.hh", "Game.hh";
            "sdk/":
                "Info.hh", "Player.hh", "Settings.hh", "State.hh", "Structs.hh", "Utils.hh",
                "guest.cc", "api.rs", "api.json", "game.js", "game.py";
            "players/":
                "AINull.cc", "AIDemo.cc", "AIScout.cc", "AIScout.rs", "AIDemo.rs", "AINull.rs",
                "AINull.js", "AIScout.js", "AICadet.cc",
            "AINull.py", "AIScout.py";
        },
        manual: native_text!("README.md"),
        qualification: native_text!("qualification.tsv"),
        translations: locales::mad_max::TRANSLATIONS,
        pictures: locales::mad_max::PICTURES,
        kit: "",
    };
    const HOUSE_PLAYERS: &'static [HousePlayer] = players::HOUSE;
    const TELL: Option<Tell> = Some(tell::TELL);
    type State = State;

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
