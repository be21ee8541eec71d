//! Allowed settings files.

use super::drawn::{self, BARE};
use crate::pandemic::settings::Settings;
use engine::Settings as _;

const HEAD: &str = "Pandemic 1.0\nnb_players 4\nrows 30\ncols 30\nnb_rounds 9\ninitial_health 5\n\
    nb_units 9\nbonus_per_city_cell 1\nbonus_per_path_cell 2\nfactor_connected_component 3\n\
    infection_factor -2.5\nmask_protection 1e7";

fn refusal(text: &str) -> String {
    Settings::read(text.as_bytes()).expect_err("it must be refused").to_string()
}

#[test]
fn numbers_are_read_as_cpp_streams_read_them() {
    let settings = Settings::read(format!("{HEAD}GENERATOR1 whatever").as_bytes()).expect("legal");
    let p = settings.parameters;
    assert_eq!((p.side(), p.nb_rounds, p.nb_units, p.total_units()), (30, 9, 9, 36));
    assert_eq!((p.infection_factor, p.mask_protection), (-2.5, 1e7));
    assert!(settings.fixed.is_none());
}

#[test]
fn every_wrong_number_is_named_with_its_line() {
    let cases = [
        ("Pandemic 1.0", "Pandemic 2.0", "line 1: found `2.0`, but `1.0` must stand here"),
        ("nb_players 4", "nb_players 3", "line 2: found `3`, but `nb_players` must be 4"),
        ("rows 30", "rows 19", "line 3: found `19`, but `rows` needs"),
        ("cols 30", "cols 1001", "line 4: found `1001`, but `cols` must be 30"),
        ("nb_rounds 9", "nb_rounds 0", "line 5: found `0`, but `nb_rounds` needs"),
        ("initial_health 5", "initial_health 99999999999", "line 6: found `99999999999`"),
        ("initial_health 5", "initial_health 36.5", "line 6: found `.5`, but `nb_units` must"),
        ("nb_units 9", "nb_units 10", "`nb_units` must be 1 to a hundredth of the cells"),
        ("bonus_per_city_cell 1", "bonus_per_city_cell x", "line 8: found `x`"),
        ("bonus_per_path_cell 2", "bonus_per_path_cell 0", "line 9: found `0`"),
        ("factor_connected_component 3", "factor 3", "line 10: found `factor`"),
        ("infection_factor -2.5", "infection_factor inf", "line 11: found `inf`"),
        ("cols 30", "cols 31", "line 4: found `31`, but `cols` must be 30"),
        ("1e7", "1e7 GENERATOR2 ", "line 12: found `GENERATOR2`"),
        ("1e7", "1e7 GENERATOR1 5", "line 12: found `5`, but `GENERATOR1` takes no number"),
    ];
    let whole = format!("{HEAD}\nGENERATOR1");
    assert!(Settings::read(whole.as_bytes()).is_ok());
    for (from, to, why) in cases {
        let text =
            if to.contains("GEN") { HEAD.replace(from, to) } else { whole.replace(from, to) };
        let message = refusal(&text);
        assert!(message.contains(why), "{to}: {message}");
    }
}

#[test]
fn drawn_boards_are_checked_cell_by_cell() {
    let town = ["WWWWWW", "W;;,.W", "WWWWWW"];
    let good = "cities 1 2 1 1 1 2 paths 1 0 0 1 1 3 masks 1 1 4";
    assert!(Settings::read(drawn::settings(&town, good).as_bytes()).is_ok());
    let cases = [
        ("cities 1 2 1 1 1 20 paths 0 masks 0", "must be on the board, 0 to 19"),
        ("cities 1 2 1 1 -1 2 paths 0 masks 0", "must be on the board"),
        ("cities 1 -2 paths 0 masks 0", "the size of a city must stand here"),
        ("cities 1 2 1 1 1 3 paths 0 masks 0", "the board must show a city cell there"),
        ("cities 1 2 1 1 1 1 paths 0 masks 0", "no cell may be listed twice"),
        ("cities 1 1 1 1 paths 0 masks 0", "listed in a city or a path"),
        ("cities 1 2 1 1 1 2 paths 1 0 1 1 1 3 masks 0", "numbers under 1"),
        ("cities 1 2 1 1 1 2 paths 1 0 0 1 1 4 masks 0", "the board must show a path cell"),
        ("cities 1 2 1 1 1 2 paths 1 0 0 1 1 3 masks 1 1 3", "masks lie on grass only"),
        ("cities 1 2 1 1 1 2 paths 1 0 0 1 1 3 masks 2 1 4 1 4", "at most one mask"),
        ("cities 1 2 1 1 1 2 paths 1 0 0 1 1 3", "`masks` must stand here"),
        ("towns 1", "`cities` must stand here"),
    ];
    for (lists, why) in cases {
        let message = refusal(&drawn::settings(&town, lists));
        assert!(message.contains(why), "{lists}: {message}");
    }
    let message = refusal(&drawn::settings(&["WWW", "W?"], BARE));
    assert!(message.contains("line 3: found `?`"), "{message}");
    let message = refusal(&drawn::settings(&["WW.W"], BARE));
    assert!(message.contains("(0, 2)") && message.contains("border"), "{message}");
    let short = drawn::settings(&[], BARE).replace("5 W.", "5 W");
    assert!(refusal(&short).contains("row 5 of the board must have 20 cells"));
}
