//! The built-in players.

use crate::star_war::FACTS;
use crate::testing;
use engine::{DynGame, Match, Notes, Player, Ruleset};

/// Plays a match between built-in players; gives the scores and all that the rules said.
fn play(board: &str, seed: u32, names: [&str; 4]) -> (Vec<i64>, String) {
    let game = crate::star_war::StarWar;
    let setup = testing::setup(&seed.to_string(), &names, Ruleset::Statement);
    let state = game.start(board.as_bytes(), &setup, &mut Notes::default()).expect("begins");
    let player = |(seat, name): (usize, &&str)| -> Box<dyn Player> {
        let mut intro = Vec::new();
        state.write_intro(seat, &mut intro);
        game.builtin(name, &intro).expect("a built-in player")
    };
    let players = names.iter().enumerate().map(player).collect();
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    let mut notes = String::new();
    while !played.over() {
        played.play_round().expect("the round is played");
        notes += played.notes();
    }
    (played.state().scores(), notes)
}

/// Dummy comes first, alone, against three Demos, and never gives an order that is refused.
#[test]
fn dummy_beats_three_demos() {
    let wins = (0..100_u32).filter(|&seed| {
        let seat = seed as usize % 4;
        let mut names = ["Demo"; 4];
        names[seat] = "Dummy";
        let (scores, notes) = play(FACTS.boards[0].1, seed, names);
        assert_eq!(notes, "", "seed {seed}: orders were refused");
        (0..4).all(|p| p == seat || scores[p] < scores[seat])
    });
    let wins = wins.count();
    assert!(wins >= 95, "Dummy came first only {wins} times of 100");
}

#[test]
fn demo_scores_and_null_drifts() {
    let (scores, notes) = play(FACTS.boards[0].1, 1, ["Demo", "Null", "Demo", "Demo"]);
    assert!(scores[0].min(scores[2]).min(scores[3]) > scores[1], "{scores:?}");
    assert_eq!(notes, "");
}

#[test]
fn players_are_found_by_name_only() {
    let game = crate::star_war::StarWar;
    assert!(game.builtin("Demo", &[]).is_none(), "without an intro nobody plays");
    let mut intro = vec![0; 52];
    assert!(game.builtin("Demo", &intro).is_none(), "a universe has rows");
    intro[8..28].fill(1);
    assert!(FACTS.players.iter().all(|name| game.builtin(name, &intro).is_some()));
    assert!(game.builtin("Nobody", &intro).is_none());
}
