//! The view of a player, as JSON.

use super::settings::Parameters;
use engine::bytes::Bytes;
use engine::tell::{Tell, Value, json, rows, settings};

/// The input and output of players that are programs.
pub const TELL: Tell = Tell { words: WORDS, intro, view };

/// The words of orders.
const WORDS: &[(&str, [i32; 3])] = &[
    ("None", [0, 0, 0]),
    ("Top", [0, 1, 0]),
    ("Bottom", [0, 2, 0]),
    ("Left", [0, 3, 0]),
    ("Right", [0, 4, 0]),
];

/// An intro.
fn intro(bytes: &[u8]) -> Option<Value> {
    let mut bytes = Bytes(bytes);
    let me = bytes.int();
    let players = Parameters::take(&mut bytes.clone()).nb_players;
    let settings = settings(Parameters::TABLE, &mut bytes);
    let (limited, units) = (bytes.int() != 0, bytes.int() as usize);
    bytes.take(units);
    let name = |_| {
        let size = bytes.int() as usize;
        String::from_utf8_lossy(bytes.take(size)).into_owned()
    };
    let names: Vec<String> = (0..players.clamp(0, 4)).map(name).collect();
    Some(json!({"me": me, "limited": limited, "names": names, "settings": settings}))
}

/// A view.
fn view(intro: &[u8], bytes: &[u8]) -> Option<Value> {
    let mut intro = Bytes(intro);
    intro.int();
    let Parameters { nb_players, rows: height, cols: width, .. } = Parameters::take(&mut intro);
    intro.int();
    let count = intro.int() as usize;
    let kinds = intro.take(count);
    let players = nb_players.clamp(0, 4) as usize;
    let mut bytes = Bytes(bytes);
    let (status, round, score) = (bytes.reals(players), bytes.int(), bytes.ints(players));
    let unit = |(id, &kind): (usize, &u8)| {
        let values = bytes.ints(4);
        let kind = if kind == 0 { "knight" } else { "farmer" };
        json!({
            "id": id, "kind": kind, "player": values[0], "health": values[1], "row": values[2],
            "col": values[3],
        })
    };
    let units: Vec<Value> = kinds.iter().enumerate().map(unit).collect();
    let cells = bytes.take(height as usize * width as usize).iter().copied();
    Some(json!({
        "round": round, "score": score, "status": status, "units": units,
        "board": rows(cells, width as usize),
    }))
}
