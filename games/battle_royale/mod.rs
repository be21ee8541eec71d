//! Battle Royale: farmers claim tiles and knights fight. A unit without health joins the attacker.
//!
//! The manual is `README.md`; the round is in [`rules`].

mod features;
pub mod generator;
mod imagine;
pub mod players;
pub mod res;
pub mod rules;
mod scene;
pub mod settings;
pub mod state;
mod stream;
pub mod tell;
pub mod view;

#[cfg(test)]
mod tests;

pub use stream::Stream;

use crate::locales;
use engine::tell::Tell;
use engine::{Facts, Game, HousePlayer, Player, files, native_files, native_text};
use settings::Parameters;
use state::State;

/// The game.
pub struct BattleRoyale;

/// The constant facts of Battle Royale.
pub const FACTS: Facts = Facts {
    id: "battle-royale",
    title: "Battle Royale",
    version: "battleroyale v1.1",
    summary: "Farmers claim tiles and knights fight. A unit without health joins the attacker.",
    rules_version: 1,
    // The kit sets no limit, and a board with many units needs many orders.
    max_orders: None,
    shared_stream: true,
    parameters: Parameters::TABLE,
    boards: files! {
        "boards/":
            "default.cnf", "open.cnf", "castle.cnf", "canal.cnf", "duel.cnf";
    },
    players: &["Demo", "Dummy", "Null"],
    sdk: native_files! {
        "sdk/":
            "Action.hh", "BackTrace.hh", "Board.hh", "Game.hh", "Player.hh", "PosDir.hh",
            "Utils.hh", "flags", "guest.cc", "api.rs", "api.json", "game.js", "game.py";
        "players/":
            "AINull.cc", "AIDemo.cc", "AIScout.cc", "AIScout.rs", "AIDemo.rs", "AINull.rs",
            "AISearch.cc", "AISearch.rs", "AINull.js", "AIScout.js", "AICadet.cc",
            "AINull.py", "AIScout.py";
    },
    manual: native_text!("README.md"),
    qualification: native_text!("qualification.tsv"),
    translations: locales::battle_royale::TRANSLATIONS,
    pictures: locales::battle_royale::PICTURES,
    kit: native_text!("kit.json"),
};

impl Game for BattleRoyale {
    const FACTS: Facts = FACTS;
    const HOUSE_PLAYERS: &'static [HousePlayer] = players::HOUSE;
    const TELL: Option<Tell> = Some(tell::TELL);
    type State = State;

    fn draw_settings(seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>> {
        Some(generator::draw_settings(seed, rows, cols))
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
