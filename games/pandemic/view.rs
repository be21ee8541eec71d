//! The bytes that players see and their orders (sections f and i of the specification).
//!
//! All numbers are little-endian; "int" is 4 bytes, "real" 8. Positions are two ints, row and
//! column.
//!
//! **Intro**, once: ints seat, rows, cols, nb_rounds, initial_health, nb_units,
//! bonus_per_city_cell, bonus_per_path_cell, factor_connected_component, number of cities,
//! number of paths, 0; reals infection_factor, mask_protection; for each city an int, its size,
//! and its positions; for each path ints a, b, size, and its positions; at last one byte per
//! cell, its ground: 0 wall, 1 grass, 2 city, 3 path.
//!
//! **View**, every round: ints round and number of masks; four reals, the status; four ints,
//! the scores; an int per city and one per path, the owners (-1 nobody); for each unit seven
//! ints: owner, row, column, health, damage, turns, and flags (1 immune, 2 masked); at last one
//! byte per cell: its virus, plus 128 where a mask lies.
//!
//! **Stream**: an int, the state of the player's generator.
//!
//! **Orders**: verb 0, the unit, and in `a` the code of the direction: 0 down, 1 right, 2 up,
//! 3 left, 4 stay. Any other numbers are legal to send; the rules complain about them.

use super::layout::{CITY, GRASS, PATH};
use super::state::State;
use engine::bytes::{push_ints, push_reals};
use engine::{Lcg, Pos, Streams, Views};

/// Bit of a cell's byte in a view: a mask lies there.
pub const MASK_BIT: u8 = 128;

fn push_cells(out: &mut Vec<u8>, cells: &[Pos]) {
    push_ints(out, &[cells.len() as i32]);
    cells.iter().for_each(|cell| push_ints(out, &[cell.i, cell.j]));
}

impl Views for State {
    const SAME_VIEW: bool = true;

    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        let (p, layout) = (&self.head.parameters, &self.board.layout);
        let ints = [
            seat as i32,
            p.rows,
            p.cols,
            p.nb_rounds,
            p.initial_health,
            p.nb_units,
            p.bonus_per_city_cell,
            p.bonus_per_path_cell,
            p.factor_connected_component,
            layout.cities.len() as i32,
            layout.paths.len() as i32,
            0,
        ];
        push_ints(out, &ints);
        push_reals(out, &[p.infection_factor, p.mask_protection]);
        layout.cities.iter().for_each(|cells| push_cells(out, cells));
        for road in &layout.paths {
            push_ints(out, &[road.a, road.b]);
            push_cells(out, &road.cells);
        }
        out.extend(layout.base.iter().map(|&ground| match ground {
            GRASS => 1,
            CITY => 2,
            PATH => 3,
            _ => 0,
        }));
    }

    fn write_view(&self, _: usize, out: &mut Vec<u8>) {
        let board = &self.board;
        push_ints(out, &[board.round, board.masks.len() as i32]);
        push_reals(out, &board.status);
        push_ints(out, &board.scores);
        let owners = board.city_owners.iter().chain(&board.path_owners);
        owners.for_each(|&owner| push_ints(out, &[i32::from(owner)]));
        for unit in &board.units {
            let flags = i32::from(unit.immune) | i32::from(unit.mask) << 1;
            let player = i32::from(unit.player);
            let Pos { i, j } = unit.pos;
            push_ints(out, &[player, i, j, unit.health, unit.damage, unit.turns, flags]);
        }
        let cells = out.len();
        out.extend_from_slice(&board.virus);
        for &mask in &board.masks {
            out[cells + board.layout.index(mask)] |= MASK_BIT;
        }
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        let hidden = &self.hidden;
        if self.board.round == 0 {
            out.extend_from_slice(&self.board.layout.text);
        }
        self.write_view(0, out);
        for mask in &self.board.masks {
            push_ints(out, &[mask.i, mask.j]);
        }
        for stream in std::iter::once(&hidden.dice).chain(&hidden.streams) {
            out.extend_from_slice(&stream.state().to_le_bytes());
        }
    }
}

impl Streams for State {
    fn streams(&mut self) -> &mut [Lcg] {
        &mut self.hidden.streams
    }
}

/// The data of built-in players about their match: the intro, read back.
#[derive(Clone, Debug)]
pub struct Intro {
    /// Their seat.
    pub seat: usize,
    /// Rows, and columns.
    pub side: usize,
    /// Rounds of the match.
    pub nb_rounds: i32,
    /// Health of a unit that is born.
    pub initial_health: i32,
    /// Units on the board.
    pub total_units: usize,
    /// Points per cell of a city, per cell of a path, and the factor of components.
    pub points: [i32; 3],
    /// Cells of each city.
    pub cities: Vec<Vec<Pos>>,
    /// The two cities of each path, and its cells.
    pub paths: Vec<([usize; 2], Vec<Pos>)>,
    /// 0 wall, 1 grass, 2 city, 3 path, row after row.
    pub ground: Vec<u8>,
    /// The city of each cell, or the number of cities plus its path.
    pub place: Vec<Option<usize>>,
}

