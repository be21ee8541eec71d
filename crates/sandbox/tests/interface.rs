//! The bytes that go into a module and come out, and modules that break the interface.

mod common;

use common::{Bench, alone, bench, compile, freeze, judge, play_out, player, shell, state};
use engine::{Cause, Order};
use sandbox::{Limit, Refused};

fn refusal(wat: &str) -> String {
    compile(wat).err().expect("this module is refused").to_string()
}

/// A whole module with these answers instead of the usual ones.
fn module(abi: &str, buffer: &str, reply: &str) -> String {
    format!(
        r#"(module (memory (export "memory") 2)
            (func (export "palestra_abi") (result i32) {abi})
            (func (export "palestra_buffer") (param i32) (result i32) {buffer})
            (func (export "palestra_begin") (param i32))
            (func (export "palestra_play") (param i32 i32) (result i32) {reply}))"#
    )
}

const ONE: &str = "(i32.const 1)";
const AT_1024: &str = "(i32.const 1024)";

#[test]
fn views_streams_and_orders() {
    // Answers one order made of what it sees: lengths, the intro's first byte, a byte of the view.
    let fields = r#"(global $first (mut i32) (i32.const 0))
        (data (i32.const 16) "\01\00\00\00\40\00\00\00\01\00\00\00")"#;
    let body = "(i32.store (i32.const 64) (local.get 0))
                (i32.store (i32.const 68) (local.get 1))
                (i32.store (i32.const 72) (i32.load8_u (i32.const 1039)))
                (i32.store (i32.const 76) (i32.load8_u (i32.const 1026)))
                (i32.store8 (i32.const 1024) (i32.const 77))";
    let mut played = alone(&player(fields, body));
    played.play_round().unwrap();
    // Five bytes of stream, padding, then the view 0, 1, 2 …
    let expected = Order { verb: 5, unit: 100, a: 7, b: 3 };
    assert_eq!(played.seat(0).orders, [expected]);
    assert!(played.seat(0).warned);
    assert_eq!(state(&played).streams[0], [77, 2, 3, 4, 5]);
}

#[test]
fn a_growing_view_gets_a_larger_buffer() {
    // The buffer is behind the last one; the reply counts how often it was asked for.
    let fields = "(global $calls (mut i32) (i32.const 0))";
    let buffer = "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (i32.mul (global.get $calls) (i32.const 8192))";
    let wat = module(ONE, buffer, "(i32.store (i32.const 8) (global.get $calls)) (i32.const 0)")
        .replace("(memory", &format!("{fields} (memory"));
    let program = compile(&wat).unwrap();
    let mut big = Bench::new(1);
    big.view = vec![1; 4000];
    let mut played = bench(big, vec![program.player(&judge(), b"intro")]);
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
    // Once for the intro, once for the view of the first round; flags 2 say no warning.
    assert!(!played.seat(0).warned);
}

#[test]
fn wrong_version() {
    let receipt = freeze(&module("(i32.const 2)", AT_1024, "(i32.const 0)"));
    assert_eq!((receipt.cause, receipt.round), (Cause::Interface, 0));
    assert!(receipt.detail.contains("version 1"), "{}", receipt.detail);
}

#[test]
fn buffers_that_are_none() {
    for at in [0, 1028, 131_072, 131_064, -8] {
        let receipt = freeze(&module(ONE, &format!("(i32.const {at})"), "(i32.const 0)"));
        assert_eq!(receipt.cause, Cause::Interface, "{at}");
        assert!(receipt.detail.contains("palestra_buffer"), "{}", receipt.detail);
    }
}

#[test]
fn replies_that_are_none() {
    for at in [-1, -12, 131_061, 131_072, i32::MIN] {
        let receipt = freeze(&module(ONE, AT_1024, &format!("(i32.const {at})")));
        assert_eq!(receipt.cause, Cause::Interface, "{at}");
        assert!(receipt.detail.contains("no reply"), "{}", receipt.detail);
    }
    // The last place where one fits.
    let mut played = alone(&module(ONE, AT_1024, "(i32.const 131060)"));
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
}

#[test]
fn orders_outside_the_memory() {
    for (count, at) in [(1, 131_057), (1000, 131_072 - 15_999), (1, -1), (99_999, 0), (0, -1)] {
        let body = format!(
            "(i32.store (i32.const 16) (i32.const {count}))
             (i32.store (i32.const 20) (i32.const {at}))"
        );
        let receipt = freeze(&player("", &body));
        assert_eq!(receipt.cause, Cause::Interface, "{count} at {at}");
    }
}

