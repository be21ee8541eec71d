//! The cells near units, as one bit per cell: each unit marks the square around it once, and
//! asking whether a cell is away from everybody is then a look at one bit.

use crate::mad_max::land::Land;
use crate::mad_max::state::{NOBODY, Unit};
use engine::Pos;

/// The cells within some distance of any unit, diagonals counting one.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    distance: i32,
    rows: i32,
    cols: i32,
    /// Words per row; the last one is spare, so that a square can spill over.
    words: usize,
    bits: Vec<u64>,
}

impl Crowd {
    /// Looks anew where everybody stands; `distance` is at most 30. The grid's units are always
    /// where they think they are, so it is enough to look at the units' own cells.
    pub fn look(&mut self, distance: i32, land: &Land, units: &[Unit], ids: &[i32]) {
        self.distance = distance;
        (self.rows, self.cols) = (land.rows(), land.cols());
        self.words = self.cols as usize / 64 + 2;
        self.bits.clear();
        self.bits.resize(self.words * self.rows as usize, 0);
        for unit in units {
            if ids[land.place(unit.pos)] != NOBODY {
                self.add(unit.pos);
            }
        }
    }

    /// Somebody comes to a cell of the board.
    pub fn add(&mut self, p: Pos) {
        let distance = self.distance;
        let (top, bottom) = ((p.i - distance).max(0), (p.i + distance).min(self.rows - 1));
        let (left, right) = ((p.j - distance).max(0), (p.j + distance).min(self.cols - 1));
        let mask = u128::from((1_u64 << (right - left + 1)) - 1) << (left % 64);
        let (low, high) = (mask as u64, (mask >> 64) as u64);
        let start = top as usize * self.words + left as usize / 64;
        let rows = self.bits[start..].chunks_mut(self.words);
        for row in rows.take((bottom - top + 1) as usize) {
            row[0] |= low;
            row[1] |= high;
        }
    }

    /// Whether there is nobody at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    /// Whether nobody is near a cell of the board.
    #[must_use]
    #[inline]
    pub fn is_clear(&self, p: Pos) -> bool {
        let column = p.j as usize;
        self.bits[p.i as usize * self.words + column / 64] >> (column % 64) & 1 == 0
    }
}
