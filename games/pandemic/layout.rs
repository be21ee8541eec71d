//! The constant parts of a match: the ground, the cities and the paths.

use engine::Pos;
use engine::text::push_int;

/// Letter of a wall.
pub const WALL: u8 = b'W';
/// Letter of grass without virus.
pub const GRASS: u8 = b'.';
/// Letter of a city cell without virus.
pub const CITY: u8 = b';';
/// Letter of a path cell without virus.
pub const PATH: u8 = b',';
/// Most virus in a cell of grass.
pub const GRASS_CAP: u8 = 4;
/// Most virus in a cell of a city or path.
pub const TOWN_CAP: u8 = 10;
/// The value of [`Layout::place`] for cells that belong to no city or path.
pub const NOWHERE: u32 = u32::MAX;

/// A path: the two cities that it joins, and its cells in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road {
    /// Number of the first city.
    pub a: i32,
    /// Number of the second city.
    pub b: i32,
    /// Its cells.
    pub cells: Vec<Pos>,
}

/// The ground with its cities and paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows, and columns.
    pub side: usize,
    /// The letter of each cell without virus, row after row.
    pub base: Vec<u8>,
    /// The cities.
    pub cities: Vec<Vec<Pos>>,
    /// The paths.
    pub paths: Vec<Road>,
    /// The city of each cell, or the number of cities plus its path; else [`NOWHERE`].
    pub place: Vec<u32>,
    /// 255 where there is grass, else 0: the virus spreads by whole rows.
    pub grass: Vec<u8>,
    /// 255 where there is a city or a path, else 0.
    pub town: Vec<u8>,
    /// The number that gives the letter of a cell together with its virus.
    pub letter: Vec<u8>,
    /// The start of each state block of a result file, as if there were no virus.
    pub text: Vec<u8>,
    /// Where the cells of each row begin in [`text`](Self::text).
    pub row_at: Vec<usize>,
}

impl Layout {
    /// A layout from its ground and its lists. Listed cells must lie on the board; the caller
    /// checks whatever else it wants.
    #[must_use]
    pub fn new(side: usize, base: Vec<u8>, cities: Vec<Vec<Pos>>, paths: Vec<Road>) -> Self {
        let mut place = vec![NOWHERE; base.len()];
        let lists = cities.iter().chain(paths.iter().map(|road| &road.cells));
        for (id, cells) in lists.enumerate() {
            for p in cells {
                if let Some(slot) = place.get_mut(p.i as usize * side + p.j as usize) {
                    *slot = id as u32;
                }
            }
        }
        let each = |f: fn(u8) -> u8| base.iter().map(|&b| f(b)).collect::<Vec<u8>>();
        let mut layout = Self {
            side,
            place,
            grass: each(|b| if b == GRASS { 255 } else { 0 }),
            town: each(|b| if matches!(b, CITY | PATH) { 255 } else { 0 }),
            letter: each(|b| match b {
                GRASS => b'a' - 1,
                CITY => b'A' - 1,
                _ => b'0' - 1,
            }),
            base,
            cities,
            paths,
            text: Vec::new(),
            row_at: Vec::new(),
        };
        layout.render();
        layout
    }

    /// The place of a cell in the flat arrays; the cell must be on the board.
    #[must_use]
    pub fn index(&self, p: Pos) -> usize {
        p.i as usize * self.side + p.j as usize
    }

    /// The cell at a place of the flat arrays.
    #[must_use]
    pub fn pos(&self, index: usize) -> Pos {
        Pos::new((index / self.side) as i32, (index % self.side) as i32)
    }

    fn render(&mut self) {
        let mut out = Vec::new();
        for figure in [|j: usize| j / 10, |j: usize| j % 10] {
            out.extend_from_slice(if out.is_empty() { b"\n\n   " } else { b"   " });
            (0..self.side).for_each(|j| push_int(&mut out, figure(j) as i64));
            out.push(b'\n');
        }
        for (i, row) in self.base.chunks_exact(self.side).enumerate() {
            push_int(&mut out, i as i64 / 10);
            push_int(&mut out, i as i64 % 10);
            out.push(b' ');
            self.row_at.push(out.len());
            out.extend_from_slice(row);
            out.push(b'\n');
        }
        out.extend_from_slice(b"\ncities ");
        push_int(&mut out, self.cities.len() as i64);
        out.push(b'\n');
        for cells in &self.cities {
            out.push(b'\n');
            push_cells(&mut out, cells);
        }
        out.extend_from_slice(b"\npaths ");
        push_int(&mut out, self.paths.len() as i64);
        out.push(b'\n');
        for road in &self.paths {
            out.push(b'\n');
            push_int(&mut out, i64::from(road.a));
            out.push(b' ');
            push_int(&mut out, i64::from(road.b));
            out.push(b' ');
            push_cells(&mut out, &road.cells);
        }
        out.push(b'\n');
        self.text = out;
    }

    /// Appends [`text`](Self::text) with the letters of the virus in it.
    pub fn write(&self, virus: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&self.text);
        let out = &mut out[start..];
        let (chunks, rest) = virus.as_chunks::<8>();
        for (k, chunk) in chunks.iter().enumerate() {
            // Most of the board is clean: eight cells at a time are passed over.
            if u64::from_le_bytes(*chunk) != 0 {
                self.write_letters(8 * k, chunk, out);
            }
        }
        self.write_letters(virus.len() - rest.len(), rest, out);
    }

    fn write_letters(&self, first: usize, virus: &[u8], out: &mut [u8]) {
        for (cell, &amount) in (first..).zip(virus).filter(|&(_, &amount)| amount > 0) {
            let at = self.row_at[cell / self.side] + cell % self.side;
            out[at] = self.letter[cell].wrapping_add(amount);
        }
    }
}

fn push_cells(out: &mut Vec<u8>, cells: &[Pos]) {
    push_int(out, cells.len() as i64);
    out.push(b'\n');
    for p in cells {
        push_int(out, i64::from(p.i));
        out.push(b' ');
        push_int(out, i64::from(p.j));
        out.push(b'\n');
    }
}
