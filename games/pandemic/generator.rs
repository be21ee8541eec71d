//! Boards drawn at random (section b.3 of the specification), draw by draw.

use super::layout::{CITY, GRASS, Layout, PATH, Road, WALL};
use engine::{Fatal, Lcg, Pos};

/// A cell of a ruined city; it becomes a wall when the board is finished.
const OLD: u8 = b't';
/// Tries to find room for one rectangle.
const TRIES: usize = 100;
/// Walls drawn between ruins and cities, and how often that is tried.
const WALLS: usize = 7;
const WALL_TRIES: usize = 100;
/// Squared distance that the ends of a wall must exceed.
const WALL_GAP: i64 = 72;
/// Fewer cities make no board.
const FEWEST_CITIES: usize = 8;
/// Cells around a path or a wall that must be free of others.
const MARGIN: usize = 2;
/// After so many boards that were not accepted the settings are given up.
pub const ATTEMPTS: usize = 1_000_000;

/// Draws boards until one is accepted.
///
/// # Errors
/// When none of a million is.
pub fn generate(side: usize, dice: &mut Lcg) -> Result<Layout, Fatal> {
    let mut workshop = Workshop::new(side);
    for _ in 0..ATTEMPTS {
        workshop.attempt(dice);
        if workshop.accepted() {
            return Ok(workshop.finish());
        }
    }
    Err(Fatal::new(format!(
        "no board of {side}x{side} cells worked in {ATTEMPTS} attempts; \
         raise `rows` and `cols` in the settings file, or try another seed"
    )))
}

/// A board in the making.
pub struct Workshop {
    side: usize,
    map: Vec<u8>,
    /// The cities so far.
    pub cities: Vec<Vec<Pos>>,
    /// The paths so far.
    pub paths: Vec<Road>,
    /// Cells of ruins. The kit never clears this list, not even for a new attempt.
    pub old: Vec<Pos>,
    /// Bit c of a cell: city c has a cell within the margin.
    near_city: Vec<u32>,
    /// Whether a path or ruin lies within the margin.
    near_path: Vec<bool>,
    curve: Vec<Pos>,
    trace: Vec<Pos>,
}

impl Workshop {
    /// A workshop for square boards.
    #[must_use]
    pub fn new(side: usize) -> Self {
        Self {
            side,
            map: Vec::new(),
            cities: Vec::new(),
            paths: Vec::new(),
            old: Vec::new(),
            near_city: Vec::new(),
            near_path: Vec::new(),
            curve: Vec::new(),
            trace: Vec::new(),
        }
    }

    fn attempt(&mut self, dice: &mut Lcg) {
        self.clear();
        self.draw_cities(dice);
        self.draw_ruins(dice);
        self.draw_paths(dice);
        self.draw_walls(dice);
    }

    /// Begins a new attempt: grass inside a wall.
    pub fn clear(&mut self) {
        let side = self.side;
        self.map.clear();
        self.map.resize(side * side, WALL);
        for row in self.map.chunks_exact_mut(side).skip(1).take(side - 2) {
            row[1..side - 1].fill(GRASS);
        }
        self.cities.clear();
        self.paths.clear();
    }

    /// Stage 1: between 8 and 22 rectangles, as far as there is room.
    pub fn draw_cities(&mut self, dice: &mut Lcg) {
        for _ in 0..dice.draw(8, 22) {
            if let Some(cells) = self.rectangle(dice, 2, &[WALL, CITY]) {
                self.paint(&cells, CITY);
                self.cities.push(cells);
            }
        }
    }

    /// Stage 2: between 5 and 9 ruins of old cities.
    pub fn draw_ruins(&mut self, dice: &mut Lcg) {
        for _ in 0..dice.draw(5, 9) {
            if let Some(cells) = self.rectangle(dice, 3, &[WALL, CITY, PATH, OLD]) {
                self.paint(&cells, OLD);
                self.old.extend(cells);
            }
        }
    }

