//! Boards drawn at random (sections b.3 to b.5 of the specification), draw by draw.

use super::settings::{Settings, Source};
use engine::{Dir, Fatal, Grid, Lcg, Notes, Pos};

/// Empty cell without owner.
pub const EMPTY: u8 = b'.';
/// Wall.
pub const WALL: u8 = b'X';

/// So many attempts in vain mean that there is no place left: the kit would try for ever.
const PATIENCE: u32 = 1_000_000;
const MOST_BOARDS: u32 = 1000;

/// Makes the board of these settings: one of `.X0123` per cell.
///
/// # Errors
/// When the generator finds no place for what it must draw.
pub fn draw_board(
    settings: &Settings,
    dice: &mut Lcg,
    notes: &mut Notes,
) -> Result<Grid<u8>, Fatal> {
    let side = settings.parameters.rows as usize;
    match &settings.source {
        Source::Fixed(cells) => Grid::from_cells(side, side, cells.clone())
            .ok_or_else(|| Fatal::new("the board has not as many cells as rows and columns say")),
        Source::Generator1(a, b) => isolated_walls(side, *a, *b, dice, notes),
        Source::Generator2 => winding_walls(side, dice, notes),
        Source::Generator3 => Ok(rooms(side / 6, dice)),
    }
}

fn walled(side: usize) -> Grid<u8> {
    let mut grid = Grid::new(side, side, EMPTY);
    let last = side as i32 - 1;
    for k in 0..=last {
        for p in [Pos::new(0, k), Pos::new(last, k), Pos::new(k, 0), Pos::new(k, last)] {
            grid[p] = WALL;
        }
    }
    grid
}

/// Whether a cell is on the board and no wall.
fn open(grid: &Grid<u8>, p: Pos) -> bool {
    grid.get(p).is_some_and(|&c| c != WALL)
}

/// The cells of the square around `p` that are on the board.
fn square(grid: &Grid<u8>, p: Pos, radius: i32) -> impl Iterator<Item = Pos> + use<'_> {
    (p.i - radius..=p.i + radius)
        .flat_map(move |i| (p.j - radius..=p.j + radius).map(move |j| Pos::new(i, j)))
        .filter(|&q| grid.contains(q))
}

/// `GENERATOR1`: walls that do not touch each other.
fn isolated_walls(
    side: usize,
    a: i32,
    b: Option<i32>,
    dice: &mut Lcg,
    notes: &mut Notes,
) -> Result<Grid<u8>, Fatal> {
    let mut left = b.map_or(a, |b| dice.draw(a, b));
    let mut grid = walled(side);
    let last = side as i32 - 3;
    let mut in_vain = 0;
    while left > 0 {
        notes.line(format_args!("{left}"));
        let i = dice.draw(2, last);
        let j = dice.draw(2, last);
        let p = Pos::new(i, j);
        if square(&grid, p, 1).all(|q| grid[q] != WALL) {
            grid[p] = WALL;
            left -= 1;
            in_vain = 0;
        }
        in_vain += 1;
        if in_vain > PATIENCE {
            return Err(Fatal::new("GENERATOR1 finds no place for another wall"));
        }
    }
    Ok(grid)
}

fn left_of(dir: Dir) -> Dir {
    Dir::EIGHT[(dir as usize + 2) % 8]
}

fn right_of(dir: Dir) -> Dir {
    Dir::EIGHT[(dir as usize + 6) % 8]
}

/// Five open cells in a row, the first one included.
fn line_is_open(grid: &Grid<u8>, mut p: Pos, dir: Dir) -> bool {
    (0..5).all(|_| {
        let ok = open(grid, p);
        p = p + dir;
        ok
    })
}

/// Whether a winding wall may grow from `p` in this direction.
fn may_grow(grid: &Grid<u8>, p: Pos, dir: Dir) -> bool {
    let q = p + dir;
    let (left, right) = (left_of(dir), right_of(dir));
    line_is_open(grid, q, dir)
        && line_is_open(grid, q, left)
        && line_is_open(grid, q, right)
        && open(grid, q + dir + right)
        && open(grid, q + dir + left)
}

/// `GENERATOR2`: winding walls far from each other.
fn winding_walls(side: usize, dice: &mut Lcg, notes: &mut Notes) -> Result<Grid<u8>, Fatal> {
    for _ in 0..MOST_BOARDS {
        let mut grid = walled(side);
        while wind_one(&mut grid, dice, notes) {}
        open_diagonals(&mut grid, dice);
        if is_connected(&grid) {
            return Ok(grid);
        }
        notes.line(format_args!("warning: unconected board discarted"));
    }
    Err(Fatal::new("GENERATOR2 finds no connected board of this size"))
}

/// The cells, row after row, whose square of this radius lies on the board and has no wall.
fn far_from_walls(grid: &Grid<u8>, radius: usize) -> Vec<Pos> {
    let cols = grid.cols();
    let mut found = Vec::new();
    // For each column, how many rows up to the present one have no wall there.
    let mut open_above = vec![0; cols];
    for (i, row) in grid.cells().chunks_exact(cols).enumerate() {
        let mut open_before = 0;
        for (j, (above, &cell)) in open_above.iter_mut().zip(row).enumerate() {
            *above = if cell == WALL { 0 } else { *above + 1 };
            open_before = if *above > 2 * radius { open_before + 1 } else { 0 };
            if open_before > 2 * radius {
                found.push(Pos::new((i - radius) as i32, (j - radius) as i32));
            }
        }
    }
    found
}

