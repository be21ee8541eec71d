//! Players in WebAssembly from the command line.

mod common;

use common::{Folder, assert_has};
use serde_json::Value;

/// A player that keeps to the interface; `body` is what it does in its rounds.
fn player(body: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (memory (export "memory") 4)
            (func (export "palestra_abi") (result i32) (i32.const 1))
            (func (export "palestra_buffer") (param i32) (result i32) (i32.const 1024))
            (func (export "palestra_begin") (param i32))
            (func (export "palestra_play") (param i32 i32) (result i32) {body} (i32.const 16)))"#
    );
    wat::parse_str(text).expect("is a module")
}

#[test]
fn a_module_plays_like_the_built_in_player_that_does_the_same() {
    let folder = Folder::new("module");
    folder.write("AIQuiet.wasm", player(""));
    folder.palestra("play dominator Quiet Demo Demo Demo -s 4 -q -o module.res").ends(0);
    folder.palestra("play dominator Null Demo Demo Demo -s 4 -q -o native.res").ends(0);
    let rounds = |file: &str| {
        let text = String::from_utf8(folder.read(file)).expect("is text");
        text.replace("Quiet", "Null")
    };
    assert_eq!(rounds("module.res"), rounds("native.res"));
}

#[test]
fn a_player_that_breaks_the_limits_is_frozen_with_a_receipt_and_code_3() {
    let folder = Folder::new("frozen");
    folder.write("AITrap.wasm", player("unreachable"));
    let play = "play dominator Demo Trap Demo Demo -s 4 -q --judge";
    let ran = folder.palestra(&format!("{play} --record m.match -o judged.res")).ends(3);
    assert_has(&ran.out, "◆ Trap was frozen in round 0");
    assert_has(&ran.out, "palestra play dominator Demo Trap Demo Demo -s 4 --judge");
    assert!(folder.read("judged.res").starts_with(b"SecGame"));
    folder.palestra("verify m.match").ends(0);
    let ran = folder.palestra(&format!("{play} --json")).ends(3);
    let result: Value = serde_json::from_str(&ran.out).expect("prints JSON");
    assert_eq!(result["status"][1], -1.0);
    assert_eq!(result["freezes"][0]["seat"], 1);
    assert_eq!(result["freezes"][0]["cause"], "trap");
}

#[test]
fn without_limits_a_broken_player_is_told_but_the_match_counts() {
    let folder = Folder::new("broken");
    folder.write("AITrap.wasm", player("unreachable"));
    let ran = folder.palestra("play dominator Trap Demo Demo Demo -s 4 -q").ends(0);
    assert_has(&ran.out, "Trap was frozen in round 0");
}

#[test]
fn an_endless_loop_uses_up_its_fuel() {
    let folder = Folder::new("endless");
    // These additions become one: fuel ends long before CPU time, also on a slow machine.
    let count = "(local.set $n (i32.add (local.get $n) (i32.const 1)))".repeat(100);
    folder.write("AILoop.wasm", player(&format!("(local $n i32) (loop {count} (br 0))")));
    let ran = folder.palestra("check AILoop.wasm --game dominator --json").ends(3);
    let result: Value = serde_json::from_str(&ran.out).expect("prints JSON");
    assert_eq!(result["passed"], false);
    assert_eq!(result["frozen"]["cause"], "fuel");
}

#[test]
fn what_is_no_module_is_refused() {
    let folder = Folder::new("no-module");
    folder.write("AIText.wasm", "hello");
    let ran = folder.palestra("play dominator Text Demo Demo Demo").ends(2);
    assert_has(&ran.err, "AIText.wasm: this is not a WebAssembly module");
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    // Long names are the judge's business: two of the old kits took them.
    folder.write("AIMuchTooLongName.wasm", player(""));
    let call = "play dominator AIMuchTooLongName.wasm Demo Demo Demo -s 1 -o long.res";
    folder.palestra(call).ends(0);
    folder.palestra("watch long.res --no-open -o long.html").ends(0);
    let ran = folder.palestra(&format!("{call} --judge")).ends(2);
    assert_has(&ran.err, "at most 12 are allowed");
}

#[test]
fn a_profile_names_functions_and_can_be_opened_elsewhere() {
    let folder = Folder::new("profile");
    let busy = "(local $n i32) (local.set $n (i32.const 200000))
        (loop (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))";
    folder.write("AIBusy.wasm", player(busy));
    let ran = folder.palestra("profile Busy -g dominator -o busy.json").ends(0);
    assert_has(&ran.out, "Wrote busy.json");
    let profile: Value = serde_json::from_slice(&folder.read("busy.json")).expect("is JSON");
    assert!(profile["threads"].is_array());
    let ran = folder.palestra("profile Demo -g dominator").ends(2);
    assert_has(&ran.err, "built-in player");
}
