//! Scenarios, drawn as small boards.
//!
//! Each row of a drawing is the ground and, after a blank, the units on it: `a` to `d` are
//! warriors of the seats 0 to 3, `A` to `D` their cars. Units are numbered row by row.

mod life;
mod meetings;
mod rebirths;
mod switches;

use super::{moves, orders};
use crate::mad_max::cities::Cities;
use crate::mad_max::land::Land;
use crate::mad_max::settings::{Parameters, VERSION};
use crate::mad_max::state::{Head, Kind, Move, NOBODY, State};
use engine::{Dir, Notes, Order, Pos, Ruleset};

const HEALTH: i32 = 40;
const FUEL: i32 = 100;
const DAMAGE: i32 = 6;

/// A state from its drawing.
fn drawn(picture: &str) -> State {
    drawn_with(picture, 1, Ruleset::Statement)
}

fn drawn_with(picture: &str, seed: i32, ruleset: Ruleset) -> State {
    let rows: Vec<(&str, &str)> =
        picture.trim().lines().map(|l| l.trim().split_once(' ').expect("two halves")).collect();
    let cols = rows[0].0.len();
    let mut land = Land::desert(rows.len() as i32, cols as i32);
    for (i, (ground, units)) in rows.iter().enumerate() {
        assert!(ground.len() == cols && units.len() == cols, "row {i} is not {cols} wide");
        for (j, letter) in ground.bytes().enumerate() {
            land.set(Pos::new(i as i32, j as i32), letter);
        }
    }
    let cities = Cities::find(&land).expect("legal cities");
    let parameters = Parameters {
        nb_players: 4,
        nb_rounds: 1000,
        nb_cities: cities.len() as i32,
        nb_warriors: 2,
        nb_cars: 1,
        warriors_health: HEALTH,
        cars_fuel: FUEL,
        damage: DAMAGE,
        rows: land.rows(),
        cols: land.cols(),
    };
    let names = ["A", "B", "C", "D"].map(String::from);
    let (seed_text, version) = (seed.to_string(), VERSION.into());
    let head = Head { judged: false, seed: seed_text, version, parameters, names };
    let mut state = State::empty(head, land, cities, seed, ruleset);
    for (i, (_, units)) in rows.iter().enumerate() {
        for (j, letter) in units.bytes().enumerate() {
            let (kind, seat) = match letter {
                b'a'..=b'd' => (Kind::Warrior, letter - b'a'),
                b'A'..=b'D' => (Kind::Car, letter - b'A'),
                _ => continue,
            };
            let place = state.board.land.place(Pos::new(i as i32, j as i32));
            state.create(kind, seat, place);
        }
    }
    state
}

/// Both halves of the drawing as the board is now.
fn drawing(state: &State) -> String {
    let land = &state.board.land;
    let row = |i: i32| {
        let cells = (0..land.cols()).map(|j| Pos::new(i, j));
        let ground: String = cells.clone().map(|p| land.at(p) as char).collect();
        let units: String = cells.map(|p| letter(state, state.id_at(p))).collect();
        format!("{ground} {units}")
    };
    (0..land.rows()).map(row).collect::<Vec<_>>().join("\n")
}

fn letter(state: &State, id: i32) -> char {
    if id == NOBODY {
        return '.';
    }
    let unit = &state.board.units[id as usize];
    let first = if unit.kind == Kind::Car { b'A' } else { b'a' };
    (first + unit.player) as char
}

fn assert_drawn(state: &State, expected: &str) {
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(drawing(state).lines().collect::<Vec<_>>(), expected);
}

/// Orders like `0r 3tl` for everybody: the number of a unit and the letter of a direction.
fn orders(state: &State, text: &str) -> Vec<Vec<Order>> {
    let mut all = vec![Vec::new(); 4];
    for word in text.split_whitespace() {
        let (id, dir) = word.split_at(word.len() - 1);
        let id: i32 = id.parse().expect("a unit");
        let dir = Dir::from_letter(dir.as_bytes()[0]).expect("a direction");
        let seat = usize::from(state.board.units[id as usize].player);
        all[seat].push(Order::new(id, dir as i32));
    }
    all
}

/// Only the moves of a round, without hunger and rebirth.
fn move_units(state: &mut State, text: &str) -> String {
    let mut notes = Notes::default();
    let all = orders(state, text);
    orders::collect(state, &all, &[], &mut notes).expect("few orders");
    orders::filter(state, &mut notes);
    super::remember_drivers(state);
    moves::carry_out(state);
    notes.text
}

fn done(state: &State) -> Vec<i32> {
    state.moves.done.iter().map(|Move { id, .. }| *id).collect()
}

fn owner(state: &State, id: usize) -> u8 {
    state.board.units[id].player
}
