//! Players of Dominator: farmers colour land, knights capture units, witches haunt the cells
//! around them. You always see yourself as team 0, in the same corner of the board.
//!
//! ```
//! use palestra::dominator::*;
//!
//! /// Every unit wanders at random.
//! #[derive(Default)]
//! struct Walker;
//!
//! impl Player for Walker {
//!     fn play(&mut self, game: &Game) {
//!         for &id in game.farmers(0) {
//!             game.command(id, Dir::STRAIGHT[game.random(0, 3) as usize]);
//!         }
//!         for &id in game.knights(0) {
//!             game.command(id, Dir::ALL[game.random(0, 7) as usize]);
//!         }
//!     }
//! }
//!
//! player!(Walker);
//! # mod doc { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/open.rs")); }
//! # let orders = doc::one_round::<Game, Walker>("dominator");
//! # assert_eq!(orders.len(), 30);
//! ```

use crate::common;
use crate::orders::{MOST, Orders};
use crate::random::Lcg;
use crate::runtime::{Guest, Reader};
use crate::seats::of;

pub use crate::Pos;
pub use crate::compass::Dir;

const SEATS: usize = 4;
const KINDS: usize = 3;
const OWNER_BITS: u8 = 7;
const NOBODYS: u8 = 4;
const WALL_CELL: u8 = 5;
const HAUNTED_BIT: u8 = 0x80;
const ACTIVE_FLAG: u8 = 1;
const LOST_FLAG: u8 = 2;
const UNIT_BYTES: usize = 16;

common::game!($, dominator, dominator_player);
common::board!();
common::units!();
common::draws!();

/// Kinds of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellType {
    /// Units may be here.
    #[default]
    Empty,
    /// Nobody may be here.
    Wall,
}

/// A cell of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its kind.
    pub kind: CellType,
    /// The team whose colour it has.
    pub owner: Option<i32>,
    /// The unit on it.
    pub id: Option<i32>,
    /// Whether an active witch is at distance 2 or less.
    pub haunted: bool,
}

/// Kinds of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnitType {
    /// Colours the cells it steps on.
    #[default]
    Farmer,
    /// Attacks the farmers and knights of others.
    Knight,
    /// Haunts the cells around her.
    Witch,
}

/// A unit. A captured unit keeps its identifier and its kind; its player changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Its kind.
    pub kind: UnitType,
    /// Its identifier.
    pub id: i32,
    /// Its team; 0 is you.
    pub player: i32,
    /// Its health; -1 for witches.
    pub health: i32,
    /// Where it is.
    pub pos: Pos,
    /// Whether it is an active witch.
    pub active: bool,
}

/// The parameters of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Number of players: 4.
    pub nb_players: i32,
    /// Rounds of the match.
    pub nb_rounds: i32,
    /// Farmers that each player has at the start.
    pub nb_farmers: i32,
    /// Knights that each player has at the start.
    pub nb_knights: i32,
    /// Witches that each player has, always.
    pub nb_witches: i32,
    /// Full health of a farmer.
    pub farmers_health: i32,
    /// Full health of a knight.
    pub knights_health: i32,
    /// Health that a farmer regains in a round without moving.
    pub farmers_regen: i32,
    /// Health that a knight regains in a round without moving.
    pub knights_regen: i32,
    /// Least damage of an attack.
    pub damage_min: i32,
    /// Greatest damage of an attack.
    pub damage_max: i32,
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board, as many as rows.
    pub cols: i32,
}

/// Everything that you know at the beginning of the round, and the orders that you give.
///
/// Giving orders does not change what you see. A wrong argument (a position outside the board,
/// a unit or team that does not exist) is a panic, which ends your player and names your line.
pub struct Game {
    /// Always 0.
    me: i32,
    settings: Settings,
    round: i32,
    grid: Vec<Cell>,
    units: Vec<Unit>,
    lists: [[Vec<i32>; SEATS]; KINDS],
    land: [i32; SEATS],
    total_score: [i32; SEATS],
    status: [f64; SEATS],
    random: Lcg,
    orders: Orders,
}

