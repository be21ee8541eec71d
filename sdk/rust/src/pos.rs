//! Positions.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A position, or a difference between two: row `i`, counted from the top, and column `j`,
/// counted from the left, both from 0. Ordered by rows, then by columns.
///
/// ```
/// use palestra::Pos;
/// let p = Pos::new(3, 4) + Pos::new(0, 1);
/// assert_eq!((p.i, p.j), (3, 5));
/// assert_eq!(p.to_string(), "(3, 5)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    /// Row.
    pub i: i32,
    /// Column.
    pub j: i32,
}

impl Pos {
    /// The position in row `i` and column `j`.
    #[must_use]
    pub const fn new(i: i32, j: i32) -> Self {
        Self { i, j }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.i, self.j)
    }
}

impl Add for Pos {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.i + other.i, self.j + other.j)
    }
}

impl Sub for Pos {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.i - other.i, self.j - other.j)
    }
}

impl<D> AddAssign<D> for Pos
where
    Self: Add<D, Output = Self>,
{
    fn add_assign(&mut self, step: D) {
        *self = *self + step;
    }
}
