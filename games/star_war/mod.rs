//! Star War: starships in a window that slides over a cylindrical universe collect bonuses and
//! shoot at each other.
//!
//! The manual is `README.md`; the round is in [`rules`].

pub mod generator;
mod imagine;
pub mod players;
pub mod random;
pub mod res;
pub mod rules;
mod scene;
pub mod settings;
pub mod state;
mod story;
pub mod tell;
pub mod view;
mod words;

#[cfg(test)]
mod tests;

use engine::tell::Tell;
use engine::{Facts, Fatal, Game, Notes, Order, Parameter, Player, Program, Refusal, Setup};
use settings::Settings;
use state::{Board, Head, Moves, PLAYERS, State};

/// The game.
pub struct StarWar;

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
    parameter("nb_rnds", "300", "1 or more", "rounds of a match"),
    parameter("nb_rows", "15", "10 or more", "rows of the universe"),
    parameter("nb_uni_cols", "60", "10 or more", "columns of the universe, which goes round"),
    parameter("nb_win_cols", "31", "10 to nb_uni_cols", "columns of the window"),
    parameter("nb_ships_x_player", "2", "1 to 25000", "starships of each player"),
    parameter("nb_rnds_regen", "10", "1 or more", "rounds that a dead starship waits"),
    parameter("nb_miss_bonuses", "10", "0 or more", "missile bonuses that there should be"),
    parameter("nb_point_bonuses", "10", "0 or more", "point bonuses that there should be"),
    parameter("bonus_miss", "5", "0 or more", "missiles in a missile bonus"),
    parameter("bonus_pnts", "10", "0 or more", "points in a point bonus"),
    parameter("kill_pnts", "30", "0 or more", "points for shooting a rival's starship"),
];

/// What is fixed about Star War.
pub const FACTS: Facts = Facts {
    id: "star-war",
    title: "Star War",
    version: "Star War v1.0",
    summary: "Starships in a sliding window collect bonuses and shoot at each other.",
    rules_version: 1,
    max_orders: None,
    shared_stream: false,
    parameters: PARAMETERS,
    boards: &[
        ("default.cnf", include_str!("boards/default.cnf")),
        ("belt.cnf", include_str!("boards/belt.cnf")),
        ("fleet.cnf", include_str!("boards/fleet.cnf")),
        ("sprint.cnf", include_str!("boards/sprint.cnf")),
    ],
    players: &["Demo", "Dummy", "Null"],
    sdk: &[
        ("Action.hh", include_str!("sdk/Action.hh")),
        ("Board.hh", include_str!("sdk/Board.hh")),
        ("Player.hh", include_str!("sdk/Player.hh")),
        ("Registry.hh", include_str!("sdk/Registry.hh")),
        ("Utils.hh", include_str!("sdk/Utils.hh")),
        ("flags", include_str!("sdk/flags")),
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

/// How the kit's program behaved (section h).
const PROGRAM: Program = Program {
    default_seed: Some("1"),
    checks_first: false,
    first_round: Some(0),
    wrong_number: "fatal: wrong number of players.",
    not_registered: ("error: player ", " not registered."),
    wrong_call: 1,
    refused: 1,
    ..Program::COMMON
};

/// So that the seeds of all players stay inside 32 bits.
const LARGEST_SEED: i32 = 2_147_483_640;

/// A seed as the kit reads it: without sign; what is no number counts as 0.
fn seed(text: &str) -> i32 {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    match &digits[..end] {
        "" => 0,
        digits => digits.parse().unwrap_or(LARGEST_SEED).min(LARGEST_SEED),
    }
}

impl Game for StarWar {
    const FACTS: Facts = FACTS;
    const PROGRAM: Program = PROGRAM;
    const TELL: Option<Tell> = Some(tell::TELL);
    type Settings = Settings;
    type State = State;
    type Board = Board;

    fn read_settings(text: &[u8]) -> Result<Settings, Refusal> {
        settings::read(text)
    }

    fn seats(_: &Settings) -> usize {
        PLAYERS
    }

    fn check_seed(seed: &str) -> Result<(), String> {
        let sound = |seed: i32| (-LARGEST_SEED..=LARGEST_SEED).contains(&seed);
        match seed.parse() {
            Ok(seed) if sound(seed) => Ok(()),
            _ => Err(format!("the seed must be a whole number from 0 to {LARGEST_SEED}")),
        }
    }

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<State, Fatal> {
        let head = Head {
            seed: seed(&setup.seed),
            judged: setup.judged,
            params: settings.params,
            names: setup.names.clone(),
            labels: res::labels(settings.params.cols),
        };
        Ok(State::new(settings, head, setup.ruleset))
    }

    fn rounds_left(state: &State) -> u32 {
        state.rounds_left
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
        state.dice = random::Lehmer::new(seed as i32);
    }

    fn share_hidden(from: &State, to: &mut State) {
        (to.dice, to.streams) = (from.dice, from.streams);
        to.next_missile = from.next_missile;
    }

    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        players::builtin(name, intro)
    }

    fn draw_settings(seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>> {
        Some(generator::draw_sized(seed, rows, cols))
    }
}
