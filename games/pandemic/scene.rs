//! What viewers draw.
use super::res::{Head, Moves};
use super::state::Board;
use engine::Pos;
use engine::scene::{Fact, Scene, Stage};

/// Charts.
pub const SERIES: &[&str] = &["Score"];
/// Their values.
pub fn values(board: &Board) -> Vec<Vec<f64>> {
    vec![board.scores.iter().map(|&s| f64::from(s)).collect()]
}
/// Stage.
pub fn stage(board: &Board, head: &Head) -> Stage {
    Stage { rows: head.params.side, cols: board.layout.side, ..Stage::default() }
}
/// Scene.
pub fn scene(board: &Board, _: &Head, _: Option<(&Board, &Moves)>) -> Scene {
    let n = board.virus.len();
    Scene { ground: ".".repeat(n), owner: ".".repeat(n), ..Scene::default() }
}
/// Facts.
pub fn inspect(_: &Board, _: &Head, _: Pos) -> Vec<Fact> {
    Vec::new()
}
