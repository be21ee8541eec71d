//! The view of a player, as JSON.

use super::settings::Parameters;
use super::view::{
    ACTIVE_FLAG, HAUNTED_BIT, LOST_FLAG, NOBODYS, OWNER_BITS, UNIT_BYTES, WALL_CELL,
};
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
    bytes.int();
    Some(json!({"me": 0, "settings": settings(Parameters::TABLE, &mut bytes)}))
}

/// A view.
fn view(intro: &[u8], bytes: &[u8]) -> Option<Value> {
    let mut intro = Bytes(intro);
    intro.int();
    let side = Parameters::take(&mut intro).rows as usize;
    let mut bytes = Bytes(bytes);
    let (round, units) = (bytes.int(), bytes.int() as usize);
    let (land, score, status) = (bytes.ints(4), bytes.ints(4), bytes.reals(4));
    let mut list = Bytes(bytes.take(UNIT_BYTES * units));
    let units: Vec<Value> = (0..units).map(|id| unit(id, &mut list)).collect();
    let cells = bytes.take(side * side);
    let letter = |&cell: &u8| match cell & OWNER_BITS {
        owner if owner < NOBODYS => b'0' + owner,
        WALL_CELL => b'X',
        _ => b'.',
    };
    let haunted = |&cell: &u8| if cell & HAUNTED_BIT != 0 { b'h' } else { b'.' };
    Some(json!({
        "round": round, "land": land, "total_score": score, "status": status, "units": units,
        "board": rows(cells.iter().map(letter), side),
        "haunted": rows(cells.iter().map(haunted), side),
    }))
}

fn unit(id: usize, list: &mut Bytes<'_>) -> Value {
    let [kind, player, _, flags] = [list.u8(), list.u8(), list.u8(), list.u8()];
    let kind = ["farmer", "knight", "witch"][usize::from(kind).min(2)];
    json!({
        "id": id, "kind": kind, "player": player, "health": list.int(), "row": list.int(),
        "col": list.int(), "active": flags & ACTIVE_FLAG != 0, "lost": flags & LOST_FLAG != 0,
    })
}
