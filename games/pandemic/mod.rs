//! Pandemic: four peoples conquer cities and the paths between them while a virus spreads.
//!
//! The sections that comments speak of are those of the game's specification.

pub mod generator;
mod imagine;
pub mod layout;
pub mod players;
mod recall;
pub mod res;
pub mod rules;
mod scene;
mod scoring;
pub mod settings;
pub mod state;
pub mod tell;
#[cfg(test)]
mod tests;
pub mod view;
mod words;

use engine::tell::Tell;
use engine::{Facts, Fatal, Game, Lcg, Notes, Order, Parameter, Player, Program, Refusal, Setup};
use res::{Head, Moves};
use settings::{PLAYERS, Settings};
use state::{Board, Hidden, NOBODY, State, Unit};
use std::sync::Arc;

/// How the kit's program behaved (section h).
const PROGRAM: Program = Program {
    wrong_number: "error: Wrong number of players.",
    not_registered: ("error: Player ", " not registered."),
    ..Program::COMMON
};

/// The largest seed: the stream of the last player is seeded with four more.
const LARGEST_SEED: i32 = i32::MAX - 4;

/// The game.
pub struct Pandemic;

const fn parameter(
    name: &'static str,
    default: &'static str,
    allowed: &'static str,
    meaning: &'static str,
) -> Parameter {
    Parameter { name, default, allowed, meaning }
}

const PARAMETERS: &[Parameter] = &[
    parameter("nb_players", "4", "4", "Players of a match."),
    parameter("rows", "70", "20 to 1000", "Rows of the board."),
    parameter("cols", "70", "the same as rows", "Columns of the board."),
    parameter("nb_rounds", "200", "1 or more", "Rounds of a match."),
    parameter("initial_health", "100", "1 or more", "Health of a unit that is born."),
    parameter(
        "nb_units",
        "15",
        "1 to a hundredth of the cells",
        "Units of each player at the start.",
    ),
    parameter("bonus_per_city_cell", "1", "1 or more", "Points per round and cell of own cities."),
    parameter("bonus_per_path_cell", "1", "1 or more", "Points per round and cell of own paths."),
    parameter(
        "factor_connected_component",
        "2",
        "1 or more",
        "A component of s cities gives this times 2 to the power of s, every round.",
    ),
    parameter(
        "infection_factor",
        "50",
        "any number",
        "A unit on a cell with v of virus is infected with probability v divided by this.",
    ),
    parameter("mask_protection", "20", "any number", "A mask divides that probability by this."),
];

/// What is fixed about Pandemic.
pub const FACTS: Facts = Facts {
    id: "pandemic",
    title: "Pandemic",
    version: "Pandemic 1.0",
    summary: "Conquer cities and the paths between them while a virus spreads.",
    rules_version: 1,
    max_orders: Some(1000),
    shared_stream: false,
    parameters: PARAMETERS,
    boards: &[
        ("default.cnf", include_str!("boards/default.cnf")),
        ("small.cnf", include_str!("boards/small.cnf")),
        ("crowd.cnf", include_str!("boards/crowd.cnf")),
        ("wheel.cnf", include_str!("boards/wheel.cnf")),
        ("straits.cnf", include_str!("boards/straits.cnf")),
        ("quarantine.cnf", include_str!("boards/quarantine.cnf")),
    ],
    players: players::NAMES,
    sdk: &[
        ("Action.hh", include_str!("sdk/Action.hh")),
        ("Asked.hh", include_str!("../../sdk/cpp/parts/Asked.hh")),
        ("Board.hh", include_str!("../../sdk/cpp/parts/Board.hh")),
        ("Defs.hh", include_str!("sdk/Defs.hh")),
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
        ("AIDemo.rs", include_str!("players/AIDemo.rs")),
        ("AINull.rs", include_str!("players/AINull.rs")),
        ("AIScout.cc", include_str!("players/AIScout.cc")),
        ("AIScout.rs", include_str!("players/AIScout.rs")),
    ],
    manual: include_str!("README.md"),
};

