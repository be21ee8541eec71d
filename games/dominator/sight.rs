//! The board as a player sees it, and the result of orders that moved nothing: for people.

use super::res::{Head, is_wall};
use super::scene::{self, words};
use super::state::{Board, Kind};
use super::view;
use engine::scene::{Asked, Sight};
use engine::{Dir, Order, SEATS, Say, say};

/// The board as this seat sees it: turned by a quarter for each seat, itself as team 0.
pub(super) fn sight(board: &Board, head: &Head, seat: usize) -> Sight {
    let side = head.parameters.rows;
    let turn = |i, j| view::turned(seat, side - 1, i, j);
    let turn_text = |text: &str| {
        let mut turned = text.as_bytes().to_vec();
        for (at, letter) in (0..).zip(text.bytes()) {
            let (i, j) = turn(at / side, at % side);
            turned[(i * side + j) as usize] = letter;
        }
        String::from_utf8(turned).unwrap_or_default()
    };
    let mut scene = scene::scene(board, head, None);
    scene.counts.clear();
    scene.ground = turn_text(&scene.ground);
    scene.owner = turn_text(&scene.owner);
    for piece in &mut scene.pieces {
        (piece.i, piece.j) = turn(piece.i, piece.j);
    }
    for [i, j] in scene.areas.iter_mut().flat_map(|area| &mut area.cells) {
        (*i, *j) = turn(*i, *j);
    }
    let numbers = (0..SEATS).map(|team| view::seen(team as u8, seat).into()).collect();
    let mut notes = Vec::new();
    if seat > 0 {
        let note =
            "The player sees the board turned. It is team 0, and the other teams follow in order.";
        notes.push(note.into());
    }
    Sight { scene, numbers, notes, ..Sight::default() }
}

/// The result of an order that led to no movement.
pub(super) fn answer(now: &Board, old: &Board, seat: usize, order: &Order) -> Asked {
    let unit = usize::try_from(order.unit).ok().and_then(|id| Some((old.units.get(id)?, id)));
    // Every player believes to be team 0: its directions are turned back.
    let dir = Dir::from_code(order.a).map(|dir| dir.turned(seat));
    let text = dir.map_or_else(|| say!("direction {}", order.a), |dir| words(dir).into());
    let asked = Asked { seat: seat as i32, id: order.unit, text, ..Asked::default() };
    let Some((unit, id)) = unit else {
        let cell = [-1, -1];
        return Asked { id: -1, cell, why: say!("there is no unit {}", order.unit), ..asked };
    };
    let asked = Asked { cell: [unit.i, unit.j], ..asked };
    let why: Say = match dir {
        _ if usize::from(unit.team) != seat => "the unit is another player's".into(),
        None => "no such direction".into(),
        Some(Dir::None) => return Asked { done: true, why: "it rests".into(), ..asked },
        Some(dir) if dir.is_diagonal() && unit.kind != Kind::Knight => {
            "only knights move diagonally".into()
        }
        Some(dir) => {
            let (i, j) = (unit.i + dir.offset().i, unit.j + dir.offset().j);
            hindrance(now, old, id, i, j).into()
        }
    };
    Asked { why, ..asked }
}

/// Why a unit did not reach a cell.
fn hindrance(now: &Board, old: &Board, id: usize, i: i32, j: i32) -> &'static str {
    let side = old.cells.iter().position(|&c| c == b'\n').unwrap_or(0) as i32;
    if !(0..side).contains(&i) || !(0..side).contains(&j) {
        return "the board ends there";
    }
    if is_wall(old, (i * (side + 1) + j) as usize) {
        return "there is a wall";
    }
    match now.units.get(id) {
        Some(is) if is.team != old.units[id].team => "it was taken before its turn",
        _ => "somebody stood there",
    }
}