impl Intro {
    /// Reads an intro; `None` if it is none.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut words = Words(bytes);
        let [seat, side, _, nb_rounds, initial_health, nb_units] = words.array()?;
        let points = words.array()?;
        let [cities, paths, _] = words.array()?;
        let _reals: [i32; 4] = words.array()?;
        let cities = (0..cities).map(|_| words.cells()).collect::<Option<Vec<_>>>()?;
        let road = |_| {
            let [a, b] = words.array()?;
            Some(([usize::try_from(a).ok()?, usize::try_from(b).ok()?], words.cells()?))
        };
        let paths = (0..paths).map(road).collect::<Option<Vec<_>>>()?;
        let ground = words.0.to_vec();
        let side = usize::try_from(side).ok()?;
        let mut place = vec![None; ground.len()];
        let lists = cities.iter().chain(paths.iter().map(|(_, cells)| cells));
        for (id, cells) in lists.enumerate() {
            for p in cells {
                *place.get_mut(p.i as usize * side + p.j as usize)? = Some(id);
            }
        }
        let total_units = engine::SEATS * usize::try_from(nb_units).ok()?;
        let seat = usize::try_from(seat).ok()?;
        (ground.len() == side * side).then_some(Self {
            seat,
            side,
            nb_rounds,
            initial_health,
            total_units,
            points,
            cities,
            paths,
            ground,
            place,
        })
    }

    /// The place of a cell in the flat arrays.
    #[must_use]
    pub fn index(&self, p: Pos) -> usize {
        p.i as usize * self.side + p.j as usize
    }

    /// Whether a cell is a wall.
    #[must_use]
    pub fn is_wall(&self, cell: usize) -> bool {
        self.ground.get(cell).is_none_or(|&g| g == 0)
    }

    /// The four neighbours of a cell that is no wall, in the order of the directions.
    #[must_use]
    pub fn around(&self, cell: usize) -> [usize; 4] {
        [cell + self.side, cell + 1, cell - self.side, cell - 1]
    }
}

/// A unit in a view.
#[derive(Clone, Copy, Debug)]
pub struct UnitSeen {
    /// Its owner.
    pub player: u8,
    /// Where it stands.
    pub pos: Pos,
    /// Its health.
    pub health: i32,
    /// The health that the virus takes each round.
    pub damage: i32,
    /// Rounds since it was infected.
    pub turns: i32,
    /// Whether it cannot be infected.
    pub immune: bool,
    /// Whether it wears a mask.
    pub mask: bool,
}

/// A view, read in place.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The round.
    pub round: i32,
    owners: &'a [u8],
    units: &'a [u8],
    /// Virus of each cell, with [`MASK_BIT`].
    pub cells: &'a [u8],
}

const UNIT_BYTES: usize = 28;
/// Round, number of masks, status, scores.
const VIEW_HEAD: usize = 4 + 4 + 32 + 16;

impl<'a> View<'a> {
    /// The parts of a view; `None` if it is too short.
    #[must_use]
    pub fn new(bytes: &'a [u8], intro: &Intro) -> Option<Self> {
        let round = i32::from_le_bytes(*bytes.first_chunk()?);
        let rest = bytes.get(VIEW_HEAD..)?;
        let places = intro.cities.len() + intro.paths.len();
        let (owners, rest) = rest.split_at_checked(4 * places)?;
        let (units, cells) = rest.split_at_checked(UNIT_BYTES * intro.total_units)?;
        (cells.len() == intro.ground.len()).then_some(Self { round, owners, units, cells })
    }

    /// The owner of a city or path, -1 for nobody.
    #[must_use]
    pub fn owner(&self, place: usize) -> i32 {
        Words(self.owners.get(4 * place..).unwrap_or(&[])).int().unwrap_or(-1)
    }

    /// All units, by number.
    pub fn units(&self) -> impl Iterator<Item = UnitSeen> + use<'a> {
        self.units.chunks_exact(UNIT_BYTES).filter_map(|chunk| {
            let [player, i, j, health, damage, turns, flags] = Words(chunk).array()?;
            Some(UnitSeen {
                player: player as u8,
                pos: Pos::new(i, j),
                health,
                damage,
                turns,
                immune: flags & 1 != 0,
                mask: flags & 2 != 0,
            })
        })
    }
}

/// Takes numbers from bytes.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn int(&mut self) -> Option<i32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(i32::from_le_bytes(*number))
    }

    fn array<const N: usize>(&mut self) -> Option<[i32; N]> {
        let mut values = [0; N];
        for value in &mut values {
            *value = self.int()?;
        }
        Some(values)
    }

    fn cells(&mut self) -> Option<Vec<Pos>> {
        (0..self.int()?).map(|_| self.array().map(|[i, j]| Pos::new(i, j))).collect()
    }
}
