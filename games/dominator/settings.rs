//! The settings file (section b of the specification).

use engine::parameters::{Range, at_least, exactly, from, same_as, within};
use engine::{Refusal, Tokens};

/// First word of the version line.
pub const NAME: &str = "Dominator";
/// Second word of the version line.
pub const VERSION: &str = "4.0";

/// Larger boards are refused: nobody plays them, and they would fill the memory.
const LARGEST_SIDE: i32 = 999;
const MOST_UNITS_OF_A_KIND: i32 = 5000;

/// A side that a board can have: odd, so that the board is its own image when it is turned.
const SIDES: Range = within(20, LARGEST_SIDE).only(|side, _| side % 2 == 1, "21, 23, … 999");
/// Units of a kind that a team can have.
const ARMY: Range = within(0, MOST_UNITS_OF_A_KIND);

engine::parameters! {
    /// The thirteen parameters, in the order of the file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parameters {
        nb_players: i32 = 4, exactly(4), "players";
        nb_rounds: i32 = 200, from(1), "rounds of a match";
        nb_farmers: i32 = 20, ARMY, "farmers of each team at the start";
        nb_knights: i32 = 10, ARMY, "knights of each team at the start";
        nb_witches: i32 = 2, ARMY, "witches of each team";
        farmers_health: i32 = 100, from(1), "full health of a farmer";
        knights_health: i32 = 200, from(1), "full health of a knight";
        farmers_regen: i32 = 30, from(0), "health a farmer regains by resting a round";
        knights_regen: i32 = 30, from(0), "health a knight regains by resting a round";
        damage_min: i32 = 60, from(0), "least damage of a hit";
        damage_max: i32 = 90, at_least("damage_min"), "greatest damage of a hit";
        rows: i32 = 37, SIDES, "rows of the board";
        cols: i32 = 37, same_as("rows"), "columns of the board";
    }
}

impl Parameters {
    /// Units of one team.
    #[must_use]
    pub fn team_units(&self) -> usize {
        (self.nb_farmers + self.nb_knights + self.nb_witches) as usize
    }
}

/// Where the board comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Written out: one of `.X0123` per cell, row after row.
    Fixed(Vec<u8>),
    /// Isolated walls: their number, or two bounds of it.
    Generator1(i32, Option<i32>),
    /// Winding walls.
    Generator2,
    /// Rooms of five by five with open partitions.
    Generator3,
}

/// A settings file, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The parameters.
    pub parameters: Parameters,
    /// Where the board comes from.
    pub source: Source,
}

impl engine::Settings for Settings {
    fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut tokens = Tokens::new(text);
        tokens.expect(NAME)?;
        tokens.expect(VERSION)?;
        let parameters = Parameters::read(&mut tokens)?;
        let (line, found) = (tokens.line(), tokens.peek());
        let source = match tokens.word() {
            Some(b"FIXED") => Source::Fixed(read_fixed(&parameters, &mut tokens)?),
            Some(b"GENERATOR1") => read_generator1(&parameters, line, &mut tokens)?,
            Some(b"GENERATOR2") => {
                no_parameters(line, &mut tokens)?;
                Source::Generator2
            }
            Some(b"GENERATOR3") if parameters.rows % 6 != 1 => {
                let allowed = "`GENERATOR3` needs rows and cols of 25, 31, 37, 43, …";
                return Err(Refusal::new(line, format!("rows {}", parameters.rows), allowed));
            }
            Some(b"GENERATOR3") => {
                no_parameters(line, &mut tokens)?;
                Source::Generator3
            }
            _ => {
                let allowed = "`FIXED`, `GENERATOR1`, `GENERATOR2` or `GENERATOR3` must stand here";
                return Err(Refusal::new(line, found, allowed));
            }
        };
        Ok(Self { parameters, source })
    }
}

fn read_fixed(parameters: &Parameters, tokens: &mut Tokens<'_>) -> Result<Vec<u8>, Refusal> {
    let side = parameters.rows as usize;
    let mut cells = Vec::with_capacity(side * side);
    for _ in 0..side {
        let (line, found) = (tokens.line(), tokens.peek());
        let row = tokens.word().filter(|row| row.len() == side).ok_or_else(|| {
            Refusal::new(line, found, format!("a row of the board has {side} cells"))
        })?;
        if let Some(&wrong) = row.iter().find(|c| !b".X0123".contains(c)) {
            let allowed = "a cell is `.`, `X`, `0`, `1`, `2` or `3`";
            return Err(Refusal::new(line, engine::text::quoted(&[wrong]), allowed));
        }
        cells.extend_from_slice(row);
    }
    Ok(cells)
}

fn no_parameters(line: usize, tokens: &mut Tokens<'_>) -> Result<(), Refusal> {
    match tokens.int() {
        Some(n) => Err(Refusal::new(line, format!("`{n}`"), "this generator takes no numbers")),
        None => Ok(()),
    }
}

fn read_generator1(
    parameters: &Parameters,
    line: usize,
    tokens: &mut Tokens<'_>,
) -> Result<Source, Refusal> {
    let most = parameters.rows * parameters.cols / 10;
    let numbers: Vec<i32> = std::iter::from_fn(|| tokens.int()).take(3).collect();
    match numbers[..] {
        [a] if (0..=most).contains(&a) => Ok(Source::Generator1(a, None)),
        [a, b] if 0 <= a && a <= b && b <= most => Ok(Source::Generator1(a, Some(b))),
        _ => {
            let allowed = format!("`GENERATOR1` takes one or two rising numbers from 0 to {most}");
            Err(Refusal::new(line, format!("{numbers:?}"), allowed))
        }
    }
}
