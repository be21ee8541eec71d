//! The view of a player, as JSON.

use super::settings::Parameters;
use super::view::{Intro, View};
use engine::bytes::Bytes;
use engine::tell::{Tell, Value, json, rows, settings};

/// The input and output of players that are programs.
pub const TELL: Tell = Tell { words: WORDS, intro, view };

/// The words of orders: the coins of a bid.
const WORDS: &[(&str, [i32; 3])] = &[
    ("1", [0, 1, 0]),
    ("2", [0, 2, 0]),
    ("3", [0, 3, 0]),
    ("4", [0, 4, 0]),
    ("5", [0, 5, 0]),
    ("6", [0, 6, 0]),
    ("7", [0, 7, 0]),
    ("8", [0, 8, 0]),
    ("9", [0, 9, 0]),
    ("10", [0, 10, 0]),
    ("12", [0, 12, 0]),
    ("15", [0, 15, 0]),
    ("20", [0, 20, 0]),
    ("25", [0, 25, 0]),
    ("30", [0, 30, 0]),
    ("40", [0, 40, 0]),
    ("50", [0, 50, 0]),
    ("100", [0, 100, 0]),
];

/// An intro.
fn intro(bytes: &[u8]) -> Option<Value> {
    let known = Intro::read(bytes)?;
    let mut bytes = Bytes(bytes);
    let me = bytes.int();
    let market = rows(known.goods.cells().iter().copied(), known.goods.cols());
    Some(json!({
        "me": me, "settings": settings(Parameters::TABLE, &mut bytes),
        "trade": char::from(known.trade).to_string(), "market": market,
    }))
}

/// A view.
fn view(intro: &[u8], bytes: &[u8]) -> Option<Value> {
    let known = Intro::read(intro)?;
    let mut view = View::new(known.parameters.cells());
    view.read(bytes)?;
    let cols = known.goods.cols();
    let prices: Vec<&[i32]> = view.prices.chunks(cols).collect();
    let mut status = Bytes(bytes);
    status.take(4 + 16 + 16);
    Some(json!({
        "round": view.round, "coins": view.coins, "stalls": view.stalls,
        "status": status.reals(4), "score": view.score, "prices": prices,
        "owners": rows(view.owners.iter().copied(), cols),
    }))
}
