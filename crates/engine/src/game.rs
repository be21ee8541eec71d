//! The traits that a game implements, one subject each.
//!
//! | trait | on | subject |
//! |---|---|---|
//! | [`Game`] | the game | its facts and its players |
//! | [`Settings`] | a settings file | reading it |
//! | [`Rules`] | the state | the beginning and the rounds of a match |
//! | [`Views`] | the state | the bytes for players and for records |
//! | [`Streams`] | the state | random streams |
//! | [`LookAhead`] | the state | what players imagine |
//! | [`Features`] | the state | flat numbers for programs that learn |
//! | [`Shown`], [`Board`] | the state, what is shown of it | result files and pictures |
//!
//! [`DynGame`](crate::DynGame) and [`DynState`](crate::DynState) follow by themselves and are what
//! everything else uses.

use crate::SEATS;
use crate::features::Space;
use crate::parameters::Parameter;
use crate::player::{Order, Player};
use crate::random::Lcg;
use crate::scene::{Asked, Fact, Scene, Sight, Stage};
use crate::tell::Tell;
use crate::text::{Lines, Refusal};
use serde::{Deserialize, Serialize};

/// Which of two readings of the rules holds where the old kits and the public statements
/// contradict each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// The rules of the statement.
    #[default]
    Statement,
    /// The behaviour of the original kit, byte for byte.
    Kit,
}

/// The constant facts of a game.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Its name on the command line and its folder's, e.g. `dominator` or `battle-royale`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The output of `--version` of its kit, e.g. `Dominator 4.0`.
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
    /// How often its players came first against three copies of its Dummy, as a table: player,
    /// matches, first places. Empty where nobody measured it.
    pub qualification: &'static str,
    /// Sentence and manual in languages besides English.
    pub translations: &'static [Translation],
    /// Pictures of the manuals: file name and SVG. A manual shows them as `pictures/NAME`, a
    /// translation as `../../pictures/NAME`.
    pub pictures: &'static [(&'static str, &'static str)],
    /// Where the program of its old kit differs from those of the others, as JSON for the command
    /// `Game`; empty where it does not, or there was none.
    pub kit: &'static str,
}

/// The texts about a game, in one language.
#[derive(Clone, Copy, Debug)]
pub struct Translation {
    /// Code of the language, e.g. `ca`.
    pub language: &'static str,
    /// One sentence about the game.
    pub summary: &'static str,
    /// The manual.
    pub manual: &'static str,
}

impl Facts {
    /// Sentence and manual in a language, or in English where the game does not have it.
    #[must_use]
    pub fn told_in(&self, language: &str) -> Translation {
        let english = Translation { language: "en", summary: self.summary, manual: self.manual };
        let found = self.translations.iter().find(|told| told.language == language);
        found.copied().unwrap_or(english)
    }
}

/// A player that comes with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HousePlayer {
    /// Its name.
    pub name: &'static str,
    /// Its idea, in one line.
    pub idea: &'static str,
    /// Its C++ source, if neither [`Facts::players`] has the player nor the SDK its source. Kits
    /// contain the sources of the SDK, so the strong players have theirs here.
    pub source: Option<&'static str>,
}

impl HousePlayer {
    /// The file name and the text of its C++ source; `None` for a built-in player without one.
    #[must_use]
    pub fn cpp(&self, facts: &Facts) -> Option<(String, &'static str)> {
        let file = format!("AI{}.cc", self.name);
        let in_sdk = || facts.sdk.iter().find(|(path, _)| *path == file).map(|(_, text)| *text);
        let text = self.source.or_else(in_sdk)?;
        Some((file, text))
    }
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

/// The messages of the rules for people while they work: lines for stderr.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Complete lines.
    pub text: String,
    muted: bool,
}

impl Notes {
    /// Notes that nobody reads: lines are not even written.
    #[must_use]
    pub fn muted() -> Self {
        Self { text: String::new(), muted: true }
    }

    /// Adds one line.
    pub fn line(&mut self, line: std::fmt::Arguments<'_>) {
        use std::fmt::Write;
        if self.muted {
            return;
        }
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }
}

/// The cause of a void match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoidBy {
    /// The arena or its machine failed; no player caused it.
    Machine,
    /// The player of this seat used up its CPU time before its budget of fuel.
    Timeout {
        /// The seat, 0 ..= 3.
        seat: usize,
    },
}

/// The match cannot go on: what the old kits did by aborting the whole program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fatal {
    /// Why, in words for the user.
    pub message: String,
    /// Whether the result file still gets the moves of the round that failed.
    pub moves_shown: bool,
    /// The cause if the match is void: it does not count.
    pub void: Option<VoidBy>,
}

