//! Everything that a match knows between two rounds, and how it begins (section d).

use super::cities::{Cities, Fault};
use super::generator::draw_board;
use super::land::{Land, ROAD, STATION, WATER};
use super::settings::Parameters;
use engine::{Dir, Fatal, Lcg, Pos, Ruleset, SEATS};

/// No unit stands on a cell.
pub const NOBODY: i32 = -1;
/// A cell with water beside it.
pub const NEAR_WATER: u8 = 1;
/// A cell with a petrol station beside it.
pub const NEAR_STATION: u8 = 2;

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On foot: eats, drinks, bites and holds cities.
    Warrior,
    /// On wheels: burns fuel, runs over warriors.
    Car,
}

impl Kind {
    /// The letter in result files.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self {
            Self::Warrior => b'w',
            Self::Car => b'c',
        }
    }

    /// The ground on which it comes back to life.
    #[must_use]
    pub const fn home(self) -> u8 {
        match self {
            Self::Warrior => super::land::DESERT,
            Self::Car => ROAD,
        }
    }
}

/// A warrior or a car. Its number and kind never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The kind.
    pub kind: Kind,
    /// The seat that owns it, 0 ..= 3.
    pub player: u8,
    /// Food of a warrior, fuel of a car.
    pub food: i32,
    /// Water of a warrior, 0 for a car.
    pub water: i32,
    /// Where it stands.
    pub pos: Pos,
}

/// A state block of a result file.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The ground with the owners of the cities.
    pub land: Land,
    /// The number of the round, from 0.
    pub round: i32,
    /// Cities of each player.
    pub num_cities: [i32; SEATS],
    /// Score of each player.
    pub total_score: [i32; SEATS],
    /// Share of its budget that each player used, -1 when it is out.
    pub status: [f64; SEATS],
    /// The units by number.
    pub units: Vec<Unit>,
}

/// The head of a result file.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Whether the match had limits (`SecGame`).
    pub judged: bool,
    /// The seed as the file writes it.
    pub seed: String,
    /// The release that wrote the file, e.g. `Mad_Max 1.6`.
    pub version: String,
    /// The parameters.
    pub parameters: Parameters,
    /// Names of the players.
    pub names: [String; SEATS],
}

/// A move that was carried out: the unit and where it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The unit.
    pub id: i32,
    /// The direction of the order, never [`Dir::None`].
    pub dir: Dir,
}

/// Why an order led to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No unit has this number.
    NoUnit,
    /// The unit is somebody else's.
    NotOwn,
    /// No direction has this code.
    NoDirection,
    /// It is not the unit's round, and it is no car with fuel on a road.
    NotNow,
    /// The unit died before its turn came.
    Dead,
    /// The cell has this letter, or is [outside](super::land::OUTSIDE).
    Ground(u8),
}

/// An order that led to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The seat that gave the order.
    pub seat: u8,
    /// The number it was for.
    pub id: i32,
    /// The code of its direction.
    pub code: i32,
    /// The reason.
    pub why: Why,
}

/// The events between two boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Moves in the order in which they were carried out.
    pub done: Vec<Move>,
    /// Orders that led to nothing. Result files do not know them, records do.
    pub refused: Vec<Refused>,
}

/// Where statement and kit contradict each other (section j): `true` is the statement's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// A car pays for a round if it was allowed to move when the round began, even if it has
    /// left the road since.
    pub offroad_fuel: bool,
    /// Never two cars on a road in a corner.
    pub corner_cars: bool,
    /// On crowded boards cars come back in the desert and warriors on roads.
    pub last_resort: bool,
    /// Too many orders end the player, not the match.
    pub abort_scope: bool,
}

impl Switches {
    /// The switches of a ruleset: all on for the statement, all off for the kit.
    #[must_use]
    pub const fn of(ruleset: Ruleset) -> Self {
        let on = matches!(ruleset, Ruleset::Statement);
        Self { offroad_fuel: on, corner_cars: on, last_resort: on, abort_scope: on }
    }
}

