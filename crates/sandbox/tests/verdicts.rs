//! Every way to end a player, and the text of its receipt.

mod common;

use common::{alone, compile, freeze, judge, play_out, player, shell};
use engine::Cause;
use sandbox::{Limits, OnTimeout};
use std::time::Duration;

/// The cause of a player's end, and the sentence about it.
fn verdict(wat: &str) -> (Cause, String) {
    let receipt = freeze(wat);
    (receipt.cause, receipt.detail)
}

#[track_caller]
fn assert_verdict(wat: &str, cause: Cause, words: &str) {
    let (found, detail) = verdict(wat);
    assert_eq!(found, cause, "{detail}");
    assert!(detail.contains(words), "{detail}");
}

#[test]
fn an_honest_player_is_left_alone() {
    let mut played = alone(&player("", ""));
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
}

#[test]
fn endless_loop() {
    let receipt = freeze(&player("", "(loop $for_ever (br $for_ever))"));
    assert_eq!((receipt.cause, receipt.round), (Cause::Fuel, 0));
    assert_eq!(receipt.fuel, judge().fuel_max.unwrap());
    assert_eq!(receipt.memory, 2 << 16);
    assert_eq!(receipt.backtrace, ["palestra_play"]);
    assert!(!receipt.view.is_empty());
}

#[test]
fn endless_start_function() {
    let spin = "(func $spin (loop $for_ever (br $for_ever))) (start $spin)";
    let receipt = freeze(&player(spin, ""));
    assert_eq!((receipt.cause, receipt.round), (Cause::Fuel, 0));
    assert_eq!(receipt.fuel, judge().fuel_max.unwrap());
}

#[test]
fn endless_constructor() {
    let spin = "(func (export \"_initialize\") (loop $for_ever (br $for_ever)))";
    assert_verdict(&player(spin, ""), Cause::Fuel, "budget");
}

#[test]
fn endless_filling_of_memory_is_paid_by_the_byte() {
    let body = "(loop $again (memory.fill (i32.const 0) (i32.const 1) (i32.const 131072))
                (br $again))";
    let receipt = freeze(&player("", body));
    assert_eq!(receipt.cause, Cause::Fuel);
}

#[test]
fn endless_recursion() {
    let deep = "(func $deep (param i64) (result i64)
        (i64.add (local.get 0) (call $deep (i64.add (local.get 0) (i64.const 1)))))";
    let receipt = freeze(&player(deep, "(drop (call $deep (i64.const 0)))"));
    assert_eq!(receipt.cause, Cause::Stack);
    assert_eq!(receipt.backtrace[0], "deep");
    assert!(receipt.backtrace[1].contains("more times"), "{:?}", receipt.backtrace);
}

#[test]
fn a_c_stack_below_address_0() {
    let fields = "(global (export \"__stack_pointer\") (mut i32) (i32.const 64))";
    let body = "(global.set 0 (i32.sub (global.get 0) (i32.const 100)))
                (i32.store (global.get 0) (i32.const 1))";
    assert_verdict(&player(fields, body), Cause::Stack, "recursed too deeply");
}

#[test]
fn memory_bomb() {
    // Asks for one MiB at a time until there is none, then gives up as allocators do.
    let body = "(loop $more (br_if $more
                    (i32.ge_s (memory.grow (i32.const 16)) (i32.const 0))))
                (call $fail (i32.const 1) (i32.const 0) (i32.const 0))";
    let receipt = freeze(&player("", body));
    assert_eq!(receipt.cause, Cause::Memory, "{}", receipt.detail);
    assert!(receipt.memory > 62 << 20 && receipt.memory <= 64 << 20, "{}", receipt.memory);
}

#[test]
fn a_refused_request_for_memory_is_no_crime() {
    let body = "(drop (memory.grow (i32.const 2000)))";
    let mut played = alone(&player("", body));
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
}

#[test]
fn huge_static_memory() {
    let wat = shell("(memory (export \"memory\") 2000)", "");
    assert_verdict(&wat, Cause::Memory, "131072000 bytes");
}