impl Fatal {
    /// A failure whose round leaves no trace in the result file.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), moves_shown: false, void: None }
    }

    /// A match that does not count and has to be played again.
    pub fn void(message: impl Into<String>, by: VoidBy) -> Self {
        Self { message: message.into(), moves_shown: false, void: Some(by) }
    }
}

/// One block of a game's result file, in and out, and the picture it makes.
///
/// Implemented by the type that holds what a state block says; the rest of a game's state is
/// hidden from result files and viewers.
pub trait Board: Clone + Send + Sync + 'static {
    /// The head of the file: seed, settings, names.
    type Head: Clone + Send + Sync + 'static;
    /// The lines between two state blocks: orders, movements.
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
    /// The view of a player of this board before its turn: the same as [its
    /// view](Views::write_view), as a picture. By default everything.
    fn sight(&self, head: &Self::Head, _seat: usize) -> Sight {
        // The counts of the round are about what happened in it, which nobody is shown.
        let scene = Scene { counts: Vec::new(), ..self.scene(head, None) };
        Sight { scene, ..Sight::default() }
    }
    /// The result of an order of the round that led here from `before`, if the moves do not have
    /// it; `None` if the game cannot find more.
    fn answer(&self, _before: &Self, _seat: usize, _order: &Order) -> Option<Asked> {
        None
    }
}

/// A game: what is fixed about it, and who plays it without being compiled.
pub trait Game: Send + Sync + 'static {
    /// The constant facts.
    const FACTS: Facts;
    /// Its house players, the weakest first; empty where a game does not rank them.
    const HOUSE_PLAYERS: &'static [HousePlayer] = &[];
    /// How it talks to players that speak JSON; `None` where a game does not.
    const TELL: Option<Tell> = None;
    /// Everything that a match knows between two rounds.
    type State: State;

    /// A settings file with a new board, the same for the same seed, for games whose files
    /// only hold boards that are written out; `None` where the files can ask for random ones.
    ///
    /// # Errors
    /// What is wrong with the size, in words.
    fn draw_settings(_seed: u32, _rows: i32, _cols: i32) -> Option<Result<String, String>> {
        None
    }
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
    /// A built-in player; `intro` is what [`Views::write_intro`] said.
    fn builtin(name: &str, intro: &[u8]) -> Option<Box<dyn Player>>;
}

/// A settings file, checked.
pub trait Settings: Sized + Send + Sync + 'static {
    /// Reads a settings file.
    ///
    /// # Errors
    /// When a check of the specification fails: the line, what was found and what is allowed.
    fn read(text: &[u8]) -> Result<Self, Refusal>;
    /// How many players it seats, 2 ..= 4.
    fn seats(&self) -> usize {
        SEATS
    }
}

/// The rules: how a match begins and goes on.
pub trait Rules: Clone + Send + Sync + 'static {
    /// The game.
    type Game: Game;
    /// Its settings files.
    type Settings: Settings;

    /// Makes the board and places the units.
    ///
    /// # Errors
    /// When the settings leave no legal board.
    fn start(settings: &Self::Settings, setup: &Setup, notes: &mut Notes) -> Result<Self, Fatal>;
    /// The number of the round, as players see it.
    fn round(&self) -> i32;
    /// How many rounds are still to be played.
    fn rounds_left(&self) -> u32;
    /// Plays one round: `orders[seat]` are the calls of that player, in order. `warned[seat]`
    /// says that its own runtime already warned of repeated orders.
    ///
    /// # Errors
    /// When the kit would abort.
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal>;
    /// By seat: the share of its budget that a player has used; -1 when it is frozen. Empty where a
    /// game does not show it.
    fn status(&mut self) -> &mut [f64] {
        &mut []
    }
}

/// The state as bytes: for players, and for the digests of records.
pub trait Views {
    /// Whether all seats see the same bytes, which are then made once a round.
    const SAME_VIEW: bool = false;

    /// Appends the bytes that tell a player its settings, once, before its first round.
    fn write_intro(&self, seat: usize, out: &mut Vec<u8>);
    /// Appends the view of a player: the bytes that `view.rs` describes.
    fn write_view(&self, seat: usize, out: &mut Vec<u8>);
    /// Appends every byte that influences the future, in one fixed order.
    fn write_canonical(&self, out: &mut Vec<u8>);
}

