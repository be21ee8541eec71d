//! The cities of a finished grid (sections b and b.3).

use super::land::{DESERT, Land, is_city};
use super::settings::Parameters;
use engine::{Dir, Pos};

/// The cities in the order in which a row by row scan meets them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cities {
    /// Places ([`Land::place`]) of all cells, city after city, each in the order of its visit.
    cells: Vec<u32>,
    /// Where each city ends in `cells`.
    ends: Vec<u32>,
}

/// Why a grid cannot be played, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The cell that is wrong, if it is one.
    pub cell: Option<Pos>,
    /// The wrong text.
    pub found: String,
    /// The allowed values.
    pub allowed: String,
}

impl Fault {
    fn new(cell: Option<Pos>, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { cell, found: found.into(), allowed: allowed.into() }
    }
}

/// Sides in the order in which a city is visited: down, up, right, left.
const VISIT: [Dir; 4] = [Dir::Bottom, Dir::Top, Dir::Right, Dir::Left];

impl Cities {
    /// Finds the cities; every side of a city's cell must be desert or the same city.
    ///
    /// # Errors
    /// The first cell that breaks this.
    pub fn find(land: &Land) -> Result<Self, Fault> {
        let mut all = Self::default();
        let mut seen = vec![false; land.text().len()];
        let mut todo = Vec::new();
        for start in land.positions() {
            if seen[land.place(start)] || !is_city(land.at(start)) {
                continue;
            }
            todo.push(start);
            while let Some(p) = todo.pop() {
                all.visit(land, land.at(start), p, &mut seen, &mut todo)?;
            }
            all.ends.push(all.cells.len() as u32);
        }
        Ok(all)
    }

    fn visit(
        &mut self,
        land: &Land,
        owner: u8,
        p: Pos,
        seen: &mut [bool],
        todo: &mut Vec<Pos>,
    ) -> Result<(), Fault> {
        const RULE: &str = "the four sides of a city must be desert or the same city";
        if !land.contains(p) {
            return Err(Fault::new(Some(p), "a city at the edge of the board", RULE));
        }
        let place = land.place(p);
        if std::mem::replace(&mut seen[place], true) || land.at(p) == DESERT {
            return Ok(());
        }
        if land.at(p) != owner {
            let found = format!("`{}` beside city `{}`", land.at(p) as char, owner as char);
            return Err(Fault::new(Some(p), found, RULE));
        }
        self.cells.push(place as u32);
        // What is pushed last is visited first.
        todo.extend(VISIT.iter().rev().map(|&dir| p + dir));
        Ok(())
    }

    /// Checks a finished grid: the number of cities, an equal share for each player and room
    /// for its warriors (checks 1, 3 and 4).
    ///
    /// # Errors
    /// The first check that fails.
    pub fn check(&self, land: &Land, settings: &Parameters) -> Result<(), Fault> {
        let wanted = settings.nb_cities;
        if self.ends.len() as i64 != i64::from(wanted) {
            let found = format!("{} cities on the board", self.ends.len());
            return Err(Fault::new(None, found, format!("`nb_cities` says {wanted}")));
        }
        for seat in 0..4 {
            let mine = || self.iter().filter(|c| land.text()[c[0] as usize] == b'0' + seat);
            if mine().count() as i64 != i64::from(wanted / 4) {
                let found = format!("{} cities of player {seat}", mine().count());
                return Err(Fault::new(None, found, "each player needs a quarter of all cities"));
            }
            let room: usize = mine().map(<[u32]>::len).sum();
            if (room as i64) < i64::from(settings.nb_warriors) {
                let found = format!("{room} city cells of player {seat}");
                let allowed = format!("its {} warriors need a cell each", settings.nb_warriors);
                return Err(Fault::new(None, found, allowed));
            }
        }
        Ok(())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The places of each city's cells.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&from, &to)| &self.cells[from as usize..to as usize])
    }
}
