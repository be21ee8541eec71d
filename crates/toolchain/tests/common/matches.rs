//! Whole matches, to be told apart from each other.

#![allow(dead_code, reason = "not every test file uses everything")]

use crate::common::Built;
use engine::{DynGame, Freeze, Match, Notes, Order, Player, Ruleset, Setup};
use toolchain::Source;

pub fn template(game: &dyn DynGame, file: &str) -> Source {
    let text = game.facts().sdk.iter().find(|f| f.0 == file);
    Source::new(file, text.unwrap_or_else(|| panic!("{}: no {file}", game.facts().id)).1)
}

/// A whole match, as far as it can be told apart from another one.
#[derive(Debug, PartialEq)]
pub struct Played {
    pub res: Vec<u8>,
    /// By round and seat: the orders, and the random stream after them.
    pub turns: Vec<(Vec<Order>, Vec<u8>)>,
    pub frozen: Vec<Option<Freeze>>,
}

pub type Seat<'a> = &'a dyn Fn(&[u8]) -> Box<dyn Player>;

/// A match in which two seats are taken by the same player, the others by the game's own.
pub fn play(game: &dyn DynGame, seat: Seat<'_>) -> Played {
    let settings = game.facts().boards[0].1.as_bytes();
    let names = ["Same", "Demo", "Same", "Dummy"].map(String::from).to_vec();
    let setup = Setup { seed: "11".into(), ruleset: Ruleset::Statement, names, judged: false };
    let state = game.start(settings, &setup, &mut Notes::default()).expect("it begins");
    let players = setup.names.iter().enumerate().map(|(k, name)| {
        let mut intro = Vec::new();
        state.write_intro(k, &mut intro);
        game.builtin(name, &intro).unwrap_or_else(|| seat(&intro))
    });
    let players = players.collect();
    let (mut res, mut turns) = (Vec::new(), Vec::new());
    state.write_head(&mut res);
    state.write_board(&mut res);
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    while !played.over() {
        played.play_round().expect("the round is played");
        turns.extend(
            (0..4).map(|k| (played.seat(k).orders.clone(), played.seat(k).stream_after.clone())),
        );
        played.state().write_moves(&mut res);
        played.state().write_board(&mut res);
    }
    let frozen = (0..4).map(|k| played.frozen(k).cloned()).collect();
    Played { res, turns, frozen }
}

pub fn of_built(game: &dyn DynGame, built: &Built) -> Played {
    play(game, &|intro| built.seat(intro))
}

/// The games whose SDK has these files.
pub fn with(files: &[&str]) -> impl Iterator<Item = &'static dyn DynGame> {
    let has = |game: &&dyn DynGame| {
        files.iter().all(|file| game.facts().sdk.iter().any(|(name, _)| name == file))
    };
    let found: Vec<&'static dyn DynGame> = games::ALL.iter().copied().filter(has).collect();
    assert!(!found.is_empty(), "no game has {files:?}");
    found.into_iter()
}
