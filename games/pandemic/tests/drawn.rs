//! Matches on small drawn boards, for the other tests.

use crate::pandemic::settings::Settings;
use crate::pandemic::state::{EMPTY, State};
use crate::testing;
use engine::{Fatal, Notes, Order, Rules, Ruleset, Settings as _};

/// Rows and columns of drawn boards.
pub const SIDE: usize = 20;

/// A settings file: one unit per player on grass inside a wall, with a drawing in its top left
/// corner. `lists` is what follows the board: cities, paths, masks.
pub fn settings(drawing: &[&str], lists: &str) -> String {
    let mut text = String::from(
        "Pandemic 1.0 nb_players 4 rows 20 cols 20 nb_rounds 50 initial_health 100 nb_units 1 \
         bonus_per_city_cell 1 bonus_per_path_cell 1 factor_connected_component 2 \
         infection_factor 50 mask_protection 20 FIXED tens units\n",
    );
    for i in 0..SIDE {
        let drawn = drawing.get(i).copied().unwrap_or("");
        let row: String = (0..SIDE)
            .map(|j| match drawn.chars().nth(j) {
                Some(letter) => letter,
                None if i == 0 || j == 0 || i == SIDE - 1 || j == SIDE - 1 => 'W',
                None => '.',
            })
            .collect();
        text += &format!("{i} {row}\n");
    }
    text + lists
}

/// No cities, paths or masks.
pub const BARE: &str = "cities 0 paths 0 masks 0";

/// The first state of a match; nobody is infected, so that each test infects whom it wants.
pub fn start(settings: &str, seed: i32, ruleset: Ruleset) -> State {
    let mut state = try_start(settings, seed, ruleset).expect("the match begins");
    for unit in &mut state.board.units {
        (unit.damage, unit.turns) = (0, 0);
    }
    state
}

/// The first state of a match, as it is.
pub fn try_start(settings: &str, seed: i32, ruleset: Ruleset) -> Result<State, Fatal> {
    let settings = Settings::read(settings.as_bytes()).expect("legal settings");
    let setup = testing::setup(&seed.to_string(), &["A", "B", "C", "D"], ruleset);
    State::start(&settings, &setup, &mut Notes::default())
}

/// Moves a unit to a cell, whatever stands in between.
pub fn put(state: &mut State, id: usize, i: usize, j: usize) {
    let side = state.board.layout.side;
    let old = state.board.layout.index(state.board.units[id].pos);
    if state.hidden.occupant[old] == id as u32 {
        state.hidden.occupant[old] = EMPTY;
    }
    assert_eq!(state.hidden.occupant[i * side + j], EMPTY, "the cell is free");
    state.settle(id, i * side + j);
}

/// A round in which the owner of each unit gives it a direction code.
pub fn round(state: &mut State, orders: &[(usize, i32)]) -> Result<String, Fatal> {
    let mut calls = vec![Vec::new(); 4];
    for &(id, code) in orders {
        calls[usize::from(state.board.units[id].player)].push(Order::new(id as i32, code));
    }
    let mut notes = Notes::default();
    state.step(&calls, &[false; 4], &mut notes)?;
    Ok(notes.text)
}

/// Where a unit stands.
pub fn at(state: &State, id: usize) -> (i32, i32) {
    (state.board.units[id].pos.i, state.board.units[id].pos.j)
}

/// The first rows and columns of the board, virus included, as result files show them.
pub fn drawing(state: &State, rows: usize, cols: usize) -> Vec<String> {
    let mut out = Vec::new();
    state.board.layout.write(&state.board.virus, &mut out);
    let text = String::from_utf8(out).expect("boards are text");
    text.lines().skip(4).take(rows).map(|line| line[3..3 + cols].to_string()).collect()
}
