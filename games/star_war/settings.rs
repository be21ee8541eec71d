//! The settings file (section b of the specification).

use super::state::{Board, Missile, Ship, Unit, letter, units};
use engine::parameters::{exactly, from, up_to, within};
use engine::{Grid, Pos, Refusal, SEATS, Tokens};

/// Larger boards are refused, so that a small file cannot fill the memory.
const MOST_CELLS: i64 = 1_000_000;
/// More starships, or more missiles, are refused for the same reason.
const MOST_UNITS: i32 = 100_000;

engine::parameters! {
    /// The parameters of a match besides the board (section b), in the order of the file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parameters {
        nb_players: i32 = 4, exactly(4), "players";
        nb_rnds: i32 = 300, from(1), "rounds of a match";
        nb_rows: i32 = 15, from(10), "rows of the universe";
        nb_uni_cols: i32 = 60, from(10).only(
            |cols, known| known.get("nb_rows") * cols <= MOST_CELLS,
            "10 or more, and at most 1000000 cells in all"
        ), "columns of the universe, which are cyclic";
        nb_win_cols: i32 = 31, up_to(10, "nb_uni_cols"), "columns of the window";
        nb_ships_x_player: i32 = 2, within(1, MOST_UNITS / SEATS as i32),
            "starships of each player";
        nb_rnds_regen: i32 = 10, from(1), "rounds that a dead starship waits";
        nb_miss_bonuses: i32 = 10, from(0), "missile bonuses in the universe";
        nb_point_bonuses: i32 = 10, from(0), "point bonuses in the universe";
        bonus_miss: i32 = 5, from(0), "missiles in a missile bonus";
        bonus_pnts: i32 = 10, from(0), "points in a point bonus";
        kill_pnts: i32 = 30, from(0), "points for shooting a rival's starship";
    }
}

impl Parameters {
    /// A column of the universe for any column at all.
    #[must_use]
    pub fn wrap(&self, column: i64) -> i32 {
        column.rem_euclid(i64::from(self.nb_uni_cols)) as i32
    }

    /// The player that a starship belongs to.
    #[must_use]
    pub fn owner(&self, ship: usize) -> usize {
        ship / self.nb_ships_x_player as usize
    }

    /// First starship of a player and the one behind its last.
    #[must_use]
    pub fn fleet(&self, seat: usize) -> std::ops::Range<usize> {
        let ships = self.nb_ships_x_player as usize;
        seat * ships..(seat + 1) * ships
    }

    /// Whether a cell of the universe is inside the window of a round.
    #[must_use]
    pub fn in_window(&self, p: Pos, round: i32) -> bool {
        let first = round % self.nb_uni_cols;
        let last = first + self.nb_win_cols;
        let after = if last <= self.nb_uni_cols {
            first <= p.j && p.j < last
        } else {
            p.j >= first || p.j < last - self.nb_uni_cols
        };
        p.i >= 0 && p.i < self.nb_rows && after
    }
}

/// A settings file, checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The parameters.
    pub parameters: Parameters,
    /// The board to begin with.
    pub board: Board,
}

impl engine::Settings for Settings {
    fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut tokens = Tokens::new(text);
        tokens.expect("starwar")?;
        tokens.expect("v1")?;
        let parameters = parameters(&mut tokens)?;
        let round = tokens.setting("rnd", 0, parameters.nb_rnds - 1)?;
        (0..2).try_for_each(|_| ignored(&mut tokens, "a line of column numbers"))?;
        let ground = ground(&mut tokens, &parameters)?;
        let mut board = Board {
            round,
            ground,
            ships: Vec::new(),
            missiles: Vec::new(),
            scores: [0; SEATS],
            status: [0.0; SEATS],
        };
        ships(&mut tokens, &parameters, &mut board)?;
        missiles(&mut tokens, &parameters, &mut board)?;
        players(&mut tokens, &mut board)?;
        Ok(Self { parameters, board })
    }
}

fn ignored(tokens: &mut Tokens<'_>, what: &str) -> Result<(), Refusal> {
    let line = tokens.line();
    match tokens.word() {
        Some(_) => Ok(()),
        None => Err(Refusal::new(line, "the end of the file", format!("{what} must stand here"))),
    }
}

fn parameters(tokens: &mut Tokens<'_>) -> Result<Parameters, Refusal> {
    for keyword in ["secgame", "seed"] {
        tokens.expect(keyword)?;
        ignored(tokens, &format!("a value for `{keyword}`"))?;
    }
    let parameters = Parameters::read(tokens)?;
    tokens.expect("names")?;
    (0..SEATS).try_for_each(|_| ignored(tokens, "four names"))?;
    Ok(parameters)
}

fn ground(tokens: &mut Tokens<'_>, parameters: &Parameters) -> Result<Grid<u8>, Refusal> {
    // Only what the file really holds is stored: its length bounds the memory.
    let mut cells = Vec::new();
    for i in 0..parameters.nb_rows {
        ignored(tokens, "the number of a row")?;
        for _ in 0..parameters.nb_uni_cols {
            let mut before = tokens.clone();
            match tokens.byte() {
                Some(cell) if b".XPM".contains(&cell) => cells.push(cell),
                _ => {
                    let allowed = format!(
                        "row {i} must be drawn with {} letters out of `.`, `X`, `P`, `M`",
                        parameters.nb_uni_cols
                    );
                    return Err(Refusal::new(before.line(), before.peek(), allowed));
                }
            }
        }
    }
    Grid::from_cells(parameters.nb_rows as usize, parameters.nb_uni_cols as usize, cells)
        .ok_or_else(|| Refusal::new(tokens.line(), "the board", "it must have all its cells"))
}

