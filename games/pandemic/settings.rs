//! The settings file (section b of the specification): parameters, and either the name of the
//! generator or a board drawn cell by cell.

use super::layout::{CITY, GRASS, Layout, PATH, Road, WALL};
use engine::parameters::{ANY_REAL, exactly, from, same_as, within};
use engine::text::quoted;
use engine::{Pos, Refusal, SEATS, Tokens};

/// Larger boards are refused: they only fill the memory.
pub const LARGEST_SIDE: i32 = 1000;
/// Cells of the board for each unit of a player.
const CELLS_PER_UNIT: i64 = 100;

engine::parameters! {
    /// The eleven parameters, in the order of the file.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Parameters {
        nb_players: i32 = 4, exactly(4), "players of a match";
        rows: i32 = 70, within(20, LARGEST_SIDE), "rows of the board";
        cols: i32 = 70, same_as("rows"), "columns of the board";
        nb_rounds: i32 = 200, from(1), "rounds of a match";
        initial_health: i32 = 100, from(1), "health of a new unit";
        nb_units: i32 = 15, from(1).only(
            |units, known| CELLS_PER_UNIT * units <= known.get("rows") * known.get("cols"),
            "1 to a hundredth of the cells"
        ), "units of each player at the start";
        bonus_per_city_cell: i32 = 1, from(1), "points per round and cell of own cities";
        bonus_per_path_cell: i32 = 1, from(1), "points per round and cell of own paths";
        factor_connected_component: i32 = 2, from(1),
            "a component of s cities gives this times 2 to the power of s, every round";
        infection_factor: f64 = 50.0, ANY_REAL,
            "a unit on a cell with v of virus is infected with probability v divided by this";
        mask_protection: f64 = 20.0, ANY_REAL, "a mask divides that probability by this";
    }
}

impl Parameters {
    /// Rows and columns of the board.
    #[must_use]
    pub fn side(&self) -> usize {
        self.rows as usize
    }

    /// Units on the board, of all players together.
    #[must_use]
    pub fn total_units(&self) -> usize {
        SEATS * self.nb_units as usize
    }
}

/// A settings file, checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its numbers.
    pub parameters: Parameters,
    /// The board it draws; without it the generator draws one.
    pub fixed: Option<Fixed>,
}

/// A board drawn in a settings file.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// Its ground, cities and paths.
    pub layout: Layout,
    /// Virus of each cell.
    pub virus: Vec<u8>,
    /// Masks lying about, in the order of the file.
    pub masks: Vec<Pos>,
}

impl engine::Settings for Settings {
    fn read(text: &[u8]) -> Result<Self, Refusal> {
        let tokens = &mut Tokens::new(text);
        tokens.expect("Pandemic")?;
        tokens.expect("1.0")?;
        let parameters = Parameters::read(tokens)?;
        let (line, found) = (tokens.line(), tokens.peek());
        let fixed = match tokens.word() {
            Some(b"GENERATOR1") => {
                let (line, found) = (tokens.line(), tokens.peek());
                if tokens.int().is_some() {
                    let allowed = "`GENERATOR1` takes no number after it";
                    return Err(Refusal::new(line, found, allowed));
                }
                None
            }
            Some(b"FIXED") => Some(Reader { tokens, side: parameters.side() }.fixed()?),
            _ => {
                let allowed = "`GENERATOR1` or `FIXED` must stand here";
                return Err(Refusal::new(line, found, allowed));
            }
        };
        Ok(Self { parameters, fixed })
    }
}

/// Reads what follows `FIXED`.
struct Reader<'t, 'a> {
    tokens: &'t mut Tokens<'a>,
    side: usize,
}

impl Reader<'_, '_> {
    fn fixed(mut self) -> Result<Fixed, Refusal> {
        let (base, virus) = self.grid()?;
        self.tokens.expect("cities")?;
        let count = self.count("a number of cities")?;
        let mut cities = Vec::new();
        for _ in 0..count {
            let size = self.count("the size of a city")?;
            cities.push(self.cells(size, "a cell of a city")?);
        }
        self.tokens.expect("paths")?;
        let count = self.count("a number of paths")?;
        let mut paths = Vec::new();
        for _ in 0..count {
            let (a, b) = (self.city(cities.len())?, self.city(cities.len())?);
            let size = self.count("the size of a path")?;
            paths.push(Road { a, b, cells: self.cells(size, "a cell of a path")? });
        }
        self.tokens.expect("masks")?;
        let count = self.count("a number of masks")?;
        let masks = self.masks(count, &base)?;
        check_border(self.side, &base)?;
        let layout = Layout::new(self.side, base, cities, paths);
        check_lists(&layout)?;
        Ok(Fixed { layout, virus, masks })
    }

    fn grid(&mut self) -> Result<(Vec<u8>, Vec<u8>), Refusal> {
        self.tokens.word();
        self.tokens.word();
        let (mut base, mut virus) = (Vec::new(), Vec::new());
        for i in 0..self.side {
            self.tokens.word();
            let line = self.tokens.line();
            let row = self.tokens.word().unwrap_or(b"");
            if row.len() != self.side {
                let allowed = format!("row {i} of the board must have {} cells", self.side);
                return Err(Refusal::new(line, quoted(row), allowed));
            }
            for &letter in row {
                let Some((ground, amount)) = read_cell(letter) else {
                    let allowed = "cells are `W . ; ,`, or `a`-`d`, `A`-`J`, `0`-`9` with virus";
                    return Err(Refusal::new(line, quoted(&[letter]), allowed));
                };
                base.push(ground);
                virus.push(amount);
            }
        }
        Ok((base, virus))
    }