/// Draws one winding wall; `false` if there is no room for any.
fn wind_one(grid: &mut Grid<u8>, dice: &mut Lcg, notes: &mut Notes) -> bool {
    const LONGEST: usize = 15;
    let candidates = far_from_walls(grid, 4);
    if candidates.is_empty() {
        return false;
    }
    let mut p = candidates[dice.draw(0, candidates.len() as i32 - 1) as usize];
    let mut path = vec![p];
    grid[p] = WALL;
    let mut dir = Dir::from_code(2 * dice.draw(0, 4)).unwrap_or(Dir::None);
    for _ in 0..LONGEST {
        let mut ways = [dir, left_of(dir), right_of(dir)].to_vec();
        ways.retain(|&d| may_grow(grid, p, d));
        if ways.is_empty() {
            break;
        }
        dir = ways[dice.draw(0, ways.len() as i32 - 1) as usize];
        p = p + dir;
        path.push(p);
        grid[p] = WALL;
    }
    path.sort_unstable();
    path.dedup();
    for &p in &path {
        let good = square(grid, p, 3).all(|q| grid[q] != WALL || path.binary_search(&q).is_ok());
        notes.line(format_args!("({}, {}) {}", p.i, p.j, i32::from(good)));
        if !good {
            grid[p] = EMPTY;
        }
    }
    true
}

/// Fills one corner wherever two walls touch only diagonally.
fn open_diagonals(grid: &mut Grid<u8>, dice: &mut Lcg) {
    let side = grid.rows() as i32;
    for i in 1..=side - 4 {
        for j in 1..=side - 4 {
            let (a, b) = (Pos::new(i, j), Pos::new(i, j + 1));
            let (c, e) = (Pos::new(i + 1, j), Pos::new(i + 1, j + 1));
            for (walls, empties) in [([a, e], [b, c]), ([b, c], [a, e])] {
                let touch = walls.iter().all(|&p| grid[p] == WALL)
                    && empties.iter().all(|&p| grid[p] == EMPTY);
                if touch {
                    let first = dice.draw(0, 1) == 1;
                    grid[empties[usize::from(!first)]] = WALL;
                }
            }
        }
    }
}

fn is_connected(grid: &Grid<u8>) -> bool {
    let start = Pos::new(1, 1);
    let mut reached = Grid::new(grid.rows(), grid.cols(), false);
    let mut stack = vec![start];
    reached[start] = true;
    while let Some(p) = stack.pop() {
        for q in Dir::FOUR.map(|d| p + d) {
            if open(grid, q) && !reached[q] {
                reached[q] = true;
                stack.push(q);
            }
        }
    }
    grid.positions().all(|p| grid[p] == WALL || reached[p])
}

/// A partition between two rooms of `GENERATOR3`: that of room (i, j) with its right or lower
/// neighbour.
#[derive(Clone, Copy)]
struct Partition {
    i: i32,
    j: i32,
    below: bool,
}

impl Partition {
    /// The five cells between its posts.
    fn cells(self) -> [Pos; 5] {
        let (top, left) = (6 * self.i, 6 * self.j);
        std::array::from_fn(|k| match self.below {
            true => Pos::new(top + 6, left + 1 + k as i32),
            false => Pos::new(top + 1 + k as i32, left + 6),
        })
    }

    fn open(self, grid: &mut Grid<u8>) {
        for p in self.cells() {
            grid[p] = EMPTY;
        }
    }

    /// Whether both of its posts would still hold on to some other wall.
    fn may_open(self, grid: &Grid<u8>) -> bool {
        let cells = self.cells();
        let along = if self.below { Dir::Right } else { Dir::Bottom };
        let (first, last) = (cells[0] + along.turned(2), cells[4] + along);
        self.holds(grid, first, along.turned(2)) && self.holds(grid, last, along)
    }

    /// Whether a wall reaches this post from beyond it or from one of its sides.
    fn holds(self, grid: &Grid<u8>, post: Pos, beyond: Dir) -> bool {
        let wall = |p: Pos| grid.get(p) == Some(&WALL);
        wall(post + beyond) || wall(post + beyond.turned(1)) || wall(post + beyond.turned(3))
    }
}

/// `GENERATOR3`: `m` by `m` rooms; a random tree of them is opened, then `2m` more partitions.
fn rooms(m: usize, dice: &mut Lcg) -> Grid<u8> {
    let side = 6 * m + 1;
    let mut grid = walled(side);
    for p in grid.positions() {
        if p.i % 6 == 0 || p.j % 6 == 0 {
            grid[p] = WALL;
        }
    }
    let n = m as i32;
    let beside = (0..n).flat_map(|i| (0..n - 1).map(move |j| Partition { i, j, below: false }));
    let below = (0..n - 1).flat_map(|i| (0..n).map(move |j| Partition { i, j, below: true }));
    let all: Vec<Partition> = beside.chain(below).collect();
    let mut order = Vec::new();
    dice.permute(all.len(), &mut order);

    let mut room_of: Vec<usize> = (0..m * m).collect();
    let mut rest = Vec::new();
    for partition in order.iter().map(|&k| all[k as usize]) {
        let one = partition.i as usize * m + partition.j as usize;
        let other = if partition.below { one + m } else { one + 1 };
        let (a, b) = (root(&mut room_of, one), root(&mut room_of, other));
        if a == b {
            rest.push(partition);
        } else {
            room_of[b] = a;
            partition.open(&mut grid);
        }
    }
    for partition in rest.iter().take(2 * m) {
        if partition.may_open(&grid) {
            partition.open(&mut grid);
        }
    }
    grid
}

fn root(room_of: &mut [usize], mut room: usize) -> usize {
    while room_of[room] != room {
        room_of[room] = room_of[room_of[room]];
        room = room_of[room];
    }
    room
}
