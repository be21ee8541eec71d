//! Dominator: farmers colour land, knights capture units, witches haunt the cells around them.
//!
//! The manual is `README.md`; the round is in [`rules`].

mod features;
pub mod generator;
mod imagine;
mod placement;
pub mod players;
pub mod res;
pub mod rules;
mod scene;
pub mod settings;
mod sight;
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
pub struct Dominator;

/// The constant facts of Dominator.
pub const FACTS: Facts = Facts {
    id: "dominator",
    title: "Dominator",
    version: "Dominator 4.0",
    summary: "Farmers colour land, knights capture units, witches haunt the cells around them.",
    rules_version: 1,
    max_orders: Some(1000),
    shared_stream: false,
    parameters: Parameters::TABLE,
    boards: files! {
        "boards/":
            "default.cnf", "rooms.cnf", "pillars.cnf", "court.cnf", "crowd.cnf", "meadow.cnf";
    },
    players: &["Demo", "Dummy", "Null"],
    sdk: native_files! {
        "../../sdk/cpp/parts/":
            "Action.hh", "Asked.hh", "Board.hh", "Compass.hh", "Game.hh";
        "sdk/":
            "Info.hh", "Player.hh", "Settings.hh", "State.hh", "Structs.hh", "Utils.hh",
            "guest.cc", "api.rs", "api.json", "game.js", "game.py";
        "players/":
            "AIDemo.cc", "AINull.cc", "AIScout.cc", "AIDemo.rs", "AINull.rs", "AIScout.rs",
            "AINull.js", "AIScout.js", "AICadet.cc",
            "AINull.py", "AIScout.py";
    },
    manual: native_text!("README.md"),
    qualification: native_text!("qualification.tsv"),
    translations: locales::dominator::TRANSLATIONS,
    pictures: locales::dominator::PICTURES,
    kit: "",
};

impl Game for Dominator {
    const FACTS: Facts = FACTS;
    const HOUSE_PLAYERS: &'static [HousePlayer] = players::HOUSE;
    const TELL: Option<Tell> = Some(tell::TELL);
    type State = State;

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
