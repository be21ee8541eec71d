//! The traits that a game implements, and their object-safe forms.
//!
//! A game implements [`Game`] (and [`Board`] for what its result file shows) once, in its own
//! folder; [`DynGame`] and [`DynState`] follow by themselves and are what everything else uses.

use crate::film::{Film, Recorded};
use crate::player::{Order, Player};
use crate::program::Program;
use crate::scene::{Asked, Fact, Scene, Sight, Stage};
use crate::tell::{Tell, Value};
use crate::text::{Lines, Refusal};
use serde::{Deserialize, Serialize};
use std::any::Any;

/// Which of two readings of the rules holds where the old kits and the public statements
/// contradict each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// What the statement says.
    #[default]
    Statement,
    /// What the original kit does, byte for byte.
    Kit,
}

/// What is fixed about a game.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Its name on the command line and its folder's, e.g. `dominator` or `battle-royale`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What `--version` of its kit prints, e.g. `Dominator 4.0`.
    pub version: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// Grows by one whenever the same orders may lead elsewhere.
    pub rules_version: u32,
    /// More calls than this in one round freeze a player.
    pub max_orders: Option<usize>,
    /// Whether players and rules draw from one common random stream.
    pub shared_stream: bool,
    /// The parameters of its settings files.
    pub parameters: &'static [Parameter],
    /// Boards that come with it: file name and text; the first is the default.
    pub boards: &'static [(&'static str, &'static str)],
    /// Its built-in players.
    pub players: &'static [&'static str],
    /// Headers and templates for players: path inside the SDK and text.
    pub sdk: &'static [(&'static str, &'static str)],
    /// The manual.
    pub manual: &'static str,
}

/// A parameter of a settings file.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its keyword.
    pub name: &'static str,
    /// Its value in the default settings, as text.
    pub default: &'static str,
    /// What is accepted, e.g. `1 or more`.
    pub allowed: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// Everything that decides how a match begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The seed, as the user wrote it.
    pub seed: String,
    /// Which rules hold.
    pub ruleset: Ruleset,
    /// Names of the players, by seat.
    pub names: Vec<String>,
    /// Whether limits are on: the result file then begins with `SecGame` where the kit's does.
    pub judged: bool,
}

/// What the rules have to say to people while they work: lines for stderr.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Complete lines.
    pub text: String,
}

impl Notes {
    /// Adds one line.
    pub fn line(&mut self, line: std::fmt::Arguments<'_>) {
        use std::fmt::Write;
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }
}

/// The match cannot go on: what the old kits did by aborting the whole program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fatal {
    /// Why, in words for the user.
    pub message: String,
    /// Whether the result file still gets the moves of the round that failed.
    pub moves_shown: bool,
    /// Whether it is the arena's failure, so that the match does not count.
    pub voids: bool,
}

impl Fatal {
    /// A failure whose round leaves no trace in the result file.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), moves_shown: false, voids: false }
    }

    /// A failure of the arena, not of the match: it has to be played again.
    pub fn void(message: impl Into<String>) -> Self {
        Self { message: message.into(), moves_shown: false, voids: true }
    }
}

