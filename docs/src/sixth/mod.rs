//! Gold: four diggers on a square field. A digger that steps on gold gets it. The digger with the
//! most gold wins.

mod board;
mod players;
#[cfg(test)]
mod tests;

use board::{Field, Head};
use engine::parameters::within;
use engine::{
    Facts, Fatal, Features, Game, Lcg, LookAhead, Notes, Order, Player, Refusal, Rules, SEATS,
    Settings, Setup, Shown, Streams, Tokens, Views, native_text,
};

/// The constant facts of the game.
const FACTS: Facts = Facts {
    id: "gold",
    title: "Gold",
    version: "Gold 1.0",
    summary: "Four diggers look for gold.",
    rules_version: 1,
    max_orders: Some(1000),
    shared_stream: false,
    parameters: Parameters::TABLE,
    boards: &[("default.cnf", include_str!("default.cnf"))],
    players: &["Null", "Demo", "Dummy"],
    sdk: &[],
    manual: native_text!("README.md"),
    qualification: "",
    translations: &[],
    pictures: &[],
    kit: "",
};

engine::parameters! {
    /// The parameters of a settings file.
    #[derive(Clone, Copy)]
    pub struct Parameters {
        rounds: i32 = 60, within(1, 10_000), "rounds of a match";
        size: i32 = 12, within(4, 60), "rows and columns";
        nuggets: i32 = 10, within(1, 100), "nuggets on the field at a time";
    }
}

/// The state of a match between two rounds.
#[derive(Clone)]
pub struct State {
    parameters: Parameters,
    head: Head,
    field: Field,
    /// Draws the places of nuggets.
    luck: Lcg,
    /// The streams of the players.
    streams: [Lcg; SEATS],
}

/// The game.
pub struct Gold;

impl State {
    /// Adds nuggets until the field has `nuggets` of them.
    fn strew(&mut self) {
        let size = self.parameters.size;
        while self.field.gold.len() < self.parameters.nuggets as usize {
            let place = [self.luck.draw(0, size - 1), self.luck.draw(0, size - 1)];
            self.field.gold.push(place);
        }
    }
}

impl Game for Gold {
    const FACTS: Facts = FACTS;
    type State = State;

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}

impl Settings for Parameters {
    fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut words = Tokens::new(text);
        words.expect("Gold")?;
        Self::read(&mut words)
    }
}

impl Rules for State {
    type Game = Gold;
    type Settings = Parameters;

    fn start(parameters: &Parameters, setup: &Setup, _: &mut Notes) -> Result<Self, Fatal> {
        let seed = setup.seed.parse().unwrap_or(0);
        let last = parameters.size - 1;
        let field = Field {
            round: 0,
            diggers: [[0, 0], [0, last], [last, 0], [last, last]],
            scores: [0; SEATS],
            gold: Vec::new(),
        };
        let head = Head { size: parameters.size, names: setup.names.clone() };
        let streams = [0, 1, 2, 3].map(|seat| Lcg::for_seat(seed, seat));
        let luck = Lcg::new(seed);
        let mut state = Self { parameters: *parameters, head, field, luck, streams };
        state.strew();
        Ok(state)
    }

    fn round(&self) -> i32 {
        self.field.round
    }

    fn rounds_left(&self) -> u32 {
        (self.parameters.rounds - self.field.round).max(0).cast_unsigned()
    }

    /// Every digger steps, in the order of the seats. A digger that finds gold gets it.
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        _warned: &[bool],
        _notes: &mut Notes,
    ) -> Result<(), Fatal> {
        let size = self.parameters.size;
        for (seat, orders) in orders.iter().enumerate() {
            // The first order counts; its first number says where to.
            let Some(order) = orders.first() else { continue };
            let [i, j] = self.field.diggers[seat];
            let step = match order.a {
                0 => [i - 1, j],
                1 => [i + 1, j],
                2 => [i, j - 1],
                3 => [i, j + 1],
                _ => [i, j],
            };
            if step.iter().all(|x| (0..size).contains(x)) {
                self.field.diggers[seat] = step;
            }
            let before = self.field.gold.len();
            let here = self.field.diggers[seat];
            self.field.gold.retain(|place| *place != here);
            self.field.scores[seat] += (before - self.field.gold.len()) as i32;
        }
        self.strew();
        self.field.round += 1;
        Ok(())
    }
}

impl Views for State {
    const SAME_VIEW: bool = true;

    /// The bytes that a player gets once: its seat and the size of the field.
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&(seat as i32).to_le_bytes());
        out.extend_from_slice(&self.parameters.size.to_le_bytes());
    }

    /// The bytes that it gets in each round: the four diggers, then the gold, two numbers each.
    fn write_view(&self, _: usize, out: &mut Vec<u8>) {
        for place in self.field.diggers.iter().chain(&self.field.gold) {
            place.iter().for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
        }
    }

    /// Every value that influences later rounds.
    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.field.round.to_le_bytes());
        self.write_view(0, out);
        self.field.scores.iter().for_each(|s| out.extend_from_slice(&s.to_le_bytes()));
        for lcg in self.streams.iter().chain([&self.luck]) {
            out.extend_from_slice(&lcg.state().to_le_bytes());
        }
    }
}

impl Streams for State {
    fn streams(&mut self) -> &mut [Lcg] {
        &mut self.streams
    }
}

/// Players of Gold cannot look ahead.
impl LookAhead for State {}

impl Features for State {}

impl Shown for State {
    type Board = Field;

    fn head(&self) -> &Head {
        &self.head
    }

    fn board(&self) -> &Field {
        &self.field
    }

    fn moves(&self) -> &() {
        &()
    }
}
