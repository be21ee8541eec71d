//! How good the players are.

use super::Gold;
use crate::testing;
use engine::Ruleset;
use engine::game::Erased;

#[test]
fn dummy_finds_more_than_demo() {
    let game = Erased::<Gold>::new();
    let settings = include_bytes!("default.cnf");
    for seed in 0..20_usize {
        let mut names = ["Demo"; 4];
        names[seed % 4] = "Dummy";
        let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
        let scores = testing::play(&game, settings, &setup);
        assert_eq!(scores.iter().max(), Some(&scores[seed % 4]), "seed {seed}: {scores:?}");
    }
}