impl Game {
    /// The farmers of a team, by identifier.
    #[must_use]
    #[track_caller]
    pub fn farmers(&self, team: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists[UnitType::Farmer as usize], team)
    }

    /// The knights of a team, by identifier.
    #[must_use]
    #[track_caller]
    pub fn knights(&self, team: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists[UnitType::Knight as usize], team)
    }

    /// The witches of a team, by identifier.
    #[must_use]
    #[track_caller]
    pub fn witches(&self, team: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists[UnitType::Witch as usize], team)
    }

    /// The coloured cells of a team.
    #[must_use]
    #[track_caller]
    pub fn land(&self, team: i32) -> i32 {
        *of(&self.land, team)
    }

    /// The score of a team: its land, added up over the rounds so far.
    #[must_use]
    #[track_caller]
    pub fn total_score(&self, team: i32) -> i32 {
        *of(&self.total_score, team)
    }

    /// Orders a unit to move, or a knight to attack. Only the first order for a unit counts, and
    /// no more than 1000 calls are allowed in a round. An order for a unit that is not yours, or
    /// in a direction that it cannot take, is ignored.
    pub fn command(&self, id: i32, dir: Dir) {
        self.orders.once(id, dir.code(), "action");
    }

    fn read_unit(&mut self, id: usize, view: &mut Reader<'_>) -> bool {
        let [kind, player, listed, flags] = [view.u8(), view.u8(), view.u8(), view.u8()];
        let [health, i, j] = view.i32s();
        let kind = match kind {
            0 => UnitType::Farmer,
            1 => UnitType::Knight,
            _ => UnitType::Witch,
        };
        let (id, player, pos) = (id as i32, i32::from(player), Pos::new(i, j));
        self.lists[kind as usize][usize::from(listed) % SEATS].push(id);
        let active = flags & ACTIVE_FLAG != 0;
        self.units.push(Unit { kind, id, player, health, pos, active });
        flags & LOST_FLAG != 0
    }

    fn read_grid(&mut self, view: &mut Reader<'_>) {
        let cells = (self.rows() * self.cols()) as usize;
        self.grid.clear();
        self.grid.extend(view.bytes(cells).iter().map(|&code| {
            let owner = code & OWNER_BITS;
            Cell {
                kind: if owner == WALL_CELL { CellType::Wall } else { CellType::Empty },
                owner: (owner < NOBODYS).then_some(i32::from(owner)),
                id: None,
                haunted: code & HAUNTED_BIT != 0,
            }
        }));
    }
}

impl Guest for Game {
    const ID: &'static str = "dominator";
    type Dir = Dir;

    fn numbers(dir: Dir) -> [i32; 2] {
        [dir.code(), 0]
    }

    fn begin(mut intro: Reader<'_>) -> Self {
        intro.i32(); // the seat: players of this game are not told
        let [nb_players, nb_rounds, nb_farmers, nb_knights, nb_witches] = intro.i32s();
        let [farmers_health, knights_health, farmers_regen, knights_regen] = intro.i32s();
        let [damage_min, damage_max, rows, cols] = intro.i32s();
        let settings = Settings {
            nb_players,
            nb_rounds,
            nb_farmers,
            nb_knights,
            nb_witches,
            farmers_health,
            knights_health,
            farmers_regen,
            knights_regen,
            damage_min,
            damage_max,
            rows,
            cols,
        };
        Self {
            me: 0,
            settings,
            round: 0,
            grid: Vec::new(),
            units: Vec::new(),
            lists: Default::default(),
            land: [0; SEATS],
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
        self.land = view.i32s();
        self.total_score = view.i32s();
        self.status = view.f64s();
        self.lists.iter_mut().flatten().for_each(Vec::clear);
        self.units.clear();
        let lost: Vec<bool> = (0..units).map(|id| self.read_unit(id, &mut view)).collect();
        self.read_grid(&mut view);
        for (unit, _) in self.units.iter().zip(lost).filter(|(_, lost)| !lost) {
            self.grid[(unit.pos.i * self.settings.cols + unit.pos.j) as usize].id = Some(unit.id);
        }
    }

    fn store(&self, stream: &mut [u8]) {
        self.random.store(stream);
    }

    fn orders(&self) -> &Orders {
        &self.orders
    }
}
