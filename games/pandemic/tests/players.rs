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
