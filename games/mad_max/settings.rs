//! The settings file (section b).

use super::cities::Cities;
use super::land::{Land, is_ground};
use engine::{Parameter, Pos, Refusal, Tokens};

/// The version that settings and result files name.
pub const VERSION: &str = "Mad_Max 1.6";
/// Side of the boards that the generator makes.
pub const GENERATED_SIDE: i32 = 60;

const SMALLEST_SIDE: i32 = 40;
const LARGEST_SIDE: i32 = 1000;
const MOST_UNITS: i64 = 100_000;

/// The numbers of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Rounds of a match.
    pub nb_rounds: i32,
    /// Cities on the board, a multiple of 4.
    pub nb_cities: i32,
    /// Warriors with which each player begins.
    pub nb_warriors: i32,
    /// Cars with which each player begins.
    pub nb_cars: i32,
    /// Food and water of a fresh warrior, and the most it can have.
    pub warriors_health: i32,
    /// Fuel of a fresh car, and the most it can have.
    pub cars_fuel: i32,
    /// Most food and water that one attack takes.
    pub damage: i32,
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board.
    pub cols: i32,
}

/// A settings file, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its numbers.
    pub parameters: Parameters,
    /// Its board with the cities on it; without one it is drawn at random.
    pub fixed: Option<(Land, Cities)>,
}

/// What the command line says about the parameters.
pub const PARAMETERS: &[Parameter] = &[
    parameter("nb_players", "4", "4", "players; always four"),
    parameter("nb_rounds", "500", "1 or more", "rounds of a match"),
    parameter("nb_cities", "8", "a positive multiple of 4", "cities; each player has a quarter"),
    parameter("nb_warriors", "20", "2 or more", "warriors of each player at the start"),
    parameter("nb_cars", "3", "1 or more", "cars of each player at the start"),
    parameter("warriors_health", "40", "1 or more", "most food, and water, of a warrior"),
    parameter("cars_fuel", "100", "1 or more", "most fuel of a car"),
    parameter("damage", "6", "1 or more", "most food and water lost by an attack"),
    parameter("rows", "60", "40 to 1000; 60 with GENERATOR", "rows of the board"),
    parameter("cols", "60", "40 to 1000; 60 with GENERATOR", "columns of the board"),
];

const fn parameter(
    name: &'static str,
    default: &'static str,
    allowed: &'static str,
    meaning: &'static str,
) -> Parameter {
    Parameter { name, default, allowed, meaning }
}

impl Settings {
    /// Reads a settings file.
    ///
    /// # Errors
    /// At the first token that is not allowed, or when the board breaks a check.
    pub fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut tokens = Tokens::new(text);
        let parameters = read_parameters(&mut tokens)?;
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

fn read_parameters(tokens: &mut Tokens<'_>) -> Result<Parameters, Refusal> {
    for word in VERSION.split(' ') {
        tokens.expect(word)?;
    }
    tokens.setting("nb_players", 4, 4)?;
    let nb_rounds = tokens.setting("nb_rounds", 1, i32::MAX)?;
    let nb_cities = tokens.setting("nb_cities", 0, i32::MAX)?;
    let line = tokens.line();
    if nb_cities % 4 != 0 {
        let found = format!("`nb_cities {nb_cities}`");
        return Err(Refusal::new(line, found, "it must be a multiple of 4"));
    }
    let nb_warriors = tokens.setting("nb_warriors", 2, i32::MAX)?;
    if nb_warriors < nb_cities / 4 {
        let found = format!("`nb_warriors {nb_warriors}`");
        let allowed = "each player needs a warrior for every city that it owns";
        return Err(Refusal::new(line, found, allowed));
    }
    let nb_cars = tokens.setting("nb_cars", 1, i32::MAX)?;
    let units = 4 * (i64::from(nb_warriors) + i64::from(nb_cars));
    if units > MOST_UNITS {
        let allowed = format!("at most {MOST_UNITS} can be played");
        return Err(Refusal::new(tokens.line(), format!("{units} units"), allowed));
    }
    Ok(Parameters {
        nb_rounds,
        nb_cities,
        nb_warriors,
        nb_cars,
        warriors_health: tokens.setting("warriors_health", 1, i32::MAX)?,
        cars_fuel: tokens.setting("cars_fuel", 1, i32::MAX)?,
        damage: tokens.setting("damage", 1, i32::MAX)?,
        rows: tokens.setting("rows", SMALLEST_SIDE, LARGEST_SIDE)?,
        cols: tokens.setting("cols", SMALLEST_SIDE, LARGEST_SIDE)?,
    })
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
