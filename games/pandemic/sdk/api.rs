//! Players of Pandemic: units conquer cities and the paths between them, while a virus spreads.
//!
//! ```
//! use palestra::pandemic::*;
//!
//! /// Every unit wanders at random.
//! #[derive(Default)]
//! struct Walker;
//!
//! impl Player for Walker {
//!     fn play(&mut self, game: &Game) {
//!         for &id in game.units_of(game.me()) {
//!             game.command(id, Dir::ALL[game.random(0, 3) as usize]);
//!         }
//!     }
//! }
//!
//! player!(Walker);
//! # mod doc { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/open.rs")); }
//! # assert!(!doc::one_round::<Game, Walker>("pandemic").is_empty());
//! ```

use crate::common;
use crate::orders::{MOST, Orders};
use crate::random::Lcg;
use crate::runtime::{Guest, Reader};
use crate::seats::{numbered, of};
use std::ops::Add;

pub use crate::Pos;

const SEATS: usize = 4;
const MASK_BIT: u8 = 128;
const IMMUNE_FLAG: i32 = 1;
const MASKED_FLAG: i32 = 2;
const POS_BYTES: usize = 8;
const UNIT_BYTES: usize = 28;

common::game!($, pandemic, pandemic_player);
common::board!();
common::units!();
common::draws!();

/// Directions, counterclockwise from the bottom, and staying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dir {
    /// One row down.
    Bottom,
    /// One column to the right.
    Right,
    /// One row up.
    Top,
    /// One column to the left.
    Left,
    /// Stay.
    None,
}

impl Dir {
    /// The four directions, by their codes.
    pub const ALL: [Self; 4] = [Self::Bottom, Self::Right, Self::Top, Self::Left];

    /// Its code: 0 for `Bottom` to 4 for `None`.
    #[must_use]
    pub fn code(self) -> i32 {
        self as i32
    }
}

impl Add<Dir> for Pos {
    type Output = Self;
    /// One step.
    fn add(self, dir: Dir) -> Self {
        let (i, j) = [(1, 0), (0, 1), (-1, 0), (0, -1), (0, 0)][dir as usize];
        Self::new(self.i + i, self.j + j)
    }
}

/// Kinds of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellType {
    /// Nobody may be here.
    #[default]
    Wall,
    /// Nobody's land.
    Grass,
    /// Part of a city.
    City,
    /// Part of a path between two cities.
    Path,
}

/// A cell of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its kind.
    pub kind: CellType,
    /// The unit on it.
    pub unit: Option<i32>,
    /// The city it belongs to.
    pub city: Option<i32>,
    /// The path it belongs to.
    pub path: Option<i32>,
    /// How much virus there is: up to 4 on grass, up to 10 in cities and on paths.
    pub virus: i32,
    /// Whether a mask lies on it.
    pub mask: bool,
}

/// A unit. When it dies it is born again, often for another player; its identifier never changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Its identifier.
    pub id: i32,
    /// Its player.
    pub player: i32,
    /// Where it is.
    pub pos: Pos,
    /// It dies when this falls under 0.
    pub health: i32,
    /// The health that it loses each round because of its infection; 0 if it is healthy.
    pub damage: i32,
    /// Rounds since it was infected.
    pub turns: i32,
    /// Whether it healed and cannot be infected again.
    pub immune: bool,
    /// Whether it wears a mask.
    pub mask: bool,
}

/// A path between two cities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The cities that it joins.
    pub cities: [i32; 2],
    /// Its cells.
    pub cells: Vec<Pos>,
}

/// The parameters of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board, as many as rows.
    pub cols: i32,
    /// Rounds of the match.
    pub nb_rounds: i32,
    /// Health of a unit that is born.
    pub initial_health: i32,
    /// Units that each player has at the start.
    pub nb_units: i32,
    /// Points per round for each cell of your cities.
    pub bonus_per_city_cell: i32,
    /// Points per round for each cell of your paths.
    pub bonus_per_path_cell: i32,
    /// A component of s cities gives this times 2 to the power of s, every round.
    pub factor_connected_component: i32,
    /// On a cell with an amount v of virus a unit is infected with probability v divided by this.
    pub infection_factor: f64,
    /// A mask divides that probability by this.
    pub mask_protection: f64,
}

/// Everything that you know at the beginning of the round, and the orders that you give.
///
/// Everybody sees the same, and giving orders does not change it. A wrong argument (a position
/// outside the board, a unit or player that does not exist) is a panic, which ends your player
/// and names your line.
pub struct Game {
    me: i32,
    settings: Settings,
    round: i32,
    grid: Vec<Cell>,
    units: Vec<Unit>,
    lists: [Vec<i32>; SEATS],
    cities: Vec<Vec<Pos>>,
    city_owners: Vec<i32>,
    paths: Vec<Path>,
    path_owners: Vec<i32>,
    total_score: [i32; SEATS],
    status: [f64; SEATS],
    random: Lcg,
    orders: Orders,
}

fn owner(code: i32) -> Option<i32> {
    (code >= 0).then_some(code)
}

