//! The virus spreads, infects and heals, on drawn boards.

use super::drawn::{self, BARE, drawing, put, round, start};
use crate::pandemic::rules::{healing, threshold};
use engine::Ruleset;

fn after(board: &[&str], lists: &str) -> Vec<String> {
    let mut state = start(&drawn::settings(board, lists), 1, Ruleset::Statement);
    round(&mut state, &[]).expect("the round is played");
    drawing(&state, board.len(), board[0].len())
}

#[test]
fn virus_fades_by_one_and_spreads_to_the_four_sides() {
    let board = ["WWWWWWW", "W.....W", "W.....W", "W..c..W", "W.....W", "W.....W", "WWWWWWW"];
    let expected = ["WWWWWWW", "W.....W", "W..b..W", "W.bbb.W", "W..b..W", "W.....W", "WWWWWWW"];
    assert_eq!(after(&board, BARE), expected);
}

#[test]
fn virus_does_not_pass_between_grass_and_town_nor_through_walls() {
    let board = ["WWWWWWWW", "W.d;;,.W", "WdWE;3.W", "WWWWWWWW"];
    let lists = "cities 1 4 1 3 1 4 2 3 2 4 paths 1 0 0 2 1 5 2 5 masks 0";
    // The city's 5 goes to the city cells beside it, the path's 4 up the path; grass keeps its own.
    let expected = ["WWWWWWWW", "WccD;2.W", "WcWDD2.W", "WWWWWWWW"];
    assert_eq!(after(&board, lists), expected);
}

#[test]
fn an_infected_unit_sheds_three_unless_it_wears_a_mask() {
    let mut state = start(&drawn::settings(&[], BARE), 1, Ruleset::Statement);
    put(&mut state, 0, 5, 5);
    put(&mut state, 1, 5, 12);
    for id in 0..2 {
        (state.board.units[id].damage, state.board.units[id].turns) = (2, 1);
    }
    state.board.units[1].mask = true;
    round(&mut state, &[]).expect("the round is played");
    let rows = drawing(&state, 7, 16);
    assert_eq!(&rows[4][3..], "..b..........");
    assert_eq!(&rows[5][3..], ".bbb.........");
    assert_eq!(&rows[6][3..], "..b..........");
    // The one that sheds keeps its cell at its cap: four there and three more are seven, less one.
    for _ in 0..2 {
        round(&mut state, &[]).expect("the round is played");
    }
    assert_eq!(state.board.virus[5 * drawn::SIDE + 5], 4);
}

#[test]
fn damage_begins_in_the_round_of_infection_and_death_gives_new_life() {
    let text = drawn::settings(&[], BARE).replace("infection_factor 50", "infection_factor 0.5");
    let mut state = start(&text, 3, Ruleset::Statement);
    put(&mut state, 0, 5, 5);
    state.board.virus[5 * drawn::SIDE + 5] = 4;
    round(&mut state, &[]).expect("the round is played");
    let unit = state.board.units[0];
    assert!((2..=5).contains(&unit.damage), "3 divided by 0.5 infects for certain");
    assert_eq!((unit.turns, unit.health), (1, 100 - unit.damage));
    state.board.units[0].health = unit.damage - 1;
    round(&mut state, &[]).expect("the round is played");
    let unit = state.board.units[0];
    assert_eq!(unit.health, 100, "it is born again with full health");
    assert_eq!(state.moves.perished, [(0, 0)]);
    assert!(unit.pos.i == 1 || unit.pos.i == 18 || unit.pos.j == 1 || unit.pos.j == 18);
}

#[test]
fn the_immune_are_not_infected() {
    let text = drawn::settings(&[], BARE).replace("infection_factor 50", "infection_factor 0.5");
    let mut state = start(&text, 3, Ruleset::Statement);
    put(&mut state, 0, 5, 5);
    state.board.units[0].immune = true;
    for _ in 0..5 {
        state.board.virus[5 * drawn::SIDE + 5] = 4;
        round(&mut state, &[]).expect("the round is played");
    }
    assert_eq!(state.board.units[0].health, 100);
}

#[test]
fn masks_divide_the_chance_of_infection() {
    let mut state = start(&drawn::settings(&[], BARE), 1, Ruleset::Statement);
    let table = std::mem::take(&mut state.hidden.infection);
    assert_eq!(table[4], [800, 40]);
    assert_eq!(table[10], [2000, 100]);
    assert_eq!(table[0], [0, 0]);
}

#[test]
fn chances_that_are_no_numbers_never_come_true() {
    assert_eq!(threshold(f64::NAN), i32::MIN);
    assert_eq!(threshold(f64::INFINITY), i32::MIN);
    assert_eq!(threshold(-1e9), i32::MIN);
    assert_eq!(threshold(1.5), 15_000);
    assert_eq!((threshold(57.0 / 100.0), threshold(69.0 / 100.0)), (5699, 6899));
}

#[test]
fn half_heal_within_31_turns_and_nine_tenths_within_47() {
    let healed_by = |last: i32| {
        1.0 - (2..=last).map(|t| 1.0 - f64::from(healing(t)) / 10_000.0).product::<f64>()
    };
    assert!((healed_by(31) - 0.4998).abs() < 0.001, "{}", healed_by(31));
    assert!((healed_by(47) - 0.9075).abs() < 0.001, "{}", healed_by(47));
    let first: Vec<i32> = (2..=12).map(healing).collect();
    assert_eq!(first, [12, 15, 20, 25, 32, 40, 50, 60, 72, 85, 100]);
    assert_eq!([20, 31, 47, 126].map(healing), [260, 610, 1390, 9932]);
    assert!(healing(127) >= 10_000 && healing(i32::MAX) >= 10_000);
}

/// The same curve in played rounds: 400 infected units that are too healthy to die.
#[test]
fn a_crowd_heals_along_the_curve() {
    let text = "Pandemic 1.0 nb_players 4 rows 100 cols 100 nb_rounds 60 initial_health 9999 \
        nb_units 100 bonus_per_city_cell 1 bonus_per_path_cell 1 factor_connected_component 1 \
        infection_factor 50 mask_protection 20 GENERATOR1";
    let mut state = start(text, 5, Ruleset::Statement);
    for unit in &mut state.board.units {
        (unit.damage, unit.turns) = (1, 1);
    }
    let immune =
        |s: &crate::pandemic::state::State| s.board.units.iter().filter(|u| u.immune).count();
    for _ in 0..30 {
        round(&mut state, &[]).expect("the round is played");
    }
    assert!((170..=230).contains(&immune(&state)), "{} of 400 by turn 31", immune(&state));
    for _ in 30..46 {
        round(&mut state, &[]).expect("the round is played");
    }
    assert!((340..=380).contains(&immune(&state)), "{} of 400 by turn 47", immune(&state));
}