/// One block of a game's result file, in and out, and the picture it makes.
///
/// Implemented by the type that holds what a state block says; the rest of a game's state is
/// hidden from result files and viewers.
pub trait Board: Clone + Send + Sync + 'static {
    /// What the head of the file says: seed, settings, names.
    type Head: Clone + Send + Sync + 'static;
    /// What stands between two state blocks: orders, movements.
    type Moves: Clone + Default + Send + Sync + 'static;

    /// Writes the head.
    fn write_head(head: &Self::Head, out: &mut Vec<u8>);
    /// Writes a state block.
    fn write(&self, head: &Self::Head, out: &mut Vec<u8>);
    /// Writes what stands between two blocks.
    fn write_moves(head: &Self::Head, moves: &Self::Moves, out: &mut Vec<u8>);

    /// Reads a head.
    ///
    /// # Errors
    /// When the file is not of this game or is damaged.
    fn read_head(lines: &mut Lines<'_>) -> Result<Self::Head, Refusal>;
    /// Reads a state block.
    ///
    /// # Errors
    /// When it is damaged or cut short.
    fn read(head: &Self::Head, lines: &mut Lines<'_>) -> Result<Self, Refusal>;
    /// Reads what stands between two blocks.
    ///
    /// # Errors
    /// When it is damaged or cut short.
    fn read_moves(head: &Self::Head, lines: &mut Lines<'_>) -> Result<Self::Moves, Refusal>;
    /// Fills in what result files do not say but the board before lets conclude, e.g. who wears
    /// a mask. Called for all boards but the first of a file that was read, in order.
    fn recall(&mut self, _head: &Self::Head, _before: &Self, _moves: &mut Self::Moves) {}

    /// Fills in what stays the same for a whole match: everything but scenes, series, marks.
    fn stage(&self, head: &Self::Head) -> Stage;
    /// Names of the quantities that can be charted; the first is the score.
    fn series() -> &'static [&'static str];
    /// Their values now, one row per name, one number per seat.
    fn values(&self, head: &Self::Head) -> Vec<Vec<f64>>;
    /// The scores, by seat.
    fn scores(&self) -> &[i32];
    /// The picture of this board; `before` is the board before and the moves that led here.
    fn scene(&self, head: &Self::Head, before: Option<(&Self, &Self::Moves)>) -> Scene;
    /// Everything known about a cell and who stands on it.
    fn inspect(&self, head: &Self::Head, i: i32, j: i32) -> Vec<Fact>;
    /// What a player is shown of this board before it plays: the same as
    /// [its view](Game::write_view), as a picture. Everything, unless the game says otherwise.
    fn sight(&self, head: &Self::Head, _seat: usize) -> Sight {
        // The counts of the round are about what happened in it, which nobody is shown.
        let scene = Scene { counts: Vec::new(), ..self.scene(head, None) };
        Sight { scene, ..Sight::default() }
    }
    /// What became of an order of the round that led here from `before`, where the moves do not
    /// tell it; `None` when the game cannot say more.
    fn answer(&self, _before: &Self, _seat: usize, _order: &Order) -> Option<Asked> {
        None
    }
}

/// A game: its settings, its state and its rules.
pub trait Game: Sized + Send + Sync + 'static {
    /// What is fixed about it.
    const FACTS: Facts;
    /// Where its kit's program differs from the others'.
    const PROGRAM: Program = Program::COMMON;
    /// Whether all seats see the same bytes, which are then made once a round.
    const SAME_VIEW: bool = false;
    /// How it talks to players that speak JSON; `None` where a game does not.
    const TELL: Option<Tell> = None;
    /// A settings file, checked.
    type Settings: Clone + Send + Sync + 'static;
    /// Everything that a match knows between two rounds.
    type State: Clone + Send + Sync + 'static;
    /// The part of the state that result files show.
    type Board: Board;

    /// Reads a settings file.
    ///
    /// # Errors
    /// When a check of the specification fails.
    fn read_settings(text: &[u8]) -> Result<Self::Settings, Refusal>;
    /// A settings file with a new board, the same for the same seed, for games whose files
    /// only hold boards that are written out; `None` where the files can ask for random ones.
    ///
    /// # Errors
    /// What is wrong with the size, in words.
    fn draw_settings(_seed: u32, _rows: i32, _cols: i32) -> Option<Result<String, String>> {
        None
    }
    /// How many players these settings seat, 2 ..= 4.
    fn seats(settings: &Self::Settings) -> usize;
    /// Checks a seed as the user wrote it. Whole numbers from 0, unless the game says otherwise.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    fn check_seed(seed: &str) -> Result<(), String> {
        match seed.parse::<i32>() {
            Ok(0..) => Ok(()),
            _ => Err(format!("the seed must be a whole number from 0 to {}", i32::MAX)),
        }
    }
    /// Makes the board and places the units.
    ///
    /// # Errors
    /// When the settings leave no legal board.
    fn start(
        settings: &Self::Settings,
        setup: &Setup,
        notes: &mut Notes,
    ) -> Result<Self::State, Fatal>;

    /// How many rounds are still to be played.
    fn rounds_left(state: &Self::State) -> u32;
    /// The number of the round, as players see it.
    fn round(state: &Self::State) -> i32;
    /// Plays one round: `orders[seat]` are the calls of that player, in order. `warned[seat]`
    /// says that its own runtime already warned of repeated orders.
    ///
    /// # Errors
    /// When the kit would abort.
    fn step(
        state: &mut Self::State,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal>;
    /// By seat: the share of its budget that a player has used; -1 when it is frozen. Empty where a
    /// game does not show it.
    fn status(_state: &mut Self::State) -> &mut [f64] {
        &mut []
    }

    /// Appends the bytes that tell a player its settings, once, before its first round.
    fn write_intro(state: &Self::State, seat: usize, out: &mut Vec<u8>);
    /// Appends the view of a player: the bytes that `view.rs` describes.
    fn write_view(state: &Self::State, seat: usize, out: &mut Vec<u8>);
    /// Prepares the random stream of a player for its turn and appends it.
    fn write_stream(state: &mut Self::State, seat: usize, out: &mut Vec<u8>);
    /// Takes back the stream as the player left it; any bytes must be safe.
    fn read_stream(state: &mut Self::State, seat: usize, stream: &[u8]);
    /// For games with a [shared stream](Facts::shared_stream): how many draws lead from one
    /// state of the stream to another, if it was reached by drawing alone.
    fn stream_steps(_before: &[u8], _after: &[u8]) -> Option<u32> {
        None
    }
    /// Draws `steps` times from a stream.
    fn advance_stream(_stream: &mut [u8], _steps: u32) {}
    /// Appends every byte that influences the future, in one fixed order.
    fn write_canonical(state: &Self::State, out: &mut Vec<u8>);

    /// The head of the result file.
    fn head(state: &Self::State) -> &<Self::Board as Board>::Head;
    /// What the next state block will say.
    fn board(state: &Self::State) -> &Self::Board;
    /// What the last round left to be written between the blocks.
    fn moves(state: &Self::State) -> &<Self::Board as Board>::Moves;

    /// A built-in player; `intro` is what [`write_intro`](Self::write_intro) said.
    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>>;

    /// A state as a player imagines it, from its intro and a view: what it sees is as it is, what
    /// it does not see is guessed, as the game's `imagine.rs` says. `None` when the bytes are
    /// none of this game.
    fn imagine(_intro: &[u8], _view: &[u8]) -> Option<Self::State> {
        None
    }
    /// What player `me` calls an order for `team`: the seat, and the order as that seat gives it.
    fn imagined_order(_me: usize, team: usize, order: Order) -> (usize, Order) {
        (team, order)
    }
    /// Sets the random streams of the rules.
    fn reseed(_state: &mut Self::State, _seed: u32) {}
    /// Makes everything that players do not see what it is in another state.
    fn share_hidden(_from: &Self::State, _to: &mut Self::State) {}
}

