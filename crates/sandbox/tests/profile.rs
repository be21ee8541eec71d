//! Profiles name the functions in which a player spends its time.

mod common;

use common::{Bench, bench, judge, play_out, player};
use sandbox::{Limits, Profile, Sandbox};

const SPIN: &str = "(func $hot (param i32) (loop $more
    (local.set 0 (i32.sub (local.get 0) (i32.const 1))) (br_if $more (local.get 0))))";

#[test]
fn the_hottest_function_is_named() {
    let sandbox = Sandbox::for_profiles().unwrap();
    let wat = player(SPIN, "(call $hot (i32.const 20000000))");
    let program = sandbox.compile(&wat::parse_str(wat).unwrap()).unwrap();
    let profile = Profile::new();
    // As long as it takes until somebody has looked.
    while profile.samples() == 0 {
        let players = vec![program.profiled(&Limits::local(), b"", &profile)];
        play_out(&mut bench(Bench::new(1), players));
    }
    let hottest = profile.hottest(10);
    assert_eq!(hottest[0].function, "hot");
    assert!(hottest[0].alone > 0.5 && hottest[0].inside <= 1.0, "{hottest:?}");
    let file = String::from_utf8(profile.firefox()).unwrap();
    assert!(file.starts_with('{') && file.contains("\"hot\""), "{file:.200}");
}

#[test]
fn a_profile_changes_neither_fuel_nor_verdict() {
    let wat = wat::parse_str(player(SPIN, "(call $hot (i32.const 600000))")).unwrap();
    let play = |sandbox: &Sandbox| {
        let program = sandbox.compile(&wat).unwrap();
        let mut played = bench(Bench::new(1), vec![program.player(&judge(), b"")]);
        play_out(&mut played);
        (played.seat(0).fuel, played.frozen(0).cloned())
    };
    assert_eq!(play(&Sandbox::for_profiles().unwrap()), play(common::sandbox()));
}
