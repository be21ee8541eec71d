//! Tests of the strength of the players.

use super::Gold;
use crate::testing;
use engine::Ruleset;

#[test]
fn dummy_finds_more_than_demo() {
    let settings = include_bytes!("default.cnf");
    for seed in 0..20_usize {
        let mut names = ["Demo"; 4];
        names[seed % 4] = "Dummy";
        let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
        let scores = testing::play(&Gold, settings, &setup);
        assert_eq!(scores.iter().max(), Some(&scores[seed % 4]), "seed {seed}: {scores:?}");
    }
}
