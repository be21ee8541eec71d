//! The pictures of the manual.

use super::rules::{drawn, round};
use crate::dominator::state::Kind::{Farmer, Knight, Witch};
use crate::pictures::{Album, Strip};
use engine::Ruleset::Statement;

const RIGHT: i32 = 2;
const LEFT: i32 = 6;

#[test]
fn pictures_of_the_manual_show_what_the_rules_do() {
    let mut album = Album::new("dominator");

    let board = ["", "", "", "...0", "..2", "...2.2"];
    let mut state = drawn(&board, &[(Farmer, 0, 3, 3, 100), (Knight, 2, 5, 5, 200)], Statement);
    state.board.land = [1, 0, 3, 0];
    let strip = Strip::new(&state, 2..7, 2..8)
        .with_scores()
        .play(&mut state, |state| round(state, &[(0, 0, RIGHT), (2, 1, RIGHT)]))
        .play(&mut state, |state| round(state, &[(0, 0, RIGHT), (2, 1, RIGHT)]));
    album.add("colour", &strip);

    let mut state = drawn(&[], &[(Knight, 0, 4, 5, 200), (Farmer, 2, 4, 6, 61)], Statement);
    let strip = Strip::new(&state, 1..9, 1..9)
        .play(&mut state, |state| round(state, &[(0, 0, RIGHT)]))
        .play(&mut state, |state| round(state, &[(0, 0, RIGHT)]));
    album.add("capture", &strip);

    let units = [(Witch, 2, 6, 9, -1), (Farmer, 0, 6, 5, 100), (Knight, 2, 4, 5, 200)];
    let mut state = drawn(&[], &units, Statement);
    let strip = Strip::new(&state, 3..10, 4..13)
        .play(&mut state, |state| round(state, &[(0, 1, RIGHT)]))
        .play(&mut state, |state| round(state, &[(0, 1, RIGHT)]));
    album.add("curse", &strip);

    let units = [(Witch, 2, 5, 6, -1), (Witch, 0, 5, 9, -1), (Farmer, 3, 5, 3, 100)];
    let mut state = drawn(&[], &units, Statement);
    let strip =
        Strip::new(&state, 2..9, 3..12).play(&mut state, |state| round(state, &[(0, 1, LEFT)]));
    album.add("two-witches", &strip);

    let mut state = drawn(
        &["", "", "", "", "", "...X"],
        &[(Knight, 0, 3, 3, 100), (Knight, 0, 5, 4, 100)],
        Statement,
    );
    let strip =
        Strip::new(&state, 2..7, 2..7).play(&mut state, |state| round(state, &[(0, 1, LEFT)]));
    album.add("rest", &strip);

    album.finish();
}
