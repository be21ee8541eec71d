//! A state as a player imagines it: everything that it sees, and a guess of the rest.

use super::layout::{CITY, GRASS, Layout, PATH, Road, WALL};
use super::res::Head;
use super::settings::Parameters;
use super::state::{Board, Hidden, State, Unit};
use super::view::{Intro, MASK_BIT, View};
use engine::bytes::Bytes;
use engine::{Lcg, LookAhead, Pos, Ruleset, SEATS};
use std::sync::Arc;

/// Unknown are the random streams, and in which order the masks came to
/// lie where they lie.
impl LookAhead for State {
    const SUPPORTED: bool = true;

    fn imagine(intro: &[u8], bytes: &[u8]) -> Option<Self> {
        let known = Intro::read(intro)?;
        let view = View::new(bytes, &known)?;
        let parameters = parameters(intro);
        let layout = layout(&known);
        let mut numbers = Bytes(bytes);
        let round = numbers.int();
        numbers.int();
        let status = numbers.reals(SEATS);
        let scores = numbers.ints(SEATS);
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
        let mut hidden = Hidden::new(Ruleset::Statement, 0, &parameters);
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
        let head = Head { seed: 0, parameters, names: vec![String::new(); SEATS] };
        Some(State { head, board, moves: Default::default(), hidden })
    }

    fn reseed(&mut self, seed: u32) {
        self.hidden.dice = Lcg::new(seed as i32);
    }

    fn share_hidden(&mut self, from: &Self) {
        let hidden = &mut self.hidden;
        (hidden.dice, hidden.streams) = (from.hidden.dice, from.hidden.streams);
        self.board.masks.clone_from(&from.board.masks);
    }
}

/// The whole numbers stand behind the seat, the real ones behind three more that are not settings.
fn parameters(intro: &[u8]) -> Parameters {
    let mut numbers = Bytes(intro);
    numbers.int();
    let mut parameters = Parameters::DEFAULT;
    let whole = [
        &mut parameters.rows,
        &mut parameters.cols,
        &mut parameters.nb_rounds,
        &mut parameters.initial_health,
        &mut parameters.nb_units,
        &mut parameters.bonus_per_city_cell,
        &mut parameters.bonus_per_path_cell,
        &mut parameters.factor_connected_component,
    ];
    whole.into_iter().for_each(|value| *value = numbers.int());
    numbers.ints(3);
    (parameters.infection_factor, parameters.mask_protection) = (numbers.real(), numbers.real());
    parameters
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