/// Memory that the rules use again in every round.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Orders left after the first look: seat, unit, code of the direction.
    pub asked: Vec<(u8, i32, i32)>,
    /// Units, and numbers that are no units, that already have an order of this player.
    pub ordered: Vec<bool>,
    /// See `ordered`.
    pub strange: Vec<i32>,
    /// Moves that are allowed.
    pub accepted: Vec<Move>,
    /// A random order.
    pub order: Vec<u32>,
    /// Cars that were allowed to move when the round began.
    pub could_move: Vec<bool>,
    /// Units that died in this round.
    pub dead: Vec<u32>,
    /// Cells at the edge where units may come back.
    pub edge: Vec<Pos>,
    /// Cells too near to somebody to be listed in `edge`.
    pub near: super::rules::Crowd,
    /// Cells too near to somebody to come back there.
    pub crowd: super::rules::Crowd,
}

/// The state of a match.
#[derive(Clone, Debug)]
pub struct State {
    /// The head of its result file.
    pub head: Head,
    /// Its next state block.
    pub board: Board,
    /// The lines of the last round between the blocks.
    pub moves: Moves,
    /// The unit on each [place](Land::place), or [`NOBODY`]. Kept apart from the units' own
    /// positions, because with two cars in a corner they disagree ("ghosts", section d).
    pub ids: Vec<i32>,
    /// The neighbours of each place: [`NEAR_WATER`], [`NEAR_STATION`].
    pub near: Vec<u8>,
    /// The cities.
    pub cities: Cities,
    /// Units that died in this round; they are not cleared by coming back.
    pub killed: Vec<bool>,
    /// The random stream of the rules.
    pub dice: Lcg,
    /// The random streams of the players.
    pub streams: [Lcg; SEATS],
    /// How the rules are read.
    pub switches: Switches,
    /// Memory for the rules.
    pub scratch: Scratch,
}

impl State {
    /// A board without units, before anything is drawn.
    pub(super) fn empty(
        head: Head,
        land: Land,
        cities: Cities,
        seed: i32,
        ruleset: Ruleset,
    ) -> Self {
        Self {
            head,
            ids: vec![NOBODY; land.text().len()],
            near: nearby(&land),
            board: Board {
                land,
                round: 0,
                num_cities: [0; SEATS],
                total_score: [0; SEATS],
                status: [0.0; SEATS],
                units: Vec::new(),
            },
            moves: Moves::default(),
            cities,
            killed: Vec::new(),
            dice: Lcg::new(seed),
            streams: std::array::from_fn(|seat| Lcg::for_seat(seed, seat)),
            switches: Switches::of(ruleset),
            scratch: Scratch::default(),
        }
    }

    /// One certain warrior in each city, then the others on random cells of their cities.
    pub(super) fn place_warriors(&mut self) {
        let mut free: [Vec<u32>; SEATS] = Default::default();
        let cities = std::mem::take(&mut self.cities);
        for cells in cities.iter() {
            let seat = self.owner(cells);
            let chosen = self.dice.draw(0, cells.len() as i32 - 1) as usize;
            self.create(Kind::Warrior, seat, cells[chosen] as usize);
            let others = cells.iter().enumerate().filter(|&(k, _)| k != chosen);
            free[usize::from(seat)].extend(others.map(|(_, &place)| place));
        }
        self.cities = cities;
        let more = self.head.parameters.nb_warriors - self.head.parameters.nb_cities / 4;
        let mut order = Vec::new();
        for (seat, free) in free.iter().enumerate() {
            self.dice.permute(free.len(), &mut order);
            for &k in order.iter().take(more as usize) {
                self.create(Kind::Warrior, seat as u8, free[k as usize] as usize);
            }
        }
    }

