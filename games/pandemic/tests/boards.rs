//! The boards that come with the game.

use crate::pandemic::{FACTS, settings::Settings};
use engine::Settings as _;

#[test]
fn every_board_is_legal() {
    for (name, text) in FACTS.boards {
        Settings::read(text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}
