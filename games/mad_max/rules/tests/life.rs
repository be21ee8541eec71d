//! Units that may move, hunger and recharging, cities.

use super::{FUEL, HEALTH, assert_drawn, done, drawn, move_units, orders, owner};
use crate::mad_max::rules::{count_cities, hunger, recharge, remember_drivers};
use crate::mad_max::state::State;
use engine::{Notes, Order, Rules};

fn round(state: &mut State, text: &str) -> String {
    let mut notes = Notes::default();
    let all = orders(state, text);
    state.step(&all, &[false; 4], &mut notes).expect("the round is played");
    notes.text
}

#[test]
fn players_take_turns_but_cars_with_fuel_on_roads_move_in_every_round() {
    for turn in 0..4 {
        let mut state = drawn(
            "R...R A.A.A
             ..... .....
             ..... ..a..",
        );
        state.board.round = turn;
        state.board.units[2].food = 0;
        // On the road, in the desert, on the road without fuel, and on foot.
        let said = move_units(&mut state, "0r 1r 2b 3r");
        let mut moved = done(&state);
        moved.sort_unstable();
        let expected: &[i32] = if turn == 0 { &[0, 1, 2, 3] } else { &[0] };
        assert_eq!(moved, expected, "round {turn}");
        assert_eq!(said.matches("cannot move").count(), 4 - expected.len());
    }
}

#[test]
fn orders_are_looked_through_in_order_and_warned_about() {
    let mut state = drawn(".... ab..");
    let order = Order::new;
    let asked = vec![
        vec![order(9, 0), order(1, 0), order(0, 8), order(0, 2), order(9, 1), order(9, 1)],
        vec![order(1, 2), order(-1, 0)],
        vec![order(0, 9), order(1, -7)],
        Vec::new(),
    ];
    let mut notes = Notes::default();
    state.step(&asked, &[false; 4], &mut notes).expect("the round is played");
    let expected = "warning: action already requested for unit 0\n\
        warning: action already requested for unit 9\n\
        warning: action already requested for unit 9\n\
        warning: id out of range :9\n\
        warning: not own unit: 1 1 0\n\
        warning: cannot move: 1 1 0\n\
        warning: id out of range :-1\n\
        warning: not own unit: 0 0 2\n\
        warning: not own unit: 1 1 2\n";
    assert_eq!(notes.text, expected);
    assert_drawn(&state, ".... ab..");
    state.board.round = 0;
    let asked = vec![vec![order(0, 9)], vec![order(1, 2), order(1, 3)], vec![], vec![]];
    notes.text.clear();
    // A player whose own runtime has warned already is not told again.
    state.step(&asked, &[false, true, false, false], &mut notes).expect("played");
    let expected = "warning: direction not valid: 9\nwarning: cannot move: 1 1 0\n";
    assert_eq!(notes.text, expected);
}

#[test]
fn warriors_hunger_in_their_own_rounds_and_burning_fuel_costs_cars_on_roads() {
    let mut state = drawn(
        "RR. AAA
                           ... abA",
    );
    state.board.units[2].player = 1;
    state.board.units[5].player = 1;
    state.board.units[1].food = 0;
    remember_drivers(&mut state);
    hunger(&mut state);
    let food: Vec<i32> = state.board.units.iter().map(|u| u.food).collect();
    assert_eq!(food, [FUEL - 1, 0, FUEL, HEALTH - 1, HEALTH, FUEL]);
    assert_eq!(state.board.units[3].water, HEALTH - 1);
}

#[test]
fn who_runs_dry_dies_even_beside_water_and_comes_back_for_another_team() {
    let mut state = drawn(
        "W......... .a........
         .......... ..........
         .......... ..........",
    );
    state.board.units[0].water = 1;
    round(&mut state, "");
    assert_ne!(owner(&state, 0), 0);
    assert_eq!((state.board.units[0].food, state.board.units[0].water), (HEALTH, HEALTH));
}

#[test]
fn only_units_that_may_move_recharge() {
    let mut state = drawn(
        "......S ...c.A.
         .00.W.R .ab...A
         ....... ......B",
    );
    for unit in &mut state.board.units {
        unit.food = 5;
        unit.water = unit.water.min(7);
    }
    recharge(&mut state);
    let levels: Vec<(i32, i32)> = state.board.units.iter().map(|u| (u.food, u.water)).collect();
    // c beside water waits for its round; a car of team 0; a in the city eats; b waits; a car
    // on a road beside the station fills up; B stands too far away.
    let expected = [(5, 7), (FUEL, 0), (HEALTH, 7), (5, 7), (FUEL, 0), (5, 0)];
    assert_eq!(levels, expected);
    state.board.round = 2;
    state.board.units[4].food = 0;
    recharge(&mut state);
    assert_eq!(state.board.units[0].water, HEALTH);
    // Without fuel a car on a road waits for its owner's round.
    assert_eq!(state.board.units[4].food, 0);
}

#[test]
fn a_city_falls_to_a_strict_majority_only() {
    let owners = |units: &str| {
        let mut state = drawn(&format!("...... ......\n.0000. .{units}.\n...... ......"));
        count_cities(&mut state);
        state.board.num_cities
    };
    assert_eq!(owners("...."), [1, 0, 0, 0], "an empty city stays");
    assert_eq!(owners("b..."), [0, 1, 0, 0]);
    assert_eq!(owners("ab.."), [1, 0, 0, 0], "a tie with the owner");
    assert_eq!(owners("bc.."), [1, 0, 0, 0], "a tie of two others");
    assert_eq!(owners("abb."), [0, 1, 0, 0]);
    assert_eq!(owners("abbc"), [0, 1, 0, 0]);
}

#[test]
fn every_city_counts_a_point_in_every_round() {
    let mut state = drawn(
        "...... ......
         .0.11. .a.b..
         ...... ......",
    );
    for _ in 0..3 {
        round(&mut state, "");
    }
    assert_eq!(state.board.total_score, [3, 3, 0, 0]);
    assert_eq!(state.board.round, 3);
}