/// A game whose types are hidden.
pub trait DynGame: Send + Sync {
    /// What is fixed about it.
    fn facts(&self) -> &'static Facts;
    /// How its kit's program behaved.
    fn program(&self) -> Program;
    /// Checks a settings file and says how many players it seats.
    ///
    /// # Errors
    /// When a check of the specification fails.
    fn check_settings(&self, text: &[u8]) -> Result<usize, Refusal>;
    /// A settings file with a new board; `None` where settings files can ask for random ones.
    ///
    /// # Errors
    /// What is wrong with the size, in words.
    fn draw_settings(&self, seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>>;
    /// Checks a seed as the user wrote it.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    fn check_seed(&self, seed: &str) -> Result<(), String>;
    /// Makes the first state of a match from the text of a settings file.
    ///
    /// # Errors
    /// The settings' refusal, or why no board could be made, as one message.
    fn start(
        &self,
        settings: &[u8],
        setup: &Setup,
        notes: &mut Notes,
    ) -> Result<Box<dyn DynState>, Fatal>;
    /// Reads a result file.
    ///
    /// # Errors
    /// When not even its head and first state block can be read.
    fn read_res(&self, text: &[u8]) -> Result<Box<dyn Film>, Refusal>;
    /// A built-in player; `intro` is what the state's `write_intro` said.
    fn builtin(&self, name: &str, intro: &[u8]) -> Option<Box<dyn Player>>;
    /// An empty film of a match that is about to be played, to be fed with its states.
    fn film(&self, first: &dyn DynState) -> Option<Box<dyn Film>>;
    /// The words of orders: word, verb, first and second argument.
    fn order_words(&self) -> &'static [(&'static str, [i32; 3])];
    /// An intro as JSON; `None` where the game has none.
    fn tell_intro(&self, intro: &[u8]) -> Option<Value>;
    /// A view as JSON; `None` where the game has none.
    fn tell_view(&self, intro: &[u8], view: &[u8]) -> Option<Value>;
    /// A state as a player imagines it; `None` where the game cannot, or the bytes are wrong.
    fn imagine(&self, intro: &[u8], view: &[u8]) -> Option<Box<dyn DynState>>;
    /// What player `me` calls an order for `team`: the seat, and the order as that seat gives it.
    fn imagined_order(&self, me: usize, team: usize, order: Order) -> (usize, Order);
}

