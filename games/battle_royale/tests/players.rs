//! The strength of the built-in players.

use crate::battle_royale::{BattleRoyale, FACTS};
use crate::testing;
use engine::{DynGame, Match, Notes, Ruleset, Setup};

/// How often Dummy comes first, alone, against Demos in all other seats.
fn wins(board: &str, seats: usize, seeds: std::ops::Range<usize>) -> usize {
    let game = BattleRoyale;
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

/// `matches.txt` holds, for every board and ruleset, the scores and the digest of a match of the
/// built-in players. Written anew by `PALESTRA_BLESS=1 cargo test -p games built_in`.
#[test]
fn matches_of_the_built_in_players_go_as_committed() {
    let game = BattleRoyale;
    let mut lines = String::new();
    for (name, board) in FACTS.boards {
        for ruleset in [Ruleset::Statement, Ruleset::Kit] {
            let names = ["Dummy", "Demo", "Demo", "Null"];
            let seats = game.check_settings(board.as_bytes()).expect("it is legal");
            let setup = testing::setup("30", &names[..seats], ruleset);
            let (res, scores) = played(&game, board.as_bytes(), &setup);
            let digest = testing::sha256(&res);
            lines += &format!("{name} {ruleset:?} {scores:?} {digest}\n");
        }
    }
    testing::compare_or_bless("battle_royale/tests/matches.txt", &lines);
}

/// Plays a match of built-in players; gives its result file and scores.
fn played(game: &dyn DynGame, settings: &[u8], setup: &Setup) -> (Vec<u8>, Vec<i64>) {
    let state = game.start(settings, setup, &mut Notes::default()).expect("the match begins");
    let mut res = Vec::new();
    state.write_head(&mut res);
    state.write_board(&mut res);
    let seat = |(seat, name): (usize, &String)| {
        let mut intro = Vec::new();
        state.write_intro(seat, &mut intro);
        game.builtin(name, &intro).expect("it is built in")
    };
    let players = setup.names.iter().enumerate().map(seat).collect();
    let mut played = Match::new(state, players, setup.ruleset, false);
    while !played.over() {
        played.play_round().expect("the round is played");
        played.state().write_moves(&mut res);
        played.state().write_board(&mut res);
    }
    (res, played.state().scores())
}
