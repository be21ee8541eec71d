//! Figures of the manual, measured on matches without orders.

use super::GAME;
use crate::mad_max::settings::Settings;
use crate::mad_max::state::{Kind, State};
use crate::testing;
use engine::{DynGame, Notes, Rules, Ruleset, Settings as _};

const MANUAL: &str = include_str!("../README.md");

/// A match on the default board.
fn start(seed: i32) -> State {
    let settings = Settings::read(GAME.facts().boards[0].1.as_bytes()).expect("legal settings");
    let setup = testing::setup(&seed.to_string(), &["Null"; 4], Ruleset::Statement);
    State::start(&settings, &setup, &mut Notes::default()).expect("the match begins")
}

fn pass(state: &mut State) {
    state.step(&vec![Vec::new(); 4], &[false; 4], &mut Notes::default()).expect("a round");
}

#[test]
fn a_player_without_orders_has_a_quarter_of_the_points() {
    let setup = testing::setup("1", &["Null"; 4], Ruleset::Statement);
    let scores = testing::play(&GAME, GAME.facts().boards[0].1.as_bytes(), &setup);
    let sum: i64 = scores.iter().sum();
    testing::assert_told(MANUAL, &format!("scores about {} points in 500 rounds", sum / 4));
    testing::assert_told(MANUAL, &format!("always add up to 8 × 501 = {sum}."));
    let units = start(1).board.units.len();
    testing::assert_told(MANUAL, &format!("The default board always has {units} units."));
}

#[test]
fn warriors_that_stay_at_home_die_of_thirst_in_the_rounds_of_the_manual() {
    let mut state = start(1);
    let first = state.board.units.clone();
    let mut deaths = vec![None; first.len()];
    for number in 0..170 {
        pass(&mut state);
        for (id, unit) in state.board.units.iter().enumerate() {
            if unit.pos != first[id].pos && unit.kind == Kind::Warrior {
                deaths[id].get_or_insert(number);
            }
        }
    }
    let warriors = first.iter().filter(|unit| unit.kind == Kind::Warrior).count();
    let late = deaths.iter().flatten().filter(|number| (156..=159).contains(*number)).count();
    assert!(late * 2 > warriors, "{late} of {warriors}: {deaths:?}");
    testing::assert_told(MANUAL, "Most warriors that stay at home die in rounds 156 to 159.");
}
