//! Accepted settings files, and the errors of all others.

use crate::dominator::settings::{Settings, Source};
use engine::Settings as _;

const DEFAULT: &str = include_str!("../boards/default.cnf");

fn refusal(text: &str) -> String {
    Settings::read(text.as_bytes()).expect_err("these settings are wrong").to_string()
}

#[test]
fn the_default_settings_are_the_statement_s() {
    let settings = Settings::read(DEFAULT.as_bytes()).expect("the default is legal");
    let values = [4, 200, 20, 10, 2, 100, 200, 30, 30, 60, 90, 37, 37];
    assert_eq!(settings.parameters.values(), values.map(engine::parameters::Value::Whole));
    assert_eq!(settings.source, Source::Generator2);
}

#[test]
fn layout_does_not_matter() {
    let words: Vec<&str> = DEFAULT.split_whitespace().collect();
    let one_line = Settings::read(words.join("\t").as_bytes());
    assert_eq!(one_line, Settings::read(DEFAULT.as_bytes()));
}

#[test]
fn every_check_of_the_specification_refuses() {
    let cases = [
        ("Dominator 4.0", "Dominator 3.0", "line 1: found `3.0`, but `4.0` must stand here"),
        ("nb_players       4", "nb_players 3", "line 2: found `3`, but `nb_players` must be 4"),
        ("nb_rounds      200", "nb_rounds 0", "`nb_rounds` needs a whole number from 1 up"),
        ("nb_rounds      200", "nb_rounds x", "found `x`"),
        ("nb_rounds", "rounds", "line 3: found `rounds`, but `nb_rounds` must stand here"),
        ("nb_farmers      20", "nb_farmers -1", "found `-1`"),
        ("farmers_health 100", "farmers_health 0", "whole number from 1 up"),
        ("damage_max      90", "damage_max 59", "from 60 up"),
        ("damage_max      90", "damage_max 4000000000", "found `4000000000`"),
        ("rows            37", "rows 36", "line 13: found `36`, but `rows` must be 21, 23, … 999"),
        ("rows            37", "rows 19", "from 20 to 999"),
        ("cols            37", "cols 39", "`cols` must be 37"),
        ("GENERATOR2", "", "found the end of the file"),
        ("GENERATOR2", "GENERATOR4", "`FIXED`, `GENERATOR1`"),
        ("GENERATOR2", "GENERATOR2 7", "takes no numbers"),
        ("GENERATOR2", "GENERATOR1", "one or two rising numbers from 0 to 136"),
        ("GENERATOR2", "GENERATOR1 5 4", "one or two rising numbers"),
        ("GENERATOR2", "GENERATOR1 1 2 3", "one or two rising numbers"),
        ("GENERATOR2", "GENERATOR1 137", "one or two rising numbers"),
        ("GENERATOR2", "FIXED\n...", "line 17: found `...`, but a row of the board has 37 cells"),
    ];
    for (from, to, said) in cases {
        let text = DEFAULT.replacen(from, to, 1);
        let message = refusal(&text);
        assert!(message.contains(said), "{to:?}: {message}");
    }
}

#[test]
fn a_room_board_needs_a_fitting_size() {
    let text = DEFAULT.replace("37", "39").replace("GENERATOR2", "GENERATOR3");
    assert!(refusal(&text).contains("25, 31, 37, 43"));
}

#[test]
fn a_fixed_board_has_known_cells_only() {
    let row = ".".repeat(37) + "\n";
    let board = |cell: &str| {
        DEFAULT.replace("GENERATOR2", &format!("FIXED\n{cell}{}{}", &row[1..], row.repeat(36)))
    };
    for cell in [".", "X", "0", "3"] {
        assert!(Settings::read(board(cell).as_bytes()).is_ok(), "{cell}");
    }
    // The kit's reader takes a 4, and its program dies of it a moment later.
    for cell in ["4", "x", "W"] {
        assert!(refusal(&board(cell)).contains("a cell is"), "{cell}");
    }
}