/// The state of a match whose game is hidden. See [`Game`] for what each method means.
#[expect(missing_docs, reason = "each is the method of Game with the same name")]
pub trait DynState: Send + Sync {
    fn facts(&self) -> &'static Facts;
    fn rounds_left(&self) -> u32;
    fn round(&self) -> i32;
    fn seats(&self) -> usize;
    fn scores(&self) -> Vec<i64>;
    fn score(&self, seat: usize) -> i64 {
        self.scores().get(seat).copied().unwrap_or(0)
    }
    /// What the board says of the whole match: [`Board::stage`].
    fn stage(&self) -> Stage;
    /// What can be charted, now: a name and one number per seat; the first is the score.
    fn values(&self) -> Vec<(&'static str, Vec<f64>)>;
    /// # Errors
    /// When the kit would abort.
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal>;
    fn set_status(&mut self, seat: usize, status: f64);
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>);
    fn write_view(&self, seat: usize, out: &mut Vec<u8>);
    /// Whether all seats see the same bytes.
    fn same_view(&self) -> bool {
        false
    }
    fn write_stream(&mut self, seat: usize, out: &mut Vec<u8>);
    fn read_stream(&mut self, seat: usize, stream: &[u8]);
    fn stream_steps(&self, before: &[u8], after: &[u8]) -> Option<u32>;
    fn advance_stream(&self, stream: &mut [u8], steps: u32);
    fn write_canonical(&self, out: &mut Vec<u8>);
    fn write_head(&self, out: &mut Vec<u8>);
    fn write_board(&self, out: &mut Vec<u8>);
    fn write_moves(&self, out: &mut Vec<u8>);
    fn clone_box(&self) -> Box<dyn DynState>;
    fn reseed(&mut self, _seed: u32) {}
    /// Makes everything that players do not see what it is in another state of the same game.
    fn share_hidden(&mut self, _from: &dyn DynState) {}
    /// The typed state, for films of the same game.
    fn as_any(&self) -> &dyn Any;
}

/// The hidden form of the game `G`; `games::ALL` is made of these.
pub struct Erased<G>(std::marker::PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The game `G` as an object.
    #[must_use]
    pub const fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<G> Default for Erased<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// A state with its game's name tag, so that it can be hidden.
pub(crate) struct Held<G: Game> {
    pub(crate) state: G::State,
    seats: usize,
}

impl<G: Game> DynGame for Erased<G> {
    fn order_words(&self) -> &'static [(&'static str, [i32; 3])] {
        G::TELL.map_or(&[], |tell| tell.words)
    }

    fn tell_intro(&self, intro: &[u8]) -> Option<Value> {
        (G::TELL?.intro)(intro)
    }

    fn tell_view(&self, intro: &[u8], view: &[u8]) -> Option<Value> {
        (G::TELL?.view)(intro, view)
    }

    fn imagine(&self, intro: &[u8], view: &[u8]) -> Option<Box<dyn DynState>> {
        let state = G::imagine(intro, view)?;
        let seats = G::board(&state).scores().len();
        Some(Box::new(Held::<G> { state, seats }))
    }

    fn imagined_order(&self, me: usize, team: usize, order: Order) -> (usize, Order) {
        G::imagined_order(me, team, order)
    }

    fn facts(&self) -> &'static Facts {
        &G::FACTS
    }

    fn program(&self) -> Program {
        G::PROGRAM
    }

    fn check_settings(&self, text: &[u8]) -> Result<usize, Refusal> {
        G::read_settings(text).map(|s| G::seats(&s))
    }

    fn draw_settings(&self, seed: u32, rows: i32, cols: i32) -> Option<Result<String, String>> {
        G::draw_settings(seed, rows, cols)
    }

    fn check_seed(&self, seed: &str) -> Result<(), String> {
        G::check_seed(seed)
    }

    fn start(
        &self,
        settings: &[u8],
        setup: &Setup,
        notes: &mut Notes,
    ) -> Result<Box<dyn DynState>, Fatal> {
        let settings = G::read_settings(settings).map_err(|r| Fatal::new(r.to_string()))?;
        let seats = G::seats(&settings);
        if setup.names.len() != seats {
            let given = setup.names.len();
            return Err(Fatal::new(format!("these settings seat {seats} players, not {given}")));
        }
        let state = G::start(&settings, setup, notes)?;
        Ok(Box::new(Held::<G> { state, seats }))
    }

    fn read_res(&self, text: &[u8]) -> Result<Box<dyn Film>, Refusal> {
        Recorded::<G::Board>::read(text).map(|film| Box::new(film) as Box<dyn Film>)
    }

    fn builtin(&self, name: &str, intro: &[u8]) -> Option<Box<dyn Player>> {
        G::builtin(name, intro)
    }

    fn film(&self, first: &dyn DynState) -> Option<Box<dyn Film>> {
        let held = first.as_any().downcast_ref::<Held<G>>()?;
        Some(Box::new(Recorded::<G::Board>::of::<G>(&held.state)))
    }
}

