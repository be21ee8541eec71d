//! Figures of the manual, measured on the rules.

use super::drawn::{self, BARE, put, round, start};
use crate::pandemic::rules::healing;
use crate::testing;
use engine::Ruleset;

const MANUAL: &str = include_str!("../README.md");
const RIGHT: i32 = 1;

/// Blows until a healthy unit falls.
fn blows(seed: i32) -> usize {
    let mut state = start(&drawn::settings(&[], BARE), seed, Ruleset::Statement);
    put(&mut state, 0, 8, 8);
    put(&mut state, 1, 8, 9);
    let fallen = (1..).find(|_| {
        round(&mut state, &[(0, RIGHT)]).expect("the round is played");
        state.board.units[1].player == 0
    });
    fallen.expect("it falls at last")
}

#[test]
fn three_or_four_blows_kill() {
    let all: Vec<usize> = (0..2000).map(blows).collect();
    assert_eq!((all.iter().min(), all.iter().max()), (Some(&3), Some(&4)));
    // Close enough for a figure in tenths.
    let three = all.iter().filter(|count| **count == 3).count();
    let tenths = (three * 10 + all.len() / 2) / all.len();
    let sentence = format!("Four blows kill a healthy unit, and in {tenths} of 10 cases three do.");
    testing::assert_told(MANUAL, &sentence);
}

#[test]
fn units_heal_by_the_turns_of_the_manual() {
    let mut ill = 1.0;
    let share: Vec<f64> = (2..100)
        .map(|turn| {
            ill *= 1.0 - f64::from(healing(turn)) / 10_000.0;
            ill
        })
        .collect();
    // In whole per cent, as the manual speaks.
    let turn =
        |least: f64| 2 + share.iter().take_while(|ill| (*ill * 100.0).round() > least).count();
    let (half, most) = (turn(50.0), turn(10.0));
    let sentence = format!("Half of the units heal by turn {half}, nine of ten by turn {most}.");
    testing::assert_told(MANUAL, &sentence);
}

/// The round in which a unit with this damage dies, unless it heals before.
fn death(seed: i32, damage: i32) -> Option<usize> {
    let mut state = start(&drawn::settings(&[], BARE), seed, Ruleset::Statement);
    put(&mut state, 1, 8, 9);
    (state.board.units[1].damage, state.board.units[1].turns) = (damage, 1);
    for number in 1..50 {
        let before = state.board.units[1].health;
        round(&mut state, &[]).expect("the round is played");
        let unit = state.board.units[1];
        if unit.health > before {
            return Some(number);
        }
        if unit.damage == 0 {
            return None;
        }
    }
    None
}

#[test]
fn a_unit_with_damage_three_dies_in_the_round_of_the_manual() {
    let rounds: Vec<usize> = (0..40).filter_map(|seed| death(seed, 3)).collect();
    let first = rounds.first().expect("some do not heal");
    assert!(rounds.iter().all(|round| round == first), "{rounds:?}");
    let sentence = format!("With 100 health and damage 3 a unit dies in the {first}th round.");
    testing::assert_told(MANUAL, &sentence);
}