impl Game {
    /// The units of a player, yours or another, by identifier.
    #[must_use]
    #[track_caller]
    pub fn units_of(&self, player: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists, player)
    }

    /// Number of cities.
    #[must_use]
    pub fn nb_cities(&self) -> i32 {
        self.cities.len() as i32
    }

    /// The cells of a city, which must exist.
    #[must_use]
    #[track_caller]
    pub fn city(&self, id: i32) -> &[Pos] {
        numbered::<Vec<_>>(&self.cities, "city", id)
    }

    /// The player that owns a city, which must exist.
    #[must_use]
    #[track_caller]
    pub fn city_owner(&self, id: i32) -> Option<i32> {
        owner(*numbered(&self.city_owners, "city", id))
    }

    /// Number of paths.
    #[must_use]
    pub fn nb_paths(&self) -> i32 {
        self.paths.len() as i32
    }

    /// A path, which must exist.
    #[must_use]
    #[track_caller]
    pub fn path(&self, id: i32) -> &Path {
        numbered(&self.paths, "path", id)
    }

    /// The player that owns a path, which must exist.
    #[must_use]
    #[track_caller]
    pub fn path_owner(&self, id: i32) -> Option<i32> {
        owner(*numbered(&self.path_owners, "path", id))
    }

    /// The score of a player so far.
    #[must_use]
    #[track_caller]
    pub fn total_score(&self, player: i32) -> i32 {
        *of(&self.total_score, player)
    }

    /// Orders a unit to move; moving onto the unit of another player attacks it. Only the first
    /// order for a unit counts, and no more than 1000 calls are allowed in a round. An order for
    /// a unit that is not yours is ignored.
    pub fn command(&self, id: i32, dir: Dir) {
        self.orders.once(id, dir.code(), "command");
    }

    fn at(&mut self, p: Pos) -> &mut Cell {
        &mut self.grid[(p.i * self.settings.cols + p.j) as usize]
    }

    fn read_map(&mut self, cities: usize, paths: usize, intro: &mut Reader<'_>) {
        self.cities = (0..cities).map(|_| read_cells(intro)).collect();
        let path = |_| Path { cities: intro.i32s(), cells: read_cells(intro) };
        self.paths = (0..paths).map(path).collect();
        self.city_owners = vec![-1; cities];
        self.path_owners = vec![-1; paths];
        let cells = (self.rows() * self.cols()) as usize;
        let kind = |&ground: &u8| match ground {
            1 => CellType::Grass,
            2 => CellType::City,
            3 => CellType::Path,
            _ => CellType::Wall,
        };
        let grounds = intro.bytes(cells).iter().map(kind);
        self.grid = grounds.map(|kind| Cell { kind, ..Cell::default() }).collect();
        let width = self.settings.cols;
        let place = |p: &Pos| (p.i * width + p.j) as usize;
        for (city, id) in self.cities.iter().zip(0..) {
            city.iter().for_each(|p| self.grid[place(p)].city = Some(id));
        }
        for (path, id) in self.paths.iter().zip(0..) {
            path.cells.iter().for_each(|p| self.grid[place(p)].path = Some(id));
        }
    }

    fn read_unit(&mut self, id: i32, view: &mut Reader<'_>) {
        let [player, i, j, health, damage, turns, flags] = view.i32s();
        let (immune, mask) = (flags & IMMUNE_FLAG != 0, flags & MASKED_FLAG != 0);
        let pos = Pos::new(i, j);
        self.units.push(Unit { id, player, pos, health, damage, turns, immune, mask });
        self.lists[(player & 3) as usize].push(id);
        self.at(pos).unit = Some(id);
    }
}

fn read_cells(from: &mut Reader<'_>) -> Vec<Pos> {
    let cells = from.count(POS_BYTES);
    (0..cells).map(|_| Pos::new(from.i32(), from.i32())).collect()
}

impl Guest for Game {
    const ID: &'static str = "pandemic";
    type Dir = Dir;

    fn numbers(dir: Dir) -> [i32; 2] {
        [dir.code(), 0]
    }

    fn begin(mut intro: Reader<'_>) -> Self {
        let [me, rows, cols, nb_rounds, initial_health, nb_units] = intro.i32s();
        let [bonus_per_city_cell, bonus_per_path_cell] = intro.i32s();
        let factor_connected_component = intro.i32();
        let (cities, paths) = (intro.count(1), intro.count(1));
        intro.i32();
        let [infection_factor, mask_protection] = intro.f64s();
        let settings = Settings {
            rows,
            cols,
            nb_rounds,
            initial_health,
            nb_units,
            bonus_per_city_cell,
            bonus_per_path_cell,
            factor_connected_component,
            infection_factor,
            mask_protection,
        };
        let mut game = Self {
            me,
            settings,
            round: 0,
            grid: Vec::new(),
            units: Vec::new(),
            lists: Default::default(),
            cities: Vec::new(),
            city_owners: Vec::new(),
            paths: Vec::new(),
            path_owners: Vec::new(),
            total_score: [0; SEATS],
            status: [0.0; SEATS],
            random: Lcg::default(),
            orders: Orders::new(MOST),
        };
        game.read_map(cities, paths, &mut intro);
        game
    }

    fn load(&mut self, stream: &[u8], mut view: Reader<'_>) {
        self.orders.clear();
        self.random.load(stream);
        self.round = view.i32();
        view.i32(); // number of masks on the ground
        self.status = view.f64s();
        self.total_score = view.i32s();
        let owners = self.city_owners.iter_mut().chain(&mut self.path_owners);
        owners.for_each(|owner| *owner = view.i32());
        self.lists.iter_mut().for_each(Vec::clear);
        for k in 0..self.units.len() {
            self.at(self.units[k].pos).unit = None;
        }
        self.units.clear();
        let units = (SEATS * self.settings.nb_units as usize).min(view.left() / UNIT_BYTES);
        (0..units as i32).for_each(|id| self.read_unit(id, &mut view));
        let bytes = view.bytes(self.grid.len());
        for (cell, &byte) in self.grid.iter_mut().zip(bytes) {
            cell.virus = i32::from(byte & !MASK_BIT);
            cell.mask = byte & MASK_BIT != 0;
        }
    }

    fn store(&self, stream: &mut [u8]) {
        self.random.store(stream);
    }

    fn orders(&self) -> &Orders {
        &self.orders
    }
}