impl<G: Game> DynState for Held<G> {
    fn facts(&self) -> &'static Facts {
        &G::FACTS
    }
    fn rounds_left(&self) -> u32 {
        G::rounds_left(&self.state)
    }
    fn round(&self) -> i32 {
        G::round(&self.state)
    }
    fn seats(&self) -> usize {
        self.seats
    }
    fn scores(&self) -> Vec<i64> {
        G::board(&self.state).scores().iter().map(|&score| score.into()).collect()
    }
    fn score(&self, seat: usize) -> i64 {
        G::board(&self.state).scores().get(seat).map_or(0, |&score| score.into())
    }
    fn stage(&self) -> Stage {
        G::board(&self.state).stage(G::head(&self.state))
    }
    fn values(&self) -> Vec<(&'static str, Vec<f64>)> {
        let values = G::board(&self.state).values(G::head(&self.state));
        G::Board::series().iter().copied().zip(values).collect()
    }
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        G::step(&mut self.state, orders, warned, notes)
    }
    fn set_status(&mut self, seat: usize, status: f64) {
        if let Some(slot) = G::status(&mut self.state).get_mut(seat) {
            *slot = status;
        }
    }
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        G::write_intro(&self.state, seat, out);
    }
    fn write_view(&self, seat: usize, out: &mut Vec<u8>) {
        G::write_view(&self.state, seat, out);
    }
    fn same_view(&self) -> bool {
        G::SAME_VIEW
    }
    fn write_stream(&mut self, seat: usize, out: &mut Vec<u8>) {
        G::write_stream(&mut self.state, seat, out);
    }
    fn read_stream(&mut self, seat: usize, stream: &[u8]) {
        G::read_stream(&mut self.state, seat, stream);
    }
    fn stream_steps(&self, before: &[u8], after: &[u8]) -> Option<u32> {
        G::stream_steps(before, after)
    }
    fn advance_stream(&self, stream: &mut [u8], steps: u32) {
        G::advance_stream(stream, steps);
    }
    fn write_canonical(&self, out: &mut Vec<u8>) {
        G::write_canonical(&self.state, out);
    }
    fn write_head(&self, out: &mut Vec<u8>) {
        G::Board::write_head(G::head(&self.state), out);
    }
    fn write_board(&self, out: &mut Vec<u8>) {
        G::board(&self.state).write(G::head(&self.state), out);
    }
    fn write_moves(&self, out: &mut Vec<u8>) {
        G::Board::write_moves(G::head(&self.state), G::moves(&self.state), out);
    }
    fn clone_box(&self) -> Box<dyn DynState> {
        Box::new(Held::<G> { state: self.state.clone(), seats: self.seats })
    }
    fn reseed(&mut self, seed: u32) {
        G::reseed(&mut self.state, seed);
    }
    fn share_hidden(&mut self, from: &dyn DynState) {
        if let Some(from) = from.as_any().downcast_ref::<Self>() {
            G::share_hidden(&from.state, &mut self.state);
        }
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