/// The random streams of the players: each draws from its own [`Lcg`], unless the game says
/// otherwise.
pub trait Streams {
    /// The streams, by seat; empty where a game writes and reads others.
    fn streams(&mut self) -> &mut [Lcg] {
        &mut []
    }
    /// Prepares the random stream of a player for its turn and appends it.
    fn write_stream(&mut self, seat: usize, out: &mut Vec<u8>) {
        if let Some(stream) = self.streams().get(seat) {
            out.extend_from_slice(&stream.state().to_le_bytes());
        }
    }
    /// Takes back the stream as the player left it; any bytes must be safe.
    fn read_stream(&mut self, seat: usize, bytes: &[u8]) {
        if let (Some(stream), Some(state)) = (self.streams().get_mut(seat), bytes.first_chunk()) {
            *stream = Lcg::from_state(u32::from_le_bytes(*state));
        }
    }
    /// For games with a [shared stream](Facts::shared_stream): how many draws lead from one
    /// state of the stream to another, if it was reached by drawing alone.
    fn stream_steps(_before: &[u8], _after: &[u8]) -> Option<u32> {
        None
    }
    /// Draws `steps` times from a stream.
    fn advance_stream(_stream: &mut [u8], _steps: u32) {}
}

/// Looking ahead: a player has the rules inside and plays on from what it sees. A game that
/// leaves everything as it is cannot be looked ahead in.
pub trait LookAhead: Sized {
    /// Whether players of the game can look ahead.
    const SUPPORTED: bool = false;

    /// A state as a player imagines it, from its intro and a view: what it sees is as it is, what
    /// it does not see is guessed, as the game's `imagine.rs` says. `None` when the bytes are
    /// none of this game.
    fn imagine(_intro: &[u8], _view: &[u8]) -> Option<Self> {
        None
    }
    /// The order for `team` in the numbers of player `me`: the seat, and the order in the numbers
    /// of that seat.
    fn imagined_order(_me: usize, team: usize, order: Order) -> (usize, Order) {
        (team, order)
    }
    /// Sets the random streams of the rules.
    fn reseed(&mut self, _seed: u32) {}
    /// Makes everything that players do not see what it is in another state.
    fn share_hidden(&mut self, _from: &Self) {}
}

/// The state as flat numbers, for programs that learn; [`features`](crate::features) describes
/// the arrays. A game that leaves everything as it is cannot be learned this way.
pub trait Features {
    /// The shape of the arrays; `None` where the game has none.
    fn space(&self) -> Option<Space> {
        None
    }
    /// Writes the board as each of these seats sees it, one behind the other. `cells` is as long
    /// as the space says for so many seats.
    fn write_cells(&self, _seats: &[usize], _cells: &mut [u8]) {}
    /// Writes the table of units as each of these seats sees it, one behind the other. `units` is
    /// as long as the space says for so many seats.
    fn write_units(&self, _seats: &[usize], _units: &mut [i16]) {}
    /// Marks which actions of each unit the rules accept from a seat now. `mask` has a row for
    /// each unit, with a byte for each action; so far it marks the action 0 alone.
    fn write_mask(&self, _seat: usize, _mask: &mut [u8]) {}
}

/// The parts of a state that result files and viewers show.
pub trait Shown {
    /// The next state block.
    type Board: Board;

    /// The head of the result file.
    fn head(&self) -> &<Self::Board as Board>::Head;
    /// The part of the state that result files show.
    fn board(&self) -> &Self::Board;
    /// The lines of the last round between the blocks.
    fn moves(&self) -> &<Self::Board as Board>::Moves;
}

/// The state of a match: all that a game says of it.
pub trait State: Rules + Views + Streams + LookAhead + Features + Shown {}

impl<S: Rules + Views + Streams + LookAhead + Features + Shown> State for S {}

/// The text files of a folder, for [`Facts`]: each file's name, and what it says.
///
/// ```text
/// boards: engine::files!("boards/": "default.cnf", "small.cnf"),
/// ```
#[macro_export]
macro_rules! files {
    ($($folder:literal: $($name:literal),+);+ $(;)?) => {
        &[$($(($name, include_str!(concat!($folder, $name)))),+),+]
    };
}

/// A text file that modules leave out: neither a browser nor a player reads sources and manuals.
/// There the text is empty.
///
/// ```text
/// manual: engine::native_text!("README.md"),
/// ```
#[macro_export]
macro_rules! native_text {
    ($path:expr) => {
        if cfg!(target_family = "wasm") { "" } else { include_str!($path) }
    };
}

/// As [`files`](crate::files!), but modules leave the files out.
#[macro_export]
macro_rules! native_files {
    ($($files:tt)+) => {
        if cfg!(target_family = "wasm") { &[] } else { $crate::files!($($files)+) }
    };
}
