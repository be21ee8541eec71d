//! A state as a player imagines it: everything that it sees, and a guess of the rest.

use super::layout::{CITY, GRASS, Layout, PATH, Road, WALL};
use super::res::Head;
use super::settings::{PLAYERS, Params};
use super::state::{Board, Hidden, State, Unit};
use super::view::{Intro, MASK_BIT, View};
use engine::tell::Bytes;
use engine::{Pos, Ruleset};
use std::sync::Arc;

/// The state behind a view. Unknown are the random streams, and in which order the masks came to
/// lie where they lie.
pub fn state(intro: &[u8], bytes: &[u8]) -> Option<State> {
    let known = Intro::read(intro)?;
    let view = View::new(bytes, &known)?;
    let params = params(intro, &known)?;
    let layout = layout(&known);
    let mut numbers = Bytes(bytes);
    let round = numbers.int();
    numbers.int();
    let status = numbers.reals(PLAYERS);
    let scores = numbers.ints(PLAYERS);
    let mut owners = |count: usize| -> Vec<i8> {
        (0..count).map(|_| i8::try_from(numbers.int()).unwrap_or(-1)).collect()
    };
    let (city_owners, path_owners) = (owners(known.cities.len()), owners(known.paths.len()));
    let units: Vec<Unit> = view
        .units()
        .map(|seen| Unit {
            player: seen.player,
            pos: seen.pos,
            health: seen.health,
            damage: seen.damage,
            turns: seen.turns,
            immune: seen.immune,
            mask: seen.mask,
        })
        .collect();
    let lies: Vec<bool> = view.cells.iter().map(|cell| cell & MASK_BIT != 0).collect();
    let masks: Vec<Pos> =
        (0..lies.len()).filter(|&cell| lies[cell]).map(|cell| layout.pos(cell)).collect();
    let mut hidden = Hidden::new(Ruleset::Statement, 0, &params);
    for (id, unit) in units.iter().enumerate() {
        *hidden.occupant.get_mut(layout.index(unit.pos))? = id as u32;
    }
    hidden.lies = lies;
    let board = Board {
        virus: view.cells.iter().map(|cell| cell & !MASK_BIT).collect(),
        layout: Arc::new(layout),
        masks,
        round,
        scores: std::array::from_fn(|seat| scores[seat]),
        status: std::array::from_fn(|seat| status[seat]),
        city_owners,
        path_owners,
        units,
        known: true,
    };
    let head = Head { seed: 0, params, names: vec![String::new(); PLAYERS] };
    Some(State { head, board, moves: Default::default(), hidden })
}

fn params(intro: &[u8], known: &Intro) -> Option<Params> {
    let mut numbers = Bytes(intro);
    let values = numbers.ints(12);
    let (infection_factor, mask_protection) = (numbers.real(), numbers.real());
    Some(Params {
        side: known.side,
        nb_rounds: known.nb_rounds,
        initial_health: known.initial_health,
        nb_units: usize::try_from(values[5]).ok()?,
        bonus_per_city_cell: values[6],
        bonus_per_path_cell: values[7],
        factor_connected_component: values[8],
        infection_factor,
        mask_protection,
    })
}

fn layout(known: &Intro) -> Layout {
    let letters = known.ground.iter().map(|ground| match ground {
        1 => GRASS,
        2 => CITY,
        3 => PATH,
        _ => WALL,
    });
    let road = |(cities, cells): &([usize; 2], Vec<Pos>)| Road {
        a: cities[0] as i32,
        b: cities[1] as i32,
        cells: cells.clone(),
    };
    let paths = known.paths.iter().map(road).collect();
    Layout::new(known.side, letters.collect(), known.cities.clone(), paths)
}
