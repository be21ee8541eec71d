//! The view of a player, as JSON.

use super::view::{Intro, MASK_BIT};
use engine::Pos;
use engine::bytes::Bytes;
use engine::tell::{Tell, Value, json, named, rows};

/// The input and output of players that are programs.
pub const TELL: Tell = Tell { words: WORDS, intro, view };

/// The words of orders.
const WORDS: &[(&str, [i32; 3])] = &[
    ("Bottom", [0, 0, 0]),
    ("Right", [0, 1, 0]),
    ("Top", [0, 2, 0]),
    ("Left", [0, 3, 0]),
    ("None", [0, 4, 0]),
];

const SETTINGS: [&str; 8] = [
    "rows",
    "cols",
    "nb_rounds",
    "initial_health",
    "nb_units",
    "bonus_per_city_cell",
    "bonus_per_path_cell",
    "factor_connected_component",
];

/// An intro.
fn intro(bytes: &[u8]) -> Option<Value> {
    let known = Intro::read(bytes)?;
    let mut bytes = Bytes(bytes);
    let me = bytes.int();
    let mut settings = named(&SETTINGS, bytes.ints(SETTINGS.len()));
    bytes.ints(3);
    settings.insert("infection_factor".into(), bytes.real().into());
    settings.insert("mask_protection".into(), bytes.real().into());
    let cells = |cells: &[Pos]| cells.iter().map(|p| [p.i, p.j]).collect::<Vec<_>>();
    let cities: Vec<Value> = known.cities.iter().map(|city| json!(cells(city))).collect();
    let path =
        |(cities, road): &([usize; 2], Vec<Pos>)| json!({"cities": cities, "cells": cells(road)});
    let paths: Vec<Value> = known.paths.iter().map(path).collect();
    let letters = known.ground.iter().map(|&kind| b"W.;,"[usize::from(kind & 3)]);
    let ground = rows(letters, known.side);
    Some(json!({
        "me": me, "settings": settings, "cities": cities, "paths": paths, "ground": ground,
    }))
}

/// A view.
fn view(intro: &[u8], bytes: &[u8]) -> Option<Value> {
    let known = Intro::read(intro)?;
    let mut bytes = Bytes(bytes);
    let round = bytes.int();
    bytes.int();
    let (status, score) = (bytes.reals(4), bytes.ints(4));
    let (cities, paths) = (bytes.ints(known.cities.len()), bytes.ints(known.paths.len()));
    let unit = |id: usize| {
        let values = bytes.ints(7);
        json!({
            "id": id, "player": values[0], "row": values[1], "col": values[2],
            "health": values[3], "damage": values[4], "turns": values[5],
            "immune": values[6] & 1 != 0, "mask": values[6] & 2 != 0,
        })
    };
    let units: Vec<Value> = (0..known.total_units).map(unit).collect();
    let cells = bytes.take(known.ground.len());
    let virus: Vec<Vec<u8>> = cells
        .chunks(known.side.max(1))
        .map(|row| row.iter().map(|cell| cell & !MASK_BIT).collect())
        .collect();
    let masked = cells.iter().enumerate().filter(|(_, cell)| **cell & MASK_BIT != 0);
    let masks: Vec<[usize; 2]> = masked.map(|(k, _)| [k / known.side, k % known.side]).collect();
    Some(json!({
        "round": round, "total_score": score, "status": status, "city_owners": cities,
        "path_owners": paths, "units": units, "virus": virus, "masks": masks,
    }))
}
