//! The types that the viewer draws. A game describes its boards with these types and no others.
//!
//! A [`Stage`] is sent once per match, a [`Scene`] once per round. Both travel as JSON.

mod kinds;

pub use kinds::{AreaKind, EventKind, GroundKind, Lane, MarkKind, Tag};

use crate::say::Say;
use serde::Serialize;

/// The constant part of a match.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stage {
    /// The game's title, for people.
    pub title: String,
    /// Which set of grounds and colours the viewer takes, e.g. `dominator`.
    pub look: String,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Whether the board goes on beyond its right and bottom edges at the opposite ones.
    pub wraps: bool,
    /// Whether players had limits (the file begins with `SecGame`, or was recorded so).
    pub judged: bool,
    /// Names of the players, by seat.
    pub names: Vec<String>,
    /// The seed, as text.
    pub seed: String,
    /// Settings worth showing: name and value.
    pub settings: Vec<Fact>,
    /// The meaning of each letter of [`Scene::ground`].
    pub legend: Vec<Ground>,
    /// Number of scenes.
    pub scenes: usize,
    /// The values of the charts over time; the first is the score.
    pub series: Vec<Series>,
    /// The marks of the timeline: flags and lanes under the chart.
    pub marks: Vec<Mark>,
    /// The sprite of the [pips](SeatNow::pips) in the seat strips; empty for none.
    pub pip: &'static str,
    /// A sentence when the file is not complete, empty otherwise.
    pub incomplete: Say,
    /// Everything that the game says: texts, labels, names of series, of grounds and of kinds of
    /// pieces. Each language has its code and a Fluent file, where `$a` to `$d` are the parts of a
    /// [`Say`] in their order. English gives the keys.
    pub words: &'static [(&'static str, &'static str)],
}

/// A kind of cell.
#[derive(Clone, Debug, Serialize)]
pub struct Ground {
    /// Its letter in [`Scene::ground`].
    pub letter: char,
    /// How it is called, e.g. `wall`.
    pub name: &'static str,
    /// How it is drawn.
    pub draw: GroundKind,
}

/// A quantity over time, per seat.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// Its name, e.g. `Score`.
    pub name: String,
    /// One entry per scene, each with one number per seat.
    pub values: Vec<Vec<f64>>,
}

/// Something that happened in a round, for the timeline.
#[derive(Clone, Debug, Serialize)]
pub struct Mark {
    /// Which scene.
    pub scene: usize,
    /// The owner of the lane.
    pub seat: usize,
    /// The meaning of the mark.
    pub kind: MarkKind,
}

/// A label and a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The name of the fact, e.g. `Health`: words of the game.
    pub label: &'static str,
    /// Its value, e.g. `60 of 100`.
    pub value: Say,
}

impl Fact {
    /// A fact from a number, a name or words.
    pub fn new(label: &'static str, value: impl Into<Say>) -> Self {
        Self { label, value: value.into() }
    }
}

/// One picture: the state after a round, and what led to it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Scene {
    /// The number of the round.
    pub round: i32,
    /// One letter per cell, row after row.
    pub ground: String,
    /// The owner of each cell: `.` or the digit of a seat, row after row.
    pub owner: String,
    /// An amount per cell, 0 ..= 4, row after row (`virus`); empty where the game has none.
    pub amount: Vec<u8>,
    /// First column and number of columns that are in play, where the game has a window.
    pub window: Option<[usize; 2]>,
    /// Everything that stands on the board, in the order of drawing.
    pub pieces: Vec<Piece>,
    /// Groups of cells with an outline.
    pub areas: Vec<Area>,
    /// The events in the round before this picture.
    pub events: Vec<Event>,
    /// The orders of the players in the round before this picture, and their results.
    pub orders: Vec<Asked>,
    /// Scores and facts per seat.
    pub seats: Vec<SeatNow>,
    /// Facts of the round that belong to nobody.
    pub counts: Vec<Fact>,
}

/// Something on the board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Piece {
    /// The unit's number, `-1` for things that have none.
    pub id: i32,
    /// Its sprite, a symbol of the viewer or of the game's `sprites.svg`, e.g. `knight`.
    pub kind: &'static str,
    /// Its seat, `-1` for nobody's.
    pub seat: i32,
    /// Row.
    pub i: i32,
    /// Column.
    pub j: i32,
    /// The cell it came from in this round, when it moved.
    pub from: Option<[i32; 2]>,
    /// Where it looks, as rows and columns of a step; the viewer takes the last move otherwise.
    pub facing: Option<[i32; 2]>,
    /// Now and at most; absent where it has no health.
    pub health: Option<[i32; 2]>,
    /// States that are drawn.
    pub tags: Vec<Tag>,
    /// A step along its line of fire, when it can shoot: rows and columns.
    pub aim: Option<[i32; 2]>,
}

/// An order and what became of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Asked {
    /// The seat that gave the order.
    pub seat: i32,
    /// For which unit, `-1` for none.
    pub id: i32,
    /// Where the unit stood.
    pub cell: [i32; 2],
    /// The order in words, e.g. `move up right`.
    pub text: Say,
    /// Whether it was carried out.
    pub done: bool,
    /// The result, or the reason of a refusal, e.g. `cell is water`; may be empty.
    pub why: Say,
}

/// Cells with an outline, e.g. those that a witch haunts.
#[derive(Clone, Debug, Serialize)]
pub struct Area {
    /// Whose.
    pub seat: i32,
    /// How it is drawn.
    pub kind: AreaKind,
    /// The cells.
    pub cells: Vec<[i32; 2]>,
}

/// One thing that happened.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    /// The kind of the event.
    pub kind: EventKind,
    /// The lane of the timeline that shows it, in the row of `seat`; none for events that the
    /// timeline leaves out. An event of nobody (`seat` -1) has no row and no mark.
    pub lane: Option<Lane>,
    /// The seat that did it.
    pub seat: i32,
    /// The unit that did it, `-1` for none.
    pub id: i32,
    /// The unit it happened to, `-1` for none.
    pub other: i32,
    /// Where.
    pub cell: [i32; 2],
    /// The event in words, e.g. `hits knight 42`.
    pub text: Say,
}

/// The view of a player before its turn.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Sight {
    /// The board as the player saw it: turned and counted its way, without what was hidden.
    /// What it was told that the board does not show stands in the `counts`.
    pub scene: Scene,
    /// Cells that it was told nothing about, in the scene's own rows and columns.
    pub hidden: Vec<[i32; 2]>,
    /// How it numbers the seats, by seat; empty when by their own numbers.
    pub numbers: Vec<usize>,
    /// Sentences about how it sees, e.g. that the board is turned.
    pub notes: Vec<Say>,
}

/// A player at one moment.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SeatNow {
    /// Its score.
    pub score: i64,
    /// Share of its budget used; -1 when frozen.
    pub status: f64,
    /// Other facts to show, at most four.
    pub facts: Vec<Fact>,
    /// One entry per unit, whether it is in play now; drawn as a row of small
    /// [sprites](Stage::pip). Empty where the game has none.
    pub pips: Vec<bool>,
}