#[test]
fn missing_and_misshapen_exports() {
    let whole = module(ONE, AT_1024, "(i32.const 0)");
    for name in ["memory", "palestra_abi", "palestra_buffer", "palestra_begin", "palestra_play"] {
        let lacking = whole.replace(&format!("\"{name}\""), "\"other\"");
        assert!(refusal(&lacking).contains(&format!("`{name}`")), "{}", refusal(&lacking));
    }
    let program = whole.replace("\"palestra_play\"", "\"_start\"");
    assert!(refusal(&program).contains("program, not a player"), "{}", refusal(&program));
    let odd =
        whole.replace("(export \"palestra_begin\") (param i32)", "(export \"palestra_begin\")");
    assert!(refusal(&odd).contains("its type is"), "{}", refusal(&odd));
    let odd = whole.replace("(memory", "(func (export \"_initialize\") (param i64)) (memory");
    assert!(refusal(&odd).contains("`_initialize`"), "{}", refusal(&odd));
    let table = whole.replace("(memory", "(table 100001 funcref) (memory");
    assert!(refusal(&table).contains("100001"), "{}", refusal(&table));
    let tables = whole.replace("(memory", &format!("{} (memory", "(table 1 funcref)".repeat(11)));
    assert!(refusal(&tables).contains("11"), "{}", refusal(&tables));
    let two = whole.replace("(memory", "(memory 1) (memory");
    assert!(refusal(&two).contains("multiple memories"), "{}", refusal(&two));
}

#[test]
fn unknown_imports_are_named() {
    let memory = "(memory (export \"memory\") 1)";
    let import = |what: &str| refusal(&shell(&format!("(import {what}) {memory}"), ""));
    assert!(import("\"env\" \"system\" (func)").contains("`env.system`"));
    assert!(import("\"palestra\" \"cheat\" (func)").contains("`palestra.cheat`"));
    assert!(import("\"wasi_snapshot_preview1\" \"fork\" (func)").contains(".fork`"));
    assert!(import("\"wasi_snapshot_preview2\" \"fd_write\" (func)").contains("preview2"));
    assert!(import("\"env\" \"g\" (global i32)").contains("`env.g` (a global)"));
    assert!(import("\"env\" \"t\" (table 1 funcref)").contains("(a table)"));
    assert!(import("\"env\" \"e\" (tag)").contains("(an exception tag)"));
    let text =
        refusal(&shell("(import \"env\" \"m\" (memory 1)) (export \"memory\" (memory 0))", ""));
    assert!(text.contains("`env.m` (a memory)"), "{text}");
    // A known name with another type.
    let text = import("\"palestra\" \"thrown\" (func (param i64))");
    assert!(text.contains("palestra"), "{text}");
}

#[test]
fn malformed_modules() {
    let good = wat::parse_str(player("", "")).unwrap();
    let compile = |bytes: &[u8]| common::sandbox().compile(bytes);
    assert!(compile(&good).is_ok());
    // Behind the last section that matters there are only names.
    let names = good.windows(5).position(|w| w == b"\x04name").unwrap() - 2;
    for cut in 0..names {
        assert!(compile(&good[..cut]).is_err(), "the first {cut} bytes are a player");
    }
    assert_eq!(compile(b"").err(), Some(Refused::Other));
    assert_eq!(compile(b"\x7fELF\x02\x01\x01").err(), Some(Refused::Other));
    let mut huge = vec![0; (16 << 20) + 1];
    huge[..8].copy_from_slice(b"\0asm\x01\0\0\0");
    let bytes = Limit::ModuleBytes;
    assert!(matches!(compile(&huge), Err(Refused::Limit { limit, .. }) if limit == bytes));
}

#[test]
fn one_byte_changed_never_harms() {
    // Whatever a damaged file asks for, it is refused or plays; the process lives on.
    let good = wat::parse_str(player("(table 1 funcref)", "(drop (i32.const 1))")).unwrap();
    for at in 0..good.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut bytes = good.clone();
            bytes[at] ^= flip;
            if let Ok(program) = common::sandbox().compile(&bytes) {
                let mut played = bench(Bench::new(1), vec![program.player(&judge(), b"intro")]);
                play_out(&mut played);
            }
        }
    }
}

#[test]
fn features_that_players_do_not_have() {
    let with = |field: &str| player(field, "");
    for (what, wat) in [
        ("threads", shell("(memory (export \"memory\") 1 1 shared)", "")),
        ("64-bit memories", shell("(memory (export \"memory\") i64 1)", "")),
        ("garbage-collected types", with("(type (struct (field i32)))")),
        (
            "relaxed SIMD",
            with(
                "(func (param v128 v128) (result v128)
                (i8x16.relaxed_swizzle (local.get 0) (local.get 1)))",
            ),
        ),
    ] {
        assert!(compile(&wat).is_err(), "{what}");
    }
    assert!(compile(&with("(func (param v128) (result v128) (local.get 0))")).is_ok(), "SIMD");
}

#[test]
fn names_of_64_kilobytes() {
    let long = "n".repeat(65_536);
    let fields = format!("(func ${long} (export \"{long}\") (unreachable))");
    let receipt = freeze(&player(&fields, &format!("(call ${long})")));
    assert_eq!(receipt.cause, Cause::Trap);
    assert!(receipt.backtrace.iter().all(|line| line.len() < 1000));
    // Names that look as if they were mangled, endlessly.
    for mangled in [format!("_Z{}v", "N".repeat(5000)), format!("_ZN{}E", "1a".repeat(30_000))] {
        let receipt = freeze(&player(
            &format!("(func ${mangled} (unreachable))"),
            &format!("(call ${mangled})"),
        ));
        assert!(receipt.backtrace.iter().all(|line| line.len() < 1000));
    }
    // A reason that fills the memory.
    let body = "(call $fail (i32.const 2) (i32.const 0) (i32.const 131072))";
    assert!(freeze(&player("", body)).detail.len() <= 4000);
}
