//! Mad Max: warriors and cars fight for cities, water and petrol in the desert.
//!
//! The rules are told in `README.md`; `rules.rs` plays them.

pub mod cities;
pub mod generator;
mod imagine;
pub mod land;
pub mod players;
pub mod res;
pub mod rules;
pub mod scene;
pub mod settings;
pub mod state;
pub mod tell;
pub mod view;
mod words;

#[cfg(test)]
mod tests;

use engine::tell::Tell;
use engine::{Facts, Fatal, Game, Notes, Order, Player, Refusal, SEATS, Setup};
use settings::Settings;
use state::{Board, Head, Moves, State};

/// More calls than this in one round end a player (in the kit: the match).
pub const MAX_ORDERS: usize = 1000;

/// The game.
pub struct MadMax;

impl Game for MadMax {
    const FACTS: Facts = Facts {
        id: "mad-max",
        title: "Mad Max",
        version: settings::VERSION,
        summary: "Warriors and cars fight for cities, water and petrol in the desert.",
        rules_version: 1,
        max_orders: Some(MAX_ORDERS),
        shared_stream: false,
        parameters: settings::PARAMETERS,
        boards: &[
            ("default.cnf", include_str!("boards/default.cnf")),
            ("drought.cnf", include_str!("boards/drought.cnf")),
            ("oasis.cnf", include_str!("boards/oasis.cnf")),
            ("crossroads.cnf", include_str!("boards/crossroads.cnf")),
            ("ring_road.cnf", include_str!("boards/ring_road.cnf")),
        ],
        players: players::NAMES,
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
            ("AINull.cc", include_str!("players/AINull.cc")),
            ("AIDemo.cc", include_str!("players/AIDemo.cc")),
            ("AIScout.cc", include_str!("players/AIScout.cc")),
            ("AIScout.rs", include_str!("players/AIScout.rs")),
            ("AIDemo.rs", include_str!("players/AIDemo.rs")),
            ("AINull.rs", include_str!("players/AINull.rs")),
        ],
        manual: include_str!("README.md"),
    };
    const SAME_VIEW: bool = true;
    const TELL: Option<Tell> = Some(tell::TELL);
    type Settings = Settings;
    type State = State;
    type Board = Board;

    fn read_settings(text: &[u8]) -> Result<Settings, Refusal> {
        Settings::read(text)
    }

    fn seats(_: &Settings) -> usize {
        SEATS
    }

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<State, Fatal> {
        State::start(settings, setup)
    }

    fn rounds_left(state: &State) -> u32 {
        (state.head.parameters.nb_rounds - state.board.round).max(0) as u32
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
        rules::play_round(state, orders, warned, notes)
    }

    fn status(state: &mut State) -> &mut [f64] {
        &mut state.board.status
    }

    fn write_intro(state: &State, seat: usize, out: &mut Vec<u8>) {
        view::write_intro(state, seat, out);
    }

    fn write_view(state: &State, _: usize, out: &mut Vec<u8>) {
        view::write_view(state, out);
    }

    fn write_stream(state: &mut State, seat: usize, out: &mut Vec<u8>) {
        view::write_stream(state, seat, out);
    }

    fn read_stream(state: &mut State, seat: usize, stream: &[u8]) {
        view::read_stream(state, seat, stream);
    }

    fn write_canonical(state: &State, out: &mut Vec<u8>) {
        view::write_canonical(state, out);
    }

    fn head(state: &State) -> &Head {
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

    fn reseed(state: &mut State, seed: u32) {
        state.dice = engine::Lcg::new(seed as i32);
    }

    fn share_hidden(from: &State, to: &mut State) {
        (to.dice, to.streams) = (from.dice, from.streams);
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}