fn ships(
    tokens: &mut Tokens<'_>,
    parameters: &Parameters,
    board: &mut Board,
) -> Result<(), Refusal> {
    for word in ["starships", "sid", "row", "column", "nb_miss", "alive", "time"] {
        tokens.expect(word)?;
    }
    let mut taken = Grid::new(board.ground.rows(), board.ground.cols(), false);
    for s in 0..SEATS as i32 * parameters.nb_ships_x_player {
        number(tokens, s, s, || "starships are numbered from 0 in order")?;
        let (line, at) = (tokens.line(), position(tokens, parameters)?);
        let missiles = number(tokens, 0, i32::MAX, || "missiles must be 0 or more")?;
        let mut before = tokens.clone();
        let alive = match tokens.byte() {
            Some(b'y') => true,
            Some(b'n') => false,
            _ => {
                let (line, found) = (before.line(), before.peek());
                return Err(Refusal::new(line, found, "`alive` must be `y` or `n`"));
            }
        };
        let latest = if alive { 0 } else { i32::MAX };
        let time = number(
            tokens,
            0,
            latest,
            || "the time must be 0 for a living starship and 0 or more for a dead one",
        )?;
        let ground = board.ground[at];
        if ground == letter::ASTEROID || alive && (ground != letter::EMPTY || taken[at]) {
            let found = format!("starship {s} at row {}, column {}", at.i, at.j);
            let allowed = "a living starship needs an empty cell, a dead one a cell without \
                           asteroid";
            return Err(Refusal::new(line, found, allowed));
        }
        taken[at] |= alive;
        board.ships.push(Ship { at, missiles, alive, time });
    }
    Ok(())
}

fn missiles(
    tokens: &mut Tokens<'_>,
    parameters: &Parameters,
    board: &mut Board,
) -> Result<(), Refusal> {
    tokens.expect("missiles")?;
    let most = MOST_UNITS;
    let flying = number(tokens, i32::MIN, most, || {
        format!("the number of missiles must stand here, {most} at most")
    })?;
    for word in ["mid", "sid", "row", "column"] {
        tokens.expect(word)?;
    }
    let mut units = units(board);
    for _ in 0..flying {
        let line = tokens.line();
        let id = number(tokens, i32::MIN, i32::MAX, || "a missile needs its number")?;
        let last = SEATS as i32 * parameters.nb_ships_x_player - 1;
        let shooter = number(tokens, 0, last, || {
            format!("a missile needs the starship that shot it, 0 to {last}")
        })? as u32;
        let at = position(tokens, parameters)?;
        if board.ground[at] != letter::EMPTY || units[at] != Unit::Nobody {
            let found = format!("missile {id} at row {}, column {}", at.i, at.j);
            return Err(Refusal::new(line, found, "a missile needs an empty cell"));
        }
        units[at] = Unit::Missile(id);
        board.missiles.push(Missile { id, shooter, at });
    }
    board.missiles.sort_by_key(|m| m.id);
    if let Some(pair) = board.missiles.windows(2).find(|pair| pair[0].id == pair[1].id) {
        let found = format!("two missiles with number {}", pair[0].id);
        return Err(Refusal::new(tokens.line(), found, "each needs its own"));
    }
    Ok(())
}

fn players(tokens: &mut Tokens<'_>, board: &mut Board) -> Result<(), Refusal> {
    for word in ["players", "pid", "score", "status"] {
        tokens.expect(word)?;
    }
    for seat in 0..SEATS {
        let id = seat as i32;
        number(tokens, id, id, || "players are numbered 0, 1, 2, 3 in order")?;
        board.scores[seat] = number(tokens, 0, i32::MAX, || "a score must be 0 or more")?;
        let mut before = tokens.clone();
        board.status[seat] = tokens.real().filter(|&s| s >= -1.0).ok_or_else(|| {
            Refusal::new(before.line(), before.peek(), "a status must be a number, -1 or more")
        })?;
    }
    Ok(())
}

/// A number within `low ..= high`; the words of a refusal are only made when it is one.
fn number<W: Into<String>>(
    tokens: &mut Tokens<'_>,
    low: i32,
    high: i32,
    what: impl FnOnce() -> W,
) -> Result<i32, Refusal> {
    let mut before = tokens.clone();
    tokens
        .int()
        .filter(|v| (low..=high).contains(v))
        .ok_or_else(|| Refusal::new(before.line(), before.peek(), what()))
}

fn position(tokens: &mut Tokens<'_>, parameters: &Parameters) -> Result<Pos, Refusal> {
    let last = parameters.nb_rows - 1;
    let i = number(tokens, 0, last, || format!("a row must be 0 to {last}"))?;
    let j = number(tokens, i32::MIN, i32::MAX, || "a column must be a whole number")?;
    Ok(Pos::new(i, parameters.wrap(i64::from(j))))
}
