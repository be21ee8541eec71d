//! The same module that sees the same bytes does the same and costs the same, everywhere.

mod common;

use common::{Bench, alone, bench, compile, judge, play_out, player, shell};
use sandbox::Limits;

fn fuel_of(wat: &str) -> u64 {
    let program = compile(wat).unwrap();
    let mut played = bench(Bench::new(1), vec![program.player(&judge(), b"intro")]);
    play_out(&mut played);
    played.seat(0).fuel
}

/// Exact prices for ten rounds. They decide matches: a change here needs a new `sandbox::VERSION`.
#[test]
fn fuel_goldens() {
    let loops = "(local $k i32) (loop $more
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br_if $more (i32.lt_u (local.get $k) (i32.const 1000))))";
    let fills = "(memory.fill (i32.const 2048) (i32.const 7) (i32.const 1000))";
    let copies = "(memory.copy (i32.const 4096) (i32.const 2048) (i32.const 1000))";
    let grows = "(drop (memory.grow (i32.const 1)))";
    let speaks = "(drop (call $write (i32.const 2) (i32.const 0) (i32.const 0) (i32.const 108)))";
    let fields = "(tag $t) (type $none (func)) (func $f) (table 1 funcref)
        (elem (i32.const 0) $f)";
    let throws = "(block $c (try_table (catch_all $c) (throw $t)))";
    let found: Vec<(&str, u64)> = [
        ("nothing", ""),
        ("a thousand turns of a loop", loops),
        ("1000 bytes filled", fills),
        ("1000 bytes copied", copies),
        ("a page of memory", grows),
        ("a call into the arena", speaks),
        ("an exception", throws),
        ("a division", "(drop (i32.div_u (i32.const 7) (i32.const 2)))"),
        ("a root", "(drop (f64.sqrt (f64.const 2)))"),
        ("a call", "(call $f)"),
        ("a call through a table", "(call_indirect (type $none) (i32.const 0))"),
    ]
    .map(|(what, body)| (what, fuel_of(&player(fields, body))))
    .to_vec();
    let expected = [
        ("nothing", 27),
        ("a thousand turns of a loop", 130_027),
        ("1000 bytes filled", 12_607),
        ("1000 bytes copied", 12_607),
        ("a page of memory", 5137),
        ("a call into the arena", 10_127),
        ("an exception", 2587),
        ("a division", 167),
        ("a root", 237),
        ("a call", 97),
        ("a call through a table", 247),
    ];
    assert_eq!(found, expected);
}

#[test]
fn every_run_costs_the_same() {
    let body = "(local $k i32) (loop $more
        (local.set $k (i32.add (local.get $k) (i32.load8_u (local.get $k))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br_if $more (i32.lt_u (local.get $k) (i32.const 100000))))";
    let first = fuel_of(&player("", body));
    assert!(first > 1_000_000);
    let threads: Vec<_> =
        (0..8).map(|_| std::thread::spawn(move || fuel_of(&player("", body)))).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), first);
    }
}

#[test]
fn another_sandbox_and_no_limit_cost_the_same() {
    let wat = player("", "(drop (i32.const 1))");
    let other = sandbox::Sandbox::new().unwrap();
    let program = other.compile(&wat::parse_str(&wat).unwrap()).unwrap();
    let mut played = bench(Bench::new(1), vec![program.player(&Limits::local(), b"intro")]);
    play_out(&mut played);
    assert_eq!(played.seat(0).fuel, fuel_of(&wat));
    assert_eq!(common::state(&played).status[0], 0.0);
}

#[test]
fn status_is_the_share_before_the_turn() {
    let mut played = alone(&player("", ""));
    played.play_round().unwrap();
    let begin = common::state(&played).status[0];
    let after_one = played.seat(0).fuel;
    played.play_round().unwrap();
    let share = common::state(&played).status[0];
    assert!(begin > 0.0 && begin < share, "the preparations count too: {begin} {share}");
    assert_eq!(share, after_one as f64 / judge().fuel_max.unwrap() as f64);
}

/// The bits of a NaN depend on the processor unless somebody takes care.
#[test]
fn nan_has_one_pattern() {
    let orders = r#"(data (i32.const 16) "\01\00\00\00\40\00\00\00")"#;
    let body = "(f64.store (i32.const 64) (f64.div (f64.const 0) (f64.const 0)))
        (f32.store (i32.const 72) (f32.sub (f32.const inf) (f32.const inf)))
        (f32.store (i32.const 76)
            (f32.mul (f32.const nan:0x12345) (f32.reinterpret_i32 (i32.const 0xFFC00001))))";
    let mut played = alone(&player(orders, body));
    played.play_round().unwrap();
    let order = played.seat(0).orders[0];
    assert_eq!((order.verb, order.unit), (0, 0x7FF8_0000));
    assert_eq!((order.a, order.b), (0x7FC0_0000, 0x7FC0_0000));
}

/// Clock and randomness give the same in every match.
#[test]
fn no_clock_and_no_randomness() {
    let fields = r#"(import "wasi_snapshot_preview1" "clock_time_get"
            (func $clock (param i32 i64 i32) (result i32)))
        (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
        (memory (export "memory") 1)
        (data (i32.const 16) "\01\00\00\00\40\00\00\00")"#;
    let body = "(i64.store (i32.const 64) (i64.const 99))
        (drop (call $clock (i32.const 0) (i64.const 0) (i32.const 64)))
        (drop (call $random (i32.const 72) (i32.const 8)))";
    let two_rounds = || {
        let mut played = alone(&shell(fields, body));
        played.play_round().unwrap();
        let first = played.seat(0).orders[0];
        played.play_round().unwrap();
        (first, played.seat(0).orders[0])
    };
    let (first, second) = two_rounds();
    assert_eq!((first.verb, first.unit), (0, 0));
    assert_ne!((first.a, first.b), (second.a, second.b), "the sequence goes on");
    assert_eq!(two_rounds(), (first, second));
}