#[test]
fn bad_alloc() {
    let what = "(data (i32.const 100) \"std::bad_alloc: std::bad_alloc\")";
    let body = "(call $fail (i32.const 2) (i32.const 100) (i32.const 30))";
    assert_verdict(&player(what, body), Cause::Memory, "bad_alloc");
}

#[test]
fn growing_tables() {
    let body = "(loop $more (br_if $more (i32.ge_s
                    (table.grow $t (ref.null func) (i32.const 5000)) (i32.const 0))))
                (unreachable)";
    let receipt = freeze(&player("(table $t 1 funcref)", body));
    assert_eq!(receipt.cause, Cause::Trap);
    assert!(receipt.fuel < 200_000, "the table grew further than it may: {}", receipt.fuel);
}

#[test]
fn wild_write() {
    let receipt = freeze(&player("", "(i32.store (i32.const -4) (i32.const 1))"));
    assert_eq!(receipt.cause, Cause::Trap);
    assert!(receipt.detail.contains("outside its memory"), "{}", receipt.detail);
}

#[test]
fn data_outside_the_memory() {
    let wat = player("(data (i32.const 131070) \"four\")", "");
    assert_verdict(&wat, Cause::Trap, "outside its memory");
}

#[test]
fn arithmetic() {
    let divide = |a: &str, b: &str| format!("(drop (i32.div_s (i32.const {a}) (i32.const {b})))");
    assert_verdict(&player("", &divide("1", "0")), Cause::Trap, "by zero");
    assert_verdict(&player("", &divide("0x80000000", "-1")), Cause::Trap, "an integer overflowed");
    let body = "(drop (i32.trunc_f64_s (f64.const nan)))";
    assert_verdict(&player("", body), Cause::Trap, "NaN");
    let body = "(drop (i32.trunc_f64_s (f64.const inf)))";
    assert_verdict(&player("", body), Cause::Trap, "an integer overflowed");
}

#[test]
fn broken_pointers_to_functions() {
    let table = "(table 1 funcref) (type $f (func)) (type $g (func (param i64)))";
    let body = "(call_indirect (type $f) (i32.const 0))";
    assert_verdict(&player(table, body), Cause::Trap, "points nowhere");
    let body = "(call_indirect (type $f) (i32.const 7))";
    assert_verdict(&player(table, body), Cause::Trap, "points nowhere");
    let filled = format!("{table} (func $h (type $g)) (elem (i32.const 0) $h)");
    let body = "(call_indirect (type $f) (i32.const 0))";
    assert_verdict(&player(&filled, body), Cause::Trap, "wrong type");
}

#[test]
fn unreachable_and_abort() {
    assert_verdict(&player("", "(unreachable)"), Cause::Trap, "cannot be reached");
    let abort = "(func $abort (unreachable))";
    assert_verdict(&player(abort, "(call $abort)"), Cause::Exit, "abort()");
    let body = "(call $fail (i32.const 1) (i32.const 100) (i32.const 7))";
    let text = "(data (i32.const 100) \"abort()\")";
    assert_verdict(&player(text, body), Cause::Exit, "called abort()");
    let text = "(data (i32.const 100) \"x.cc:1!\")";
    assert_verdict(&player(text, body), Cause::Exit, "x.cc:1!");
}

