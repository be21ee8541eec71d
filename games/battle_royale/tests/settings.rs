//! Accepted settings files, and the errors of all others.

use crate::battle_royale::settings::{Parameters, Settings};
use crate::battle_royale::state::Kind;
use crate::battle_royale::{FACTS, generator};
use engine::{Pos, Settings as _};

const GOOD: &str = "battleroyale v1.1
nb_players 2 nb_rounds 9 nb_farmers 1 nb_knights 0
farmers_health 20 knights_health 30 farmers_regen 0 knights_regen 0
damage_min 1 damage_max 2 rows 4 cols 5 secgame maybe names a b
round 3
..x..
0123X ..
.....
...
score -4 +5
status 0.25 1e-5
f 0 0 0 20
f 1 3 4 1 whatever follows";

fn read(from: &str, to: &str) -> Result<Settings, String> {
    assert!(GOOD.contains(from), "{from}");
    Settings::read(GOOD.replacen(from, to, 1).as_bytes()).map_err(|refusal| refusal.to_string())
}

#[test]
fn a_file_is_read_as_it_stands() {
    let settings = read("", "").expect("it is legal");
    assert_eq!(settings.tiles, b"..X..0123X..........");
    assert_eq!((settings.round, settings.old), (3, false));
    assert_eq!((settings.scores, settings.status), (vec![-4, 5], vec![0.25, 1e-5]));
    let units = settings.units.expect("it has units");
    assert_eq!((units[1].kind, units[1].player, units[1].health), (Kind::Farmer, 1, 1));
    assert_eq!(units[1].pos, Pos::new(3, 4));
}

#[test]
fn an_unreadable_status_hides_the_units() {
    for (status, expected) in [("nan 3", [0.0, 0.0]), ("0.5 inf", [0.5, 0.0]), ("", [0.0, 0.0])] {
        let settings = read("0.25 1e-5", status).expect("it is legal");
        assert_eq!((settings.status, settings.units), (expected.to_vec(), None));
    }
    let left_over = read("0.25 1e-5", "0x10 1").expect("0, and the rest is no number");
    assert_eq!((left_over.status, left_over.units), (vec![0.0, 0.0], None));
}

#[test]
fn refusals_say_where_what_and_what_instead() {
    let cases = [
        ("v1.1", "v2", "line 1: found `v2`, but `v1.1` or `v1` must follow"),
        ("nb_players 2", "nb_players 3", "found `3`, but `nb_players` must be 2 or 4"),
        ("nb_rounds 9", "nb_rounds 0", "`nb_rounds` needs a whole number from 1 up"),
        ("rows 4", "rows 3", "`rows` needs a whole number from 4 up"),
        (
            "nb_farmers 1",
            "nb_farmers 2000000",
            "`nb_knights` must be 0 or more, and at most 100000 units",
        ),
        (
            "rows 4 cols 5",
            "rows 40000 cols 50000",
            "`cols` must be 4 or more, and at most 1000000 cells",
        ),
        ("damage_min 1 ", "damage_min 5.5 ", "found `.5`, but `damage_max` must stand here"),
        ("names a b", "names a b ?", "there are 2 players, so as many names"),
        ("round 3", "round 9", "`round` needs a whole number from -2147483648 to 8"),
        ("0123X", "0124X", "line 7: found `4`, but a cell of the board is"),
        ("score -4 +5", "score -4", "`score` needs one whole number for each player"),
        ("0.25 1e-5", "0.25 1e999", "a status must not be that large"),
        ("f 1 3 4 1", "f 2 3 4 1", "its player must be one of the game's"),
        ("f 1 3 4 1", "f 1 4 4 1", "it must stand on the board"),
        ("f 1 3 4 1", "F 1 3 4 1", "a unit begins with `f` (farmer) or `k` (knight)"),
        ("f 1 3 4 1", "f 1 3 4 21", "its health must be from 1"),
        ("f 1 3 4 1 ", "f 1 3 4 x", "a unit is `f` or `k`, its player, row, column, health"),
        ("f 1 3 4 1 whatever follows", "", "found 1 units, but there must be 2 units"),
        ("nb_farmers 1", "nb_farmers 0", "this game has no units"),
    ];
    for (from, to, expected) in cases {
        let said = read(from, to).expect_err(to);
        assert!(said.contains(expected), "`{to}`: {said}");
    }
}

#[test]
fn every_parameter_of_the_facts_has_the_default_of_the_default_board() {
    let settings = Settings::read(FACTS.boards[0].1.as_bytes()).expect("it is legal");
    assert_eq!(settings.parameters, Parameters::DEFAULT);
}

#[test]
fn drawn_boards_are_legal_connected_and_fair_to_every_quadrant() {
    for (seed, rows, cols) in [(0, 35, 35), (1, 11, 11), (2, 13, 41), (3, 55, 27), (9, 101, 11)] {
        let text = generator::draw_settings(seed, rows, cols).expect("the size is legal");
        check_fair(&text);
    }
    let two = [4, 5].map(|seed| generator::draw_settings(seed, 35, 35));
    assert_ne!(two[0], two[1]);
    assert!(generator::draw_settings(1, 12, 13).is_err());
    assert!(generator::draw_settings(1, 9, 13).is_err());
}

#[test]
fn the_boards_that_come_with_the_game_are_connected_and_fair() {
    for (_, text) in FACTS.boards {
        check_fair(text);
    }
}

fn check_fair(text: &str) {
    let settings = Settings::read(text.as_bytes()).expect("it is legal");
    let (rows, cols) = (settings.parameters.rows, settings.parameters.cols);
    let grid = engine::Grid::from_cells(rows as usize, cols as usize, settings.tiles);
    let grid = grid.expect("as many cells as rows and columns say");
    assert!(generator::is_connected(&grid));
    for p in grid.positions() {
        let (i, j) = (generator::reflected(p.i, rows), generator::reflected(p.j, cols));
        assert_eq!(grid[p], grid[Pos::new(i, p.j)], "{p:?}");
        assert_eq!(grid[p], grid[Pos::new(p.i, j)], "{p:?}");
    }
    // The reflection takes the rows where units of an upper quadrant appear to a lower one's.
    let (first, half) = (1, rows / 2);
    assert_eq!(generator::reflected(first, rows), rows - 3);
    assert_eq!(generator::reflected(half - 2, rows), half + 1);
    let free = |i: i32, j: i32| grid[Pos::new(i, j)] != b'X';
    let room = (1..=half - 2).flat_map(|i| (1..=cols / 2 - 2).map(move |j| (i, j)));
    let room = room.filter(|&(i, j)| free(i, j)).count();
    let team = settings.parameters.nb_farmers + settings.parameters.nb_knights;
    assert!(rows < 20 || cols < 20 || room > 2 * team as usize, "units have room");
}
