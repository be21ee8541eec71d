//! Figures of the manual, measured on the rules.

use crate::dominator::Dominator;
use crate::testing;
use engine::Ruleset;

const MANUAL: &str = include_str!("../README.md");

/// Settings of so many rounds, with one cell of the colour 0 and no units but one witch a team.
fn board(rounds: i32) -> String {
    let row = format!("{}\n", ".".repeat(21));
    let cells = format!("0{}{}", &row[1..], row.repeat(20));
    format!(
        "Dominator 4.0 nb_players 4 nb_rounds {rounds} nb_farmers 0 nb_knights 0 nb_witches 1 \
         farmers_health 100 knights_health 200 farmers_regen 30 knights_regen 30 damage_min 60 \
         damage_max 90 rows 21 cols 21 FIXED {cells}"
    )
}

/// The score of the team that owns the cell.
fn land(rounds: i32) -> i64 {
    let setup = testing::setup("1", &["Null"; 4], Ruleset::Statement);
    testing::play(&Dominator, board(rounds).as_bytes(), &setup)[0]
}

#[test]
fn a_cell_scores_once_more_than_there_are_rounds() {
    let (whole, late) = (land(200), land(200 - 10));
    testing::assert_told(MANUAL, &format!("so 200 rounds score {whole} times."));
    let sentence = format!("A cell that you colour in round 10 and keep scores {late} points:");
    testing::assert_told(MANUAL, &sentence);
}