    fn paint(&mut self, cells: &[Pos], letter: u8) {
        for &p in cells {
            self.map[p.i as usize * self.side + p.j as usize] = letter;
        }
    }

    fn rectangle(&self, dice: &mut Lcg, low: i32, forbidden: &[u8]) -> Option<Vec<Pos>> {
        let last = self.side as i32 - 1;
        for _ in 0..TRIES {
            let (i, j) = (dice.draw(0, last), dice.draw(0, last));
            let (height, width) = (dice.draw(low, 6), dice.draw(low, 6));
            // Three free rows above but two below: the kit's window is lopsided.
            let rows = (i - 3).max(0)..(i + height + 2).min(last + 1);
            let cols = (j - 3).max(0) as usize..(j + width + 2).min(last + 1) as usize;
            let free = rows.into_iter().all(|ii| {
                let start = ii as usize * self.side;
                let row = &self.map[start + cols.start..start + cols.end];
                !row.iter().any(|cell| forbidden.contains(cell))
            });
            if free {
                let row = |ii| (j..j + width).map(move |jj| Pos::new(ii, jj));
                return Some((i..i + height).flat_map(row).collect());
            }
        }
        None
    }

    /// Calls `f` with the place of every cell within the margin of `p`.
    fn around(side: usize, p: Pos, mut f: impl FnMut(usize)) {
        let span = |x: i32| {
            let x = x as usize;
            x.saturating_sub(MARGIN)..=(x + MARGIN).min(side - 1)
        };
        for i in span(p.i) {
            span(p.j).for_each(|j| f(i * side + j));
        }
    }

    /// Stage 3: paths between cities, tried 3 n² times for n cities.
    pub fn draw_paths(&mut self, dice: &mut Lcg) {
        self.look_around();
        let n = self.cities.len() as i32;
        for _ in 0..3 * n * n {
            let (a, b) = (dice.draw(0, n - 1), dice.draw(0, n - 1));
            if a == b {
                continue;
            }
            let start = draw_cell(dice, &self.cities[a as usize]);
            let end = draw_cell(dice, &self.cities[b as usize]);
            draw_curve(dice, start, end, &mut self.curve);
            if self.curve.last() != Some(&end) || !self.free_for_path(1 << a | 1 << b) {
                continue;
            }
            let curve = self.curve.iter().copied();
            let outside =
                curve.filter(|p| self.map[p.i as usize * self.side + p.j as usize] != CITY);
            let cells: Vec<Pos> = outside.collect();
            self.paint(&cells, PATH);
            for &p in &cells {
                let near = &mut self.near_path;
                Self::around(self.side, p, |k| near[k] = true);
            }
            self.paths.push(Road { a, b, cells });
        }
    }

    fn look_around(&mut self) {
        let side = self.side;
        self.near_city.clear();
        self.near_city.resize(side * side, 0);
        self.near_path.clear();
        self.near_path.resize(side * side, false);
        for (c, cells) in self.cities.iter().enumerate() {
            let near = &mut self.near_city;
            cells.iter().for_each(|&p| Self::around(side, p, |k| near[k] |= 1 << c));
        }
        for &p in &self.old {
            // Ruins of earlier attempts are in the list but not on the map.
            if self.map[p.i as usize * side + p.j as usize] == OLD {
                let near = &mut self.near_path;
                Self::around(side, p, |k| near[k] = true);
            }
        }
    }

    fn free_for_path(&self, own: u32) -> bool {
        self.curve.iter().all(|p| {
            let k = p.i as usize * self.side + p.j as usize;
            self.near_city[k] & !own == 0 && !self.near_path[k]
        })
    }

