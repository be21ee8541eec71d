//! Tests of Mad Max.

mod files;
mod golden;
mod laws;
mod scenes;

use super::MadMax;
use crate::testing;
use engine::game::Erased;
use engine::{Lcg, Notes, Order, Ruleset};

const GAME: Erased<MadMax> = Erased::new();

/// The board of the manual: small, fixed, with everything on it.
const OASIS: &[u8] = include_bytes!("../boards/oasis.cnf");

/// A result file of a match on [`OASIS`] in which everybody walks at random.
fn some_match(ruleset: Ruleset) -> (Vec<u8>, String, Vec<i64>) {
    let mut dice = Lcg::new(11);
    let mut round = |r: i32| -> Vec<Vec<Order>> {
        let mut calls = |seat: i32| {
            (0..64).filter_map(|id| {
                let (dir, wild) = (dice.draw(0, 8), dice.draw(0, 19));
                (wild == 0 || r % 4 == seat || id > 40).then(|| Order::new(id, dir))
            })
            .collect()
        };
        (0..4).map(&mut calls).collect()
    };
    let orders: Vec<_> = (0..120).map(&mut round).collect();
    let setup = testing::setup("77", &["Ana", "Ben", "Cleo", "Dan"], ruleset);
    testing::replay(&GAME, OASIS, &setup, &orders)
}

fn notes() -> Notes {
    Notes::default()
}
