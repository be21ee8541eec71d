//! The places where dead units come back: every tier, and ghosts.

use super::{assert_drawn, drawn_with, move_units, owner};
use crate::mad_max::rules::moves::capture;
use crate::mad_max::rules::rebirth::revive;
use crate::mad_max::state::{Kind, State};
use engine::{Pos, Ruleset};

fn kill(state: &mut State, id: usize) {
    capture(state, id, 3);
}

/// A square board of one ground with a warrior and a car of team 0 in the middle.
fn plain(side: usize, ground: char, seed: i32) -> State {
    let row = |i: usize| {
        let mut units = vec!['.'; side];
        if i == side / 2 {
            units[side / 2] = 'a';
            units[side / 2 + 1] = 'A';
        }
        let ground: String = std::iter::repeat_n(ground, side).collect();
        format!("{ground} {}", units.iter().collect::<String>())
    };
    let picture: Vec<String> = (0..side).map(row).collect();
    drawn_with(&picture.join("\n"), seed, Ruleset::Kit)
}

#[test]
fn warriors_come_back_at_the_edge_but_in_no_corner_and_away_from_everybody() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let mut state = plain(13, '.', seed);
        state.create(Kind::Car, 1, 0);
        kill(&mut state, 0);
        revive(&mut state, Kind::Warrior).expect("room enough");
        let p = state.board.units[0].pos;
        assert!(p.i == 0 || p.j == 0 || p.i == 12 || p.j == 12);
        let corner = (p.i == 0 || p.i == 12) && (p.j == 0 || p.j == 12);
        assert!(!corner, "{p:?}");
        assert!(p.i > 4 || p.j > 4, "{p:?} is within four cells of the car in the corner");
        assert_eq!(state.id_at(p), 0);
        seen.insert((p.i, p.j));
    }
    // 4 x 11 cells, without those near the first corner.
    assert_eq!(seen.len(), 44 - 8);
}

#[test]
fn cars_never_come_back_in_the_first_corner_and_more_often_in_the_last() {
    let mut last = 0;
    for seed in 0..600 {
        let mut state = plain(13, 'R', seed);
        kill(&mut state, 1);
        revive(&mut state, Kind::Car).expect("room enough");
        let p = state.board.units[1].pos;
        assert_ne!(p, Pos::new(0, 0));
        last += u32::from(p == Pos::new(12, 12));
    }
    // Two of 48 places, where one would give 12 or 13.
    assert!((16..38).contains(&last), "{last}");
}

#[test]
fn without_a_place_at_the_edge_the_first_safe_cell_of_the_rings_is_taken() {
    let mut state = plain(60, 'R', 1);
    for (row, col) in [(20, 30), (2, 31), (3, 2)] {
        state.board.land.set(Pos::new(row, col), b'.');
    }
    state.create(Kind::Car, 1, 5);
    kill(&mut state, 0);
    let dice = state.dice;
    revive(&mut state, Kind::Warrior).expect("room enough");
    // Ring 2 is scanned left, right, top, bottom: (3, 2) comes before (2, 31), but the unit
    // put near it makes it unsafe.
    assert_eq!(state.board.units[0].pos, Pos::new(2, 31));
    let mut one_dead = dice;
    one_dead.draw(0, 0);
    assert_eq!(state.dice, one_dead, "the rings draw nothing");
}

#[test]
fn without_a_safe_cell_any_free_one_is_taken_and_then_the_kit_gives_up() {
    let picture = "XX.XX ..b..
                   X.XXX .....
                   XXXXX aA...";
    let mut state = drawn_with(picture, 1, Ruleset::Kit);
    kill(&mut state, 1);
    revive(&mut state, Kind::Warrior).expect("a free cell is left");
    assert_drawn(
        &state,
        "XX.XX ..b..
         X.XXX .d...
         XXXXX .A...",
    );
    assert_eq!(owner(&state, 1), 3);
    kill(&mut state, 1);
    state.board.land.set(Pos::new(1, 1), b'X');
    let failed = revive(&mut state, Kind::Warrior).expect_err("no desert is free");
    assert!(failed.moves_shown);
}

#[test]
fn an_empty_board_has_no_candidates_at_the_edge() {
    let mut state = plain(13, '.', 1);
    kill(&mut state, 0);
    kill(&mut state, 1);
    revive(&mut state, Kind::Warrior).expect("room enough");
    // The first cell of ring 1.
    assert_eq!(state.board.units[0].pos, Pos::new(1, 1));
}

#[test]
fn a_ghost_is_free_to_leave_and_takes_the_grid_entry_with_it() {
    let mut state = drawn_with(
        "RRR A..
         ... ...",
        1,
        Ruleset::Kit,
    );
    // A second car of the same team on the same corner.
    state.create(Kind::Car, 0, 0);
    assert_eq!(state.id_at(Pos::new(0, 0)), 1);
    move_units(&mut state, "0r");
    assert_drawn(
        &state,
        "RRR .A.
         ... ...",
    );
    // Now the other one is the ghost: it lives, but the grid does not know it.
    assert_eq!(state.board.units[1].pos, Pos::new(0, 0));
    move_units(&mut state, "1b");
    assert_drawn(
        &state,
        "RRR .A.
         ... A..",
    );
}
