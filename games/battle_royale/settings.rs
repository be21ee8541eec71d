//! The settings file (section b of the specification).

use super::state::{Kind, Unit};
use engine::parameters::{Known, from};
use engine::text::quoted;
use engine::{Pos, Refusal, Tokens};

/// First word of the version line.
pub const NAME: &str = "battleroyale";
/// Second word of the version line.
pub const VERSION: &str = "v1.1";
/// Second word of the version line in files of the older kit, which have no `secgame`.
pub const OLD_VERSION: &str = "v1";
/// A cell without owner.
pub const EMPTY: u8 = b'.';
/// A wall.
pub const WALL: u8 = b'X';

/// Larger boards are refused: nobody plays them, and they would fill the memory.
const MOST_CELLS: i64 = 1_000_000;
const MOST_UNITS: i64 = 100_000;

engine::parameters! {
    /// The twelve parameters, in the order of the file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parameters {
        nb_players: i32 = 4, from(2).only(|players, _| players == 2 || players == 4, "2 or 4"),
            "players";
        nb_rounds: i32 = 100, from(1), "rounds of a match";
        nb_farmers: i32 = 15, from(0), "farmers of each team at the start";
        nb_knights: i32 = 15, from(0).only(few_units, "0 or more, and at most 100000 units in all"),
            "knights of each team at the start";
        farmers_health: i32 = 60, from(1), "full health of a farmer";
        knights_health: i32 = 120, from(1), "full health of a knight";
        farmers_regen: i32 = 0, from(0), "health a farmer regains by resting a round";
        knights_regen: i32 = 15, from(0), "health a knight regains by resting a round";
        damage_min: i32 = 50, from(0), "least damage of a hit";
        damage_max: i32 = 70, from(0), "greatest damage of a hit, damage_min or more";
        rows: i32 = 35, from(4), "rows of the board; units need 7 or more";
        cols: i32 = 35, from(4).only(few_cells, "4 or more, and at most 1000000 cells in all"),
            "columns of the board; units need 7 or more";
    }
}

fn few_units(knights: i64, known: &Known<'_>) -> bool {
    known.get("nb_players") * (known.get("nb_farmers") + knights) <= MOST_UNITS
}

fn few_cells(cols: i64, known: &Known<'_>) -> bool {
    known.get("rows") * cols <= MOST_CELLS
}

impl Parameters {
    /// Number of players.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.nb_players as usize
    }

    /// Units of all players together.
    #[must_use]
    pub fn units(&self) -> usize {
        self.seats() * (self.nb_farmers + self.nb_knights) as usize
    }

    /// Cells of the board.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// The health of an unhurt unit.
    #[must_use]
    pub fn full_health(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Knight => self.knights_health,
            Kind::Farmer => self.farmers_health,
        }
    }

    /// The health that a resting unit gains.
    #[must_use]
    pub fn regen(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Knight => self.knights_regen,
            Kind::Farmer => self.farmers_regen,
        }
    }
}

/// A settings file, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The parameters.
    pub parameters: Parameters,
    /// Whether the file is of the older kit (section k).
    pub old: bool,
    /// The round before the first one.
    pub round: i32,
    /// One of `.X0123` per cell, row after row.
    pub tiles: Vec<u8>,
    /// Scores before the first round.
    pub scores: Vec<i32>,
    /// The status that players read.
    pub status: Vec<f64>,
    /// The units; `None` if they are to be placed at random.
    pub units: Option<Vec<Unit>>,
}

impl engine::Settings for Settings {
    fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut tokens = Tokens::new(text);
        let old = read_version(&mut tokens)?;
        let parameters = Parameters::read(&mut tokens)?;
        if !old {
            tokens.expect("secgame")?;
            need_word(&mut tokens, "a word must stand behind `secgame`")?;
        }
        read_names(&parameters, &mut tokens)?;
        let round = tokens.setting("round", i32::MIN, parameters.nb_rounds - 1)?;
        let tiles = read_tiles(&parameters, &mut tokens)?;
        let scores = read_scores(&parameters, &mut tokens)?;
        let (status, ended) = read_status(&parameters, &mut tokens)?;
        let units = match ended || tokens.at_end() {
            true => None,
            false => Some(read_units(&parameters, &mut tokens)?),
        };
        Ok(Self { parameters, old, round, tiles, scores, status, units })
    }

    fn seats(&self) -> usize {
        self.parameters.seats()
    }
}

/// Whether the version line is that of the older kit.
fn read_version(tokens: &mut Tokens<'_>) -> Result<bool, Refusal> {
    tokens.expect(NAME)?;
    let (line, found) = (tokens.line(), tokens.peek());
    match tokens.word() {
        Some(word) if word == VERSION.as_bytes() => Ok(false),
        Some(word) if word == OLD_VERSION.as_bytes() => Ok(true),
        _ => Err(Refusal::new(line, found, format!("`{VERSION}` or `{OLD_VERSION}` must follow"))),
    }
}

fn need_word(tokens: &mut Tokens<'_>, allowed: &str) -> Result<(), Refusal> {
    let line = tokens.line();
    match tokens.word() {
        Some(_) => Ok(()),
        None => Err(Refusal::new(line, "the end of the file", allowed)),
    }
}

