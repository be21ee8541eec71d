//! Players of Mad Max: warriors hold cities, eat and drink; cars roam the roads.
//!
//! ```
//! use palestra::mad_max::*;
//!
//! /// Every unit that may move goes somewhere at random.
//! #[derive(Default)]
//! struct Walker;
//!
//! impl Player for Walker {
//!     fn play(&mut self, game: &Game) {
//!         for &id in game.warriors(game.me()) {
//!             let dir = Dir::ALL[game.random(0, 7) as usize];
//!             let target = game.unit(id).pos + dir;
//!             if game.can_move(id) && game.pos_ok(target) {
//!                 game.command(id, dir);
//!             }
//!         }
//!     }
//! }
//!
//! player!(Walker);
//! # mod doc { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/open.rs")); }
//! # assert!(!doc::one_round::<Game, Walker>("mad-max").is_empty());
//! ```

use crate::common;
use crate::orders::{MOST, Orders};
use crate::random::Lcg;
use crate::runtime::{Guest, Reader};
use crate::seats::of;

pub use crate::Pos;
pub use crate::compass::Dir;

const SEATS: usize = 4;
const KINDS: usize = 2;
const UNIT_BYTES: usize = 24;

common::game!($, mad_max, mad_max_player);
common::board!();
common::units!();
common::draws!();

/// Kinds of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellType {
    /// Everybody may be here.
    #[default]
    Desert,
    /// Everybody may be here; a car with fuel may move in any round.
    Road,
    /// Warriors may be here, and eat.
    City,
    /// Nobody may be here; warriors beside it drink.
    Water,
    /// Nobody may be here; cars beside it are filled up.
    Station,
    /// Nobody may be here.
    Wall,
}

/// A cell of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its kind.
    pub kind: CellType,
    /// The player that owns the city; nobody outside of cities.
    pub owner: Option<i32>,
    /// The unit on it.
    pub id: Option<i32>,
}

/// Kinds of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnitType {
    /// On foot.
    #[default]
    Warrior,
    /// On wheels.
    Car,
}

/// A unit. A captured unit keeps its identifier and its kind; its player changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Its kind.
    pub kind: UnitType,
    /// Its identifier.
    pub id: i32,
    /// Its player.
    pub player: i32,
    /// Food of a warrior, fuel of a car.
    pub food: i32,
    /// Water of a warrior; 0 for a car.
    pub water: i32,
    /// Where it is.
    pub pos: Pos,
}

/// The parameters of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Number of players: 4.
    pub nb_players: i32,
    /// Rounds of the match.
    pub nb_rounds: i32,
    /// Cities on the board.
    pub nb_cities: i32,
    /// Warriors that each player has at the start.
    pub nb_warriors: i32,
    /// Cars that each player has at the start.
    pub nb_cars: i32,
    /// Food, and water, of a warrior that has just eaten, or drunk.
    pub warriors_health: i32,
    /// Fuel of a car that has just been filled up.
    pub cars_fuel: i32,
    /// Most food, and water, that a bite takes.
    pub damage: i32,
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board.
    pub cols: i32,
}

/// Everything that you know at the beginning of the round, and the orders that you give.
///
/// Giving orders does not change what you see. A wrong argument (a position outside the board,
/// a unit or player that does not exist) is a panic, which ends your player and names your line.
pub struct Game {
    me: i32,
    settings: Settings,
    round: i32,
    grid: Vec<Cell>,
    units: Vec<Unit>,
    lists: [[Vec<i32>; SEATS]; KINDS],
    num_cities: [i32; SEATS],
    total_score: [i32; SEATS],
    status: [f64; SEATS],
    random: Lcg,
    orders: Orders,
}

