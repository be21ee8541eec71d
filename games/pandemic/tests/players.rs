//! The built-in players.

use crate::pandemic::{FACTS, Pandemic};
use crate::testing;
use engine::Ruleset;
use engine::game::Erased;

fn scores(names: [&str; 4], seed: i32) -> Vec<i64> {
    let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
    testing::play(&Erased::<Pandemic>::new(), FACTS.boards[0].1.as_bytes(), &setup)
}

#[test]
fn demo_beats_those_who_do_nothing() {
    for seed in 0..3 {
        let scores = scores(["Null", "Demo", "Null", "Null"], seed);
        assert!(scores.iter().all(|&s| s <= scores[1]), "seed {seed}: {scores:?}");
    }
}

/// A sample of the 400 matches (100 seeds, every seat) that Dummy wins when they are all played.
#[test]
fn dummy_comes_first_against_three_demos_in_every_seat() {
    for seed in 0..4 {
        let mut names = ["Demo"; 4];
        names[seed as usize] = "Dummy";
        let scores = scores(names, seed);
        let best = *scores.iter().max().expect("four scores");
        assert_eq!(scores.iter().position(|&s| s == best), Some(seed as usize), "{scores:?}");
    }
}