fn read_names(parameters: &Parameters, tokens: &mut Tokens<'_>) -> Result<(), Refusal> {
    tokens.expect("names")?;
    for _ in 0..parameters.nb_players {
        need_word(tokens, "`names` needs one word for each player")?;
    }
    match tokens.peek().as_str() {
        "`?`" => {
            let allowed = format!("there are {} players, so as many names", parameters.nb_players);
            Err(Refusal::new(tokens.line(), "one more name", allowed))
        }
        _ => Ok(()),
    }
}

fn read_tiles(parameters: &Parameters, tokens: &mut Tokens<'_>) -> Result<Vec<u8>, Refusal> {
    let (cells, cols) = (parameters.cells(), parameters.cols as usize);
    let mut tiles = Vec::with_capacity(cells);
    while tiles.len() < cells {
        // Rows are nearly always written as such.
        let mut row = tokens.clone();
        match row.bytes(cols) {
            Some(bytes) if bytes.iter().all(|&b| is_tile(b.to_ascii_uppercase())) => {
                tiles.extend(bytes.iter().map(u8::to_ascii_uppercase));
                *tokens = row;
            }
            _ => {
                (0..cols).try_for_each(|_| read_tile(parameters, tokens).map(|t| tiles.push(t)))?
            }
        }
    }
    Ok(tiles)
}

fn read_tile(parameters: &Parameters, tokens: &mut Tokens<'_>) -> Result<u8, Refusal> {
    match tokens.byte().map(|b| b.to_ascii_uppercase()) {
        Some(tile) if is_tile(tile) => Ok(tile),
        Some(other) => {
            let allowed = "a cell of the board is `.`, `X`, `0`, `1`, `2` or `3`";
            Err(Refusal::new(tokens.line_read(), quoted(&[other]), allowed))
        }
        None => {
            let Parameters { rows, cols, .. } = parameters;
            let allowed = format!("the board needs {rows} rows of {cols} cells");
            Err(Refusal::new(tokens.line_read(), "the end of the file", allowed))
        }
    }
}

fn is_tile(letter: u8) -> bool {
    matches!(letter, WALL | EMPTY | b'0'..=b'3')
}

fn read_scores(parameters: &Parameters, tokens: &mut Tokens<'_>) -> Result<Vec<i32>, Refusal> {
    tokens.expect("score")?;
    let one = |_| {
        let (line, found) = (tokens.line(), tokens.peek());
        let allowed = "`score` needs one whole number for each player";
        tokens.int().ok_or_else(|| Refusal::new(line, found, allowed))
    };
    (0..parameters.nb_players).map(one).collect()
}

/// The status of each player, and whether the input counts as ended: an unreadable number
/// makes it and all later ones 0 and hides whatever follows.
fn read_status(
    parameters: &Parameters,
    tokens: &mut Tokens<'_>,
) -> Result<(Vec<f64>, bool), Refusal> {
    tokens.expect("status")?;
    let mut status = vec![0.0; parameters.seats()];
    for slot in &mut status {
        let (line, found) = (tokens.line(), tokens.peek());
        let too_large = || found.bytes().any(|b| b.is_ascii_digit()) && is_infinite(&found);
        match tokens.real() {
            Some(value) => *slot = value,
            None if too_large() => {
                return Err(Refusal::new(line, found, "a status must not be that large"));
            }
            None => return Ok((status, true)),
        }
    }
    Ok((status, false))
}

/// Whether a quoted token is a number too large for a double.
fn is_infinite(quoted: &str) -> bool {
    quoted.trim_matches('`').parse().is_ok_and(f64::is_infinite)
}

fn read_units(parameters: &Parameters, tokens: &mut Tokens<'_>) -> Result<Vec<Unit>, Refusal> {
    let expected = parameters.units();
    if expected == 0 {
        return Err(Refusal::new(tokens.line(), tokens.peek(), "this game has no units"));
    }
    let mut units = Vec::new();
    for read in 0..expected {
        if tokens.at_end() {
            let allowed = format!("there must be {expected} units, or none to have them placed");
            return Err(Refusal::new(tokens.line(), format!("{read} units"), allowed));
        }
        units.push(read_unit(parameters, tokens)?);
    }
    Ok(units)
}

fn read_unit(parameters: &Parameters, tokens: &mut Tokens<'_>) -> Result<Unit, Refusal> {
    let (line, found) = (tokens.line(), tokens.peek());
    let refuse = |allowed: &str| Refusal::new(line, format!("a unit {found}"), allowed);
    let letter = tokens.byte();
    let mut number = || {
        tokens.int().ok_or_else(|| refuse("a unit is `f` or `k`, its player, row, column, health"))
    };
    let (player, i, j, health) = (number()?, number()?, number()?, number()?);
    if !(0..parameters.nb_players).contains(&player) {
        return Err(refuse("its player must be one of the game's"));
    }
    if !(0..parameters.rows).contains(&i) || !(0..parameters.cols).contains(&j) {
        return Err(refuse("it must stand on the board"));
    }
    let kind = letter
        .and_then(Kind::from_letter)
        .ok_or_else(|| refuse("a unit begins with `f` (farmer) or `k` (knight)"))?;
    if health <= 0 || health > parameters.full_health(kind) {
        return Err(refuse("its health must be from 1 to what a unit of its kind has at most"));
    }
    Ok(Unit { kind, player: player as u8, health, pos: Pos::new(i, j) })
}
