//! The bytes that players see and their orders (sections f and i of the specification).
//!
//! All numbers are little-endian; "int" is 4 bytes, "real" 8. Positions are two ints, row and
//! column.
//!
//! **Intro**, once: ints seat, rows, cols, nb_rounds, initial_health, nb_units,
//! bonus_per_city_cell, bonus_per_path_cell, factor_connected_component, number of cities,
//! number of paths, 0; reals infection_factor, mask_protection; for each city an int, its size,
//! and its positions; for each path ints a, b, size, and its positions; at last one byte per
//! cell, its ground: 0 wall, 1 grass, 2 city, 3 path.
//!
//! **View**, every round: ints round and number of masks; four reals, the status; four ints,
//! the scores; an int per city and one per path, the owners (-1 nobody); for each unit seven
//! ints: owner, row, column, health, damage, turns, and flags (1 immune, 2 masked); at last one
//! byte per cell: its virus, plus 128 where a mask lies.
//!
//! **Stream**: an int, the state of the player's generator.
//!
//! **Orders**: verb 0, the unit, and in `a` the code of the direction: 0 down, 1 right, 2 up,
//! 3 left, 4 stay. Any other numbers are legal to send; the rules complain about them.

use super::layout::{CITY, GRASS, PATH};
use super::state::State;
use engine::Pos;

/// Bit of a cell's byte in a view: a mask lies there.
pub const MASK_BIT: u8 = 128;

fn push(out: &mut Vec<u8>, value: i32) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn push_cells(out: &mut Vec<u8>, cells: &[Pos]) {
    push(out, cells.len() as i32);
    for p in cells {
        push(out, p.i);
        push(out, p.j);
    }
}

/// Appends the intro of a seat.
pub fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
    let (p, layout) = (&state.head.params, &state.board.layout);
    let ints = [
        seat as i32,
        p.side as i32,
        p.side as i32,
        p.nb_rounds,
        p.initial_health,
        p.nb_units as i32,
        p.bonus_per_city_cell,
        p.bonus_per_path_cell,
        p.factor_connected_component,
        layout.cities.len() as i32,
        layout.paths.len() as i32,
        0,
    ];
    ints.iter().for_each(|&value| push(out, value));
    out.extend_from_slice(&p.infection_factor.to_le_bytes());
    out.extend_from_slice(&p.mask_protection.to_le_bytes());
    layout.cities.iter().for_each(|cells| push_cells(out, cells));
    for road in &layout.paths {
        push(out, road.a);
        push(out, road.b);
        push_cells(out, &road.cells);
    }
    out.extend(layout.base.iter().map(|&ground| match ground {
        GRASS => 1,
        CITY => 2,
        PATH => 3,
        _ => 0,
    }));
}

/// Appends the view; it is the same for all seats.
pub fn write_view(state: &State, out: &mut Vec<u8>) {
    let board = &state.board;
    push(out, board.round);
    push(out, board.masks.len() as i32);
    board.status.iter().for_each(|status| out.extend_from_slice(&status.to_le_bytes()));
    board.scores.iter().for_each(|&score| push(out, score));
    let owners = board.city_owners.iter().chain(&board.path_owners);
    owners.for_each(|&owner| push(out, i32::from(owner)));
    for unit in &board.units {
        let flags = i32::from(unit.immune) | i32::from(unit.mask) << 1;
        let player = i32::from(unit.player);
        let Pos { i, j } = unit.pos;
        for value in [player, i, j, unit.health, unit.damage, unit.turns, flags] {
            push(out, value);
        }
    }
    let cells = out.len();
    out.extend_from_slice(&board.virus);
    for &mask in &board.masks {
        out[cells + board.layout.index(mask)] |= MASK_BIT;
    }
}
