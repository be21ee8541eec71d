//! The reference cases, played from their raw orders.

use crate::mad_max::MadMax;
use crate::testing;
use engine::{Order, Ruleset};
use std::path::Path;

/// Lines of `ROUND PLAYER COUNT ID DIR ID DIR …`, as orders by round and seat.
fn read_orders(text: &str) -> Vec<Vec<Vec<Order>>> {
    let mut rounds: Vec<Vec<Vec<Order>>> = Vec::new();
    for line in text.lines() {
        let numbers: Vec<i32> = line.split(' ').map(|w| w.parse().expect("a number")).collect();
        let (round, seat) = (numbers[0] as usize, numbers[1] as usize);
        rounds.resize(round + 1, vec![Vec::new(); 4]);
        rounds[round][seat] = numbers[3..].chunks(2).map(|o| Order::new(o[0], o[1])).collect();
        assert_eq!(rounds[round][seat].len() as i32, numbers[2]);
    }
    rounds
}

/// What the rules themselves say: not a player's probes, not the warnings of its requests.
fn of_the_rules(line: &&str) -> bool {
    let kinds = ["action already", "id out of range", "not own unit", "direction", "cannot move"];
    let warning = line.strip_prefix("warning: ");
    warning.is_some_and(|l| kinds.iter().any(|kind| l.starts_with(kind)))
}

fn check(folder: &Path, row: &[String]) {
    let case = &row[0];
    let file = |name: String| folder.join("golden").join(name);
    let settings = testing::read(&folder.join("boards").join(&row[1]));
    let orders = read_orders(&testing::read_text(&file(format!("{case}.orders.xz"))));
    let names: Vec<&str> = row[3..7].iter().map(String::as_str).collect();
    let setup = testing::setup(&row[2], &names, Ruleset::Kit);
    let game = MadMax;
    let (res, notes, scores) = testing::replay(&game, &settings, &setup, &orders);
    let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
    assert_eq!(scores, row[8..12], "{case}: scores");
    assert_eq!(testing::sha256(&res), row[7], "{case}: result file");
    let stderr = file(format!("{case}.stderr.xz"));
    if stderr.exists() {
        let golden = testing::read_text(&stderr);
        let golden: Vec<&str> = golden.lines().filter(of_the_rules).collect();
        let ours: Vec<&str> = notes.lines().collect();
        assert!(golden == ours, "{case}: warnings differ");
    }
}

#[test]
fn kit_rules_give_the_kits_result_files() {
    let Some(folder) = testing::shared("mad-max") else { return };
    let rows = testing::rows(&testing::read_text(&folder.join("golden/index.tsv")));
    let full: Vec<_> = rows.iter().filter(|row| row[0].starts_with('g')).collect();
    assert_eq!(full.len(), 12);
    full.into_iter().for_each(|row| check(&folder, row));
}
