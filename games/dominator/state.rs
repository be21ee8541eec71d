//! The state of a match (sections a and d of the specification).

use super::generator::{EMPTY, WALL};
use super::res::Head;
use super::settings::Parameters;
use super::view::Seen;
use engine::{Lcg, Owners, Ruleset, SEATS, Setup};

/// The value of a cell without a unit.
pub const NOBODY: i32 = -1;

/// The cells within a Manhattan distance, row after row.
#[derive(Clone, Copy)]
pub(super) struct Diamond {
    pub(super) radius: i32,
    offsets: &'static [(i32, i32)],
}

/// Distance 2: what an active witch haunts.
pub(super) const NEAR: Diamond = Diamond { radius: 2, offsets: &diamond_offsets::<13>(2) };
/// Distance 3.
pub(super) const WIDE: Diamond = Diamond { radius: 3, offsets: &diamond_offsets::<25>(3) };

const fn diamond_offsets<const N: usize>(radius: i32) -> [(i32, i32); N] {
    let mut offsets = [(0, 0); N];
    let (mut k, mut x) = (0, -radius);
    while x <= radius {
        let reach = radius - x.abs();
        let mut y = -reach;
        while y <= reach {
            offsets[k] = (x, y);
            k += 1;
            y += 1;
        }
        x += 1;
    }
    offsets
}

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Colours the cells it steps on.
    Farmer = 0,
    /// Moves in eight directions and hits rivals.
    Knight = 1,
    /// Haunts the cells around her.
    Witch = 2,
}

impl Kind {
    /// The letter of result files.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"fkw"[self as usize]
    }

    /// The word for people, which is also its sprite.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["farmer", "knight", "witch"][self as usize]
    }
}

/// A unit; its identifier is its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The kind; never changes.
    pub kind: Kind,
    /// Its team, 0 ..= 3.
    pub team: u8,
    /// Its health; -1 for witches.
    pub health: i32,
    /// Row of its cell.
    pub i: i32,
    /// Column of its cell.
    pub j: i32,
}

/// The parts of a state in result files.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The cells as text: rows of `.X0123`, each ended by a newline. It is copied whole into
    /// result files, and the newlines keep the right edge from touching the next row.
    pub cells: Vec<u8>,
    /// The number of the round, from 0.
    pub round: i32,
    /// Coloured cells by team.
    pub land: [i32; SEATS],
    /// Score by team.
    pub total_score: [i32; SEATS],
    /// Share of the budget used by each player; -1 when frozen.
    pub status: [f64; SEATS],
    /// All units.
    pub units: Vec<Unit>,
}

/// The movements of a round: unit and direction.
pub type Moves = Vec<(i32, engine::Dir)>;

/// Bit of [`State::taken`]: a wall.
pub const WALLED: u8 = 1;
/// Bit of [`State::taken`]: a unit stands there.
pub const OCCUPIED: u8 = 2;
/// Bit of [`State::taken`]: the unit there is a witch.
pub const WITCH: u8 = 8;
/// Bit of [`State::taken`]: an active witch is near.
pub const HAUNTED: u8 = 4;

/// Which readings of the rules hold (section j.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Switch 1: a unit whose order had a wrong direction heals as if idle.
    pub invalid_order_heals: bool,
    /// Switch 2: units for which an overcrowded quadrant has no cell may get lost.
    pub lost_units: bool,
    /// Switch 3: rebirth tries the cells at distance 3 from witches before any free cell.
    pub reborn_middle_tier: bool,
}

impl Switches {
    /// The switches of a ruleset.
    #[must_use]
    pub fn of(ruleset: Ruleset) -> Self {
        let kit = ruleset == Ruleset::Kit;
        Self { invalid_order_heals: kit, lost_units: kit, reborn_middle_tier: !kit }
    }
}

