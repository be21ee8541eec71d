//! Positions, directions and flat grids.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Index, IndexMut};

/// A cell: row `i` counted from the top, column `j` from the left, both from 0. It may lie
/// outside a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pos {
    /// Row, from the top.
    pub i: i32,
    /// Column, from the left.
    pub j: i32,
}

impl Pos {
    /// The cell in row `i`, column `j`.
    #[must_use]
    pub const fn new(i: i32, j: i32) -> Self {
        Self { i, j }
    }

    /// Steps between two cells when only the four sides count.
    #[must_use]
    pub const fn manhattan(self, other: Self) -> u32 {
        self.i.abs_diff(other.i).saturating_add(self.j.abs_diff(other.j))
    }
}

impl Add for Pos {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.i.wrapping_add(other.i), self.j.wrapping_add(other.j))
    }
}

impl Add<Dir> for Pos {
    type Output = Self;
    fn add(self, dir: Dir) -> Self {
        self + dir.offset()
    }
}

/// One of the eight directions and "stay", with the codes that three of the kits use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Dir {
    /// Down, code 0.
    Bottom = 0,
    /// Down and right, code 1.
    BottomRight = 1,
    /// Right, code 2.
    Right = 2,
    /// Up and right, code 3.
    RightTop = 3,
    /// Up, code 4.
    Top = 4,
    /// Up and left, code 5.
    TopLeft = 5,
    /// Left, code 6.
    Left = 6,
    /// Down and left, code 7.
    LeftBottom = 7,
    /// Stay, code 8.
    None = 8,
}

impl Dir {
    /// The eight real directions in the order of their codes.
    pub const EIGHT: [Self; 8] = [
        Self::Bottom,
        Self::BottomRight,
        Self::Right,
        Self::RightTop,
        Self::Top,
        Self::TopLeft,
        Self::Left,
        Self::LeftBottom,
    ];
    /// The four sides: down, right, up, left.
    pub const FOUR: [Self; 4] = [Self::Bottom, Self::Right, Self::Top, Self::Left];

    /// The direction with this code, 0 ..= 8.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        match code {
            0..=7 => Some(Self::EIGHT[code as usize]),
            8 => Some(Self::None),
            _ => None,
        }
    }

    /// The letter that result files use.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"bwrxtylzn"[self as usize]
    }

    /// The direction of a letter in a result file.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        b"bwrxtylzn".iter().position(|&l| l == letter).and_then(|k| Self::from_code(k as i32))
    }

    /// Whether it is one of the four corners directions.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        (self as u8) < 8 && self as u8 % 2 == 1
    }

    /// Turned by `quarters` quarter turns against the clock on the screen; "stay" stays.
    #[must_use]
    pub fn turned(self, quarters: usize) -> Self {
        match self {
            Self::None => Self::None,
            dir => Self::EIGHT[(dir as usize + 2 * quarters) % 8],
        }
    }

    /// The change of a position by one step.
    #[must_use]
    pub const fn offset(self) -> Pos {
        const DI: [i32; 9] = [1, 1, 0, -1, -1, -1, 0, 1, 0];
        const DJ: [i32; 9] = [0, 1, 1, 1, 0, -1, -1, -1, 0];
        Pos::new(DI[self as usize], DJ[self as usize])
    }
}

/// A rectangle of cells in one flat array, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A grid of equal cells.
    #[must_use]
    pub fn new(rows: usize, cols: usize, cell: T) -> Self {
        Self { rows, cols, cells: vec![cell; rows * cols] }
    }
}

impl<T> Grid<T> {
    /// A grid from its cells, row after row; `None` if there are not `rows * cols`.
    #[must_use]
    pub fn from_cells(rows: usize, cols: usize, cells: Vec<T>) -> Option<Self> {
        (rows.checked_mul(cols)? == cells.len()).then_some(Self { rows, cols, cells })
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Whether the position is on the board.
    #[must_use]
    pub fn contains(&self, p: Pos) -> bool {
        (p.i as usize) < self.rows && (p.j as usize) < self.cols && p.i >= 0 && p.j >= 0
    }

    /// The place of a position in [`cells`](Self::cells); `None` outside.
    #[must_use]
    pub fn index_of(&self, p: Pos) -> Option<usize> {
        self.contains(p).then(|| p.i as usize * self.cols + p.j as usize)
    }

    /// The position of a place in [`cells`](Self::cells).
    #[must_use]
    pub fn pos_of(&self, index: usize) -> Pos {
        Pos::new((index / self.cols) as i32, (index % self.cols) as i32)
    }

    /// The cell at a position, `None` outside.
    #[must_use]
    pub fn get(&self, p: Pos) -> Option<&T> {
        self.index_of(p).map(|k| &self.cells[k])
    }

    /// All cells, row after row.
    #[must_use]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All cells, row after row, to change.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// All positions, row after row.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<T> {
        let (rows, cols) = (self.rows as i32, self.cols as i32);
        (0..rows).flat_map(move |i| (0..cols).map(move |j| Pos::new(i, j)))
    }
}

/// Panics outside the board, like a slice.
impl<T> Index<Pos> for Grid<T> {
    type Output = T;
    fn index(&self, p: Pos) -> &T {
        debug_assert!(self.contains(p));
        &self.cells[p.i as usize * self.cols + p.j as usize]
    }
}

/// Panics outside the board, like a slice.
impl<T> IndexMut<Pos> for Grid<T> {
    fn index_mut(&mut self, p: Pos) -> &mut T {
        debug_assert!(self.contains(p));
        &mut self.cells[p.i as usize * self.cols + p.j as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_cancel() {
        for dir in Dir::EIGHT {
            assert_eq!(Pos::new(5, 7) + dir + dir.turned(2), Pos::new(5, 7));
            assert_eq!(Dir::from_letter(dir.letter()), Some(dir));
        }
        assert_eq!(Dir::None.turned(1), Dir::None);
    }

    #[test]
    fn a_grid_knows_what_is_outside() {
        let grid = Grid::new(3, 5, 0_u8);
        for p in grid.positions() {
            assert_eq!(grid.index_of(p).map(|k| grid.pos_of(k)), Some(p));
        }
        for p in [Pos::new(-1, 0), Pos::new(0, -1), Pos::new(3, 0), Pos::new(0, 5)] {
            assert!(!grid.contains(p) && grid.get(p).is_none());
        }
    }
}
