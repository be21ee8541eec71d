//! Gold: four diggers on a square field. Who steps on gold has it; who has most wins.

mod board;
mod players;
#[cfg(test)]
mod tests;

use board::{Field, Head};
use engine::{Facts, Fatal, Game, Lcg, Notes, Order, Parameter, Player, Refusal, Setup, Tokens};

/// What is fixed about the game.
const FACTS: Facts = Facts {
    id: "gold",
    title: "Gold",
    version: "Gold 1.0",
    summary: "Four diggers look for gold.",
    rules_version: 1,
    max_orders: Some(1000),
    shared_stream: false,
    parameters: &[
        Parameter { name: "rounds", default: "60", allowed: "1 to 10000", meaning: "of a match" },
        Parameter { name: "size", default: "12", allowed: "4 to 60", meaning: "rows and columns" },
        Parameter { name: "nuggets", default: "10", allowed: "1 to 100", meaning: "at a time" },
    ],
    boards: &[("default.cnf", include_str!("default.cnf"))],
    players: &["Null", "Demo", "Dummy"],
    sdk: &[],
    manual: include_str!("README.md"),
};

/// A settings file.
#[derive(Clone, Copy)]
pub struct Settings {
    rounds: i32,
    size: i32,
    nuggets: i32,
}

/// Everything that a match knows between two rounds.
#[derive(Clone)]
pub struct State {
    settings: Settings,
    head: Head,
    field: Field,
    /// Draws the places of nuggets.
    luck: Lcg,
    /// The streams of the players.
    streams: [Lcg; 4],
}

/// The game.
pub struct Gold;

impl State {
    /// Lets nuggets appear until there are as many as there should be.
    fn strew(&mut self) {
        let size = self.settings.size;
        while self.field.gold.len() < self.settings.nuggets as usize {
            let place = [self.luck.draw(0, size - 1), self.luck.draw(0, size - 1)];
            self.field.gold.push(place);
        }
    }
}

impl Game for Gold {
    const FACTS: Facts = FACTS;
    type Settings = Settings;
    type State = State;
    type Board = Field;

    fn read_settings(text: &[u8]) -> Result<Settings, Refusal> {
        let mut words = Tokens::new(text);
        words.expect("Gold")?;
        let rounds = words.setting("rounds", 1, 10_000)?;
        let size = words.setting("size", 4, 60)?;
        let nuggets = words.setting("nuggets", 1, 100)?;
        Ok(Settings { rounds, size, nuggets })
    }

    fn seats(_: &Settings) -> usize {
        4
    }

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<State, Fatal> {
        let seed = setup.seed.parse().unwrap_or(0);
        let last = settings.size - 1;
        let field = Field {
            round: 0,
            diggers: [[0, 0], [0, last], [last, 0], [last, last]],
            scores: [0; 4],
            gold: Vec::new(),
        };
        let head = Head { size: settings.size, names: setup.names.clone() };
        let streams = [0, 1, 2, 3].map(|seat| Lcg::for_seat(seed, seat));
        let mut state = State { settings: *settings, head, field, luck: Lcg::new(seed), streams };
        state.strew();
        Ok(state)
    }

    fn rounds_left(state: &State) -> u32 {
        (state.settings.rounds - state.field.round).max(0).cast_unsigned()
    }

    fn round(state: &State) -> i32 {
        state.field.round
    }

    /// One round: everybody steps, in the order of the seats; who finds gold has it.
    fn step(
        state: &mut State,
        orders: &[Vec<Order>],
        _warned: &[bool],
        _notes: &mut Notes,
    ) -> Result<(), Fatal> {
        let size = state.settings.size;
        for (seat, orders) in orders.iter().enumerate() {
            // The first order counts; its first number says where to.
            let Some(order) = orders.first() else { continue };
            let [i, j] = state.field.diggers[seat];
            let step = match order.a {
                0 => [i - 1, j],
                1 => [i + 1, j],
                2 => [i, j - 1],
                3 => [i, j + 1],
                _ => [i, j],
            };
            if step.iter().all(|x| (0..size).contains(x)) {
                state.field.diggers[seat] = step;
            }
            let before = state.field.gold.len();
            let here = state.field.diggers[seat];
            state.field.gold.retain(|place| *place != here);
            state.field.scores[seat] += (before - state.field.gold.len()) as i32;
        }
        state.strew();
        state.field.round += 1;
        Ok(())
    }

    /// What a player is told once: its seat and the size of the field.
    fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&(seat as i32).to_le_bytes());
        out.extend_from_slice(&state.settings.size.to_le_bytes());
    }

    /// What it sees each round: the four diggers, then the gold; two numbers each.
    fn write_view(state: &State, _: usize, out: &mut Vec<u8>) {
        for place in state.field.diggers.iter().chain(&state.field.gold) {
            place.iter().for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
        }
    }

    fn write_stream(state: &mut State, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.streams[seat].state().to_le_bytes());
    }

    fn read_stream(state: &mut State, seat: usize, stream: &[u8]) {
        if let Ok(bytes) = stream.try_into() {
            state.streams[seat] = Lcg::from_state(u32::from_le_bytes(bytes));
        }
    }

    /// Every byte that influences what comes.
    fn write_canonical(state: &State, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.field.round.to_le_bytes());
        Self::write_view(state, 0, out);
        state.field.scores.iter().for_each(|s| out.extend_from_slice(&s.to_le_bytes()));
        for lcg in state.streams.iter().chain([&state.luck]) {
            out.extend_from_slice(&lcg.state().to_le_bytes());
        }
    }

    fn head(state: &State) -> &Head {
        &state.head
    }

    fn board(state: &State) -> &Field {
        &state.field
    }

    fn moves(_: &State) -> &() {
        &()
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
