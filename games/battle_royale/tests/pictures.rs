//! The pictures of the manual.

use super::rules::{File, file, play};
use crate::pictures::{Album, Strip};
use engine::Ruleset::Statement;

/// A board with these rows and units: one farmer and one knight of each player.
fn small(rows: [&'static str; 7], units: &str) -> File {
    File { rows: rows.to_vec(), ..file((1, 1), units) }
}

const OPEN: [&str; 7] = ["......."; 7];

#[test]
fn pictures_of_the_manual_show_what_the_rules_do() {
    let mut album = Album::new("battle_royale");

    let rows = [".......", ".......", ".0..1..", "....1..", ".......", ".......", "......."];
    let units = "f 0 2 1 20\nk 0 0 6 30\nf 1 6 6 20\nk 1 3 4 30\n";
    let mut state = small(rows, units).begin(Statement, "1");
    let strip = Strip::new(&state, 1..5, 0..7)
        .with_scores()
        .play(&mut state, |state| play(state, &["0 r", "3 r"]))
        .play(&mut state, |state| play(state, &["0 r", "3 r"]));
    album.add("colour", &strip);

    let rows = [".......", "......X", ".......", ".......", "X......", ".......", "......."];
    let units = "f 0 2 6 20\nk 0 4 6 30\nf 1 6 6 20\nk 1 0 0 30\n";
    let mut state = small(rows, units).begin(Statement, "1");
    let strip =
        Strip::new(&state, 1..6, 0..7).play(&mut state, |state| play(state, &["0 r, 1 r", ""]));
    album.add("edge", &strip);

    let units = "f 0 0 0 20\nk 0 2 2 30\nf 1 6 6 20\nk 1 2 3 30\n";
    let mut state = small(OPEN, units).begin(Statement, "1");
    let strip = Strip::new(&state, 1..4, 0..6)
        .play(&mut state, |state| play(state, &["1 r", ""]))
        .play(&mut state, |state| play(state, &["", "3 l"]));
    album.add("hit", &strip);

    let units = "f 0 0 6 20\nk 0 4 3 30\nf 1 4 4 10\nk 1 6 0 30\n";
    let mut state = small(OPEN, units).begin(Statement, "1");
    let strip = Strip::new(&state, 0..7, 0..7).play(&mut state, |state| play(state, &["1 r", ""]));
    album.add("taken", &strip);

    let rows = [".......", ".......", ".......", "...X...", ".......", ".......", "......."];
    let units = "f 0 0 0 20\nk 0 2 2 15\nf 1 6 6 20\nk 1 3 4 15\n";
    let mut state = small(rows, units).begin(Statement, "1");
    let strip = Strip::new(&state, 1..5, 1..6).play(&mut state, |state| play(state, &["", "3 l"]));
    album.add("rest", &strip);

    album.finish();
}