impl Game {
    /// The warriors of a player, by identifier.
    #[must_use]
    #[track_caller]
    pub fn warriors(&self, player: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists[UnitType::Warrior as usize], player)
    }

    /// The cars of a player, by identifier.
    #[must_use]
    #[track_caller]
    pub fn cars(&self, player: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists[UnitType::Car as usize], player)
    }

    /// Number of cities of a player.
    #[must_use]
    #[track_caller]
    pub fn num_cities(&self, player: i32) -> i32 {
        *of(&self.num_cities, player)
    }

    /// The score of a player: its cities, added up over the rounds so far.
    #[must_use]
    #[track_caller]
    pub fn total_score(&self, player: i32) -> i32 {
        *of(&self.total_score, player)
    }

    /// Whether a unit may move in this round: in the round of its player, and a car with fuel on
    /// a road in every round. False for identifiers that do not exist.
    #[must_use]
    pub fn can_move(&self, id: i32) -> bool {
        let unit = usize::try_from(id).ok().and_then(|id| self.units.get(id));
        unit.is_some_and(|unit| {
            let on_road = || self.cell(unit.pos).kind == CellType::Road;
            unit.player == self.round % SEATS as i32
                || unit.kind == UnitType::Car && unit.food > 0 && on_road()
        })
    }

    /// Orders a unit to move; moving onto somebody attacks it. Only the first order for a unit
    /// counts, and no more than 1000 calls are allowed in a round. An order for a unit that is
    /// not yours, or that cannot move now, is ignored, with a warning.
    pub fn command(&self, id: i32, dir: Dir) {
        self.orders.once(id, dir.code(), "action");
    }

    fn read_unit(&mut self, id: usize, view: &mut Reader<'_>) {
        let [kind, player, food, water, i, j] = view.i32s();
        let kind = if kind & 1 == 0 { UnitType::Warrior } else { UnitType::Car };
        let (id, player, pos) = (id as i32, player & 3, Pos::new(i, j));
        self.lists[kind as usize][player as usize].push(id);
        self.units.push(Unit { kind, id, player, food, water, pos });
    }

    fn read_grid(&mut self, ids: &[u8], letters: &[u8]) {
        let width = self.cols() as usize;
        self.grid.clear();
        // Each row ends with a line feed and a number that says nothing.
        for (ids, letters) in ids.chunks(4 * (width + 1)).zip(letters.chunks(width + 1)) {
            let (ids, _) = ids.as_chunks::<4>();
            self.grid.extend(letters.iter().zip(ids).take(width).map(|(&letter, &id)| {
                let id = i32::from_le_bytes(id);
                let owner = letter.is_ascii_digit().then(|| i32::from(letter - b'0'));
                let kind = match letter {
                    b'.' => CellType::Desert,
                    b'R' => CellType::Road,
                    b'W' => CellType::Water,
                    b'S' => CellType::Station,
                    b'X' => CellType::Wall,
                    _ => CellType::City,
                };
                Cell { kind, owner, id: (id >= 0).then_some(id) }
            }));
        }
    }
}

impl Guest for Game {
    const ID: &'static str = "mad-max";
    type Dir = Dir;

    fn numbers(dir: Dir) -> [i32; 2] {
        [dir.code(), 0]
    }

    fn begin(mut intro: Reader<'_>) -> Self {
        let [me, nb_players, nb_rounds, nb_cities, nb_warriors, nb_cars] = intro.i32s();
        let [warriors_health, cars_fuel, damage, rows, cols] = intro.i32s();
        let settings = Settings {
            nb_players,
            nb_rounds,
            nb_cities,
            nb_warriors,
            nb_cars,
            warriors_health,
            cars_fuel,
            damage,
            rows,
            cols,
        };
        Self {
            me,
            settings,
            round: 0,
            grid: Vec::new(),
            units: Vec::new(),
            lists: Default::default(),
            num_cities: [0; SEATS],
            total_score: [0; SEATS],
            status: [0.0; SEATS],
            random: Lcg::default(),
            orders: Orders::new(MOST),
        }
    }

    fn load(&mut self, stream: &[u8], mut view: Reader<'_>) {
        self.orders.clear();
        self.random.load(stream);
        self.round = view.i32();
        let units = view.count(UNIT_BYTES);
        self.num_cities = view.i32s();
        self.total_score = view.i32s();
        self.status = view.f64s();
        let places = (self.rows() * (self.cols() + 1)) as usize;
        let ids = view.bytes(4 * places);
        self.lists.iter_mut().flatten().for_each(Vec::clear);
        self.units.clear();
        (0..units).for_each(|id| self.read_unit(id, &mut view));
        self.read_grid(ids, view.bytes(places));
    }

    fn store(&self, stream: &mut [u8]) {
        self.random.store(stream);
    }

    fn orders(&self) -> &Orders {
        &self.orders
    }
}
