//! A state as a player imagines it: everything that it sees, and a guess of the rest.

use super::settings::{Parameters, Settings};
use super::state::{Head, State, Unit};
use super::stream::Stream;
use super::view::{Intro, View};
use engine::bytes::Bytes;
use engine::{LookAhead, Ruleset};

/// Unknown is the random stream, which the players after this one still
/// draw from.
impl LookAhead for State {
    const SUPPORTED: bool = true;

    fn imagine(intro: &[u8], bytes: &[u8]) -> Option<Self> {
        let known = Intro::read(intro)?;
        let view = View::new(bytes, &known)?;
        let mut numbers = Bytes(intro);
        numbers.int();
        let parameters = Parameters::take(&mut numbers);
        let judged = numbers.int() != 0;
        let mut numbers = Bytes(bytes);
        let status = numbers.reals(known.players);
        let round = numbers.int();
        let scores = numbers.ints(known.players);
        let unit = |(id, &kind)| {
            let seen = view.unit(id);
            let player = u8::try_from(seen.player).unwrap_or_default();
            Unit { kind, player, health: seen.health, pos: seen.pos }
        };
        let units = known.kinds.iter().enumerate().map(unit).collect();
        let settings = Settings {
            parameters,
            old: false,
            round,
            tiles: view.tiles().to_vec(),
            scores,
            status,
            units: Some(units),
        };
        let names = vec![String::new(); known.players];
        let head = Head { parameters, old: false, judged, names, seed: "0".into() };
        let mut state = State::new(&settings, head, Ruleset::Statement, Stream::new(0));
        // Settings that begin in the middle of a match are rare; then this many are too few.
        state.rounds_left = u32::try_from(parameters.nb_rounds - round).unwrap_or(0);
        let all: Vec<_> = (0..known.kinds.len()).map(|id| view.unit(id)).collect();
        let mut named = Vec::new();
        view.name_units(&all, known.cols, &mut named);
        let cells = state.occupant.cells_mut();
        cells.iter_mut().zip(named).for_each(|(cell, id)| *cell = id);
        state.count_owners();
        Some(state)
    }

    fn reseed(&mut self, seed: u32) {
        self.stream = Stream::new(seed);
    }

    fn share_hidden(&mut self, from: &Self) {
        self.stream = from.stream.clone();
    }
}
