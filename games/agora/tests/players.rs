//! The strength of the built-in players.

use super::{FORUM, GAME};
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
        scores[0] > scores[1].max(scores[2]).max(scores[3])
    };
    let wins = (0..100).filter(first).count();
    assert!(wins >= 95, "Dummy came first only {wins} times of 100");
}

#[test]
fn demo_does_better_than_doing_nothing() {
    let scores = scores(["Demo", "Null", "Null", "Null"], 1, 3);
    assert!(scores[0] > 1000, "{scores:?}");
    assert_eq!(scores[1..], [0; 3]);
}

#[test]
fn no_seat_is_better_than_another() {
    let mut sums = [0; 4];
    for seed in 0..40 {
        let scores = scores(["Dummy"; 4], 0, seed);
        sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
    }
    let (least, most) = (sums.iter().min(), sums.iter().max());
    let (Some(&least), Some(&most)) = (least, most) else { unreachable!("four seats") };
    assert!(least * 10 > most * 9, "{sums:?}");
}

#[test]
fn players_live_with_any_board() {
    let setup = testing::setup("3", &["Dummy", "Demo", "Dummy", "Null"], Ruleset::Kit);
    let scores = testing::play(&GAME, FORUM.as_bytes(), &setup);
    assert!(scores[0].min(scores[2]) > scores[1] && scores[1] > scores[3], "{scores:?}");
}
