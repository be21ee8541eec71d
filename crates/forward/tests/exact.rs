//! With the orders that everybody really gave and all that players do not see, a simulation goes
//! exactly where the match goes.

use engine::{DynGame, DynState, Match, Notes, Ruleset, Setup};
use forward::Simulation;

/// A match of the game's own players is about to be played.
fn begin(game: &'static dyn DynGame, board: &str) -> (Match, Vec<Vec<u8>>) {
    let seats = game.check_settings(board.as_bytes()).expect("sound settings");
    let names: Vec<String> = (0..seats).map(|k| ["Dummy", "Demo"][k % 2].into()).collect();
    let setup = Setup { seed: "4".into(), ruleset: Ruleset::Statement, names, judged: false };
    let state = game.start(board.as_bytes(), &setup, &mut Notes::default()).expect("it begins");
    let intros: Vec<Vec<u8>> = (0..seats)
        .map(|seat| {
            let mut intro = Vec::new();
            state.write_intro(seat, &mut intro);
            intro
        })
        .collect();
    let players = setup.names.iter().zip(&intros);
    let players = players.map(|(name, intro)| game.builtin(name, intro).expect("a player"));
    let players = players.collect();
    (Match::new(state, players, Ruleset::Statement, false), intros)
}

fn views(state: &dyn DynState) -> Vec<Vec<u8>> {
    let view = |seat| {
        let mut view = Vec::new();
        state.write_view(seat, &mut view);
        view
    };
    (0..state.seats()).map(view).collect()
}

/// Gives a simulation of this player the orders of the round that the match has just played.
fn orders(simulation: &mut Simulation, played: &Match, me: usize) {
    for seat in 0..played.state().seats() {
        for order in &played.seat(seat).orders {
            simulation.order_of_seat(seat, *order);
        }
        // The stream that all share has moved on while the players drew.
        let stream = &played.seat(seat).stream_after;
        if played.state().facts().shared_stream && !stream.is_empty() {
            simulation.state_mut().read_stream(seat, stream);
        }
    }
    assert_eq!(simulation.me(), me);
}

/// Follows a whole match from one seat: every so often it imagines the state anew.
fn follow(game: &'static dyn DynGame, board: &str, me: usize) {
    const ANEW: usize = 7;
    let (mut played, intros) = begin(game, board);
    let mut simulation = None;
    let mut round = 0;
    while !played.over() {
        if round % ANEW == 0 {
            let view = &views(played.state())[me];
            simulation = Simulation::new(game, &intros[me], view);
        }
        let simulation = simulation.as_mut().expect("the game says that it can be imagined");
        simulation.state_mut().share_hidden(played.state());
        assert!(views(simulation.state()) == views(played.state()), "round {round}");
        played.play_round().expect("the round is played");
        orders(simulation, &played, me);
        assert!(simulation.step(), "round {round}");
        let same = views(simulation.state()) == views(played.state());
        assert!(same, "{}: seat {me} after round {round}", game.facts().id);
        assert_eq!(simulation.state().scores(), played.state().scores());
        assert_eq!(simulation.state().rounds_left(), played.state().rounds_left());
        round += 1;
    }
    assert!(!simulation.expect("a round was played").step(), "the match is over");
}

/// The games whose players can look ahead.
fn games() -> impl Iterator<Item = &'static dyn DynGame> {
    games::ALL.iter().copied().filter(|game| game.looks_ahead())
}

#[test]
fn with_full_knowledge_the_model_is_the_match() {
    assert!(games().next().is_some(), "nobody looks ahead");
    for game in games() {
        for me in 0..2 {
            follow(game, game.facts().boards[0].1, me);
        }
        follow(game, game.facts().boards[0].1, 3);
    }
}

#[test]
fn other_boards_and_guessed_chance_step_to_the_end() {
    for game in games() {
        for (_, board) in game.facts().boards.iter().skip(1) {
            let (played, intros) = begin(game, board);
            let view = &views(played.state())[0];
            let mut simulation = Simulation::new(game, &intros[0], view).expect("imagined");
            let mut other = simulation.clone();
            other.seed(9);
            let mut steps = 0;
            while simulation.step() {
                steps += 1;
            }
            assert_eq!(steps, played.state().rounds_left(), "{}", game.facts().id);
            assert!(other.step() && other.state().rounds_left() + 1 == steps);
        }
    }
}

#[test]
fn bytes_that_are_no_view_are_refused() {
    for game in games() {
        let (played, intros) = begin(game, game.facts().boards[0].1);
        let view = &views(played.state())[0];
        for cut in [0, 1, view.len() / 2, view.len() - 1] {
            assert!(Simulation::new(game, &intros[0], &view[..cut]).is_none(), "{cut}");
        }
        assert!(Simulation::new(game, &intros[0][..3], view).is_none());
    }
}
