//! The settings file (section b).

use super::cities::Cities;
use super::land::{Land, is_ground};
use engine::parameters::{Range, exactly, from, within};
use engine::{Pos, Refusal, SEATS, Tokens};

/// The version that settings and result files name.
pub const VERSION: &str = "Mad_Max 1.6";
/// Side of the boards that the generator makes.
pub const GENERATED_SIDE: i32 = 60;

const LARGEST_SIDE: i32 = 1000;
const MOST_UNITS: i64 = 100_000;

/// A side that a board can have.
const SIDES: Range = within(40, LARGEST_SIDE);

engine::parameters! {
    /// The ten parameters, in the order of the file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parameters {
        nb_players: i32 = 4, exactly(4), "players; always four";
        nb_rounds: i32 = 500, from(1), "rounds of a match";
        nb_cities: i32 = 8, from(0).only(|cities, _| cities % 4 == 0, "a multiple of 4"),
            "cities; each player has a quarter";
        nb_warriors: i32 = 20, from(2).only(
            |warriors, known| warriors >= known.get("nb_cities") / 4,
            "2 or more, and one for each own city"
        ), "warriors of each player at the start";
        nb_cars: i32 = 3, from(1).only(
            |cars, known| 4 * (known.get("nb_warriors") + cars) <= MOST_UNITS,
            "1 or more, and at most 100000 units in all"
        ), "cars of each player at the start";
        warriors_health: i32 = 40, from(1), "maximum food and maximum water of a warrior";
        cars_fuel: i32 = 100, from(1), "maximum fuel of a car";
        damage: i32 = 6, from(1), "maximum food and water that an attack takes";
        rows: i32 = 60, SIDES, "rows of the board; 60 with GENERATOR";
        cols: i32 = 60, SIDES, "columns of the board; 60 with GENERATOR";
    }
}

/// A settings file, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its numbers.
    pub parameters: Parameters,
    /// Its board with the cities on it; without one it is drawn at random.
    pub fixed: Option<(Land, Cities)>,
}

impl Parameters {
    /// Units at the start, of all players together.
    #[must_use]
    pub fn units(&self) -> usize {
        SEATS * (self.nb_warriors + self.nb_cars) as usize
    }
}

impl engine::Settings for Settings {
    fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut tokens = Tokens::new(text);
        VERSION.split(' ').try_for_each(|word| tokens.expect(word))?;
        let parameters = Parameters::read(&mut tokens)?;
        let (line, found) = (tokens.line(), tokens.peek());
        let fixed = match tokens.word() {
            Some(b"GENERATOR") => {
                check_generator(&mut tokens, &parameters, line)?;
                None
            }
            Some(b"FIXED") => Some(read_board(&mut tokens, &parameters)?),
            _ => return Err(Refusal::new(line, found, "`GENERATOR` or `FIXED` must stand here")),
        };
        Ok(Self { parameters, fixed })
    }
}

fn check_generator(
    tokens: &mut Tokens<'_>,
    settings: &Parameters,
    line: usize,
) -> Result<(), Refusal> {
    if tokens.int().is_some() {
        return Err(Refusal::new(line, "a number", "`GENERATOR` takes no parameters"));
    }
    if (settings.rows, settings.cols) != (GENERATED_SIDE, GENERATED_SIDE) {
        let found = format!("{} rows and {} columns", settings.rows, settings.cols);
        return Err(Refusal::new(line, found, "`GENERATOR` makes boards of 60 by 60 only"));
    }
    if settings.nb_cities != 8 {
        let found = format!("`nb_cities {}`", settings.nb_cities);
        return Err(Refusal::new(line, found, "`GENERATOR` makes 8 cities"));
    }
    Ok(())
}

fn read_board(tokens: &mut Tokens<'_>, settings: &Parameters) -> Result<(Land, Cities), Refusal> {
    let mut land = Land::desert(settings.rows, settings.cols);
    let mut lines = Vec::new();
    for i in 0..settings.rows {
        let (line, found) = (tokens.line(), tokens.peek());
        let row = tokens.word().unwrap_or_default();
        if row.len() != settings.cols as usize {
            let allowed = format!("each of the {} rows has {} cells", settings.rows, settings.cols);
            return Err(Refusal::new(line, found, allowed));
        }
        if let Some(&wrong) = row.iter().find(|&&letter| !is_ground(letter)) {
            let found = engine::text::quoted(&[wrong]);
            return Err(Refusal::new(line, found, "cells are one of `. R W S X 0 1 2 3`"));
        }
        let start = land.place(Pos::new(i, 0));
        land.text_mut()[start..start + row.len()].copy_from_slice(row);
        lines.push(line);
    }
    let cities = Cities::find(&land)
        .and_then(|cities| cities.check(&land, settings).map(|()| cities))
        .map_err(|fault| {
            let row = fault.cell.and_then(|p| lines.get(p.i.max(0) as usize).copied());
            Refusal::new(row.unwrap_or(0), fault.found, fault.allowed)
        })?;
    Ok((land, cities))
}
