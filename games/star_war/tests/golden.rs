//! The reference cases, played from their raw orders.

use crate::star_war::settings::Settings;
use crate::star_war::state::Board;
use crate::star_war::{StarWar, story};
use crate::testing;
use engine::{Board as _, Lines, Order, Ruleset, Settings as _};
use std::path::Path;

/// Lines `<round> <player> m <ship> <di> <dj>` or `<round> <player> s <ship>`, as orders by
/// round, from number `first` on, and seat.
fn read_orders(text: &str, first: usize, rounds: usize) -> Vec<Vec<Vec<Order>>> {
    let mut orders = vec![vec![Vec::new(); 4]; rounds];
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |k: usize| words[k].parse::<i32>().expect("a number");
        let order = match words[2] {
            "m" => Order { verb: 0, unit: number(3), a: number(4), b: number(5) },
            _ => Order { verb: 1, unit: number(3), a: 0, b: 0 },
        };
        orders[number(0) as usize - first][number(1) as usize].push(order);
    }
    orders
}

fn play(folder: &Path, row: &[String], ruleset: Ruleset) -> (Vec<u8>, String, Vec<i64>) {
    let text = testing::read(&folder.join("boards").join(&row[1]));
    let settings = Settings::read(&text).expect("a legal board");
    let (first, rounds) = (settings.board.round as usize, settings.parameters.nb_rnds as usize);
    let orders = folder.join("golden").join(format!("{}.orders.xz", row[0]));
    let orders = read_orders(&testing::read_text(&orders), first, rounds);
    let names: Vec<&str> = row[3..7].iter().map(String::as_str).collect();
    let setup = testing::setup(&row[2], &names, ruleset);
    testing::replay(&StarWar, &text, &setup, &orders)
}

/// The golden files hold the warnings between what players say: ours must be all of them.
fn check_warnings(folder: &Path, case: &str, notes: &str) {
    let path = folder.join("golden").join(format!("{case}.stderr.xz"));
    if path.exists() {
        let golden = testing::read_text(&path);
        let golden: Vec<&str> = golden.lines().filter(|l| l.starts_with("warning")).collect();
        assert!(golden == notes.lines().collect::<Vec<_>>(), "{case}: warnings differ");
    }
}

#[test]
fn both_rulesets_give_the_kits_result_files() {
    let Some(folder) = testing::shared("star-war") else { return };
    let rows = testing::rows(&testing::read_text(&folder.join("golden/index.tsv")));
    let full: Vec<_> = rows.iter().filter(|row| row[0].starts_with("case")).collect();
    assert_eq!(full.len(), 12);
    for row in full {
        for ruleset in [Ruleset::Kit, Ruleset::Statement] {
            let (res, notes, scores) = play(&folder, row, ruleset);
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            assert_eq!(scores, row[8..12], "{}: scores", row[0]);
            assert_eq!(testing::sha256(&res), row[7], "{}: result file", row[0]);
            check_warnings(&folder, &row[0], &notes);
        }
    }
}

/// Every round of the reference files is explained by some order of the players.
#[test]
fn viewers_can_tell_what_happened_in_every_reference_round() {
    let Some(folder) = testing::shared("star-war") else { return };
    let mut rounds = 0;
    for case in 1..=12 {
        let res = testing::read(&folder.join(format!("golden/case{case:02}.res.xz")));
        let mut lines = Lines::new(&res);
        let head = Board::read_head(&mut lines).expect("a head");
        let mut old = Board::read(&head, &mut lines).expect("a board");
        while !lines.at_end() {
            let moves = Board::read_moves(&head, &mut lines).expect("orders");
            let now = Board::read(&head, &mut lines).expect("a board");
            let told = story::tell(&head, &old, &moves, &now);
            assert!(told.is_some(), "case {case}, round {}", now.round);
            (old, rounds) = (now, rounds + 1);
        }
    }
    assert!(rounds > 2000);
}
