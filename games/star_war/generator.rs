//! New universes from a seed, as settings files that the old kit reads too.
//!
//! Every board is its own mirror image from top to bottom, and the starting rows are dealt to
//! the players there and back, so that no seat is better than another.

use super::random::Lehmer;
use super::res::labels;
use super::settings::Parameters;
use super::state::letter;
use engine::text::push_int;
use engine::{Grid, Pos, SEATS};

/// Missiles of every starship at the start.
const STOCK: i64 = 5;
/// So many of a hundred cells are asteroids, at most.
const DENSEST: usize = 12;
/// Attempts to find a free cell for something before it is left out.
const ATTEMPTS: usize = 100;

/// The text of a settings file with a board drawn from `seed`; `None` if the parameters are
/// none that a settings file may have, or the starships find no room.
#[must_use]
pub fn draw(parameters: &Parameters, seed: i32) -> Option<Vec<u8>> {
    let starts = starts(parameters)?;
    let mut drawing = Drawing {
        dice: Lehmer::new(seed),
        ground: Grid::new(
            parameters.nb_rows as usize,
            parameters.nb_uni_cols as usize,
            letter::EMPTY,
        ),
        clear: starts.iter().map(|p| p.j).max().unwrap_or(0) + 4,
    };
    drawing.rocks();
    drawing.bonuses(letter::POINTS, parameters.nb_point_bonuses);
    drawing.bonuses(letter::MISSILES, parameters.nb_miss_bonuses);
    Some(text(parameters, &drawing.ground, &starts))
}

/// The same with the default parameters, but these rows and columns where they are more than 0;
/// the window is never wider than the universe.
///
/// # Errors
/// What is wrong with the size.
pub fn draw_sized(seed: u32, rows: i32, cols: i32) -> Result<String, String> {
    let or = |given, default| if given > 0 { given } else { default };
    let default = Parameters::DEFAULT;
    let nb_uni_cols = or(cols, default.nb_uni_cols);
    let parameters = Parameters {
        nb_rows: or(rows, default.nb_rows),
        nb_uni_cols,
        nb_win_cols: default.nb_win_cols.min(nb_uni_cols),
        ..default
    };
    let text = draw(&parameters, (seed % i32::MAX as u32) as i32)
        .ok_or("a universe needs 10 rows and columns or more, and a million cells at most")?;
    String::from_utf8(text).map_err(|e| e.to_string())
}

/// Where the starships begin: in columns on the left, as far apart as the rows allow.
fn starts(parameters: &Parameters) -> Option<Vec<Pos>> {
    let (rows, all) =
        (parameters.nb_rows, (SEATS as i32).checked_mul(parameters.nb_ships_x_player)?);
    let small = i64::from(rows) * i64::from(parameters.nb_uni_cols) <= 1_000_000;
    if !small || rows < 10 || parameters.nb_uni_cols < 10 || all <= 0 {
        return None;
    }
    if 2 * ((all - 1) / rows + 1) > parameters.nb_win_cols {
        return None;
    }
    let mut starts = vec![Pos::new(0, 0); all as usize];
    for place in 0..all {
        let (deal, k) = (place / SEATS as i32, place % SEATS as i32);
        let player = if deal % 2 == 0 { k } else { SEATS as i32 - 1 - k };
        // Neighbours in the deal stand in different columns, and no cell is used twice.
        let (i, j) = match all <= rows {
            true => (spread(place, all, rows), 2 * (place % 2)),
            false => (place % rows, 2 * (place / rows)),
        };
        starts[(player * parameters.nb_ships_x_player + deal) as usize] = Pos::new(i, j);
    }
    Some(starts)
}

/// The row of place `k` of `n` that share the rows evenly.
fn spread(k: i32, n: i32, rows: i32) -> i32 {
    ((2 * i64::from(k) + 1) * i64::from(rows) / (2 * i64::from(n))) as i32
}

struct Drawing {
    dice: Lehmer,
    ground: Grid<u8>,
    /// Columns on the left without asteroids.
    clear: i32,
}

