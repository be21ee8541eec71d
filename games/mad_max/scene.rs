//! What the viewer shows of a board.

use super::state::{Board, Head, Move};
use engine::Pos;
use engine::scene::{Fact, Scene, Stage};

/// What can be charted.
pub const SERIES: &[&str] = &["Score", "Cities"];

/// What stays the same for a match.
#[must_use]
pub fn stage(_board: &Board, _head: &Head) -> Stage {
    Stage::default()
}

/// The values of [`SERIES`].
#[must_use]
pub fn values(_board: &Board) -> Vec<Vec<f64>> {
    Vec::new()
}

/// The picture of a board.
#[must_use]
pub fn scene(_board: &Board, _head: &Head, _before: Option<(&Board, &Vec<Move>)>) -> Scene {
    Scene::default()
}

/// What is known about a cell.
#[must_use]
pub fn inspect(_board: &Board, _head: &Head, _p: Pos) -> Vec<Fact> {
    Vec::new()
}
