//! The strength of the built-in players.

use crate::dominator::Dominator;
use crate::testing;
use engine::Ruleset;

/// Dummy comes first, alone or not, against three Demos.
#[test]
fn dummy_beats_three_demos() {
    let game = Dominator;
    let settings = include_bytes!("../boards/default.cnf");
    let wins = (0..100_usize)
        .filter(|seed| {
            let mut names = ["Demo"; 4];
            names[seed % 4] = "Dummy";
            let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
            let scores = testing::play(&game, settings, &setup);
            scores.iter().max() == Some(&scores[seed % 4])
        })
        .count();
    assert!(wins >= 95, "Dummy came first only {wins} times of 100");
}
