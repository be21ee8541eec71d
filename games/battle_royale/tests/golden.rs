//! The reference cases, played from their raw orders and the players' draws.

use crate::battle_royale::BattleRoyale;
use crate::battle_royale::state::Dir;
use crate::testing;
use engine::{DynGame, Notes, Order, Ruleset};
use std::path::Path;

/// What one player did in one round.
#[derive(Default)]
struct Block {
    orders: Vec<Order>,
    draws: u32,
}

/// Blocks of `round R player P`, lines `ID DIR ACCEPTED`, `draws N`; in playing order.
fn read_blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["round", _, "player", _] => blocks.push(Block::default()),
            ["draws", n] => blocks.last_mut().expect("a block").draws = n.parse().expect("draws"),
            ["end"] => {}
            [id, dir, _] => {
                let dir = Dir::from_letter(dir.as_bytes()[0]).expect("a direction");
                let order = Order::new(id.parse().expect("an id"), dir as i32);
                blocks.last_mut().expect("a block").orders.push(order);
            }
            _ => panic!("unexpected line `{line}`"),
        }
    }
    blocks
}

/// Plays a case; gives its result file, what the rules said, and the scores.
fn play(folder: &Path, row: &[String]) -> (Vec<u8>, String, String) {
    let settings = testing::read(&folder.join("boards").join(&row[1]));
    let orders = folder.join("golden").join(format!("{}.orders.xz", row[0]));
    let blocks = read_blocks(&testing::read_text(&orders));
    let names: Vec<&str> = row[3..7].iter().map(String::as_str).filter(|n| *n != "-").collect();
    let game = BattleRoyale;
    let mut notes = Notes::default();
    let setup = testing::setup(&row[2], &names, Ruleset::Kit);
    let mut state = game.start(&settings, &setup, &mut notes).expect("the match begins");
    let (mut res, mut stream, seats) = (Vec::new(), Vec::new(), state.seats());
    state.write_head(&mut res);
    state.write_board(&mut res);
    for round in blocks.chunks(seats) {
        for (seat, block) in round.iter().enumerate() {
            stream.clear();
            state.write_stream(seat, &mut stream);
            state.advance_stream(&mut stream, block.draws);
            state.read_stream(seat, &stream);
        }
        let orders: Vec<Vec<Order>> = round.iter().map(|block| block.orders.clone()).collect();
        state.step(&orders, &vec![false; seats], &mut notes).expect("the round is played");
        state.write_moves(&mut res);
        state.write_board(&mut res);
    }
    assert_eq!(state.rounds_left(), 0, "{}: the orders cover the match", row[0]);
    let scores: Vec<String> = state.scores().iter().map(ToString::to_string).collect();
    (res, notes.text, scores.join(" "))
}

/// The rules' lines are those of the golden file, but for what Probe itself says: its digests,
/// and two warnings of action lists of its own, before its first digest.
fn check_notes(folder: &Path, case: &str, notes: &str) {
    let path = folder.join("golden").join(format!("{case}.stderr.xz"));
    if !path.exists() {
        return;
    }
    let golden = testing::read_text(&path);
    let (mut rules, mut probes) = (Vec::new(), Vec::new());
    for line in golden.lines() {
        match line.strip_prefix("probe ").map(|rest| &rest[..1]) {
            None => rules.push(line),
            Some(seat) if !probes.contains(&seat) => {
                probes.push(seat);
                rules.truncate(rules.len() - 2);
            }
            Some(_) => {}
        }
    }
    assert!(rules.into_iter().eq(notes.lines()), "{case}: lines on stderr differ");
}

#[test]
fn kit_rules_give_the_kits_result_files() {
    let Some(folder) = testing::shared("battle-royale") else { return };
    let rows = testing::rows(&testing::read_text(&folder.join("golden/index.tsv")));
    let full: Vec<_> = rows.iter().filter(|row| row[0].starts_with("case")).collect();
    for row in &full {
        let (res, notes, scores) = play(&folder, row);
        assert_eq!(scores, row[8], "{}: scores", row[0]);
        assert_eq!(testing::sha256(&res), row[7], "{}: result file", row[0]);
        let golden = folder.join("golden").join(format!("{}.res.xz", row[0]));
        assert!(testing::read(&golden) == res, "{}: result file", row[0]);
        check_notes(&folder, &row[0], &notes);
        let film = BattleRoyale.read_res(&res).expect("its own file is read");
        assert!(film.write_res() == res, "{}: read and written again", row[0]);
    }
    assert_eq!(full.len(), 12);
}

#[test]
fn every_reference_board_is_accepted() {
    let Some(folder) = testing::shared("battle-royale") else { return };
    let rows = testing::rows(&testing::read_text(&folder.join("golden/index.tsv")));
    let game = BattleRoyale;
    for row in rows {
        let settings = testing::read(&folder.join("boards").join(&row[1]));
        let players = row[3..7].iter().filter(|name| *name != "-").count();
        assert_eq!(game.check_settings(&settings), Ok(players), "{}", row[1]);
    }
}
