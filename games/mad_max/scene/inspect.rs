//! The facts about one cell and its unit.

use super::word;
use crate::mad_max::cities::Cities;
use crate::mad_max::land::{DESERT, ROAD, STATION, WALL, WATER, is_city};
use crate::mad_max::state::{Board, Head, Kind, Unit};
use engine::scene::Fact;
use engine::{Dir, Pos, Say, say};

/// Everything known about a cell and who stands on it.
#[must_use]
pub fn inspect(board: &Board, head: &Head, p: Pos) -> Vec<Fact> {
    if !board.land.contains(p) {
        return Vec::new();
    }
    let cell = say!("row {}, column {}, {}", p.i, p.j, ground(board, p));
    let mut facts = vec![Fact::new("Cell", cell)];
    for (id, unit) in board.units.iter().enumerate().filter(|(_, unit)| unit.pos == p) {
        let name = &head.names[usize::from(unit.player)];
        facts.push(Fact::new("Unit", say!("{} {} of {}", word(unit.kind), id, name)));
        unit_facts(board, head, unit, &mut facts);
    }
    if is_city(board.land.at(p)) {
        city_facts(board, head, p, &mut facts);
    }
    facts
}

fn ground(board: &Board, p: Pos) -> &'static str {
    match board.land.at(p) {
        DESERT => "desert",
        ROAD => "road",
        WATER => "water",
        STATION => "petrol station",
        WALL => "wall",
        _ => "city",
    }
}

fn unit_facts(board: &Board, head: &Head, unit: &Unit, facts: &mut Vec<Fact>) {
    match unit.kind {
        Kind::Warrior => {
            let most = head.parameters.warriors_health;
            facts.push(Fact::new("Food", say!("{} of {}", unit.food, most)));
            facts.push(Fact::new("Water", say!("{} of {}", unit.water, most)));
            let left = unit.food.min(unit.water);
            facts.push(Fact::new("Lasts", say!("{} rounds of its player", left)));
            facts.push(Fact::new("Water in", steps(board, unit, |letter| letter == WATER, 1)));
            facts.push(Fact::new("City in", steps(board, unit, is_city, 0)));
        }
        Kind::Car => {
            let most = head.parameters.cars_fuel;
            facts.push(Fact::new("Fuel", say!("{} of {}", unit.food, most)));
            facts.push(Fact::new("Station in", steps(board, unit, |letter| letter == STATION, 1)));
        }
    }
}

fn city_facts(board: &Board, head: &Head, p: Pos, facts: &mut Vec<Fact>) {
    facts.push(Fact::new("Owner", &head.names[usize::from(board.land.at(p) - b'0')]));
    let Ok(cities) = Cities::find(&board.land) else { return };
    let here = board.land.place(p) as u32;
    let Some(cells) = cities.iter().find(|cells| cells.contains(&here)) else { return };
    facts.push(Fact::new("Size", say!("{} cells", cells.len())));
    for (seat, name) in head.names.iter().enumerate() {
        let inside = |unit: &&Unit| {
            usize::from(unit.player) == seat && cells.contains(&(board.land.place(unit.pos) as u32))
        };
        let count = board.units.iter().filter(inside).count();
        if count > 0 {
            facts.push(Fact::new("Warriors inside", say!("{} of {}", count, name)));
        }
    }
}

/// Steps of a unit until a cell with the wanted letter is at most `reach` away, in words.
fn steps(board: &Board, unit: &Unit, wanted: fn(u8) -> bool, reach: i32) -> Say {
    let land = &board.land;
    let passable = |letter: u8| {
        letter == DESERT || letter == ROAD || (unit.kind == Kind::Warrior && is_city(letter))
    };
    let arrived = |p: Pos| {
        wanted(land.at(p)) || (reach > 0 && Dir::EIGHT.iter().any(|&dir| wanted(land.at(p + dir))))
    };
    let mut seen = vec![false; land.text().len()];
    seen[land.place(unit.pos)] = true;
    let mut front = vec![unit.pos];
    for count in 0.. {
        if front.iter().any(|&p| arrived(p)) {
            return match count {
                1 => "1 step".into(),
                n => say!("{} steps", n),
            };
        }
        let mut next = Vec::new();
        for q in front.iter().flat_map(|&p| Dir::EIGHT.map(|dir| p + dir)) {
            if passable(land.at(q)) && !std::mem::replace(&mut seen[land.place(q)], true) {
                next.push(q);
            }
        }
        if next.is_empty() {
            break;
        }
        front = next;
    }
    "out of reach".into()
}
