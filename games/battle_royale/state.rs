//! The state of a match between two rounds (section a of the specification).

use super::settings::{EMPTY, Parameters, Settings};
use super::stream::Stream;
use engine::{Grid, Owners, Pos, Ruleset, SEATS};

/// A unit number that means nobody.
pub const NOBODY: i32 = -1;

/// One of the four sides, or staying, with the codes of players and result files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Dir {
    /// Stay.
    #[default]
    None = 0,
    /// Up.
    Top = 1,
    /// Down.
    Bottom = 2,
    /// Left.
    Left = 3,
    /// Right.
    Right = 4,
}

impl Dir {
    /// The real directions in the order of their codes.
    pub const FOUR: [Self; 4] = [Self::Top, Self::Bottom, Self::Left, Self::Right];

    /// The direction with this code, 0 ..= 4.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        match code {
            0 => Some(Self::None),
            1 => Some(Self::Top),
            2 => Some(Self::Bottom),
            3 => Some(Self::Left),
            4 => Some(Self::Right),
            _ => None,
        }
    }

    /// The letter that result files use.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"ntblr"[self as usize]
    }

    /// The direction of a letter in a result file.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        b"ntblr".iter().position(|&l| l == letter).and_then(|k| Self::from_code(k as i32))
    }

    /// The change of a position by one step.
    #[must_use]
    pub const fn offset(self) -> Pos {
        const OFFSETS: [Pos; 5] =
            [Pos::new(0, 0), Pos::new(-1, 0), Pos::new(1, 0), Pos::new(0, -1), Pos::new(0, 1)];
        OFFSETS[self as usize]
    }

    /// Where a step from a cell of the board leads; the board goes on at its opposite edge.
    #[inline]
    #[must_use]
    pub fn step(self, from: Pos, rows: i32, cols: i32) -> Pos {
        let Pos { i, j } = self.offset();
        let to = Pos::new(from.i + i, from.j + j);
        let inside = (to.i as u32) < rows as u32 && (to.j as u32) < cols as u32;
        if inside { to } else { around(to, rows, cols) }
    }
}

/// A cell one step outside of the board, seen from the opposite edge.
#[cold]
fn around(to: Pos, rows: i32, cols: i32) -> Pos {
    Pos::new((to.i + rows) % rows, (to.j + cols) % cols)
}

/// The kind of a unit; it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Hits rivals.
    Knight = 0,
    /// Colours tiles.
    Farmer = 1,
}

impl Kind {
    /// The letter in files.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self {
            Self::Knight => b'k',
            Self::Farmer => b'f',
        }
    }

    /// The kind with this letter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'k' => Some(Self::Knight),
            b'f' => Some(Self::Farmer),
            _ => None,
        }
    }

    /// The kind in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knight => "knight",
            Self::Farmer => "farmer",
        }
    }
}

/// A unit; its number is its place in [`Field::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The kind.
    pub kind: Kind,
    /// The player that owns it now, 0 ..= 3.
    pub player: u8,
    /// Its health, from 1 to the maximum of its kind.
    pub health: i32,
    /// Where it stands.
    pub pos: Pos,
}

/// The head of a result file, with more data for viewers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The parameters.
    pub parameters: Parameters,
    /// Whether files have the head of the older kit (section k).
    pub old: bool,
    /// Whether limits are on.
    pub judged: bool,
    /// Names of the players, by seat.
    pub names: Vec<String>,
    /// The seed as text; unknown, and empty, for a match that was read from a result file.
    pub seed: String,
}

/// A state block of a result file.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The number of the round.
    pub round: i32,
    /// One of `.X0123` per cell.
    pub tiles: Grid<u8>,
    /// Number of tiles of each player.
    pub scores: Vec<i32>,
    /// The status that players read.
    pub status: Vec<f64>,
    /// All units, by number.
    pub units: Vec<Unit>,
}

/// The lines between two state blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The accepted orders of each player, in the order given.
    pub orders: [Vec<(i32, Dir)>; SEATS],
    /// Moves and hits that succeeded, in the order of execution.
    pub done: Vec<(i32, Dir)>,
}

