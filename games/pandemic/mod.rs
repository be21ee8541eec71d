//! Pandemic: four peoples conquer cities and the paths between them while a virus spreads.
//!
//! The sections that comments speak of are those of the game's specification.

mod features;
pub mod generator;
mod imagine;
pub mod layout;
pub mod players;
mod recall;
pub mod res;
pub mod rules;
mod scene;
mod scoring;
pub mod settings;
pub mod state;
pub mod tell;
#[cfg(test)]
mod tests;
pub mod view;

use crate::locales;
use engine::tell::Tell;
use engine::{Facts, Game, HousePlayer, Player, files, native_files, native_text};
use settings::Parameters;
use state::State;

/// The largest seed: the stream of the last player is seeded with four more.
const LARGEST_SEED: i32 = i32::MAX - 4;

/// The game.
pub struct Pandemic;

/// The constant facts of Pandemic.
pub const FACTS: Facts = Facts {
    id: "pandemic",
    title: "Pandemic",
    version: "Pandemic 1.0",
    summary: "Conquer cities and the paths between them while a virus spreads.",
    rules_version: 1,
    max_orders: Some(1000),
    shared_stream: false,
    parameters: Parameters::TABLE,
    boards: files! {
        "boards/":
            "default.cnf", "small.cnf", "crowd.cnf", "wheel.cnf", "straits.cnf", "quarantine.cnf";
    },
    players: players::NAMES,
    sdk: native_files! {
        "sdk/":
            "Action.hh", "Defs.hh", "Info.hh", "Player.hh", "Settings.hh", "State.hh",
            "Structs.hh", "Utils.hh", "guest.cc", "api.rs", "api.json", "game.js", "game.py";
        "../../sdk/cpp/parts/":
            "Asked.hh", "Board.hh", "Game.hh";
        "players/":
            "AINull.cc", "AIDemo.cc", "AIDemo.rs", "AINull.rs", "AIScout.cc", "AIScout.rs",
            "AINull.js", "AIScout.js", "AIRecruit.cc", "AICadet.cc",
            "AINull.py", "AIScout.py";
    },
    manual: native_text!("README.md"),
    qualification: native_text!("qualification.tsv"),
    translations: locales::pandemic::TRANSLATIONS,
    pictures: locales::pandemic::PICTURES,
    kit: native_text!("kit.json"),
};

impl Game for Pandemic {
    const FACTS: Facts = FACTS;
    const HOUSE_PLAYERS: &'static [HousePlayer] = players::HOUSE;
    const TELL: Option<Tell> = Some(tell::TELL);
    type State = State;

    fn check_seed(seed: &str) -> Result<(), String> {
        parse_seed(seed).map(|_| ())
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}

/// A seed as the kit reads it: the number that the text begins with, 0 if there is none.
fn parse_seed(seed: &str) -> Result<i32, String> {
    let text = seed.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let value = match &digits[..end] {
        "" => Ok(0),
        digits => digits.parse::<i32>(),
    };
    let refused = || {
        format!("`{seed}` is not a seed of this game: use a whole number from 0 to {LARGEST_SEED}")
    };
    match value {
        Ok(0) => Ok(0),
        Ok(seed @ 1..=LARGEST_SEED) if !text.starts_with('-') => Ok(seed),
        _ => Err(refused()),
    }
}