/// Everything a match knows between two rounds.
///
/// The grid's `ids` and the units' positions are two structures on purpose: with the kit's
/// rules they can disagree (lost units, section e.9).
#[derive(Clone, Debug)]
pub struct State {
    /// The head of the result file.
    pub head: Head,
    /// Which readings of the rules hold.
    pub switches: Switches,
    /// The parts in result files.
    pub board: Board,
    /// The movements of the last round.
    pub moves: Moves,
    /// The unit on each cell, or [`NOBODY`]; indexed like [`Board::cells`].
    pub ids: Vec<i32>,
    /// Why each cell is not free: [`WALLED`], [`OCCUPIED`], [`WITCH`],
    /// [`HAUNTED`]; indexed like
    /// [`Board::cells`].
    pub taken: Vec<u8>,
    /// The cells as each seat sees them, without what is haunted (see `view.rs`).
    pub(super) seen: Seen,
    /// Whether a unit may be lost: some got no cell at a placement (section e.9).
    pub(super) some_lost: bool,
    /// Whether each unit is an active witch.
    pub active: Vec<bool>,
    /// The units of each team.
    pub(super) owners: Owners,
    /// Units that may have less than their full health.
    pub(super) wounded: Vec<i32>,
    /// The witches' identifiers, increasing; they never change.
    pub(super) witches: Vec<i32>,
    /// The board's random stream.
    pub dice: Lcg,
    /// The players' random streams.
    pub streams: [Lcg; SEATS],
    pub(super) scratch: Scratch,
}

/// Memory that rounds use again and again; it decides nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub seen: engine::Seen,
    pub accepted: Vec<(i32, engine::Dir)>,
    pub order: Vec<u32>,
    pub moved: Vec<bool>,
    pub killed: Vec<bool>,
    /// The same as identifiers, in the order of their deaths.
    pub dead: Vec<i32>,
    pub victims: Vec<usize>,
    /// [`State::taken`] with the cells that are not good for a group.
    pub bad: Vec<u8>,
    pub good: Vec<usize>,
    pub group: Vec<i32>,
    pub extra: Vec<i32>,
    /// Free cells inside the border; `None` when haunted cells have changed since they were
    /// counted.
    pub free_inside: Option<u64>,
    /// The cells at a distance of at most 3 from witches that the grid holds.
    pub wide: Vec<u8>,
    /// Whether `wide` is out of date: a witch has come or gone.
    pub wide_is_old: bool,
}

impl Scratch {
    /// Everything at its greatest size, so that no round has to allocate.
    fn new(units: usize, cells: usize) -> Self {
        Self {
            seen: engine::Seen::new(units),
            accepted: Vec::with_capacity(units),
            order: Vec::with_capacity(units.max(cells)),
            moved: vec![false; units],
            killed: vec![false; units],
            dead: Vec::with_capacity(units),
            victims: Vec::with_capacity(units),
            bad: vec![0; cells],
            good: Vec::with_capacity(cells),
            group: Vec::with_capacity(units),
            extra: Vec::with_capacity(units),
            free_inside: None,
            wide: vec![0; cells],
            wide_is_old: true,
        }
    }
}

impl State {
    pub(super) fn empty(
        p: Parameters,
        setup: &Setup,
        seed: i32,
        dice: Lcg,
        cells: Vec<u8>,
    ) -> Self {
        let units = SEATS * p.team_units();
        let size = cells.len();
        Self {
            head: Head::new(p, setup),
            switches: Switches::of(setup.ruleset),
            ids: vec![NOBODY; size],
            taken: cells.iter().map(|&c| u8::from(c == WALL) * WALLED).collect(),
            seen: Seen::new(p.rows as usize, &cells),
            some_lost: false,
            active: vec![false; units],
            owners: Owners::default(),
            wounded: Vec::with_capacity(units),
            witches: Vec::with_capacity(SEATS * p.nb_witches as usize),
            dice,
            streams: std::array::from_fn(|seat| Lcg::for_seat(seed, seat)),
            moves: Vec::with_capacity(units),
            scratch: Scratch::new(units, size),
            board: Board {
                cells,
                round: 0,
                land: [0; SEATS],
                total_score: [0; SEATS],
                status: [0.0; SEATS],
                units: Vec::with_capacity(units),
            },
        }
    }

