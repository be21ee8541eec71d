//! The reference cases, played from their raw orders.

use crate::dominator::Dominator;
use crate::testing;
use engine::{Order, Ruleset};
use std::path::Path;

/// Lines of `ROUND PLAYER COUNT ID,DIR …`, as orders by round and seat.
fn read_orders(text: &str) -> Vec<Vec<Vec<Order>>> {
    let mut rounds: Vec<Vec<Vec<Order>>> = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let mut number = || words.next().expect("three numbers").parse::<usize>().expect("number");
        let (round, seat, count) = (number(), number(), number());
        rounds.resize(round + 1, vec![Vec::new(); 4]);
        let orders = words.map(|item| {
            let (id, dir) = item.split_once(',').expect("ID,DIR");
            Order::new(id.parse().expect("an id"), dir.parse().expect("a direction"))
        });
        rounds[round][seat] = orders.collect();
        assert_eq!(rounds[round][seat].len(), count);
    }
    rounds
}

fn play(folder: &Path, row: &[String], ruleset: Ruleset) -> (Vec<u8>, String, Vec<i64>) {
    let settings = testing::read(&folder.join("boards").join(&row[1]));
    let orders = folder.join("golden").join(format!("{}.orders.xz", row[0]));
    let orders = read_orders(&testing::read_text(&orders));
    let names: Vec<&str> = row[3..7].iter().map(String::as_str).collect();
    let setup = testing::setup(&row[2], &names, ruleset);
    testing::replay(&Dominator, &settings, &setup, &orders)
}

/// Checks all full cases of an index. Gives their number; `None` without the reference
/// data.
fn check(index: &str, ruleset: Ruleset) -> Option<usize> {
    let folder = testing::shared("dominator")?;
    let rows = testing::rows(&testing::read_text(&folder.join("golden").join(index)));
    let full = rows.iter().filter(|row| row[0].starts_with("full"));
    let checked = full
        .map(|row| {
            let (res, notes, scores) = play(&folder, row, ruleset);
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            assert_eq!(scores, row[8..12], "{}: scores", row[0]);
            assert_eq!(testing::sha256(&res), row[7], "{}: result file", row[0]);
            if ruleset == Ruleset::Kit {
                check_warnings(&folder, &row[0], &notes);
            }
        })
        .count();
    Some(checked)
}

/// The rules' own warnings are those of the golden file, in the same order. (Warnings of
/// repeated orders are left out: there they stand between what the players themselves say.)
fn check_warnings(folder: &Path, case: &str, notes: &str) {
    let path = folder.join("golden").join(format!("{case}.stderr.xz"));
    if !path.exists() {
        return;
    }
    let of_the_rules = |line: &&str| {
        let kinds = ["id out of range :", "not own", "direction not", "not horizontal", "more "];
        line.strip_prefix("warning: ").is_some_and(|l| kinds.iter().any(|k| l.starts_with(k)))
    };
    let golden = testing::read_text(&path);
    let golden: Vec<&str> = golden.lines().filter(of_the_rules).collect();
    let ours: Vec<&str> = notes.lines().filter(of_the_rules).collect();
    assert!(golden == ours, "{case}: warnings differ");
    let repeated = |text: &str| text.matches("action already requested").count();
    assert_eq!(repeated(notes), repeated(&testing::read_text(&path)), "{case}: repeated orders");
}

#[test]
fn kit_rules_give_the_kits_result_files() {
    let cases = check("index.tsv", Ruleset::Kit);
    assert!(cases.is_none_or(|cases| cases == 14));
}

#[test]
fn statement_rules_give_the_model_s_result_files() {
    let cases = check("statement_model.tsv", Ruleset::Statement);
    assert!(cases.is_none_or(|cases| cases == 14));
}
