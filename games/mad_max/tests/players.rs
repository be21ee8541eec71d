//! The strength of the built-in players.

use super::GAME;
use crate::testing;
use engine::{DynGame, Ruleset};

/// Final scores on the default settings, `names` turned so that the first sits at `seat`.
fn scores(names: [&str; 4], seat: usize, seed: usize) -> Vec<i64> {
    let mut names = names;
    names.rotate_right(seat);
    let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
    let mut scores = testing::play(&GAME, GAME.facts().boards[0].1.as_bytes(), &setup);
    scores.rotate_left(seat);
    scores
}

#[test]
fn dummy_beats_three_demos() {
    let first = |seed: &usize| {
        let scores = scores(["Dummy", "Demo", "Demo", "Demo"], seed % 4, *seed);
        scores[0] == scores.iter().copied().max().unwrap_or(0)
    };
    let wins = (0..100).filter(first).count();
    assert!(wins >= 95, "Dummy came first only {wins} times of 100");
}

#[test]
fn demo_does_better_than_doing_nothing() {
    let ahead = |seed: &usize| {
        let scores = scores(["Demo", "Null", "Null", "Null"], seed % 4, *seed);
        scores[0] > scores[1].max(scores[2]).max(scores[3])
    };
    assert!((0..10).filter(ahead).count() >= 8);
}

#[test]
fn players_live_with_any_board() {
    for (name, board) in GAME.facts().boards {
        let setup = testing::setup("3", &["Dummy", "Demo", "Dummy", "Null"], Ruleset::Kit);
        let scores = testing::play(&GAME, board.as_bytes(), &setup);
        assert!(scores[0] + scores[2] > scores[1] + scores[3], "{name}: {scores:?}");
    }
}
