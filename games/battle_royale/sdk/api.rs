//! Players of Battle Royale: farmers claim tiles and knights fight. A unit that leaves the
//! board comes in at the opposite edge.
//!
//! ```
//! use palestra::battle_royale::*;
//!
//! /// Every unit wanders at random.
//! #[derive(Default)]
//! struct Walker;
//!
//! impl Player for Walker {
//!     fn play(&mut self, game: &Game) {
//!         let me = game.me();
//!         for &id in game.farmers(me).iter().chain(game.knights(me)) {
//!             game.command(id, Dir::ALL[game.random(0, 3) as usize]);
//!         }
//!     }
//! }
//!
//! player!(Walker);
//! # mod doc { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/open.rs")); }
//! # assert!(!doc::one_round::<Game, Walker>("battle-royale").is_empty());
//! ```

use crate::common;
use crate::orders::Orders;
use crate::runtime::{Guest, Reader};
use crate::seats::of;
use std::cell::Cell as Changing;
use std::ops::Add;

pub use crate::Pos;

const SEATS: usize = 4;
const KINDS: usize = 2;
const WORDS: usize = 31;
const SEPARATION: usize = 3;
const STREAM_BYTES: usize = 4 * (WORDS + 1);
/// The game has no limit of calls; this one only keeps a runaway player from filling its memory.
const MOST_CALLS: usize = 1 << 20;

common::game!($, battle_royale, battle_royale_player);
common::board!();
common::units!();

/// Directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dir {
    /// Stay.
    None,
    /// One row up.
    Top,
    /// One row down.
    Bottom,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
}

impl Dir {
    /// The four directions, by their codes; `None` stands before them.
    pub const ALL: [Self; 4] = [Self::Top, Self::Bottom, Self::Left, Self::Right];

    /// Its code: 0 for `None` to 4 for `Right`.
    #[must_use]
    pub fn code(self) -> i32 {
        self as i32
    }
}

impl Add<Dir> for Pos {
    type Output = Self;
    /// One step. The result may lie outside the board: see [`Game::dest`].
    fn add(self, dir: Dir) -> Self {
        let (i, j) = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)][dir as usize];
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
    /// The player whose colour it has.
    pub owner: Option<i32>,
    /// The unit on it.
    pub unit: Option<i32>,
}

/// Kinds of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnitType {
    /// Hits the units of others.
    Knight,
    /// Colours the tiles it steps on.
    #[default]
    Farmer,
}

/// A unit. A converted unit keeps its number and its kind; its player changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Its kind.
    pub kind: UnitType,
    /// Its number.
    pub id: i32,
    /// Its player.
    pub player: i32,
    /// Its health.
    pub health: i32,
    /// Where it stands.
    pub pos: Pos,
}

/// The parameters of the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Number of players: 2 or 4.
    pub nb_players: i32,
    /// Rounds of the match.
    pub nb_rounds: i32,
    /// Farmers that each player has at the start.
    pub nb_farmers: i32,
    /// Knights that each player has at the start.
    pub nb_knights: i32,
    /// Full health of a farmer.
    pub farmers_health: i32,
    /// Full health of a knight.
    pub knights_health: i32,
    /// Health that a farmer regains in a round of rest.
    pub farmers_regen: i32,
    /// Health that a knight regains in a round of rest.
    pub knights_regen: i32,
    /// Least damage of a hit.
    pub damage_min: i32,
    /// Greatest damage of a hit.
    pub damage_max: i32,
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board.
    pub cols: i32,
    /// Whether computation is limited.
    pub limited: bool,
}

/// Everything that you know at the beginning of the round, and the orders that you give.
///
/// Everybody sees the same, and giving orders does not change it. A wrong argument (a position
/// outside the board, a unit or player that does not exist) is a panic, which ends your player
/// and names your line.
pub struct Game {
    me: i32,
    settings: Settings,
    names: Vec<String>,
    round: i32,
    grid: Vec<Cell>,
    units: Vec<Unit>,
    lists: [[Vec<i32>; SEATS]; KINDS],
    scores: Vec<i32>,
    status: Vec<f64>,
    stream: Stream,
    orders: Orders,
}

/// The one stream of the match: the generator of the GNU C library's `random()`.
#[derive(Default)]
struct Stream {
    words: [Changing<u32>; WORDS],
    front: Changing<usize>,
}

impl Stream {
    fn load(&self, bytes: &[u8]) {
        if bytes.len() == STREAM_BYTES {
            let mut words = Reader::new(bytes);
            self.words.iter().for_each(|word| word.set(words.i32() as u32));
            self.front.set(words.i32() as u32 as usize % WORDS);
        }
    }

    fn store(&self, bytes: &mut [u8]) {
        if bytes.len() == STREAM_BYTES {
            let words = self.words.iter().map(Changing::get).chain([self.front.get() as u32]);
            for (four, word) in bytes.chunks_exact_mut(4).zip(words) {
                four.copy_from_slice(&word.to_le_bytes());
            }
        }
    }

    fn draw(&self) -> i32 {
        let front = self.front.get();
        let back = (front + WORDS - SEPARATION) % WORDS;
        let word = self.words[front].get().wrapping_add(self.words[back].get());
        self.words[front].set(word);
        self.front.set((front + 1) % WORDS);
        (word >> 1) as i32
    }
}

