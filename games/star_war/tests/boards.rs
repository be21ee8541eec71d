//! Settings files: ours, drawn ones, and all the ways in which one can be refused.

use crate::star_war::settings::Parameters;
use crate::star_war::settings::Settings;
use crate::star_war::{FACTS, generator};
use crate::testing;
use engine::Settings as _;
use proptest::prelude::*;

/// How our boards were drawn: file, parameters, seed.
fn recipes() -> Vec<(&'static str, Parameters, i32)> {
    let sized = |nb_rows, nb_uni_cols, nb_win_cols, nb_ships_x_player| Parameters {
        nb_rows,
        nb_uni_cols,
        nb_win_cols,
        nb_ships_x_player,
        ..Parameters::DEFAULT
    };
    let belt =
        Parameters { nb_rnds_regen: 6, kill_pnts: 50, bonus_miss: 3, ..sized(12, 40, 20, 3) };
    let fleet = Parameters { nb_miss_bonuses: 20, nb_point_bonuses: 20, ..sized(24, 100, 45, 6) };
    let few = Parameters { nb_miss_bonuses: 4, nb_point_bonuses: 12, ..sized(11, 30, 16, 1) };
    vec![
        ("default.cnf", Parameters::DEFAULT, 20),
        ("belt.cnf", belt, 7),
        ("fleet.cnf", fleet, 11),
        ("sprint.cnf", Parameters { nb_rnds: 100, ..few }, 3),
    ]
}

#[test]
fn our_boards_come_from_the_generator() {
    for ((name, parameters, seed), (file, text)) in recipes().into_iter().zip(FACTS.boards) {
        let drawn = generator::draw(&parameters, seed).expect("sound parameters");
        assert_eq!((name, String::from_utf8_lossy(&drawn).as_ref()), (*file, *text));
    }
    assert_eq!(recipes().len(), FACTS.boards.len());
}

#[test]
fn boards_are_drawn_in_other_sizes_or_refused_with_a_reason() {
    let text = generator::draw_sized(9, 20, 25).expect("a legal board");
    let parameters = Settings::read(text.as_bytes()).expect("a legal board").parameters;
    assert_eq!((parameters.nb_rows, parameters.nb_uni_cols, parameters.nb_win_cols), (20, 25, 25));
    let default = generator::draw_sized(9, 0, 0).expect("a legal board");
    let parameters = Settings::read(default.as_bytes()).expect("a legal board").parameters;
    assert_eq!(parameters, Parameters::DEFAULT);
    assert_ne!(generator::draw_sized(10, 0, 0), Ok(default), "seeds matter");
    for (rows, cols) in [(9, 60), (15, 9), (i32::MAX, i32::MAX), (i32::MAX, 10)] {
        let error = generator::draw_sized(1, rows, cols).expect_err("no such universe");
        assert!(error.contains("10 rows and columns"), "{error}");
    }
}

#[test]
fn every_reference_board_is_read() {
    let Some(folder) = testing::shared("star-war") else { return };
    let index = testing::read_text(&folder.join("golden/index.tsv"));
    for row in testing::rows(&index) {
        let text = testing::read(&folder.join("boards").join(&row[1]));
        Settings::read(&text).unwrap_or_else(|e| panic!("{}: {e}", row[1]));
    }
}

#[test]
fn the_boards_that_the_kit_refuses_are_refused() {
    let Some(folder) = testing::shared("star-war") else { return };
    let index = testing::read_text(&folder.join("boards/reject/index.tsv"));
    let rows = testing::rows(&index);
    assert_eq!(rows.len(), 26);
    for row in rows {
        let text = testing::read(&folder.join("boards/reject").join(&row[0]));
        assert_eq!(Settings::read(&text).is_err(), row[2].starts_with("refused"), "{}", row[0]);
    }
}

