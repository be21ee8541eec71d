//! The pictures of the manual.

use super::drawn::{self, BARE, put, round, start};
use crate::pandemic::state::State;
use crate::pictures::{Album, Strip};
use engine::Ruleset;

const RIGHT: i32 = 1;
const UP: i32 = 2;

/// A board with a drawing in its top left corner; the units stand far away.
fn begin(drawing: &[&str], lists: &str) -> State {
    let text = drawn::settings(drawing, lists);
    let mut state = start(&text, 1, Ruleset::Statement);
    (0..4).for_each(|id| put(&mut state, id, 16, 4 + 3 * id));
    state
}

fn play(state: &mut State, orders: &[(usize, i32)]) {
    round(state, orders).expect("the round is played");
}

#[test]
fn pictures_of_moves_and_fights_show_what_the_rules_do() {
    let mut album = Album::new("pandemic");
    let lists = "cities 0 paths 0 masks 1 8 8";
    let mut state = begin(&[], lists);
    put(&mut state, 0, 8, 7);
    let strip = Strip::new(&state, 7..10, 6..11)
        .play(&mut state, |state| play(state, &[(0, RIGHT)]))
        .play(&mut state, |state| play(state, &[(0, RIGHT)]));
    album.add("mask", &strip);

    let mut state = begin(&[], BARE);
    put(&mut state, 0, 8, 8);
    put(&mut state, 1, 8, 9);
    state.board.units[1].health = 45;
    let strip = Strip::new(&state, 7..10, 7..11)
        .play(&mut state, |state| play(state, &[(0, RIGHT)]))
        .play(&mut state, |state| play(state, &[(0, RIGHT)]));
    album.add("blow", &strip);

    let mut state = begin(&[], BARE);
    put(&mut state, 0, 8, 8);
    (state.board.units[0].damage, state.board.units[0].turns) = (2, 1);
    let strip = Strip::new(&state, 5..12, 5..12)
        .play(&mut state, |state| play(state, &[]))
        .play(&mut state, |state| play(state, &[]));
    album.add("virus", &strip);

    let board = ["WWWWWWWW", "W.d;;,.W", "W.WE;3.W", "WWWWWWWW"];
    let lists = "cities 1 4 1 3 1 4 2 3 2 4 paths 1 0 0 2 1 5 2 5 masks 0";
    let mut state = begin(&board, lists);
    let strip = Strip::new(&state, 0..4, 0..8).play(&mut state, |state| play(state, &[]));
    album.add("virus-borders", &strip);

    towns(&mut album);
    album.finish();
}

/// Conquests and components.
fn towns(album: &mut Album) {
    let board = ["WWWWWWWWWW", "W;;,,,;;.W", "W;;...;;.W", "W........W"];
    let lists = "cities 2 4 1 1 1 2 2 1 2 2 4 1 6 1 7 2 6 2 7 paths 1 0 1 3 1 3 1 4 1 5 masks 0";
    let text = drawn::settings(&board, lists).replace("nb_units 1", "nb_units 2");
    let mut state = start(&text, 1, Ruleset::Statement);
    (0..8).for_each(|id| put(&mut state, id, 16, 2 + 2 * id));
    put(&mut state, 0, 1, 1);
    put(&mut state, 1, 3, 2);
    put(&mut state, 4, 2, 1);
    let strip = Strip::new(&state, 0..4, 0..6)
        .with_scores()
        .play(&mut state, |state| play(state, &[]))
        .play(&mut state, |state| play(state, &[(1, UP)]));
    album.add("conquest", &strip);

    let mut state = begin(&board, lists);
    state.board.city_owners.fill(0);
    put(&mut state, 0, 2, 4);
    let strip = Strip::new(&state, 0..4, 0..9)
        .with_scores()
        .play(&mut state, |state| play(state, &[]))
        .play(&mut state, |state| play(state, &[(0, UP)]));
    album.add("component", &strip);
}
