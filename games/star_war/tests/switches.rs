//! Section j.2: where the kit gives up and the statement goes on. Each test shows both.

use super::drawn::{Drawn, draw, step};
use crate::star_war::StarWar;
use crate::star_war::state::State;
use crate::testing;
use engine::{Board, DynGame, Notes, Order, Rules, Ruleset};

/// Plays a round under the statement's rules and checks that the kit's rules refuse it.
fn only_the_statement(drawn: &Drawn, orders: &str, why: &str) -> State {
    let mut kit = drawn.state(Ruleset::Kit);
    let fatal = step(&mut kit, orders).expect_err("the kit gives up");
    assert!(fatal.message.contains(why), "{fatal}");
    assert!(fatal.moves_shown);
    let mut shown = Vec::new();
    crate::star_war::state::Board::write_moves(&kit.head, &kit.moves, &mut shown);
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.starts_with("actions_asked\n\n0\n") && !shown.contains("actions_done"));
    let mut state = drawn.state(Ruleset::Statement);
    step(&mut state, orders).expect("the statement goes on");
    state
}

#[test]
fn a_missing_bonus_without_room_outside_the_window() {
    let drawn =
        Drawn::new("a........... ............", 1).with(|s| s.parameters.nb_point_bonuses = 1);
    let state = only_the_statement(&drawn, "", "divides by zero");
    assert!(state.board.ground.cells().iter().all(|&c| c == b'.'));
    let mut filled = drawn.with(|s| s.board.ground.cells_mut()[20] = b'P').state(Ruleset::Kit);
    step(&mut filled, "").expect("nothing is missing, so even the kit goes on");
}

#[test]
fn a_closed_ring_of_missiles() {
    let ring = Drawn::new("0.2.4.6.0. .......... ..........", 1);
    let state = only_the_statement(&ring, "", "chase each other");
    assert_eq!(draw(&state).lines().next(), Some("0.0.2.4.6."));
    let mut open = Drawn::new("0.2.4.6... ..0.0.....", 1).state(Ruleset::Kit);
    step(&mut open, "").expect("one of every row is free to fly");
}

#[test]
fn a_shot_from_outside_the_window() {
    let drawn = Drawn::new("...........a....", 1).with(|s| s.parameters.nb_win_cols = 10);
    let state = only_the_statement(&drawn, "a:shoot", "outside the window");
    assert_eq!(draw(&state), "...........a.0..");
    assert_eq!(state.moves.done[0].len(), 1, "the shot counts as done");
    let mut idle = drawn.state(Ruleset::Kit);
    step(&mut idle, "").expect("without a shot the ship stays, in both rulesets");
    assert_eq!(draw(&idle), "...........a....");
}

#[test]
fn a_number_that_a_missile_of_the_settings_still_has() {
    let drawn = Drawn::new("a........... ..........2.", 1).with(|s| s.board.missiles[0].id = 0);
    let state = only_the_statement(&drawn, "a:shoot", "number of a new one");
    assert_eq!(state.board.missiles.iter().map(|m| m.id).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn senseless_calls_are_only_warned_of() {
    // What `Action::move` lets a player do behind the tests, the arena tests all the same.
    let mut state = Drawn::new("a.....c.....", 1).state(Ruleset::Kit);
    let wild = Order { verb: 0, unit: i32::MAX, a: i32::MIN, b: i32::MAX };
    let foreign = Order { verb: 1, unit: 2, a: 0, b: 0 };
    let orders = [vec![wild, foreign], Vec::new(), Vec::new(), Vec::new()];
    let mut notes = Notes::default();
    state.step(&orders, &[false; 4], &mut notes).expect("plays");
    assert_eq!((notes.text.lines().count(), draw(&state).as_str()), (2, ".a.....c...."));
}

/// The files that the kit accepts and then fails on.
#[test]
fn reference_boards_that_the_kit_cannot_finish() {
    let Some(folder) = testing::shared("star-war") else { return };
    let game = StarWar;
    for (file, shot) in [("fpe", false), ("ring", false), ("midclash", true), ("outshot", true)] {
        let text = testing::read(&folder.join(format!("boards/reject/run-{file}.cnf")));
        let finishes = |ruleset| {
            let setup = testing::setup("1", &["A", "B", "C", "D"], ruleset);
            let mut state = game.start(&text, &setup, &mut Notes::default()).expect("begins");
            let shots: Vec<Order> =
                (0..200).filter(|_| shot).map(|unit| Order { verb: 1, unit, a: 0, b: 0 }).collect();
            let orders = vec![shots; 4];
            let mut played = Ok(());
            while state.rounds_left() > 0 && played.is_ok() {
                played = state.step(&orders, &[true; 4], &mut Notes::default());
            }
            played.is_ok()
        };
        assert!(!finishes(Ruleset::Kit), "{file}");
        assert!(finishes(Ruleset::Statement), "{file}");
    }
}
