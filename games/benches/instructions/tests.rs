//! Tests of the harness that counts instructions; the harness itself is no test.
#![expect(dead_code, reason = "the harness uses all of it")]

mod counts;

use counts::{Baseline, grown, growth, read_baseline, read_profile, write_baseline};

const PROFILE: &str = "events: Ir\n\
    ob=(1) /lib/ld.so\nfl=(1) dl.c\nfn=(1) relocate\n10 5000\n\
    ob=(2) /target/instructions-1\nfn=(2) games::step\n12 70\n+3 20\n\
    cob=(3) /lib/libc.so\ncfn=(3) memcpy\ncalls=4 0\n12 900\n\
    cfn=(4) games::heal'2\ncalls=1 0\n* 30\n-1 10\n\n\
    fn=(4)\n20 30\n\n\
    fn=(5) blake3::compress\n1 4000\n\n\
    fn=(6) 0x0000000000278780\n1 6000\n\n\
    ob=(3)\nfn=(3)\n1 900\n\nob=(2)\nfn=(2)\n99 1\n\ntotals: 16931\n";

#[test]
fn only_what_our_own_functions_took_themselves_is_counted() {
    let counts = read_profile(PROFILE, "instructions-1");
    let functions: Vec<_> = counts.functions.iter().map(|(k, v)| (k.as_str(), *v)).collect();
    assert_eq!(functions, [("games::heal", 30), ("games::step", 101)]);
    assert_eq!(counts.total, 131);
}

#[test]
fn a_baseline_is_read_as_it_was_written_but_for_trifles() {
    let mut counts = read_profile(PROFILE, "instructions-1");
    let cases = Baseline::from([("dominator Null".into(), counts.clone())]);
    let read = read_baseline(&write_baseline("rustc 1.2.3", &cases));
    assert_eq!(read, ("rustc 1.2.3".into(), cases));
    counts.functions.insert("trifle".into(), 0);
    let with_trifle = Baseline::from([("dominator Null".into(), counts)]);
    assert_eq!(read_baseline(&write_baseline("rustc 1.2.3", &with_trifle)), read);
}

#[test]
fn what_grew_is_named_with_the_worst_first() {
    let before = read_profile(PROFILE, "instructions-1");
    let mut now = before.clone();
    now.functions.insert("games::step".into(), 110);
    now.functions.insert("games::new".into(), 90);
    now.total = 230;
    let all = grown(&before, &now);
    assert_eq!(all, [("games::new".into(), 0, 90), ("games::step".into(), 101, 110)]);
    assert!((growth(before.total, now.total) - 75.57).abs() < 0.01);
    assert!(growth(200, 100) < 0.0);
}
