//! The reference cases, played from their raw orders.

use crate::pandemic::Pandemic;
use crate::testing;
use engine::{Order, Ruleset};
use std::path::Path;

/// Lines of `round R`, `player PL N` and `ID DIR`, as orders by round and seat.
fn read_orders(text: &str) -> Vec<Vec<Vec<Order>>> {
    let mut rounds: Vec<Vec<Vec<Order>>> = Vec::new();
    let mut seat = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["round", r] => {
                assert_eq!(r.parse(), Ok(rounds.len()));
                rounds.push(vec![Vec::new(); 4]);
            }
            ["player", player, _] => seat = player.parse().expect("a seat"),
            [id, dir] => {
                let order = Order::new(id.parse().expect("an id"), dir.parse().expect("a code"));
                rounds.last_mut().expect("a round")[seat].push(order);
            }
            _ => panic!("strange line {line}"),
        }
    }
    rounds
}

fn play(folder: &Path, row: &[String], ruleset: Ruleset) -> (Vec<u8>, String, Vec<i64>) {
    let settings = testing::read(&folder.join("boards").join(&row[1]));
    let orders = folder.join("golden").join(format!("{}.orders.xz", row[0]));
    let orders = read_orders(&testing::read_text(&orders));
    let names: Vec<&str> = row[3..7].iter().map(String::as_str).collect();
    let setup = testing::setup(&row[2], &names, ruleset);
    testing::replay(&Pandemic, &settings, &setup, &orders)
}

/// Checks all cases of an index that come with their orders. Gives their number; `None` without
/// the reference data.
fn check(index: &str, ruleset: Ruleset) -> Option<usize> {
    let folder = testing::shared("pandemic")?;
    let rows = testing::rows(&testing::read_text(&folder.join("golden").join(index)));
    let full = rows
        .iter()
        .filter(|row| folder.join("golden").join(format!("{}.orders.xz", row[0])).exists());
    let checked = full
        .map(|row| {
            let (res, notes, scores) = play(&folder, row, ruleset);
            compare(&folder, &row[0], &res);
            assert_eq!(testing::sha256(&res), row[7], "{}: result file", row[0]);
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            assert_eq!(scores.join(","), row[8], "{}: scores", row[0]);
            check_warnings(&folder, &row[0], &notes);
        })
        .count();
    Some(checked)
}

/// Names the first line that differs: a digest alone helps nobody.
fn compare(folder: &Path, case: &str, ours: &[u8]) {
    let golden = testing::read(&folder.join("golden").join(format!("{case}.res.xz")));
    let lines = |bytes: &[u8]| -> Vec<String> {
        bytes.split(|&b| b == b'\n').map(|l| String::from_utf8_lossy(l).into()).collect()
    };
    let (golden, ours) = (lines(&golden), lines(ours));
    for (k, (a, b)) in golden.iter().zip(&ours).enumerate() {
        assert_eq!(a, b, "{case}: line {}, {:?}", k + 1, &golden[k.saturating_sub(4)..k]);
    }
    assert_eq!(golden.len(), ours.len(), "{case}: number of lines");
}

/// The rules' own warnings are those of the golden file, in the same order. (Warnings of
/// repeated orders are only counted: there they stand between what the players say.)
fn check_warnings(folder: &Path, case: &str, notes: &str) {
    let path = folder.join("golden").join(format!("{case}.stderr.xz"));
    if !path.exists() {
        return;
    }
    let of_the_rules = |line: &&str| {
        let kinds = ["id out of range :", "unit ", "direction not valid"];
        line.strip_prefix("warning: ")
            .is_some_and(|l| kinds.iter().any(|k| l.starts_with(k)) && !l.contains("requested"))
    };
    let golden = testing::read_text(&path);
    let theirs: Vec<&str> = golden.lines().filter(of_the_rules).collect();
    let ours: Vec<&str> = notes.lines().filter(of_the_rules).collect();
    assert!(theirs == ours, "{case}: warnings differ");
    let repeated = |text: &str| text.matches("command already requested").count();
    assert_eq!(repeated(notes), repeated(&golden), "{case}: repeated orders");
}

#[test]
fn kit_rules_give_the_kits_result_files() {
    let cases = check("index.tsv", Ruleset::Kit);
    assert!(cases.is_none_or(|cases| cases == 16));
}

#[test]
fn statement_rules_give_the_models_result_files() {
    let cases = check("index_statement.tsv", Ruleset::Statement);
    assert!(cases.is_none_or(|cases| cases == 2));
}