impl Game {
    /// Where a step from `p` leads: who leaves the board comes in at the opposite edge. Walls are
    /// not looked at.
    #[must_use]
    pub fn dest(&self, p: Pos, dir: Dir) -> Pos {
        let q = p + dir;
        Pos::new(q.i.rem_euclid(self.rows()), q.j.rem_euclid(self.cols()))
    }

    /// The farmers that a player has now, by number.
    #[must_use]
    #[track_caller]
    pub fn farmers(&self, player: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists[UnitType::Farmer as usize], player)
    }

    /// The knights that a player has now, by number.
    #[must_use]
    #[track_caller]
    pub fn knights(&self, player: i32) -> &[i32] {
        of::<Vec<_>>(&self.lists[UnitType::Knight as usize], player)
    }

    /// Number of tiles of a player.
    #[must_use]
    #[track_caller]
    pub fn score(&self, player: i32) -> i32 {
        *of(&self.scores, player)
    }

    /// Name of a player.
    #[must_use]
    #[track_caller]
    pub fn name(&self, player: i32) -> &str {
        of::<String>(&self.names, player)
    }

    /// A random integer from 0 to 2147483647, as the C library's `random()`. All players and the
    /// rules draw from one common stream, which the seed of the match begins, so the same match
    /// gives the same numbers.
    #[must_use]
    pub fn any_random(&self) -> i32 {
        self.stream.draw()
    }

    /// A random integer between `low` and `high`, both included, for one draw; `low` when there
    /// is none. It is `low + any_random() % (high - low + 1)`.
    #[must_use]
    pub fn random(&self, low: i32, high: i32) -> i32 {
        let width = i64::from(high) - i64::from(low) + 1;
        if width < 1 {
            return low;
        }
        (i64::from(low) + i64::from(self.any_random()) % width) as i32
    }

    /// Orders a unit to move, or a knight to hit. Only the first order for a unit counts: later
    /// ones are refused with a warning, and the answer is false.
    pub fn command(&self, id: i32, dir: Dir) -> bool {
        self.orders.add(0, id, dir.code(), 0);
        if self.orders.first_for(id) {
            return true;
        }
        crate::eprintln!("warning: action alread requested for unit {id}");
        self.orders.warned();
        false
    }

    fn read_cells(&mut self, view: &mut Reader<'_>) {
        let cells = (self.rows() * self.cols()) as usize;
        let tiles = view.bytes(cells);
        let named = view.left() >= 4 * cells;
        self.grid.clear();
        self.grid.extend(tiles.iter().map(|&tile| Cell {
            kind: if tile == b'X' { CellType::Wall } else { CellType::Empty },
            owner: tile.is_ascii_digit().then(|| i32::from(tile - b'0')),
            unit: named.then(|| view.i32()).filter(|&id| id >= 0),
        }));
        if !named {
            let cols = self.settings.cols;
            for unit in &self.units {
                self.grid[(unit.pos.i * cols + unit.pos.j) as usize].unit = Some(unit.id);
            }
        }
    }
}

impl Guest for Game {
    const ID: &'static str = "battle-royale";
    type Dir = Dir;

    fn numbers(dir: Dir) -> [i32; 2] {
        [dir.code(), 0]
    }

    fn begin(mut intro: Reader<'_>) -> Self {
        let [me, nb_players, nb_rounds, nb_farmers, nb_knights] = intro.i32s();
        let [farmers_health, knights_health, farmers_regen, knights_regen] = intro.i32s();
        let [damage_min, damage_max, rows, cols, limited] = intro.i32s();
        let settings = Settings {
            nb_players,
            nb_rounds,
            nb_farmers,
            nb_knights,
            farmers_health,
            knights_health,
            farmers_regen,
            knights_regen,
            damage_min,
            damage_max,
            rows,
            cols,
            limited: limited != 0,
        };
        let units = intro.count(1);
        let kinds = intro.bytes(units).iter().zip(0..).map(|(&kind, id)| {
            let kind = if kind == 0 { UnitType::Knight } else { UnitType::Farmer };
            Unit { kind, id, ..Unit::default() }
        });
        let units = kinds.collect();
        let seats = (nb_players as usize).min(SEATS);
        let name = |_| {
            let size = intro.count(1);
            String::from_utf8_lossy(intro.bytes(size)).into_owned()
        };
        Self {
            me,
            settings,
            names: (0..seats).map(name).collect(),
            round: 0,
            grid: Vec::new(),
            units,
            lists: Default::default(),
            scores: vec![0; seats],
            status: vec![0.0; seats],
            stream: Stream::default(),
            orders: Orders::new(MOST_CALLS),
        }
    }

    fn load(&mut self, stream: &[u8], mut view: Reader<'_>) {
        self.orders.clear();
        self.stream.load(stream);
        self.status.iter_mut().for_each(|status| *status = view.f64());
        self.round = view.i32();
        self.scores.iter_mut().for_each(|score| *score = view.i32());
        self.lists.iter_mut().flatten().for_each(Vec::clear);
        for unit in &mut self.units {
            let [player, health, i, j] = view.i32s();
            (unit.player, unit.health, unit.pos) = (player, health, Pos::new(i, j));
            self.lists[unit.kind as usize][(player & 3) as usize].push(unit.id);
        }
        self.read_cells(&mut view);
    }

    fn store(&self, stream: &mut [u8]) {
        self.stream.store(stream);
    }

    fn orders(&self) -> &Orders {
        &self.orders
    }
}
