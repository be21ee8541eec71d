//! Agora: four merchants bid for the stalls of a market in sealed bids, each for a trade that only
//! it knows.
//!
//! The rules are told in `README.md`; `rules.rs` plays them.

pub mod generator;
pub mod players;
pub mod res;
pub mod rules;
mod scene;
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

/// The game.
pub struct Agora;

impl Game for Agora {
    const FACTS: Facts = Facts {
        id: "agora",
        title: "Agora",
        version: settings::VERSION,
        summary: "Merchants bid in secret for the stalls of a market.",
        rules_version: 1,
        max_orders: Some(1000),
        shared_stream: false,
        parameters: Parameters::TABLE,
        boards: files! { "boards/": "default.cnf", "forum.cnf" },
        players: players::NAMES,
        sdk: native_files! {
            "../../sdk/cpp/parts/": "Asked.hh", "Compass.hh";
            "sdk/":
                "Action.hh", "Player.hh", "Settings.hh", "State.hh", "Structs.hh", "Utils.hh",
                "guest.cc", "api.rs", "api.json", "game.js", "game.py";
            "players/":
                "AINull.cc", "AIDemo.cc", "AIScout.cc", "AICadet.cc",
                "AINull.rs", "AIDemo.rs", "AIScout.rs",
                "AINull.js", "AIDemo.js", "AIScout.js", "AINull.py", "AIDemo.py", "AIScout.py";
        },
        manual: native_text!("README.md"),
        qualification: native_text!("qualification.tsv"),
        translations: locales::agora::TRANSLATIONS,
        pictures: locales::agora::PICTURES,
        kit: "",
    };
    const HOUSE_PLAYERS: &'static [HousePlayer] = players::HOUSE;
    const TELL: Option<Tell> = Some(tell::TELL);
    type State = State;

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