    /// The cars, on random road cells at the edge.
    pub(super) fn place_cars(&mut self) -> Result<(), Fatal> {
        let mut edge = edge_roads(&self.board.land);
        if self.switches.corner_cars {
            // A corner stands twice in the list; only its first copy counts.
            let mut seen = Vec::new();
            edge.retain(|&p| {
                let new = !seen.contains(&p);
                if is_corner(&self.board.land, p) {
                    seen.push(p);
                }
                new
            });
        }
        let each = self.head.parameters.nb_cars as usize;
        if edge.len() < SEATS * each {
            return Err(Fatal::new(format!(
                "the board has {} road cells at its edge, but {} cars need one each",
                edge.len(),
                SEATS * each
            )));
        }
        let mut order = Vec::new();
        self.dice.permute(edge.len(), &mut order);
        for (z, &k) in order.iter().take(SEATS * each).enumerate() {
            let place = self.board.land.place(edge[k as usize]);
            self.create(Kind::Car, (z / each) as u8, place);
        }
        Ok(())
    }

    pub(super) fn create(&mut self, kind: Kind, player: u8, place: usize) {
        let parameters = &self.head.parameters;
        let (food, water) = match kind {
            Kind::Warrior => (parameters.warriors_health, parameters.warriors_health),
            Kind::Car => (parameters.cars_fuel, 0),
        };
        self.ids[place] = self.board.units.len() as i32;
        let pos = self.board.land.pos(place);
        self.board.units.push(Unit { kind, player, food, water, pos });
        self.killed.push(false);
    }

    /// The seat that owns a city.
    #[must_use]
    pub fn owner(&self, cells: &[u32]) -> u8 {
        self.board.land.text()[cells[0] as usize] - b'0'
    }

    /// The number of the unit that the grid has on a cell, [`NOBODY`] on none and outside.
    #[must_use]
    pub fn id_at(&self, p: Pos) -> i32 {
        if self.board.land.contains(p) { self.ids[self.board.land.place(p)] } else { NOBODY }
    }

    /// The seat whose units may all move in this round.
    #[must_use]
    pub const fn mover(&self) -> u8 {
        (self.board.round % SEATS as i32) as u8
    }

    /// Whether a unit may move now: all units of the player whose round it is, and every car
    /// with fuel on a road (section e).
    #[must_use]
    pub fn can_move(&self, unit: &Unit) -> bool {
        unit.player == self.mover()
            || (unit.kind == Kind::Car && unit.food > 0 && self.board.land.at(unit.pos) == ROAD)
    }
}

pub(super) fn draw_checked(settings: &Parameters, dice: &mut Lcg) -> Result<(Land, Cities), Fatal> {
    let wrong = |fault: Fault| {
        Fatal::new(format!("the board drawn has {}, but {}", fault.found, fault.allowed))
    };
    let land = draw_board(dice)?;
    let cities = Cities::find(&land).map_err(wrong)?;
    cities.check(&land, settings).map_err(wrong)?;
    Ok((land, cities))
}

fn nearby(land: &Land) -> Vec<u8> {
    let mut near = vec![0; land.text().len()];
    for p in land.positions() {
        let mark = match land.at(p) {
            WATER => NEAR_WATER,
            STATION => NEAR_STATION,
            _ => continue,
        };
        for q in Dir::EIGHT.iter().map(|&dir| p + dir).filter(|&q| land.contains(q)) {
            near[land.place(q)] |= mark;
        }
    }
    near
}

fn is_corner(land: &Land, p: Pos) -> bool {
    (p.i == 0 || p.i == land.rows() - 1) && (p.j == 0 || p.j == land.cols() - 1)
}

/// Road cells at the edge: left and right column, then top and bottom row; corners twice.
fn edge_roads(land: &Land) -> Vec<Pos> {
    let (bottom, right) = (land.rows() - 1, land.cols() - 1);
    let sides = (0..=bottom).flat_map(|i| [Pos::new(i, 0), Pos::new(i, right)]);
    let ends = (0..=right).flat_map(|j| [Pos::new(0, j), Pos::new(bottom, j)]);
    sides.chain(ends).filter(|&p| land.at(p) == ROAD).collect()
}
