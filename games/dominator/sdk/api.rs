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

use crate::orders::{MOST, Orders};
use crate::random::Lcg;
use crate::runtime::{Guest, Plays, Reader};
use crate::seats::{numbered, of};
use std::fmt;
use std::ops::Add;

pub use crate::Pos;
pub use crate::dominator_player as player;

const TEAMS: usize = 4;
const KINDS: usize = 3;
const OWNER_BITS: u8 = 7;
const NOBODYS: u8 = 4;
const WALL_CELL: u8 = 5;
const HAUNTED_BIT: u8 = 0x80;
const ACTIVE_FLAG: u8 = 1;
const LOST_FLAG: u8 = 2;
const UNIT_BYTES: usize = 16;
/// More calls than this in one round freeze a player.
const CALLS_MAX: usize = 1000;

/// What a player does. It is made anew for every match, before the first round.
pub trait Player: Default {
    /// Called once a round: look around and give your orders.
    fn play(&mut self, game: &Game);
}

/// Makes a type the player of this file: `player!(Name);` stands at its end.
#[macro_export]
#[doc(hidden)]
macro_rules! dominator_player {
    ($player:ty) => {
        $crate::exports!($crate::dominator::Game, $player);
    };
}

/// Directions, counterclockwise from the bottom, and staying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dir {
    /// One row down.
    Bottom,
    /// Down and right.
    BR,
    /// One column to the right.
    Right,
    /// Up and right.
    RT,
    /// One row up.
    Top,
    /// Up and left.
    TL,
    /// One column to the left.
    Left,
    /// Down and left.
    LB,
    /// Stay.
    None,
}

impl Dir {
    /// The eight directions, by their codes.
    pub const ALL: [Self; 8] =
        [Self::Bottom, Self::BR, Self::Right, Self::RT, Self::Top, Self::TL, Self::Left, Self::LB];
    /// The four that farmers and witches know.
    pub const STRAIGHT: [Self; 4] = [Self::Bottom, Self::Right, Self::Top, Self::Left];

    /// Its code: 0 for `Bottom` to 8 for `None`.
    #[must_use]
    pub fn code(self) -> i32 {
        self as i32
    }
}

impl Add<Dir> for Pos {
    type Output = Self;
    /// One step.
    fn add(self, dir: Dir) -> Self {
        const STEPS: [(i32, i32); 9] =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (0, 0)];
        let (i, j) = STEPS[dir as usize];
        Self::new(self.i + i, self.j + j)
    }
}

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
    settings: Settings,
    round: i32,
    grid: Vec<Cell>,
    units: Vec<Unit>,
    lists: [[Vec<i32>; TEAMS]; KINDS],
    land: [i32; TEAMS],
    total_score: [i32; TEAMS],
    status: [f64; TEAMS],
    random: Lcg,
    orders: Orders,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("round", &self.round).finish_non_exhaustive()
    }
}

impl Game {
    /// The parameters of the match.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Rows of the board.
    #[must_use]
    pub fn rows(&self) -> i32 {
        self.settings.rows
    }

    /// Columns of the board, as many as rows.
    #[must_use]
    pub fn cols(&self) -> i32 {
        self.settings.cols
    }

    /// Your own team, which is always 0.
    #[must_use]
    pub fn me(&self) -> i32 {
        0
    }

    /// The current round, from 0.
    #[must_use]
    pub fn round(&self) -> i32 {
        self.round
    }

    /// Whether a position is inside the board.
    #[must_use]
    pub fn pos_ok(&self, p: Pos) -> bool {
        (0..self.rows()).contains(&p.i) && (0..self.cols()).contains(&p.j)
    }

    /// The cell at a position, which must be inside the board.
    #[must_use]
    #[track_caller]
    pub fn cell(&self, p: Pos) -> &Cell {
        assert!(
            self.pos_ok(p),
            "cell({p}): the board has rows and columns 0 to {}",
            self.rows() - 1
        );
        &self.grid[(p.i * self.cols() + p.j) as usize]
    }

    /// All units, of all players; each one's identifier is its place.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The unit with this identifier, which must exist.
    #[must_use]
    #[track_caller]
    pub fn unit(&self, id: i32) -> &Unit {
        numbered(&self.units, "unit", id)
    }

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

    /// Share of its computation that a team has used, from 0 to 1, when it is limited; -1 when
    /// the player has been stopped.
    #[must_use]
    #[track_caller]
    pub fn status(&self, team: i32) -> f64 {
        *of(&self.status, team)
    }

    /// A random integer between `low` and `high`, both included; `low` when there is none. It
    /// comes from your own stream, so the same match gives the same numbers.
    #[must_use]
    pub fn random(&self, low: i32, high: i32) -> i32 {
        self.random.draw(low, high)
    }

    /// The numbers `0 .. n` in a random order.
    #[must_use]
    pub fn random_permutation(&self, n: usize) -> Vec<usize> {
        self.random.permutation(n)
    }

    /// Orders a unit to move, or a knight to attack. Only the first order for a unit counts, and
    /// no more than 1000 calls are allowed in a round. An order for a unit that is not yours, or
    /// in a direction that it cannot take, is ignored.
    pub fn command(&self, id: i32, dir: Dir) {
        self.orders.add(0, id, dir.code(), 0);
        if self.orders.calls() <= CALLS_MAX && !self.orders.first_for(id) {
            crate::eprintln!("warning: action already requested for unit {id}");
            self.orders.warned();
        }
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
        self.lists[kind as usize][usize::from(listed) % TEAMS].push(id);
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

/// A match that you imagine: see [`crate::Simulation`].
#[cfg(not(palestra_no_forward))]
pub type Simulation = crate::Simulation<Game>;

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
            settings,
            round: 0,
            grid: Vec::new(),
            units: Vec::new(),
            lists: Default::default(),
            land: [0; TEAMS],
            total_score: [0; TEAMS],
            status: [0.0; TEAMS],
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

impl<P: Player> Plays<Game> for P {
    fn play_round(&mut self, game: &Game) {
        self.play(game);
    }
}
