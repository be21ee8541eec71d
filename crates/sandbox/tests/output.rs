//! The output of players: the arena keeps it, cuts it, and never mistakes it for a result.

mod common;

use common::{alone, freeze, play_out, player};
use engine::Cause;

/// Writes the `len` bytes at 200 to a file descriptor.
fn write(fd: i32, len: usize) -> String {
    format!(
        "(i32.store (i32.const 100) (i32.const 200))
         (i32.store (i32.const 104) (i32.const {len}))
         (drop (call $write (i32.const {fd}) (i32.const 100) (i32.const 1) (i32.const 108)))"
    )
}

#[test]
fn stderr_is_what_it_said_in_this_round() {
    let text = "(data (i32.const 200) \"hello, said one\\n\")";
    let mut played = alone(&player(text, &write(2, 16)));
    for _ in 0..3 {
        played.play_round().unwrap();
        assert_eq!(played.seat(0).said, b"hello, said one\n");
    }
}

#[test]
fn stderr_of_a_constructor_comes_with_the_first_round() {
    let fields =
        format!("(data (i32.const 200) \"ready\") (func (export \"_initialize\") {})", write(2, 5));
    let mut played = alone(&player(&fields, ""));
    played.play_round().unwrap();
    assert_eq!(played.seat(0).said, b"ready");
    played.play_round().unwrap();
    assert_eq!(played.seat(0).said, b"");
}

#[test]
fn a_receipt_has_the_last_lines() {
    let text = "(data (i32.const 200) \"one\\ntwo\\nthree\\nfour\\nfive\\nsix\\n\")";
    let receipt = freeze(&player(text, &format!("{} (unreachable)", write(2, 28))));
    assert_eq!(receipt.last_words, ["two", "three", "four", "five", "six"]);
}

#[test]
fn a_flood_on_stderr_is_cut_and_paid_for() {
    let body = format!("(loop $more {} (br $more))", write(2, 60_000));
    let mut played = alone(&player("", &body));
    play_out(&mut played);
    let receipt = played.frozen(0).expect("the flood costs fuel").clone();
    assert_eq!(receipt.cause, Cause::Fuel);
    // 50 million units pay for some eight hundred calls; their first bytes are kept.
    let mut played = alone(&player("", &write(2, 60_000)));
    let mut kept = 0;
    while !played.over() {
        played.play_round().unwrap();
        kept += played.seat(0).said.len();
    }
    assert_eq!(played.frozen(0), None);
    assert!((65_536..65_536 + 100).contains(&kept), "{kept}");
}

#[test]
fn stdout_goes_to_the_log_only() {
    let text = "(data (i32.const 200) \"0 1000000 winner\\n\")";
    let mut played = alone(&player(text, &write(1, 17)));
    play_out(&mut played);
    assert_eq!(played.seat(0).said, b"");
    assert_eq!(played.seat(0).orders, []);
    assert_eq!(played.printed(0), b"0 1000000 winner\n".repeat(10));
    assert_eq!(played.outcome(engine::Ending::Finished).scores, [0]);
}

#[test]
fn a_flood_on_stdout_is_cut() {
    let mut played = alone(&player("", &write(1, 60_000)));
    play_out(&mut played);
    assert_eq!(played.printed(0).len(), 4096);
    assert_eq!(played.frozen(0), None);
}

#[test]
fn what_was_printed_outlives_the_player() {
    let text = "(data (i32.const 200) \"bye\")";
    let mut played = alone(&player(text, &format!("{} (unreachable)", write(1, 3))));
    play_out(&mut played);
    assert!(played.frozen(0).is_some());
    assert_eq!(played.printed(0), b"bye");
}

#[test]
fn pieces_outside_the_memory_are_an_error_of_the_call() {
    // Writes what the call answered as a digit, then says it.
    let call = |pieces: i64, count: i64, at: i64| {
        format!(
            "(i32.store (i32.const 100) (i32.const 200))
             (i32.store (i32.const 104) (i32.const {at}))
             (i32.store8 (i32.const 300) (i32.add (i32.const 48) (call $write (i32.const 2)
                (i32.const {pieces}) (i32.const {count}) (i32.const 108))))
             (i32.store (i32.const 100) (i32.const 300))
             (i32.store (i32.const 104) (i32.const 1))
             (drop (call $write (i32.const 2) (i32.const 100) (i32.const 1) (i32.const 108)))"
        )
    };
    const FAULT: u8 = 48 + 21;
    const INVALID: u8 = 48 + 28;
    for (pieces, count, at, answer) in [
        (-8, 1, 1, FAULT),
        (131_068, 1, 1, FAULT),
        (100, 1, -1, FAULT),
        (100, 1, 131_072, FAULT),
        (100, -1, 1, INVALID),
        (100, 1025, 1, INVALID),
    ] {
        let mut played = alone(&player("", &call(pieces, count, at)));
        played.play_round().unwrap();
        assert_eq!(played.seat(0).said, [answer], "{pieces} {count} {at}");
    }
}