impl Drawing {
    fn rows(&self) -> i32 {
        self.ground.rows() as i32
    }

    fn cols(&self) -> i32 {
        self.ground.cols() as i32
    }

    /// Draws into a cell and its mirror image, where they are empty and not too far left.
    fn put(&mut self, p: Pos, what: u8) -> i32 {
        let mirrored = Pos::new(self.rows() - 1 - p.i, p.j);
        let mut drawn = 0;
        for q in [p, mirrored] {
            let inside = q.j >= self.clear && q.j < self.cols() - 1;
            if inside && self.ground.get(q) == Some(&letter::EMPTY) {
                self.ground[q] = what;
                drawn += 1;
            }
        }
        drawn
    }

    fn somewhere(&mut self) -> Pos {
        let i = self.dice.draw(0, self.rows() - 1);
        Pos::new(i, self.dice.draw(self.clear.min(self.cols() - 1), self.cols() - 1))
    }

    /// Walls with a gap, barriers along the flight, and loose asteroids.
    fn rocks(&mut self) {
        let cells = self.ground.cells().len();
        let count =
            |ground: &Grid<u8>| ground.cells().iter().filter(|&&c| c == letter::ASTEROID).count();
        for _ in 0..cells / 20 {
            if 100 * count(&self.ground) >= DENSEST * cells {
                break;
            }
            let at = self.somewhere();
            match self.dice.draw(0, 5) {
                0 => self.wall(at),
                1 | 2 => {
                    let length = self.dice.draw(2, 7);
                    (0..length).for_each(|k| {
                        self.put(at + Pos::new(0, k), letter::ASTEROID);
                    });
                }
                _ => {
                    self.put(at, letter::ASTEROID);
                }
            }
        }
    }

    fn wall(&mut self, at: Pos) {
        let length = self.dice.draw(2, (self.rows() / 3).max(2));
        for k in 0..length {
            self.put(at + Pos::new(k, k % 2), letter::ASTEROID);
        }
    }

    fn bonuses(&mut self, what: u8, wanted: i32) {
        let (mut drawn, mut attempts) = (0, 0);
        while drawn < wanted && attempts < ATTEMPTS {
            let at = self.somewhere();
            let here = self.put(at, what);
            drawn += here;
            attempts = if here > 0 { 0 } else { attempts + 1 };
        }
        if drawn > wanted
            && let Some(last) = self.ground.cells_mut().iter_mut().rev().find(|c| **c == what)
        {
            *last = letter::EMPTY;
        }
    }
}

fn text(parameters: &Parameters, ground: &Grid<u8>, starts: &[Pos]) -> Vec<u8> {
    let mut out = b"starwar v1\nsecgame ?\nseed ?\n".to_vec();
    for (key, value) in parameters.named() {
        out.extend_from_slice(key.as_bytes());
        out.push(b'\t');
        value.push_text(&mut out);
        out.push(b'\n');
    }
    out.extend_from_slice(b"names ? ? ? ?\n\nrnd 0\n\n");
    out.extend_from_slice(&labels(parameters.nb_uni_cols));
    out.push(b'\n');
    for (i, row) in ground.cells().chunks(ground.cols()).enumerate() {
        push_int(&mut out, i as i64 / 10);
        push_int(&mut out, i as i64 % 10);
        out.push(b' ');
        out.extend_from_slice(row);
        out.push(b'\n');
    }
    out.extend_from_slice(b"\nstarships\nsid\trow\tcolumn\tnb_miss\talive\ttime\n");
    for (s, p) in starts.iter().enumerate() {
        for number in [s as i64, i64::from(p.i), i64::from(p.j), STOCK] {
            push_int(&mut out, number);
            out.push(b'\t');
        }
        out.extend_from_slice(b"y\t0\n");
    }
    out.extend_from_slice(b"\nmissiles\n0\nmid\tsid\trow\tcolumn\n\nplayers\npid\tscore\tstatus\n");
    for seat in 0..SEATS {
        push_int(&mut out, seat as i64);
        out.extend_from_slice(b"\t0\t0\n");
    }
    out
}
