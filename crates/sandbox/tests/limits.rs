//! Modules that would take long to compile are refused before a compiler sees them.

mod common;

use common::{compile, player};
use sandbox::slow::{self, Kind, Shape};
use sandbox::{Census, Limit, Refused};

/// The limit that refuses a module, and the function it names.
fn refusal(wat: &str) -> (Limit, Option<String>) {
    let wasm = wat::parse_str(wat).unwrap();
    match sandbox::check(&wasm) {
        Err(Refused::Limit { limit, found, allowed, function }) => {
            assert!(found > allowed && allowed == limit.allowed(), "{limit}: {found}");
            assert!(Census::of(&wasm).unwrap().largest(limit) >= found);
            (limit, function)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_honest_player_passes() {
    let wasm = wat::parse_str(player("", "")).unwrap();
    assert_eq!(sandbox::check(&wasm), Ok(()));
    assert_eq!(Census::of(&wasm).unwrap().largest(Limit::Functions), 4);
}

#[test]
fn loops_times_locals_are_refused_and_name_the_function() {
    let bomb = format!(
        "(func $bomb (local {}) {} {} {})",
        "i32 ".repeat(500),
        "(loop ".repeat(299),
        "(local.set 0 (i32.const 1)) (br_if 0 (local.get 1))".repeat(1000),
        ")".repeat(299)
    );
    let wat = player(&bomb, "");
    assert_eq!(refusal(&wat), (Limit::Joins, Some("bomb".into())));
    let said = compile(&wat).err().unwrap().to_string();
    assert!(said.contains("the function `bomb` has"), "{said}");
    assert!(said.contains("at most 500000"), "{said}");
}

#[test]
fn each_limit_of_a_function_holds() {
    let function = |body: &str| player(&format!("(func {body})"), "");
    let many = |what: &str, times: usize| function(&what.repeat(times));
    assert_eq!(refusal(&many("(local i32) ", 1001)).0, Limit::Locals);
    let deep = format!("{}{}", "(block ".repeat(300), ")".repeat(300));
    assert_eq!(refusal(&function(&deep)).0, Limit::Nesting);
    assert_eq!(refusal(&many("(block) ", 5001)).0, Limit::Branches);
    assert_eq!(refusal(&many("(loop) ", 1001)).0, Limit::Branches);
    assert_eq!(refusal(&many("(drop (i32.const 77777))", 30_000)).0, Limit::BodyBytes);
    let copy = "(memory.copy (i32.const 0) (i32.const 0) (i32.const 0))";
    assert_eq!(refusal(&many(copy, 1251)).0, Limit::Branches);
    let table = format!("(br_table {} (i32.const 0))", "0 ".repeat(5001));
    assert_eq!(refusal(&function(&table)).0, Limit::Branches);
    let (open, close) = ("(block (try_table (catch_all 0) ".repeat(100), "))".repeat(100));
    let calls = format!("{open} {} {close}", "(call 1) ".repeat(60));
    assert_eq!(refusal(&function(&calls)).0, Limit::Branches, "handlers times calls");
}

#[test]
fn each_limit_of_a_module_holds() {
    let many = |what: &str, times: usize| refusal(&player(&what.repeat(times), "")).0;
    assert_eq!(many("(func)", 150_000), Limit::Functions);
    assert_eq!(many("(type (func (param i64)))", 1000), Limit::Types);
    assert_eq!(many("(global i32 (i32.const 0))", 1001), Limit::Globals);
    assert_eq!(many("(tag)", 101), Limit::Tags);
    assert_eq!(many("(table 1 funcref)", 11), Limit::Tables);
    assert_eq!(many("(data \"x\")", 10_001), Limit::DataSegments);
    assert_eq!(many("(elem func)", 1001), Limit::ElementSegments);
    assert_eq!(many("(table 100001 funcref)", 1), Limit::TableEntries);
    let wide = |what: &str, times| format!("(func ({what} {}) unreachable)", "i32 ".repeat(times));
    assert_eq!(many(&wide("param", 61), 1), Limit::Params);
    assert_eq!(many(&wide("result", 17), 1), Limit::Results);
    let elements = format!("(func $f) (elem func {})", "$f ".repeat(100_001));
    assert_eq!(many(&elements, 1), Limit::Elements);
    let big = format!("(func {})", "(drop (i32.const 77777))".repeat(20_000));
    assert_eq!(many(&big, 40), Limit::CodeBytes);
    assert_eq!(many(&format!("(func {})", "(block)".repeat(3900)), 52), Limit::AllBranches);
    let joins = format!("(func (local {}) {})", "i32 ".repeat(400), "(block)".repeat(1000));
    assert_eq!(many(&joins, 11), Limit::AllJoins);
}

/// Every kind of slow module is a player in text, and what it costs depends on the shape only.
#[test]
fn the_search_is_repeatable() {
    fn search(kinds: &'static [Kind], score: impl Fn(&Shape) -> Option<f64>) -> Vec<String> {
        let found = slow::climb(kinds, kinds.len(), 7, score);
        found.into_iter().map(|(score, shape)| format!("{score} {shape}")).collect()
    }
    let fuel = |shape: &Shape| {
        let program = compile(&shape.text()).unwrap_or_else(|refused| panic!("{shape}: {refused}"));
        Some(program.player(&common::judge(), b"").fuel() as f64)
    };
    assert_eq!(search(slow::RUNNING, fuel), search(slow::RUNNING, fuel));
    let branches = |shape: &Shape| {
        let wasm = wat::parse_str(shape.text()).unwrap_or_else(|why| panic!("{shape}: {why}"));
        sandbox::check(&wasm).unwrap_or_else(|refused| panic!("{shape}: {refused}"));
        Some(Census::of(&wasm).unwrap().largest(Limit::AllBranches) as f64)
    };
    let found = search(slow::COMPILING, branches);
    assert_eq!(found.len(), slow::COMPILING.len());
    assert_eq!(found, search(slow::COMPILING, branches));
}