    fn count(&mut self, what: &str) -> Result<usize, Refusal> {
        let (line, found) = (self.tokens.line(), self.tokens.peek());
        self.tokens
            .int()
            .and_then(|n| usize::try_from(n).ok())
            .ok_or_else(|| Refusal::new(line, found, format!("{what} must stand here")))
    }

    fn city(&mut self, cities: usize) -> Result<i32, Refusal> {
        let (line, found) = (self.tokens.line(), self.tokens.peek());
        let allowed = || format!("a path joins cities with numbers under {cities}");
        self.tokens
            .int()
            .filter(|&c| usize::try_from(c).is_ok_and(|c| c < cities))
            .ok_or_else(|| Refusal::new(line, found, allowed()))
    }

    fn cells(&mut self, size: usize, what: &str) -> Result<Vec<Pos>, Refusal> {
        (0..size).map(|_| self.cell(what)).collect()
    }

    fn cell(&mut self, what: &str) -> Result<Pos, Refusal> {
        let line = self.tokens.line();
        let last = self.side as i32 - 1;
        let (i, j) = (self.tokens.int(), self.tokens.int());
        match (i, j) {
            (Some(i), Some(j)) if (0..=last).contains(&i) && (0..=last).contains(&j) => {
                Ok(Pos::new(i, j))
            }
            (Some(i), Some(j)) => {
                let allowed = format!("{what} must be on the board, 0 to {last}");
                Err(Refusal::new(line, format!("`{i} {j}`"), allowed))
            }
            _ => {
                let found = self.tokens.peek();
                Err(Refusal::new(line, found, format!("{what}, row and column, must stand here")))
            }
        }
    }

    fn masks(&mut self, count: usize, base: &[u8]) -> Result<Vec<Pos>, Refusal> {
        let mut masks: Vec<Pos> = Vec::new();
        let mut lies = vec![false; base.len()];
        for _ in 0..count {
            let line = self.tokens.line();
            let p = self.cell("a mask")?;
            let index = p.i as usize * self.side + p.j as usize;
            if base[index] != GRASS {
                let allowed = "masks lie on grass only";
                return Err(Refusal::new(line, format!("`{} {}`", p.i, p.j), allowed));
            }
            if std::mem::replace(&mut lies[index], true) {
                let allowed = "at most one mask lies on a cell";
                return Err(Refusal::new(line, format!("`{} {}`", p.i, p.j), allowed));
            }
            masks.push(p);
        }
        Ok(masks)
    }
}

/// The ground and the virus that a letter of a board stands for.
#[must_use]
pub fn read_cell(letter: u8) -> Option<(u8, u8)> {
    match letter {
        WALL | GRASS | CITY | PATH => Some((letter, 0)),
        b'a'..=b'd' => Some((GRASS, letter - b'a' + 1)),
        b'A'..=b'J' => Some((CITY, letter - b'A' + 1)),
        b'0'..=b'9' => Some((PATH, letter - b'0' + 1)),
        _ => None,
    }
}

fn check_border(side: usize, base: &[u8]) -> Result<(), Refusal> {
    let border = |k: usize| {
        let (i, j) = (k / side, k % side);
        i == 0 || j == 0 || i == side - 1 || j == side - 1
    };
    match (0..base.len()).find(|&k| border(k) && base[k] != WALL) {
        None => Ok(()),
        Some(k) => {
            let found = format!("{} in cell ({}, {})", quoted(&[base[k]]), k / side, k % side);
            Err(Refusal::new(0, found, "all cells of the border must be walls, `W`"))
        }
    }
}

/// Every cell of a city stands in the list of one city, once; the same for paths.
fn check_lists(layout: &Layout) -> Result<(), Refusal> {
    let mut listed = vec![0_u8; layout.base.len()];
    let cities = layout.cities.iter().map(|cells| (CITY, cells));
    let paths = layout.paths.iter().map(|road| (PATH, &road.cells));
    for (ground, cells) in cities.chain(paths) {
        for &p in cells {
            let index = layout.index(p);
            let name = if ground == CITY { "city" } else { "path" };
            let found = format!("({}, {}) in the list of a {name}", p.i, p.j);
            if layout.base[index] != ground {
                let allowed = format!("the board must show a {name} cell there");
                return Err(Refusal::new(0, found, allowed));
            }
            listed[index] = listed[index].saturating_add(1);
            if listed[index] > 1 {
                return Err(Refusal::new(0, found, "no cell may be listed twice"));
            }
        }
    }
    let lost = |k: &usize| matches!(layout.base[*k], CITY | PATH) && listed[*k] == 0;
    match (0..listed.len()).find(lost) {
        None => Ok(()),
        Some(k) => {
            let cell = format!("({}, {})", k / layout.side, k % layout.side);
            let allowed = "it must be listed in a city or a path";
            Err(Refusal::new(0, format!("{} in cell {cell}", quoted(&[layout.base[k]])), allowed))
        }
    }
}
