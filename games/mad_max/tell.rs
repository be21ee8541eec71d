//! The view of a player, as JSON.

use super::settings::Parameters;
use super::view::Intro;
use engine::bytes::Bytes;
use engine::tell::{Tell, Value, json, rows, settings};

/// The input and output of players that are programs.
pub const TELL: Tell = Tell { words: WORDS, intro, view };

/// The words of orders.
const WORDS: &[(&str, [i32; 3])] = &[
    ("Bottom", [0, 0, 0]),
    ("BR", [0, 1, 0]),
    ("Right", [0, 2, 0]),
    ("RT", [0, 3, 0]),
    ("Top", [0, 4, 0]),
    ("TL", [0, 5, 0]),
    ("Left", [0, 6, 0]),
    ("LB", [0, 7, 0]),
    ("None", [0, 8, 0]),
];

/// An intro.
fn intro(bytes: &[u8]) -> Option<Value> {
    let mut bytes = Bytes(bytes);
    let me = bytes.int();
    Some(json!({"me": me, "settings": settings(Parameters::TABLE, &mut bytes)}))
}

/// A view.
fn view(intro: &[u8], bytes: &[u8]) -> Option<Value> {
    let Parameters { rows: height, cols, .. } = Intro::read(intro)?.parameters;
    let width = cols as usize + 1;
    let places = height as usize * width;
    let mut bytes = Bytes(bytes);
    let (round, units) = (bytes.int(), bytes.int() as usize);
    let (cities, score, status) = (bytes.ints(4), bytes.ints(4), bytes.reals(4));
    bytes.take(4 * places);
    let unit = |id: usize| {
        let values = bytes.ints(6);
        let kind = if values[0] == 0 { "warrior" } else { "car" };
        json!({
            "id": id, "kind": kind, "player": values[1], "food": values[2], "water": values[3],
            "row": values[4], "col": values[5],
        })
    };
    let units: Vec<Value> = (0..units).map(unit).collect();
    let letters = bytes.take(places).iter().copied().filter(|letter| *letter != b'\n');
    Some(json!({
        "round": round, "num_cities": cities, "total_score": score, "status": status,
        "units": units, "board": rows(letters, width - 1),
    }))
}
