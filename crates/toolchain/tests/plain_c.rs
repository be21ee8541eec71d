//! A player in plain C that only knows the player interface: the document is enough.

mod common;

use common::{Backends, Built};
use engine::{DynGame, Match, Notes, Order, Ruleset, Setup};
use std::path::Path;
use toolchain::Source;

/// The orders of the player at seat 1, round by round.
fn orders(game: &dyn DynGame, built: &Built) -> Vec<Vec<Order>> {
    let settings = game.facts().boards[0].1.as_bytes();
    let names = ["Demo", "Plain", "Dummy", "Demo"].map(String::from).to_vec();
    let setup = Setup { seed: "5".into(), ruleset: Ruleset::Statement, names, judged: false };
    let state = game.start(settings, &setup, &mut Notes::default()).expect("it begins");
    let players = setup.names.iter().enumerate().map(|(k, name)| {
        let mut intro = Vec::new();
        state.write_intro(k, &mut intro);
        game.builtin(name, &intro).unwrap_or_else(|| built.seat(&intro))
    });
    let players = players.collect();
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    let mut rounds = Vec::new();
    while !played.over() {
        played.play_round().expect("the round is played");
        rounds.push(played.seat(1).orders.clone());
    }
    assert_eq!(played.frozen(1), None);
    rounds
}

#[test]
fn a_player_in_plain_c_plays_as_the_same_one_in_cpp() {
    let game = games::by_id("dominator").expect("the game is there");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let module = folder.join("plain.wasm");
    let backends = Backends::get();
    let done = backends
        .tools
        .compiler()
        .tool("cc")
        .args(["--target=wasm32-freestanding", "-O2", "-nostdlib", "-ffreestanding", "-Wall"])
        .args(["-Wl,--no-entry", "-Wl,--export-memory", "-o"])
        .arg(&module)
        .arg(root.join("../../sdk/c/walker.c"))
        .output()
        .expect("the compiler starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.is_empty(), "{said}");
    let bytes = std::fs::read(&module).expect("the module is there");
    let plain = Built::Wasm(backends.sandbox.compile(&bytes).expect("the module is accepted"));
    let walker = Source::read(&root.join("../../games/dominator/tests/walkers/AIWalker.cc"))
        .expect("a walker");
    let same = backends.build(game, &walker, false);
    assert!(orders(game, &plain) == orders(game, &same));
}
