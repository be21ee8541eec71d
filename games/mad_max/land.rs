//! The ground: one letter per cell, kept as the very text that result files show.

use engine::Pos;

/// Sand, where everybody may stand.
pub const DESERT: u8 = b'.';
/// Road, where everybody may stand and cars may move in any round.
pub const ROAD: u8 = b'R';
/// Water: warriors beside it drink.
pub const WATER: u8 = b'W';
/// A petrol station: cars beside it fill up.
pub const STATION: u8 = b'S';
/// A wall.
pub const WALL: u8 = b'X';
/// The value outside the board.
pub const OUTSIDE: u8 = b'\n';

/// Whether the letter is of a city; it is then the digit of its owner.
#[must_use]
pub const fn is_city(letter: u8) -> bool {
    matches!(letter, b'0'..=b'3')
}

/// Whether the letter may stand in a grid.
#[must_use]
pub const fn is_ground(letter: u8) -> bool {
    is_city(letter) || matches!(letter, DESERT | ROAD | WATER | STATION | WALL)
}

/// The cells of a board, row after row, each row followed by a line end: result files copy
/// this text whole, and a place left or right of the board is never ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Land {
    rows: i32,
    cols: i32,
    text: Vec<u8>,
}

impl Land {
    /// A board full of desert.
    #[must_use]
    pub fn desert(rows: i32, cols: i32) -> Self {
        let mut text = Vec::with_capacity((rows * (cols + 1)) as usize);
        for _ in 0..rows {
            text.resize(text.len() + cols as usize, DESERT);
            text.push(b'\n');
        }
        Self { rows, cols, text }
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> i32 {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub const fn cols(&self) -> i32 {
        self.cols
    }

    /// The text: every row and its line end.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The text, to change letters in place.
    pub fn text_mut(&mut self) -> &mut [u8] {
        &mut self.text
    }

    /// Whether the cell is on the board.
    #[must_use]
    pub const fn contains(&self, p: Pos) -> bool {
        p.i >= 0 && p.i < self.rows && p.j >= 0 && p.j < self.cols
    }

    /// The place of a cell of the board in [`text`](Self::text).
    #[must_use]
    pub const fn place(&self, p: Pos) -> usize {
        (p.i * (self.cols + 1) + p.j) as usize
    }

    /// The cell of a place in [`text`](Self::text).
    #[must_use]
    pub const fn pos(&self, place: usize) -> Pos {
        let stride = self.cols as usize + 1;
        Pos::new((place / stride) as i32, (place % stride) as i32)
    }

    /// The letter of a cell, [`OUTSIDE`] beyond the edges.
    #[must_use]
    pub fn at(&self, p: Pos) -> u8 {
        if self.contains(p) { self.text[self.place(p)] } else { OUTSIDE }
    }

    /// Changes the letter of a cell; one outside the board stays as it is.
    pub fn set(&mut self, p: Pos, letter: u8) {
        if self.contains(p) {
            let place = self.place(p);
            self.text[place] = letter;
        }
    }

    /// All cells, row after row.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |i| (0..cols).map(move |j| Pos::new(i, j)))
    }
}
