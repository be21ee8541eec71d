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

use engine::scene::{Fact, Scene, Stage};
use engine::{Facts, Fatal, Game, Lines, Notes, Order, Player, Refusal, SEATS, Setup};
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
    const ORDER_WORDS: &'static [(&'static str, [i32; 3])] = tell::WORDS;
    type Settings = Settings;
    type State = State;
    type Board = Board;

    fn read_settings(text: &[u8]) -> Result<Settings, Refusal> {
        Settings::read(text)
    }

    fn seats(_: &Settings) -> usize {
        SEATS
    }

    fn check_seed(seed: &str) -> Result<(), String> {
        match seed.parse::<i32>() {
            Ok(0..) => Ok(()),
            _ => Err(format!("the seed must be a whole number from 0 to {}", i32::MAX)),
        }
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

    fn set_status(state: &mut State, seat: usize, status: f64) {
        if let Some(share) = state.board.status.get_mut(seat) {
            *share = status;
        }
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

    fn tell_intro(intro: &[u8]) -> Option<engine::tell::Value> {
        tell::intro(intro)
    }

    fn tell_view(intro: &[u8], view: &[u8]) -> Option<engine::tell::Value> {
        tell::view(intro, view)
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

impl engine::Board for Board {
    type Head = Head;
    type Moves = Moves;

    fn write_head(head: &Head, out: &mut Vec<u8>) {
        res::write_head(head, out);
    }

    fn write(&self, _: &Head, out: &mut Vec<u8>) {
        res::write_board(self, out);
    }

    fn write_moves(_: &Head, moves: &Moves, out: &mut Vec<u8>) {
        res::write_moves(&moves.done, out);
    }

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        res::read_head(lines)
    }

    fn read(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        res::read_board(head, lines)
    }

    fn read_moves(head: &Head, lines: &mut Lines<'_>) -> Result<Moves, Refusal> {
        let done = res::read_moves(head, lines)?;
        Ok(Moves { done, refused: Vec::new() })
    }

    fn stage(&self, head: &Head) -> Stage {
        scene::stage(head)
    }

    fn series() -> &'static [&'static str] {
        scene::SERIES
    }

    fn values(&self, head: &Head) -> Vec<Vec<f64>> {
        scene::values(self, head)
    }

    fn scores(&self) -> Vec<i64> {
        self.total_score.iter().map(|&score| i64::from(score)).collect()
    }

    fn score(&self, seat: usize) -> i64 {
        self.total_score.get(seat).map_or(0, |&score| score.into())
    }

    fn scene(&self, head: &Head, before: Option<(&Self, &Moves)>) -> Scene {
        scene::scene(self, head, before)
    }

    fn inspect(&self, head: &Head, i: i32, j: i32) -> Vec<Fact> {
        scene::inspect(self, head, engine::Pos::new(i, j))
    }
}
