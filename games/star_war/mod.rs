//! Star War: starships in a window that slides over a cylindrical universe collect bonuses and
//! shoot at each other.
//!
//! The manual is `README.md`; the round is in [`rules`].

mod features;
pub mod generator;
mod imagine;
pub mod players;
pub mod random;
pub mod res;
pub mod rules;
mod scene;
pub mod settings;
pub mod state;
mod story;
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
pub struct StarWar;

/// The constant facts of Star War.
pub const FACTS: Facts = Facts {
    id: "star-war",
    title: "Star War",
    version: "Star War v1.0",
    summary: "Starships in a sliding window collect bonuses and shoot at each other.",
    rules_version: 1,
    max_orders: None,
    shared_stream: false,
    parameters: Parameters::TABLE,
    boards: files! {
        "boards/":
            "default.cnf", "belt.cnf", "fleet.cnf", "sprint.cnf";
    },
    players: &["Demo", "Dummy", "Null"],
    sdk: native_files! {
        "sdk/":
            "Action.hh", "Board.hh", "Player.hh", "Registry.hh", "Utils.hh", "flags", "guest.cc",
            "api.rs", "api.json", "game.js", "game.py";
        "players/":
            "AINull.cc", "AIDemo.cc", "AIDemo.rs", "AINull.rs", "AIScout.cc", "AIScout.rs",
            "AINull.js", "AIScout.js", "AICadet.cc", "AISergeant.cc",
            "AINull.py", "AIScout.py";
    },
    manual: native_text!("README.md"),
    qualification: native_text!("qualification.tsv"),
    translations: locales::star_war::TRANSLATIONS,
    pictures: locales::star_war::PICTURES,
    kit: native_text!("kit.json"),
};

/// So that the seeds of all players stay inside 32 bits.
const LARGEST_SEED: i32 = 2_147_483_640;

/// A seed as the kit reads it: without sign; what is no number counts as 0.
fn seed(text: &str) -> i32 {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    match &digits[..end] {
        "" => 0,
        digits => digits.parse().unwrap_or(LARGEST_SEED).min(LARGEST_SEED),
    }
}

impl Game for StarWar {
    const FACTS: Facts = FACTS;
    const HOUSE_PLAYERS: &'static [HousePlayer] = players::HOUSE;
    const TELL: Option<Tell> = Some(tell::TELL);
    type State = State;

    fn draw_settings(seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>> {
        Some(generator::draw_sized(seed, rows, cols))
    }

    fn check_seed(seed: &str) -> Result<(), String> {
        let sound = |seed: i32| (-LARGEST_SEED..=LARGEST_SEED).contains(&seed);
        match seed.parse() {
            Ok(seed) if sound(seed) => Ok(()),
            _ => Err(format!("the seed must be a whole number from 0 to {LARGEST_SEED}")),
        }
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