#[test]
fn exit() {
    let import = "(import \"wasi_snapshot_preview1\" \"proc_exit\" (func $exit (param i32)))
                  (memory (export \"memory\") 1)";
    assert_verdict(&shell(import, "(call $exit (i32.const 3))"), Cause::Exit, "called exit(3)");
    let text = "(data (i32.const 100) \"exit(7)\")";
    let body = "(call $fail (i32.const 0) (i32.const 100) (i32.const 7))";
    assert_verdict(&player(text, body), Cause::Exit, "called exit(7)");
}

#[test]
fn exceptions() {
    let text = "(data (i32.const 100) \"std::out_of_range: vector\")";
    let body = "(call $fail (i32.const 2) (i32.const 100) (i32.const 25))";
    let receipt = freeze(&player(text, body));
    assert_eq!(
        (receipt.cause, receipt.detail.as_str()),
        (Cause::Exception, "std::out_of_range: vector")
    );
    // One that leaves the module by itself; the receipt says where it was thrown.
    let fields = "(tag $t (param i32)) (func $thrower (throw $t (i32.const 1)))";
    let receipt = freeze(&player(fields, "(call $thrower)"));
    assert_eq!(receipt.cause, Cause::Exception);
    assert_eq!(receipt.backtrace, ["thrower", "palestra_play"]);
    // One that is caught is nobody's business.
    let body = "(block $caught (try_table (catch_all $caught) (call $thrower)))";
    let mut played = alone(&player(fields, body));
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
}

#[test]
fn the_place_of_a_caught_exception_is_kept_for_the_receipt() {
    let fields = "(import \"palestra\" \"thrown\" (func $thrown))
        (memory (export \"memory\") 1) (func $deep (call $thrown))";
    let body = "(call $deep) (call $fail (i32.const 2) (i32.const 0) (i32.const 0))";
    assert_eq!(freeze(&shell(fields, body)).backtrace, ["deep", "palestra_play"]);
}

#[test]
fn without_a_judge_a_limit_ends_endless_loops_and_shows_no_share() {
    let limits = Limits { fuel_max: Some(1_000_000), ..Limits::local() };
    let endless = compile(&player("", "(loop $for_ever (br $for_ever))")).unwrap();
    let honest = compile(&player("", "")).unwrap();
    let players = vec![endless.player(&limits, b""), honest.player(&limits, b"")];
    let mut played = common::bench(common::Bench::new(2), players);
    play_out(&mut played);
    let frozen = played.frozen(0).expect("it is frozen");
    assert_eq!(frozen.cause, Cause::Fuel);
    assert!(frozen.detail.contains("5 times the computation"), "{}", frozen.detail);
    assert!(honest.player(&limits, b"").share() == 0.0, "there is no budget to have a share of");
    assert!(honest.player(&judge(), b"").share() > 0.0);
}

#[test]
fn a_flood_of_exceptions_ends_with_the_budget() {
    let fields = "(tag $t)";
    let body = "(loop $more (block $caught (try_table (catch_all $caught) (throw $t)))
                (br $more))";
    let program = compile(&player(fields, body)).unwrap();
    let flood = |fuel_max| {
        let limits = Limits { fuel_max: Some(fuel_max), ..judge() };
        let players = vec![program.player(&limits, b"")];
        let mut played = common::bench(common::Bench::new(1), players);
        play_out(&mut played);
        played.frozen(0).expect("it is frozen").clone()
    };
    assert_eq!(flood(10_000_000).cause, Cause::Fuel);
    // Nothing is collected, so a match has room for so many and no more, on every machine.
    let rich = flood(Limits::FUEL_PER_SECOND);
    assert_eq!(rich.cause, Cause::Memory, "{}", rich.detail);
    assert!(rich.detail.contains("exceptions"), "{}", rich.detail);
    assert_eq!(rich.fuel, flood(Limits::FUEL_PER_SECOND).fuel);
}

#[test]
fn exceptions_that_pile_up_are_memory() {
    let fields = "(tag $t) (table $kept 0 exnref)";
    let body = "(local $x exnref)
        (loop $more
            (block $caught (result exnref)
                (try_table (result exnref) (catch_all_ref $caught) (throw $t)))
            (local.set $x)
            (br_if $more (i32.ge_s
                (table.grow $kept (local.get $x) (i32.const 1)) (i32.const 0))))
        (call $fail (i32.const 1) (i32.const 0) (i32.const 0))";
    let receipt = freeze(&player(fields, body));
    assert!(matches!(receipt.cause, Cause::Fuel | Cause::Exit | Cause::Memory), "{receipt:?}");
}

#[test]
fn forbidden_functions_of_the_system() {
    let wasi = |name: &str, params: &str, call: &str| {
        let fields = format!(
            "(import \"wasi_snapshot_preview1\" \"{name}\"
                (func $f (param {params}) (result i32)))
             (memory (export \"memory\") 1)"
        );
        shell(&fields, &format!("(drop (call $f {call}))"))
    };
    let zeros = |n: usize| "(i32.const 0) ".repeat(n);
    let send = wasi("sock_send", "i32 i32 i32 i32 i32", &zeros(5));
    assert_verdict(&send, Cause::Trap, "`sock_send`: there is no network here");
    let sleep = wasi("poll_oneoff", "i32 i32 i32 i32", &zeros(4));
    assert_verdict(&sleep, Cause::Trap, "cannot wait");
    let call = format!("{}(i64.const 0) (i64.const 0) (i32.const 0) (i32.const 0)", zeros(5));
    let open = wasi("path_open", "i32 i32 i32 i32 i32 i64 i64 i32 i32", &call);
    assert_verdict(&open, Cause::Trap, "no files here");
}

#[test]
fn importing_what_is_forbidden_is_no_crime() {
    let fields = "(import \"wasi_snapshot_preview1\" \"sock_shutdown\"
            (func (param i32 i32) (result i32)))
        (memory (export \"memory\") 1)";
    let mut played = alone(&shell(fields, ""));
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
}

#[test]
fn too_many_orders() {
    let reply = |count: u32| {
        let wat = player(
            "",
            "(i32.store (i32.const 16) (i32.const COUNT))
                              (i32.store (i32.const 20) (i32.const 0))",
        );
        wat.replace("COUNT", &count.to_string()).replace("\"memory\") 2", "\"memory\") 100")
    };
    let mut played = alone(&reply(1000));
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
    assert_verdict(&reply(1001), Cause::TooManyOrders, "1001 orders");
    assert_verdict(&reply(200_000), Cause::TooManyOrders, "200000 orders");
    assert_verdict(&reply(u32::MAX), Cause::TooManyOrders, "4294967295 orders");
}

/// A match of an honest player in seat 0 and one in seat 1 that uses up its CPU time.
fn overtime(on_timeout: OnTimeout) -> engine::Match {
    let limits =
        Limits { cpu_time_max: Some(Duration::ZERO), fuel_max: None, on_timeout, ..judge() };
    let honest = compile(&player("", "")).unwrap();
    let endless = compile(&player("", "(loop $for_ever (br $for_ever))")).unwrap();
    let players = vec![honest.player(&judge(), b""), endless.player(&limits, b"")];
    common::bench(common::Bench::new(2), players)
}

#[test]
fn cpu_time_that_is_used_up_voids_the_match_and_names_the_seat() {
    let mut played = overtime(OnTimeout::Void);
    let fatal = played.play_round().expect_err("the match cannot go on");
    assert_eq!(played.frozen(1), None);
    let ending = engine::Ending::from(fatal);
    let engine::Ending::Voided { by, message } = &ending else { panic!("{ending:?}") };
    assert_eq!(*by, engine::VoidBy::Timeout { seat: 1 });
    assert!(message.contains("CPU time"), "{message}");
    assert!(!played.outcome(ending).is_deterministic());
}

#[test]
fn cpu_time_that_is_used_up_freezes_where_the_judge_wants_it() {
    let mut played = overtime(OnTimeout::Freeze);
    play_out(&mut played);
    let receipt = played.frozen(1).expect("it is frozen");
    assert_eq!(receipt.cause, Cause::Timeout);
    assert!(receipt.detail.contains("CPU time"), "{}", receipt.detail);
    assert_eq!(played.frozen(0), None);
    assert!(!played.outcome(engine::Ending::Finished).is_deterministic());
}

#[test]
fn a_frozen_player_stays_frozen_and_frees_its_memory() {
    let wat = player("", "(unreachable)");
    let program = compile(&wat).unwrap();
    let mut played = common::bench(
        common::Bench::new(2),
        vec![
            program.player(&judge(), b""),
            compile(&player("", "")).unwrap().player(&judge(), b""),
        ],
    );
    play_out(&mut played);
    assert!(played.frozen(0).is_some() && played.frozen(1).is_none());
    assert_eq!(common::state(&played).status[0], -1.0);
    assert!(common::state(&played).status[1] >= 0.0);
}