    /// Stage 4: broken lines of wall from ruins to ruins and cities. Answers how many counted.
    pub fn draw_walls(&mut self, dice: &mut Lcg) -> usize {
        let mut count = 0;
        if self.old.is_empty() {
            return count;
        }
        for k in 0..WALL_TRIES {
            if count == WALLS {
                break;
            }
            let from = draw_cell(dice, &self.old);
            let to = if k % 2 == 0 {
                draw_cell(dice, &self.old)
            } else {
                let c = dice.draw(0, self.cities.len() as i32 - 1) as usize;
                // Without cities the kit reads beyond its list; any cell will do.
                self.cities.get(c).map_or(from, |city| draw_cell(dice, city))
            };
            if squared(from, to) <= WALL_GAP {
                continue;
            }
            draw_curve(dice, to, from, &mut self.curve);
            self.break_curve(dice);
            if self.free_for_wall() {
                for &p in &self.trace {
                    let cell = &mut self.map[p.i as usize * self.side + p.j as usize];
                    *cell = if *cell == GRASS { WALL } else { *cell };
                }
                count += 1;
            }
        }
        count
    }

    /// Keeps some stretches of the curve, never its first five cells.
    fn break_curve(&mut self, dice: &mut Lcg) {
        let p = f64::from(dice.draw(55, 75)) / 100.0;
        let threshold = super::rules::threshold(p);
        let (mut left, mut up) = (5, false);
        self.trace.clear();
        for &cell in &self.curve {
            if left == 0 {
                up = dice.draw(1, 10_000) <= threshold;
                left = dice.draw(3, 6);
            }
            if up {
                self.trace.push(cell);
            }
            left -= 1;
        }
    }

    fn free_for_wall(&self) -> bool {
        self.trace.iter().all(|&p| {
            let mut free = true;
            Self::around(self.side, p, |k| free &= !matches!(self.map[k], WALL | PATH));
            free
        })
    }

    /// Turns ruins into walls, then says whether there are cities enough and every cell that is
    /// no wall can be reached from the middle.
    pub fn accepted(&mut self) -> bool {
        for cell in &mut self.map {
            *cell = if *cell == OLD { WALL } else { *cell };
        }
        if self.cities.len() < FEWEST_CITIES {
            return false;
        }
        let side = self.side;
        let mut seen: Vec<bool> = self.map.iter().map(|&cell| cell == WALL).collect();
        let middle = (side / 2) * side + side / 2;
        // The fill starts in the middle even if a wall stands there.
        seen[middle] = true;
        let mut stack = vec![middle];
        while let Some(k) = stack.pop() {
            // The border is wall, so only the middle itself could lie at an edge, and it does not.
            for next in [k + side, k + 1, k - side, k - 1] {
                if !seen[next] {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
        seen.iter().all(|&s| s)
    }

    /// The finished board.
    #[must_use]
    pub fn finish(self) -> Layout {
        Layout::new(self.side, self.map, self.cities, self.paths)
    }
}

fn squared(a: Pos, b: Pos) -> i64 {
    let (di, dj) = (i64::from(a.i - b.i), i64::from(a.j - b.j));
    di * di + dj * dj
}

fn draw_cell(dice: &mut Lcg, cells: &[Pos]) -> Pos {
    cells[dice.draw(0, cells.len() as i32 - 1) as usize]
}

/// A winding way from `start` that comes nearer to `end` with every cell; it may stop short.
///
/// Each step must make the distance smaller, so no cell is met twice and none lies outside.
fn draw_curve(dice: &mut Lcg, start: Pos, end: Pos, curve: &mut Vec<Pos>) {
    curve.clear();
    let mut heading = dice.draw(0, 3);
    let mut p = start;
    loop {
        curve.push(p);
        let nearer = [end.i > p.i, end.j > p.j, end.i < p.i, end.j < p.j];
        let chance = dice.draw(-1, 1);
        let next = [chance, -1, 0, 1]
            .into_iter()
            .map(|turn| (4 + heading + turn) & 3)
            .find(|&dir| nearer[dir as usize]);
        let Some(dir) = next else { return };
        heading = dir;
        match dir {
            0 => p.i += 1,
            1 => p.j += 1,
            2 => p.i -= 1,
            _ => p.j -= 1,
        }
    }
}
