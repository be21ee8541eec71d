//! New boards: walls drawn at random, for settings files that hold explicit grids.
//!
//! Units appear in rows 1 to `rows / 2 - 2` and in as many from `rows / 2 + 1` on (section d.1),
//! and likewise in columns. With odd sizes the reflection that takes row `i` to row
//! `rows - 2 - i`, around the edge of the board, takes these rows to each other; a board that
//! is its own image under this reflection of rows and that of columns is fair to all players.

use super::settings::{EMPTY, NAME, Parameters, VERSION, WALL};
use super::state::Dir;
use super::stream::Stream;
use engine::{Grid, Pos};

/// Rows and columns that can be drawn: odd, because only then the quadrants are equal.
pub const SIDES: std::ops::RangeInclusive<i32> = 11..=999;

/// One wall cell in so many, at most.
const SPARSITY: usize = 8;
const STROKES_PER_WALL: usize = 4;
const LONGEST_STROKE: u32 = 7;

/// A settings file for four players with a new board, which the old kit reads as well.
///
/// # Errors
/// When a size is not an odd number within [`SIDES`].
pub fn draw_settings(seed: u32, rows: i32, cols: i32) -> Result<String, String> {
    if [rows, cols].iter().any(|side| side % 2 == 0 || !SIDES.contains(side)) {
        let (first, last) = (SIDES.start(), SIDES.end());
        return Err(format!("rows and columns must be odd numbers from {first} to {last}"));
    }
    let walls = draw_walls(&mut Stream::new(seed), rows, cols);
    let mut text = format!("{NAME} {VERSION}\n");
    for (key, value) in (Parameters { rows, cols, ..Parameters::DEFAULT }).named() {
        text += &format!("{key:<16}{value:>4}\n");
    }
    text += "secgame false\nnames ? ? ? ?\n\nround 0\n";
    for row in walls.cells().chunks_exact(cols as usize) {
        text.extend(row.iter().map(|&c| char::from(c)));
        text.push('\n');
    }
    text += "score 0 0 0 0\nstatus 0 0 0 0\n";
    Ok(text)
}

/// The image of a row or column under the reflection that keeps the board fair.
#[must_use]
pub fn reflected(k: i32, side: i32) -> i32 {
    (side - 2 - k).rem_euclid(side)
}

/// Walls in strokes, each with its three images, so that all open cells stay connected.
fn draw_walls(dice: &mut Stream, rows: i32, cols: i32) -> Grid<u8> {
    let mut grid = Grid::new(rows as usize, cols as usize, EMPTY);
    let most = grid.cells().len() / SPARSITY;
    let mut built = 0;
    for _ in 0..most / STROKES_PER_WALL {
        let cells = stroke(dice, rows, cols);
        let new: Vec<Pos> = cells.into_iter().filter(|&p| grid[p] != WALL).collect();
        if built + new.len() > most || new.iter().any(|&p| is_crowded(&grid, &new, p)) {
            continue;
        }
        new.iter().for_each(|&p| grid[p] = WALL);
        if is_connected(&grid) {
            built += new.len();
        } else {
            new.iter().for_each(|&p| grid[p] = EMPTY);
        }
    }
    grid
}

/// A straight stroke, sometimes with a corner, and its images; no cell twice.
fn stroke(dice: &mut Stream, rows: i32, cols: i32) -> Vec<Pos> {
    let i = dice.below(rows.unsigned_abs()) as i32;
    let j = dice.below(cols.unsigned_abs()) as i32;
    let mut p = Pos::new(i, j);
    let mut dir = Dir::FOUR[dice.below(4) as usize];
    let length = 2 + dice.below(LONGEST_STROKE - 1);
    let corner = dice.below(2 * length);
    let mut cells = Vec::new();
    for k in 0..length {
        for i in [p.i, reflected(p.i, rows)] {
            cells.extend([p.j, reflected(p.j, cols)].map(|j| Pos::new(i, j)));
        }
        if k == corner {
            let sides = if matches!(dir, Dir::Top | Dir::Bottom) { 2 } else { 0 };
            dir = Dir::FOUR[sides + dice.below(2) as usize];
        }
        p = dir.step(p, rows, cols);
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Whether a new cell would touch a wall of an earlier stroke, be it with a corner.
fn is_crowded(grid: &Grid<u8>, new: &[Pos], p: Pos) -> bool {
    let (rows, cols) = (grid.rows() as i32, grid.cols() as i32);
    let around = (-1..=1).flat_map(|i| (-1..=1).map(move |j| Pos::new(i, j)));
    around
        .map(|step| p + step)
        .map(|q| Pos::new(q.i.rem_euclid(rows), q.j.rem_euclid(cols)))
        .any(|q| grid[q] == WALL && !new.contains(&q))
}

/// Whether every open cell can be reached from every other.
#[must_use]
pub fn is_connected(grid: &Grid<u8>) -> bool {
    let mut reached = grid.clone();
    let Some(start) = grid.positions().find(|&p| grid[p] != WALL) else { return true };
    let (rows, cols) = (grid.rows() as i32, grid.cols() as i32);
    let mut stack = vec![start];
    reached[start] = WALL;
    while let Some(p) = stack.pop() {
        for q in Dir::FOUR.map(|dir| dir.step(p, rows, cols)) {
            if reached[q] != WALL {
                reached[q] = WALL;
                stack.push(q);
            }
        }
    }
    reached.cells().iter().all(|&c| c == WALL)
}