/// Everything that a match knows between two rounds.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) head: Head,
    pub(super) ruleset: Ruleset,
    pub(super) rounds_left: u32,
    pub(super) field: Field,
    pub(super) moves: Moves,
    /// The unit that each cell names. Odd settings files can make it differ from what the
    /// units themselves say (section b.4).
    pub(super) occupant: Grid<i32>,
    /// Whether they may differ: two units shared a tile at the start.
    pub(super) shared_tiles: bool,
    pub(super) stream: Stream,
    /// The units of each player.
    pub(super) owners: Owners,
    /// Tiles of each colour.
    pub(super) owned: Owned,
    pub(super) scratch: Scratch,
}

/// Room for the work of a round, kept so that no round allocates.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// By unit: whether it has had its turn.
    pub(super) moved: Vec<bool>,
    /// By unit: whether the player now asked has given it an order.
    pub(super) named: Vec<bool>,
    /// Numbers of no unit that the player now asked has given orders to, sorted.
    pub(super) strange: Vec<i32>,
    /// How many numbers of no unit got an order in this round.
    pub(super) unknown: usize,
    /// Seat, unit and direction of every order, as they will be executed.
    pub(super) queue: Vec<(u8, u32, Dir)>,
}

impl State {
    /// The state of these settings, its units where they are given.
    #[must_use]
    pub(super) fn new(settings: &Settings, head: Head, ruleset: Ruleset, stream: Stream) -> Self {
        let parameters = &settings.parameters;
        let (rows, cols) = (parameters.rows as usize, parameters.cols as usize);
        // The reader made exactly as many cells; a blank board is only for completeness.
        let tiles = Grid::from_cells(rows, cols, settings.tiles.clone())
            .unwrap_or_else(|| Grid::new(rows, cols, EMPTY));
        let units = settings.units.clone().unwrap_or_default();
        let mut occupant = Grid::new(rows, cols, NOBODY);
        let mut shared_tiles = false;
        for (id, unit) in units.iter().enumerate() {
            shared_tiles |= occupant[unit.pos] != NOBODY;
            occupant[unit.pos] = id as i32;
        }
        let mut owned = Owned::default();
        tiles.cells().iter().for_each(|&tile| owned.count(tile, 1));
        let field = Field {
            round: settings.round,
            tiles,
            scores: settings.scores.clone(),
            status: settings.status.clone(),
            units,
        };
        let (rounds_left, moves) = (parameters.nb_rounds as u32, Moves::default());
        let scratch = Scratch::default();
        Self {
            head,
            ruleset,
            rounds_left,
            field,
            moves,
            occupant,
            shared_tiles,
            stream,
            owners: Owners::default(),
            owned,
            scratch,
        }
    }

    /// Says anew whose each unit is: only at the start, rounds keep it up to date.
    pub(super) fn count_owners(&mut self) {
        self.owners = Owners::of(self.field.units.iter().map(|unit| unit.player));
    }

    pub(super) fn parameters(&self) -> &Parameters {
        &self.head.parameters
    }

    /// Makes the scores the numbers of tiles.
    pub(super) fn count_tiles(&mut self) {
        for (score, owned) in self.field.scores.iter_mut().zip(self.owned.0) {
            *score = owned;
        }
    }
}

/// How many tiles there are of each colour, and behind these of each other kind: the lowest
/// bits of its letter say which.
#[derive(Clone, Debug, Default)]
pub(super) struct Owned([i32; Self::KINDS]);

impl Owned {
    /// So many that no two letters share a place.
    const KINDS: usize = 16;

    #[inline]
    fn count(&mut self, tile: u8, change: i32) {
        self.0[usize::from(tile) % Self::KINDS] += change;
    }

    /// Gives a tile to a player.
    #[inline]
    pub(super) fn paint(&mut self, tile: &mut u8, player: u8) {
        self.count(*tile, -1);
        *tile = b'0' + player;
        self.count(*tile, 1);
    }
}

/// The owner that a tile's letter names.
#[must_use]
pub fn owner_of(tile: u8) -> Option<usize> {
    match tile {
        b'0'..=b'3' => Some(usize::from(tile - b'0')),
        _ => None,
    }
}
