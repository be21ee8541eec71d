//! The view of a player, as JSON.

use engine::SEATS;
use engine::bytes::Bytes;
use engine::tell::{Tell, Value, json, named, rows};

/// The input and output of players that are programs.
pub const TELL: Tell = Tell { words: WORDS, intro, view };

/// The words of orders.
const WORDS: &[(&str, [i32; 3])] = &[
    ("SLOW_UP", [0, -1, 0]),
    ("UP", [0, -1, 1]),
    ("FAST_UP", [0, -1, 2]),
    ("SLOW", [0, 0, 0]),
    ("DEFAULT", [0, 0, 1]),
    ("FAST", [0, 0, 2]),
    ("SLOW_DOWN", [0, 1, 0]),
    ("DOWN", [0, 1, 1]),
    ("FAST_DOWN", [0, 1, 2]),
    ("SHOOT", [1, 0, 0]),
];

const SETTINGS: [&str; 11] = [
    "number_rounds",
    "number_rows",
    "number_universe_columns",
    "number_window_columns",
    "number_starships_per_player",
    "number_rounds_to_regenerate",
    "number_missile_bonuses",
    "number_point_bonuses",
    "bonus_missiles",
    "bonus_points",
    "kill_points",
];

/// An intro.
fn intro(bytes: &[u8]) -> Option<Value> {
    let mut bytes = Bytes(bytes);
    let me = bytes.int();
    Some(json!({"me": me, "settings": named(&SETTINGS, bytes.ints(SETTINGS.len()))}))
}

/// A view.
fn view(intro: &[u8], bytes: &[u8]) -> Option<Value> {
    let intro = Bytes(intro).ints(1 + SETTINGS.len());
    let (height, width, fleet) = (intro[2] as usize, intro[3] as usize, intro[5] as usize);
    let mut bytes = Bytes(bytes);
    let (status, round) = (bytes.reals(SEATS), bytes.int());
    let (missiles, score) = (bytes.int(), bytes.ints(SEATS));
    let ship = |id: usize| {
        let values = bytes.ints(5);
        json!({
            "id": id, "player": id / fleet.max(1), "row": values[0], "col": values[1],
            "missiles": values[2], "alive": values[3] != 0, "time": values[4],
        })
    };
    let ships: Vec<Value> = (0..SEATS * fleet).map(ship).collect();
    let missile = |_| {
        let values = bytes.ints(4);
        json!({"id": values[0], "starship": values[1], "row": values[2], "col": values[3]})
    };
    let missiles: Vec<Value> = (0..missiles).map(missile).collect();
    let cells = bytes.take(height * width).iter().copied();
    Some(json!({
        "round": round, "score": score, "status": status, "starships": ships,
        "missiles": missiles, "board": rows(cells, width),
    }))
}
