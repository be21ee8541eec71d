//! The settings file (section b of the specification).

use engine::{Refusal, Tokens};

/// First word of the version line.
pub const NAME: &str = "Dominator";
/// Second word of the version line.
pub const VERSION: &str = "4.0";

/// Larger boards are refused: nobody plays them, and they would fill the memory.
const LARGEST_SIDE: i32 = 999;
const MOST_UNITS_OF_A_KIND: i32 = 5000;

/// The thirteen parameters, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the keyword of the settings file")]
pub struct Parameters {
    pub nb_players: i32,
    pub nb_rounds: i32,
    pub nb_farmers: i32,
    pub nb_knights: i32,
    pub nb_witches: i32,
    pub farmers_health: i32,
    pub knights_health: i32,
    pub farmers_regen: i32,
    pub knights_regen: i32,
    pub damage_min: i32,
    pub damage_max: i32,
    pub rows: i32,
    pub cols: i32,
}

impl Parameters {
    /// The keywords, in the order of the file.
    pub const KEYWORDS: [&str; 13] = [
        "nb_players",
        "nb_rounds",
        "nb_farmers",
        "nb_knights",
        "nb_witches",
        "farmers_health",
        "knights_health",
        "farmers_regen",
        "knights_regen",
        "damage_min",
        "damage_max",
        "rows",
        "cols",
    ];

    /// The values, in the order of the file.
    #[must_use]
    pub fn values(&self) -> [i32; 13] {
        [
            self.nb_players,
            self.nb_rounds,
            self.nb_farmers,
            self.nb_knights,
            self.nb_witches,
            self.farmers_health,
            self.knights_health,
            self.farmers_regen,
            self.knights_regen,
            self.damage_min,
            self.damage_max,
            self.rows,
            self.cols,
        ]
    }

    /// Parameters from their values, in the order of the file.
    #[must_use]
    pub fn from_values(v: [i32; 13]) -> Self {
        Self {
            nb_players: v[0],
            nb_rounds: v[1],
            nb_farmers: v[2],
            nb_knights: v[3],
            nb_witches: v[4],
            farmers_health: v[5],
            knights_health: v[6],
            farmers_regen: v[7],
            knights_regen: v[8],
            damage_min: v[9],
            damage_max: v[10],
            rows: v[11],
            cols: v[12],
        }
    }

    /// Units of one team.
    #[must_use]
    pub fn team_units(&self) -> usize {
        (self.nb_farmers + self.nb_knights + self.nb_witches) as usize
    }

    fn read(tokens: &mut Tokens<'_>) -> Result<Self, Refusal> {
        const MANY: i32 = i32::MAX;
        const RANGES: [(i32, i32); 10] = [
            (4, 4),
            (1, MANY),
            (0, MOST_UNITS_OF_A_KIND),
            (0, MOST_UNITS_OF_A_KIND),
            (0, MOST_UNITS_OF_A_KIND),
            (1, MANY),
            (1, MANY),
            (0, MANY),
            (0, MANY),
            (0, MANY),
        ];
        let mut v = [0; 13];
        for ((value, key), (low, high)) in v.iter_mut().zip(Self::KEYWORDS).zip(RANGES) {
            *value = tokens.setting(key, low, high)?;
        }
        v[10] = tokens.setting(Self::KEYWORDS[10], v[9], MANY)?;
        let line = tokens.line();
        v[11] = tokens.setting(Self::KEYWORDS[11], 20, LARGEST_SIDE)?;
        if v[11] % 2 == 0 {
            return Err(Refusal::new(line, format!("`rows {}`", v[11]), "`rows` must be odd"));
        }
        v[12] = tokens.setting(Self::KEYWORDS[12], v[11], v[11])?;
        Ok(Self::from_values(v))
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

impl Settings {
    /// Reads and checks a settings file.
    ///
    /// # Errors
    /// When a check of section b fails: the line, what was found and what is allowed.
    pub fn read(text: &[u8]) -> Result<Self, Refusal> {
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
