//! Battle Royale: farmers colour tiles, knights hit rivals, and whoever has no health left
//! changes sides.
//!
//! The manual is `README.md`; the round is in [`rules`].

pub mod generator;
mod imagine;
pub mod players;
pub mod res;
pub mod rules;
mod scene;
pub mod settings;
pub mod state;
mod stream;
pub mod tell;
pub mod view;
mod words;

#[cfg(test)]
mod tests;

pub use stream::Stream;

use engine::tell::Tell;
use engine::{Facts, Fatal, Game, Notes, Order, Parameter, Player, Refusal, Setup};
use settings::Settings;
use state::{Field, Head, Moves, State};

/// The game.
pub struct BattleRoyale;

const fn parameter(
    name: &'static str,
    default: &'static str,
    allowed: &'static str,
    meaning: &'static str,
) -> Parameter {
    Parameter { name, default, allowed, meaning }
}

const PARAMETERS: &[Parameter] = &[
    parameter("nb_players", "4", "2 or 4", "players"),
    parameter("nb_rounds", "100", "1 or more", "rounds of a match"),
    parameter("nb_farmers", "15", "0 or more", "farmers of each team at the start"),
    parameter("nb_knights", "15", "0 or more", "knights of each team at the start"),
    parameter("farmers_health", "60", "1 or more", "full health of a farmer"),
    parameter("knights_health", "120", "1 or more", "full health of a knight"),
    parameter("farmers_regen", "0", "0 or more", "health a farmer regains by resting a round"),
    parameter("knights_regen", "15", "0 or more", "health a knight regains by resting a round"),
    parameter("damage_min", "50", "0 or more", "least damage of a hit"),
    parameter("damage_max", "70", "damage_min or more", "greatest damage of a hit"),
    parameter("rows", "35", "4 or more", "rows of the board"),
    parameter("cols", "35", "4 or more", "columns of the board"),
];

/// What is fixed about Battle Royale.
pub const FACTS: Facts = Facts {
    id: "battle-royale",
    title: "Battle Royale",
    version: "battleroyale v1.1",
    summary: "Farmers colour tiles, knights hit rivals, and who has no health changes sides.",
    rules_version: 1,
    // The kit sets no limit, and a board with many units needs many orders.
    max_orders: None,
    shared_stream: true,
    parameters: PARAMETERS,
    boards: &[
        ("default.cnf", include_str!("boards/default.cnf")),
        ("open.cnf", include_str!("boards/open.cnf")),
        ("castle.cnf", include_str!("boards/castle.cnf")),
        ("canal.cnf", include_str!("boards/canal.cnf")),
        ("duel.cnf", include_str!("boards/duel.cnf")),
    ],
    players: &["Demo", "Dummy", "Null"],
    sdk: &[
        ("Action.hh", include_str!("sdk/Action.hh")),
        ("BackTrace.hh", include_str!("sdk/BackTrace.hh")),
        ("Board.hh", include_str!("sdk/Board.hh")),
        ("Game.hh", include_str!("sdk/Game.hh")),
        ("Player.hh", include_str!("sdk/Player.hh")),
        ("PosDir.hh", include_str!("sdk/PosDir.hh")),
        ("Utils.hh", include_str!("sdk/Utils.hh")),
        ("flags", include_str!("sdk/flags")),
        ("guest.cc", include_str!("sdk/guest.cc")),
        ("api.rs", include_str!("sdk/api.rs")),
        ("AINull.cc", include_str!("players/AINull.cc")),
        ("AIDemo.cc", include_str!("players/AIDemo.cc")),
        ("AIScout.cc", include_str!("players/AIScout.cc")),
        ("AIScout.rs", include_str!("players/AIScout.rs")),
        ("AIDemo.rs", include_str!("players/AIDemo.rs")),
        ("AINull.rs", include_str!("players/AINull.rs")),
        ("AISearch.cc", include_str!("players/AISearch.cc")),
        ("AISearch.rs", include_str!("players/AISearch.rs")),
    ],
    manual: include_str!("README.md"),
};

impl Game for BattleRoyale {
    const FACTS: Facts = FACTS;
    const PROGRAM: engine::Program = engine::Program {
        default_seed: None,
        checks_first: false,
        first_round: Some(1),
        around_rules: Some(("start next", "end next")),
        says_scores: false,
        wrong_number: "fatal: wrong number of players.",
        not_registered: ("Error at Registry.cc:22: player ", " not registered."),
        wrong_call: 1,
        ..engine::Program::COMMON
    };
    const SAME_VIEW: bool = true;
    const TELL: Option<Tell> = Some(tell::TELL);
    type Settings = Settings;
    type State = State;
    type Board = Field;

    fn read_settings(text: &[u8]) -> Result<Settings, Refusal> {
        Settings::read(text)
    }

    fn draw_settings(seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>> {
        Some(generator::draw_settings(seed, rows, cols))
    }

    fn seats(settings: &Settings) -> usize {
        settings.parameters.seats()
    }

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<State, Fatal> {
        rules::start(settings, setup)
    }

    fn rounds_left(state: &State) -> u32 {
        state.rounds_left
    }

    fn round(state: &State) -> i32 {
        state.field.round
    }

    fn step(
        state: &mut State,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        rules::step(state, orders, warned, notes)
    }

    fn status(state: &mut State) -> &mut [f64] {
        &mut state.field.status
    }

    fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
        view::write_intro(state, seat, out);
    }

    fn write_view(state: &State, _: usize, out: &mut Vec<u8>) {
        view::write_view(state, out);
    }

    fn write_stream(state: &mut State, _: usize, out: &mut Vec<u8>) {
        state.stream.write(out);
    }

    fn read_stream(state: &mut State, _: usize, stream: &[u8]) {
        if let Some(stream) = Stream::read(stream) {
            state.stream = stream;
        }
    }

    fn stream_steps(before: &[u8], after: &[u8]) -> Option<u32> {
        stream::steps(before, after)
    }

    fn advance_stream(stream: &mut [u8], steps: u32) {
        stream::advance(stream, steps);
    }

    fn write_canonical(state: &State, out: &mut Vec<u8>) {
        state.write_canonical(out);
    }

    fn head(state: &State) -> &Head {
        &state.head
    }

    fn board(state: &State) -> &Field {
        &state.field
    }

    fn moves(state: &State) -> &Moves {
        &state.moves
    }

    fn imagine(intro: &[u8], view: &[u8]) -> Option<State> {
        imagine::state(intro, view)
    }

    fn reseed(state: &mut State, seed: u32) {
        state.stream = stream::Stream::new(seed);
    }

    fn share_hidden(from: &State, to: &mut State) {
        to.stream = from.stream.clone();
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
