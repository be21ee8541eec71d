//! Conquests and points, on drawn boards.

use super::drawn::{self, put, round, start};
use engine::Ruleset;
use std::fmt::Write;

const TWO_TOWNS: [&str; 4] = ["WWWWWWWWWW", "W;;,,,;;.W", "W;;...;;.W", "WWWWWWWWWW"];
const TWO_TOWNS_LISTS: &str =
    "cities 2 4 1 1 1 2 2 1 2 2 4 1 6 1 7 2 6 2 7 paths 1 0 1 3 1 3 1 4 1 5 masks 0";

#[test]
fn the_most_units_conquer_and_a_draw_changes_nothing() {
    let text = drawn::settings(&TWO_TOWNS, TWO_TOWNS_LISTS);
    let mut state = start(&text, 1, Ruleset::Statement);
    (0..4).for_each(|id| put(&mut state, id, 10, 4 + 3 * id));
    put(&mut state, 0, 1, 1);
    put(&mut state, 1, 1, 4);
    round(&mut state, &[]).expect("the round is played");
    assert_eq!((&*state.board.city_owners, &*state.board.path_owners), (&[0, -1][..], &[1][..]));
    assert_eq!(state.board.scores, [4 + 4, 3, 0, 0]);
    put(&mut state, 1, 2, 2);
    round(&mut state, &[]).expect("the round is played");
    assert_eq!(state.board.city_owners, [0, -1], "one against one: the owner stays");
    put(&mut state, 0, 12, 4);
    round(&mut state, &[]).expect("the round is played");
    assert_eq!(state.board.city_owners, [1, -1]);
    put(&mut state, 1, 14, 4);
    round(&mut state, &[]).expect("the round is played");
    assert_eq!(state.board.city_owners, [1, -1], "empty cities keep their owner");
}

#[test]
fn cities_count_together_when_their_owner_holds_the_path_between_them() {
    let text = drawn::settings(&TWO_TOWNS, TWO_TOWNS_LISTS);
    let mut state = start(&text, 1, Ruleset::Statement);
    (0..4).for_each(|id| put(&mut state, id, 10, 4 + 3 * id));
    state.board.city_owners.fill(2);
    round(&mut state, &[]).expect("the round is played");
    assert_eq!(state.board.scores[2], 8 + 2 * (2 + 2), "two components of one city");
    state.board.path_owners[0] = 2;
    round(&mut state, &[]).expect("the round is played");
    assert_eq!(state.board.scores[2], 16 + (8 + 3 + 2 * 4), "one component of two");
    state.board.path_owners[0] = 3;
    round(&mut state, &[]).expect("the round is played");
    assert_eq!(state.board.scores[2], 35 + 16, "another's path joins nothing");
}

/// Rectangles of town on a board of 40 by 40; each is drawn and listed cell by cell.
struct Draughtsman {
    rows: Vec<Vec<u8>>,
}

impl Draughtsman {
    fn block(
        &mut self,
        letter: u8,
        top: usize,
        left: usize,
        height: usize,
        width: usize,
    ) -> String {
        let mut list = format!("{}\n", height * width);
        for i in top..top + height {
            for j in left..left + width {
                self.rows[i][j] = letter;
                writeln!(list, "{i} {j}").expect("writes to text");
            }
        }
        list
    }
}

/// The statement's example: 137 cells of cities, 62 of paths and a component of four cities are
/// worth 137 + 62 + 32 = 231 points a round.
#[test]
fn the_worked_example_gives_231_points() {
    let mut rows = vec![format!("W{}W", ".".repeat(38)).into_bytes(); 40];
    rows[0].fill(b'W');
    rows[39].fill(b'W');
    let mut map = Draughtsman { rows };
    let cities = [
        map.block(b';', 3, 3, 6, 6),
        map.block(b';', 3, 29, 6, 6),
        map.block(b';', 30, 3, 5, 7),
        map.block(b';', 30, 29, 5, 6),
    ];
    let paths = [
        (0, 1, map.block(b',', 5, 9, 1, 20)),
        (0, 2, map.block(b',', 9, 5, 21, 1)),
        (1, 3, map.block(b',', 9, 31, 21, 1)),
    ];
    let mut text = drawn::settings(&[], "").split("FIXED").next().expect("a head").to_string();
    text = text.replace("rows 20 cols 20", "rows 40 cols 40") + "FIXED tens units\n";
    for row in &map.rows {
        writeln!(text, "row {}", String::from_utf8_lossy(row)).expect("writes to text");
    }
    write!(text, "cities 4\n{}paths 3\n", cities.concat()).expect("writes to text");
    for (a, b, cells) in paths {
        write!(text, "{a} {b} {cells}").expect("writes to text");
    }
    text += "masks 0";
    let mut state = start(&text, 1, Ruleset::Statement);
    state.board.city_owners.fill(1);
    state.board.path_owners.fill(1);
    round(&mut state, &[]).expect("the round is played");
    assert_eq!(state.board.scores, [0, 231, 0, 0]);
}

#[test]
fn scores_wrap_around_like_the_kits() {
    let text = drawn::settings(&TWO_TOWNS, TWO_TOWNS_LISTS)
        .replace("factor_connected_component 2", "factor_connected_component 1000000000");
    let mut state = start(&text, 1, Ruleset::Kit);
    state.board.city_owners.fill(3);
    round(&mut state, &[]).expect("the round is played");
    let expected = 8_i32.wrapping_add(2_000_000_000).wrapping_add(2_000_000_000);
    assert_eq!(state.board.scores[3], expected);
    assert!(expected < 0);
}

#[test]
fn a_component_of_more_than_25_cities_ends_the_match() {
    // 26 cities of one cell, all in a row of paths without cells.
    let row = format!("W{}W", ";".repeat(18));
    let drawing = ["WWWWWWWWWWWWWWWWWWWW", &row, "W;;;;;;;;..........W"];
    let cells = (0..26).map(|k| if k < 18 { (1, 1 + k) } else { (2, k - 17) });
    let cities: String = cells.map(|(i, j)| format!("1 {i} {j}\n")).collect();
    let paths: String = (0..25).map(|k| format!("{k} {} 0\n", k + 1)).collect();
    let lists = format!("cities 26\n{cities}paths 25\n{paths}masks 0");
    let mut state = start(&drawn::settings(&drawing, &lists), 1, Ruleset::Statement);
    state.board.city_owners.fill(0);
    state.board.path_owners.fill(0);
    state.board.path_owners[24] = 1;
    round(&mut state, &[]).expect("25 are allowed");
    assert_eq!(state.board.scores[0], 26 + (2 << 25) + 4);
    state.board.path_owners[24] = 0;
    let why = round(&mut state, &[]).expect_err("26 are not");
    assert_eq!(why.message, "Unexpected size of connected component.");
}
