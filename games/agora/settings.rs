//! The settings file: the parameters, then `GENERATOR` or `FIXED` and the market.

use super::state::is_ground;
use engine::parameters::{exactly, from, within};
use engine::text::quoted;
use engine::{Grid, Refusal, Tokens};

/// The version that settings and result files name.
pub const VERSION: &str = "Agora 1.0";

engine::parameters! {
    /// The parameters, in the order of the file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parameters {
        nb_players: i32 = 4, exactly(4), "players; always four";
        nb_rounds: i32 = 120, from(1), "rounds of a match";
        purse: i32 = 20, within(0, 1_000_000), "coins of each player at the start";
        income: i32 = 10, within(0, 1_000_000), "coins that each player gets in a round";
        bids: i32 = 5, within(1, 100), "maximum number of bids of a player that count in a round";
        favour: i32 = 3, within(1, 100), "points for a stall of one's own trade; others give 1";
        rows: i32 = 10, within(2, 60), "rows of the market";
        cols: i32 = 10, within(2, 60), "columns of the market";
    }
}

impl Parameters {
    /// Cells of the market.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows as usize * self.cols as usize
    }
}

/// A settings file, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its numbers.
    pub parameters: Parameters,
    /// Its market; without one it is drawn at random.
    pub fixed: Option<Grid<u8>>,
}

impl engine::Settings for Settings {
    fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut tokens = Tokens::new(text);
        VERSION.split(' ').try_for_each(|word| tokens.expect(word))?;
        let parameters = Parameters::read(&mut tokens)?;
        let (line, found) = (tokens.line(), tokens.peek());
        let fixed = match tokens.word() {
            Some(b"GENERATOR") => None,
            Some(b"FIXED") => Some(read_market(&mut tokens, &parameters)?),
            _ => return Err(Refusal::new(line, found, "`GENERATOR` or `FIXED` must stand here")),
        };
        if !tokens.at_end() {
            return Err(Refusal::new(tokens.line(), tokens.peek(), "the file must end here"));
        }
        Ok(Self { parameters, fixed })
    }
}

fn read_market(tokens: &mut Tokens<'_>, parameters: &Parameters) -> Result<Grid<u8>, Refusal> {
    let mut goods = Grid::new(parameters.rows as usize, parameters.cols as usize, b'.');
    for row in goods.cells_mut().chunks_mut(parameters.cols as usize) {
        let line = tokens.line();
        let found = tokens.word().unwrap_or_default();
        read_row(found, row).map_err(|allowed| Refusal::new(line, quoted(found), allowed))?;
    }
    Ok(goods)
}

/// Reads a row of the market.
///
/// # Errors
/// When it is too short or too long, or has a letter that is no ground: what is allowed.
pub fn read_row(text: &[u8], row: &mut [u8]) -> Result<(), String> {
    let sound = text.len() == row.len() && text.iter().all(|&letter| is_ground(letter));
    if !sound {
        return Err(format!("a row has {} cells out of `BOWC.`", row.len()));
    }
    row.copy_from_slice(text);
    Ok(())
}