impl Game for Pandemic {
    const FACTS: Facts = FACTS;
    const PROGRAM: Program = PROGRAM;
    const SAME_VIEW: bool = true;
    const TELL: Option<Tell> = Some(tell::TELL);
    type Settings = Settings;
    type State = State;
    type Board = Board;

    fn read_settings(text: &[u8]) -> Result<Settings, Refusal> {
        Settings::read(text)
    }

    fn seats(_: &Settings) -> usize {
        PLAYERS
    }

    fn check_seed(seed: &str) -> Result<(), String> {
        parse_seed(seed).map(|_| ())
    }

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<State, Fatal> {
        let seed = parse_seed(&setup.seed).map_err(Fatal::new)?;
        let params = settings.params.clone();
        let mut hidden = Hidden::new(setup.ruleset, seed, &params);
        let (layout, virus, masks) = match &settings.fixed {
            Some(fixed) => (fixed.layout.clone(), fixed.virus.clone(), fixed.masks.clone()),
            None => {
                let layout = generator::generate(params.side, &mut hidden.dice)?;
                (layout, vec![0; params.side * params.side], Vec::new())
            }
        };
        masks.iter().for_each(|&mask| hidden.lies[layout.index(mask)] = true);
        let board = Board {
            virus,
            masks,
            round: 0,
            scores: [0; PLAYERS],
            status: [0.0; PLAYERS],
            city_owners: vec![NOBODY; layout.cities.len()],
            path_owners: vec![NOBODY; layout.paths.len()],
            units: vec![Unit::default(); params.total_units()],
            known: true,
            layout: Arc::new(layout),
        };
        let head = Head { seed, params, names: setup.names.clone() };
        let mut state = State { head, board, moves: Moves::default(), hidden };
        state.place_units()?;
        Ok(state)
    }

    fn rounds_left(state: &State) -> u32 {
        u32::try_from(state.head.params.nb_rounds - state.board.round).unwrap_or(0)
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
        state.play(orders, warned, notes)
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
        out.extend_from_slice(&state.hidden.streams[seat].state().to_le_bytes());
    }

    fn read_stream(state: &mut State, seat: usize, stream: &[u8]) {
        if let Ok(bytes) = stream.try_into() {
            state.hidden.streams[seat] = Lcg::from_state(u32::from_le_bytes(bytes));
        }
    }

    fn write_canonical(state: &State, out: &mut Vec<u8>) {
        let hidden = &state.hidden;
        if state.board.round == 0 {
            out.extend_from_slice(&state.board.layout.text);
        }
        view::write_view(state, out);
        for mask in &state.board.masks {
            out.extend_from_slice(&mask.i.to_le_bytes());
            out.extend_from_slice(&mask.j.to_le_bytes());
        }
        for stream in std::iter::once(&hidden.dice).chain(&hidden.streams) {
            out.extend_from_slice(&stream.state().to_le_bytes());
        }
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
        state.hidden.dice = Lcg::new(seed as i32);
    }

    fn share_hidden(from: &State, to: &mut State) {
        (to.hidden.dice, to.hidden.streams) = (from.hidden.dice, from.hidden.streams);
        to.board.masks.clone_from(&from.board.masks);
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }
}

/// A seed as the kit reads it: the number that the text begins with, 0 if there is none.
fn parse_seed(seed: &str) -> Result<i32, String> {
    let text = seed.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let value = match &digits[..end] {
        "" => Ok(0),
        digits => digits.parse::<i32>(),
    };
    let refused = || {
        format!("`{seed}` is no seed of this game: take a whole number from 0 to {LARGEST_SEED}")
    };
    match value {
        Ok(0) => Ok(0),
        Ok(seed @ 1..=LARGEST_SEED) if !text.starts_with('-') => Ok(seed),
        _ => Err(refused()),
    }
}
