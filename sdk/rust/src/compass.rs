//! The directions of games whose units may also move diagonally.

use crate::Pos;
use std::ops::Add;

/// Directions, counterclockwise from the bottom, and staying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dir {
    /// One row down.
    Bottom,
    /// Down and right.
    BR,
    /// One column to the right.
    Right,
    /// Up and right.
    RT,
    /// One row up.
    Top,
    /// Up and left.
    TL,
    /// One column to the left.
    Left,
    /// Down and left.
    LB,
    /// Stay.
    None,
}

impl Dir {
    /// The eight directions, by their codes.
    pub const ALL: [Self; 8] =
        [Self::Bottom, Self::BR, Self::Right, Self::RT, Self::Top, Self::TL, Self::Left, Self::LB];
    /// The four that are not diagonal.
    pub const STRAIGHT: [Self; 4] = [Self::Bottom, Self::Right, Self::Top, Self::Left];

    /// Its code: 0 for `Bottom` to 8 for `None`.
    #[must_use]
    pub fn code(self) -> i32 {
        self as i32
    }
}

impl Add<Dir> for Pos {
    type Output = Self;
    /// One step.
    fn add(self, dir: Dir) -> Self {
        const STEPS: [(i32, i32); 9] =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (0, 0)];
        let (i, j) = STEPS[dir as usize];
        Self::new(self.i + i, self.j + j)
    }
}