/// The default board with one piece of text replaced.
fn changed(from: &str, to: &str) -> Vec<u8> {
    let text = FACTS.boards[0].1;
    assert!(text.contains(from), "`{from}` is not in the default board");
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn a_refusal_names_line_cause_and_cure() {
    let cases = [
        ("starwar", "starwars", "line 1: found `starwars`, but `starwar` must stand here"),
        ("v1", "v2", "line 1: found `v2`, but `v1` must stand here"),
        ("players\t4", "players\t3", "line 4: found `3`, but `nb_players` must be 4"),
        ("rnds\t300", "rnds\t0", "line 5: found `0`, but `nb_rnds` needs a whole number from 1 up"),
        (
            "cols\t31",
            "cols\t61",
            "line 8: found `61`, but `nb_win_cols` needs a whole number from 10 to 60",
        ),
        ("rnd 0", "rnd 300", "line 18: found `300`, but `rnd` needs a whole number from 0 to 299"),
        (
            "X",
            "Y",
            "line 23: found `Y.X...............M....M.`, but row 0 must be drawn with 60 letters out of `.`, `X`, `P`, `M`",
        ),
        (
            "0\t0\t0\t5\ty\t0",
            "0\t0\t0\t5\ty\t1",
            "line 41: found `1`, but the time must be 0 for a living starship and 0 or more for a dead one",
        ),
        ("1\t14\t2\t5", "1\t15\t2\t5", "line 42: found `15`, but a row must be 0 to 14"),
        (
            "1\t14\t2\t5",
            "1\t0\t60\t5",
            "line 42: found starship 1 at row 0, column 0, but a living starship needs an empty cell, a dead one a cell without asteroid",
        ),
        (
            "missiles\n0\nmid\tsid\trow\tcolumn",
            "missiles\n1\nmid\tsid\trow\tcolumn\n0 8 0 9",
            "line 53: found `8`, but a missile needs the starship that shot it, 0 to 7",
        ),
        (
            "missiles\n0\nmid\tsid\trow\tcolumn",
            "missiles\n1\nmid\tsid\trow\tcolumn\n0 7 0 60",
            "line 53: found missile 0 at row 0, column 0, but a missile needs an empty cell",
        ),
        (
            "missiles\n0\nmid\tsid\trow\tcolumn",
            "missiles\n2\nmid\tsid\trow\tcolumn\n5 7 1 5\n5 7 1 8",
            "line 56: found two missiles with number 5, but each needs its own",
        ),
        (
            "0\t0\t0\n1",
            "0\t0\t-1.5\n1",
            "line 56: found `-1.5`, but a status must be a number, -1 or more",
        ),
    ];
    for (from, to, message) in cases {
        let refusal = Settings::read(&changed(from, to)).expect_err(message);
        assert_eq!(refusal.to_string(), message);
    }
}

#[test]
fn what_the_kit_does_not_check_is_accepted() {
    let accepted = [
        ("seed ?", "seed 12.5e"),
        ("\n00 ", "\nrow-1 "),
        ("1\t14\t2\t5", "01\t+14\t-58\t05"),
        ("nb_miss_bonuses\t10", "nb_miss_bonuses\t0"),
        ("3\t0\t0\n", "3\t0\t0.5rest of the file\n"),
    ];
    for (from, to) in accepted {
        Settings::read(&changed(from, to)).unwrap_or_else(|e| panic!("{to}: {e}"));
    }
}

#[test]
fn too_large_boards_and_fleets_are_refused_before_memory_is_taken() {
    let large = changed("nb_uni_cols\t60", "nb_uni_cols\t2000000000");
    assert!(Settings::read(&large).unwrap_err().to_string().contains("at most 1000000 cells"));
    let many = changed("nb_ships_x_player\t2", "nb_ships_x_player\t2000000000");
    assert!(Settings::read(&many).unwrap_err().to_string().contains("from 1 to 25000"));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Settings::read(&bytes);
    }

    #[test]
    fn damaged_boards_are_read_or_refused(
        at in any::<proptest::sample::Index>(),
        len in 0..20_usize,
        junk in "[0-9yn.XPM\\- \n\t]{0,12}",
    ) {
        let mut text = FACTS.boards[0].1.as_bytes().to_vec();
        let at = at.index(text.len());
        let end = (at + len).min(text.len());
        text.splice(at..end, junk.bytes());
        let _ = Settings::read(&text);
    }

    #[test]
    fn every_drawn_board_is_legal_and_its_own_mirror_image(
        rows in 10..40_i32, cols in 10..120_i32, window in 0..120_i32, ships in 1..30_i32, seed in any::<i32>(),
    ) {
        let window = (10 + window).min(cols);
        let parameters = Parameters {
            nb_rows: rows,
            nb_uni_cols: cols,
            nb_win_cols: window,
            nb_ships_x_player: ships,
            ..Parameters::DEFAULT
        };
        let Some(text) = generator::draw(&parameters, seed) else { return Ok(()) };
        let read = Settings::read(&text).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(read.parameters, parameters);
        let ground = read.board.ground.cells();
        let rows: Vec<&[u8]> = ground.chunks(cols as usize).collect();
        let rocks = |row: &[u8]| row.iter().map(|&c| c == b'X').collect::<Vec<_>>();
        for (up, down) in rows.iter().zip(rows.iter().rev()) {
            prop_assert_eq!(rocks(up), rocks(down));
        }
    }
}