    /// The parameters of the settings.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.head.parameters
    }

    /// Rows, which are as many as columns.
    #[must_use]
    pub fn side(&self) -> i32 {
        self.head.parameters.rows
    }

    /// Cells from one row to the next in the flat arrays.
    pub(super) fn stride(&self) -> i32 {
        self.side() + 1
    }

    /// The place of a cell in the flat arrays; `None` outside the board.
    #[must_use]
    pub fn place(&self, i: i32, j: i32) -> Option<usize> {
        let n = self.side();
        ((0..n).contains(&i) && (0..n).contains(&j)).then(|| (i * self.stride() + j) as usize)
    }

    /// The place of the cell that a unit says it stands on.
    pub(super) fn place_of(&self, unit: i32) -> usize {
        let unit = &self.board.units[unit as usize];
        (unit.i * self.stride() + unit.j) as usize
    }

    /// Whether a cell of the board is not at its border.
    fn is_inside(&self, place: usize) -> bool {
        let (stride, side) = (self.stride() as usize, self.side() as usize);
        let within = |v: usize| (1..side - 1).contains(&v);
        within(place / stride) && within(place % stride)
    }

    /// Whether the cell holds a witch.
    pub(super) fn has_witch(&self, place: usize) -> bool {
        self.taken[place] & WITCH != 0
    }

    /// Section d.2: neither wall nor unit nor haunted.
    pub(super) fn is_free(&self, place: usize) -> bool {
        self.taken[place] == 0
    }

    /// Whether an active witch reaches the cell.
    #[must_use]
    pub fn is_haunted(&self, place: usize) -> bool {
        self.taken[place] & HAUNTED != 0
    }

    /// Says who stands on a cell, or [`NOBODY`].
    pub(super) fn set_unit(&mut self, place: usize, unit: i32) {
        self.ids[place] = unit;
        let holds = match usize::try_from(unit) {
            Ok(id) if self.board.units[id].kind == Kind::Witch => OCCUPIED | WITCH,
            Ok(_) => OCCUPIED,
            Err(_) => 0,
        };
        self.scratch.wide_is_old |= (self.taken[place] | holds) & WITCH != 0;
        let before = self.taken[place];
        self.taken[place] = before & !(OCCUPIED | WITCH) | holds;
        if let Some(free) = self.scratch.free_inside
            && self.is_inside(place)
        {
            let now = u64::from(self.is_free(place));
            self.scratch.free_inside = Some(free + now - u64::from(before == 0));
        }
    }

    /// Colours a cell for a team.
    pub(super) fn set_owner(&mut self, place: usize, team: u8) {
        colour(&mut self.board.cells, &mut self.board.land, &mut self.seen, place, team);
    }

    /// Calls `each` for the cells of a diamond around (i, j) that are on the board, row after
    /// row.
    #[inline]
    pub(super) fn for_diamond(&self, i: i32, j: i32, of: Diamond, mut each: impl FnMut(usize)) {
        let (n, stride) = (self.side(), self.stride());
        let centre = i * stride + j;
        let inside = |v: i32| of.radius <= v && v < n - of.radius;
        if inside(i) && inside(j) {
            of.offsets.iter().for_each(|&(x, y)| each((centre + x * stride + y) as usize));
            return;
        }
        for &(x, y) in of.offsets {
            let (a, b) = (i + x, j + y);
            if (0..n).contains(&a) && (0..n).contains(&b) {
                each((centre + x * stride + y) as usize);
            }
        }
    }

    /// Section e.11, from scratch: only at the start, rounds keep the numbers up to date.
    pub(super) fn count_land(&mut self) {
        for team in 0..SEATS {
            let digit = b'0' + team as u8;
            self.board.land[team] = self.board.cells.iter().filter(|&&c| c == digit).count() as i32;
        }
        self.add_scores();
    }

    /// Says anew whose each unit is: only at the start, rounds keep it up to date.
    pub(super) fn count_owners(&mut self) {
        self.owners = Owners::of(self.board.units.iter().map(|unit| unit.team));
    }

    /// Section e.11: every team adds its land to its score.
    pub(super) fn add_scores(&mut self) {
        for (total, land) in self.board.total_score.iter_mut().zip(self.board.land) {
            *total = total.wrapping_add(land);
        }
    }
}

/// Colours a cell for a team.
#[inline]
pub(super) fn colour(
    cells: &mut [u8],
    land: &mut [i32; SEATS],
    seen: &mut Seen,
    place: usize,
    team: u8,
) {
    let cell = &mut cells[place];
    if *cell == b'0' + team {
        return;
    }
    if (b'0'..=b'3').contains(cell) {
        land[(*cell - b'0') as usize] -= 1;
    } else if *cell != EMPTY {
        return;
    }
    *cell = b'0' + team;
    seen.set_owner(place, team);
    land[team as usize] += 1;
}
