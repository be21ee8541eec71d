//! Dominator: farmers colour land, knights capture units, witches haunt the cells around them.
//!
//! The manual is `README.md`; the round is in [`rules`].

pub mod generator;
mod imagine;
mod placement;
pub mod players;
pub mod res;
pub mod rules;
mod scene;
pub mod settings;
mod sight;
pub mod state;
pub mod tell;
pub mod view;
mod words;

#[cfg(test)]
mod tests;

use engine::tell::Tell;
use engine::{Facts, Fatal, Game, Lcg, Notes, Order, Parameter, Player, Refusal, Setup};
use settings::Settings;
use state::{Board, Moves, State};

/// The game.
pub struct Dominator;

const fn parameter(
    name: &'static str,
    default: &'static str,
    allowed: &'static str,
    meaning: &'static str,
) -> Parameter {
    Parameter { name, default, allowed, meaning }
}

const PARAMETERS: &[Parameter] = &[
    parameter("nb_players", "4", "4", "players"),
    parameter("nb_rounds", "200", "1 or more", "rounds of a match"),
    parameter("nb_farmers", "20", "0 to 5000", "farmers of each team at the start"),
    parameter("nb_knights", "10", "0 to 5000", "knights of each team at the start"),
    parameter("nb_witches", "2", "0 to 5000", "witches of each team"),
    parameter("farmers_health", "100", "1 or more", "full health of a farmer"),
    parameter("knights_health", "200", "1 or more", "full health of a knight"),
    parameter("farmers_regen", "30", "0 or more", "health a farmer regains by resting a round"),
    parameter("knights_regen", "30", "0 or more", "health a knight regains by resting a round"),
    parameter("damage_min", "60", "0 or more", "least damage of a hit"),
    parameter("damage_max", "90", "damage_min or more", "greatest damage of a hit"),
    parameter("rows", "37", "21, 23, … 999", "rows of the board"),
    parameter("cols", "37", "as many as rows", "columns of the board"),
];

/// What is fixed about Dominator.
pub const FACTS: Facts = Facts {
    id: "dominator",
    title: "Dominator",
    version: "Dominator 4.0",
    summary: "Farmers colour land, knights capture units, witches haunt the cells around them.",
    rules_version: 1,
    max_orders: Some(1000),
    shared_stream: false,
    parameters: PARAMETERS,
    boards: &[
        ("default.cnf", include_str!("boards/default.cnf")),
        ("rooms.cnf", include_str!("boards/rooms.cnf")),
        ("pillars.cnf", include_str!("boards/pillars.cnf")),
        ("court.cnf", include_str!("boards/court.cnf")),
        ("crowd.cnf", include_str!("boards/crowd.cnf")),
        ("meadow.cnf", include_str!("boards/meadow.cnf")),
    ],
    players: &["Demo", "Dummy", "Null"],
    sdk: &[
        ("Action.hh", include_str!("../../sdk/cpp/parts/Action.hh")),
        ("Asked.hh", include_str!("../../sdk/cpp/parts/Asked.hh")),
        ("Board.hh", include_str!("../../sdk/cpp/parts/Board.hh")),
        ("Compass.hh", include_str!("../../sdk/cpp/parts/Compass.hh")),
        ("Game.hh", include_str!("../../sdk/cpp/parts/Game.hh")),
        ("Info.hh", include_str!("sdk/Info.hh")),
        ("Player.hh", include_str!("sdk/Player.hh")),
        ("Settings.hh", include_str!("sdk/Settings.hh")),
        ("State.hh", include_str!("sdk/State.hh")),
        ("Structs.hh", include_str!("sdk/Structs.hh")),
        ("Utils.hh", include_str!("sdk/Utils.hh")),
        ("guest.cc", include_str!("sdk/guest.cc")),
        ("api.rs", include_str!("sdk/api.rs")),
        ("AIDemo.cc", include_str!("players/AIDemo.cc")),
        ("AINull.cc", include_str!("players/AINull.cc")),
        ("AIScout.cc", include_str!("players/AIScout.cc")),
        ("AIDemo.rs", include_str!("players/AIDemo.rs")),
        ("AINull.rs", include_str!("players/AINull.rs")),
        ("AIScout.rs", include_str!("players/AIScout.rs")),
    ],
    manual: include_str!("README.md"),
};

impl Game for Dominator {
    const FACTS: Facts = FACTS;
    const TELL: Option<Tell> = Some(tell::TELL);
    type Settings = Settings;
    type State = State;
    type Board = Board;

    fn read_settings(text: &[u8]) -> Result<Settings, Refusal> {
        Settings::read(text)
    }

    fn seats(_: &Settings) -> usize {
        state::TEAMS
    }

    fn start(settings: &Settings, setup: &Setup, notes: &mut Notes) -> Result<State, Fatal> {
        State::start(settings, setup, notes)
    }

    fn rounds_left(state: &State) -> u32 {
        state.parameters().nb_rounds.saturating_sub(state.board.round).max(0) as u32
    }

    fn round(state: &State) -> i32 {
        state.board.round
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
        &mut state.board.status
    }

    fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
        view::write_intro(state, seat, out);
    }

    fn write_view(state: &State, seat: usize, out: &mut Vec<u8>) {
        view::write_view(state, seat, out);
    }

    fn write_stream(state: &mut State, seat: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.streams[seat].state().to_le_bytes());
    }

    fn read_stream(state: &mut State, seat: usize, stream: &[u8]) {
        if let Some(&[a, b, c, d]) = stream.first_chunk() {
            state.streams[seat] = Lcg::from_state(u32::from_le_bytes([a, b, c, d]));
        }
    }

    fn write_canonical(state: &State, out: &mut Vec<u8>) {
        state.write_canonical(out);
    }

    fn head(state: &State) -> &res::Head {
        &state.head
    }

    fn board(state: &State) -> &Board {
        &state.board
    }

    fn moves(state: &State) -> &Moves {
        &state.moves
    }

    fn imagine(intro: &[u8], view: &[u8]) -> Option<State> {
        imagine::state(intro, view)
    }

    fn imagined_order(me: usize, team: usize, order: Order) -> (usize, Order) {
        imagine::order(me, team, order)
    }

    fn reseed(state: &mut State, seed: u32) {
        state.dice = Lcg::new(seed as i32);
    }

    fn share_hidden(from: &State, to: &mut State) {
        (to.dice, to.streams) = (from.dice, from.streams);
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
