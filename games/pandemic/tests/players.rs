//! The built-in players.

use crate::pandemic::{FACTS, Pandemic};
use crate::testing;
use engine::Ruleset;

fn scores(names: [&str; 4], seed: i32) -> Vec<i64> {
    let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
    testing::play(&Pandemic, FACTS.boards[0].1.as_bytes(), &setup)
}

#[test]
fn demo_beats_those_who_do_nothing() {
    for seed in 0..3 {
        let scores = scores(["Null", "Demo", "Null", "Null"], seed);
        assert!(scores.iter().all(|&s| s <= scores[1]), "seed {seed}: {scores:?}");
    }
}

/// Dummy wins in every seat, many times over.
#[test]
fn dummy_comes_first_against_three_demos() {
    let wins = (0..100).filter(|&seed| {
        let seat = seed as usize % 4;
        let mut names = ["Demo"; 4];
        names[seat] = "Dummy";
        let scores = scores(names, seed);
        (0..4).all(|other| other == seat || scores[other] < scores[seat])
    });
    let wins = wins.count();
    assert!(wins >= 95, "Dummy came first only {wins} times of 100");
}
