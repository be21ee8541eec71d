//! How good the built-in players are.

use crate::battle_royale::{BattleRoyale, FACTS};
use crate::testing;
use engine::Ruleset;
use engine::game::Erased;

/// How often Dummy comes first, alone, against Demos in all other seats.
fn wins(board: &str, seats: usize, seeds: std::ops::Range<usize>) -> usize {
    let game = Erased::<BattleRoyale>::new();
    seeds
        .filter(|seed| {
            let mut names = vec!["Demo"; seats];
            names[seed % seats] = "Dummy";
            let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
            let scores = testing::play(&game, board.as_bytes(), &setup);
            let others = scores.iter().enumerate().filter(|&(seat, _)| seat != seed % seats);
            others.max_by_key(|&(_, score)| score).is_some_and(|(_, s)| *s < scores[seed % seats])
        })
        .count()
}

#[test]
fn dummy_beats_three_demos() {
    let wins = wins(FACTS.boards[0].1, 4, 0..100);
    assert!(wins >= 95, "Dummy came first only {wins} times of 100");
}

#[test]
fn dummy_finds_its_way_on_every_board() {
    for (name, board) in FACTS.boards {
        let seats = if *name == "duel.cnf" { 2 } else { 4 };
        let wins = wins(board, seats, 0..8);
        assert!(wins >= 7, "{name}: Dummy came first only {wins} times of 8");
    }
}
