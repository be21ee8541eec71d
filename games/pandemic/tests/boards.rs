//! The boards that come with the game.

use crate::pandemic::{FACTS, settings::Settings};

#[test]
fn every_board_is_legal_and_the_first_has_the_default_parameters() {
    for (name, text) in FACTS.boards {
        Settings::read(text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    let words: Vec<&str> = FACTS.boards[0].1.split_ascii_whitespace().collect();
    for parameter in FACTS.parameters {
        let at = words.iter().position(|w| *w == parameter.name).expect(parameter.name);
        assert_eq!(words[at + 1], parameter.default, "{}", parameter.name);
    }
}
