//! The settings file (section b of the specification).

use super::state::{Board, Missile, PLAYERS, Params, Ship, Unit, letter, units};
use engine::{Grid, Pos, Refusal, Tokens};

/// A settings file, checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The parameters.
    pub params: Params,
    /// The board to begin with.
    pub board: Board,
}

/// Larger boards are refused, so that a small file cannot fill the memory.
const MOST_CELLS: i64 = 1_000_000;
/// More starships, or more missiles, are refused for the same reason.
const MOST_UNITS: i64 = 100_000;

/// Reads a settings file.
///
/// # Errors
/// When a check of section b fails.
pub fn read(text: &[u8]) -> Result<Settings, Refusal> {
    let mut tokens = Tokens::new(text);
    tokens.expect("starwar")?;
    tokens.expect("v1")?;
    let params = params(&mut tokens)?;
    let round = tokens.setting("rnd", 0, params.rounds - 1)?;
    (0..2).try_for_each(|_| ignored(&mut tokens, "a line of column numbers"))?;
    let ground = ground(&mut tokens, &params)?;
    let mut board = Board {
        round,
        ground,
        ships: Vec::new(),
        missiles: Vec::new(),
        scores: [0; PLAYERS],
        status: [0.0; PLAYERS],
    };
    ships(&mut tokens, &params, &mut board)?;
    missiles(&mut tokens, &params, &mut board)?;
    players(&mut tokens, &mut board)?;
    Ok(Settings { params, board })
}

fn ignored(tokens: &mut Tokens<'_>, what: &str) -> Result<(), Refusal> {
    let line = tokens.line();
    match tokens.word() {
        Some(_) => Ok(()),
        None => Err(Refusal::new(line, "the end of the file", format!("{what} must stand here"))),
    }
}

fn params(tokens: &mut Tokens<'_>) -> Result<Params, Refusal> {
    const MOST: i32 = i32::MAX;
    for keyword in ["secgame", "seed"] {
        tokens.expect(keyword)?;
        ignored(tokens, &format!("a value for `{keyword}`"))?;
    }
    tokens.setting("nb_players", PLAYERS as i32, PLAYERS as i32)?;
    let rounds = tokens.setting("nb_rnds", 1, MOST)?;
    let rows = tokens.setting("nb_rows", 10, MOST)?;
    let cols = tokens.setting("nb_uni_cols", 10, MOST)?;
    if i64::from(rows) * i64::from(cols) > MOST_CELLS {
        let found = format!("{rows} rows of {cols} columns");
        let allowed = format!("a universe may have at most {MOST_CELLS} cells");
        return Err(Refusal::new(tokens.line(), found, allowed));
    }
    let window = tokens.setting("nb_win_cols", 10, cols)?;
    let most = (MOST_UNITS / PLAYERS as i64) as i32;
    let params = Params {
        rounds,
        rows,
        cols,
        window,
        ships: tokens.setting("nb_ships_x_player", 1, most)?,
        regen: tokens.setting("nb_rnds_regen", 1, MOST)?,
        missile_bonuses: tokens.setting("nb_miss_bonuses", 0, MOST)?,
        point_bonuses: tokens.setting("nb_point_bonuses", 0, MOST)?,
        bonus_missiles: tokens.setting("bonus_miss", 0, MOST)?,
        bonus_points: tokens.setting("bonus_pnts", 0, MOST)?,
        kill_points: tokens.setting("kill_pnts", 0, MOST)?,
    };
    tokens.expect("names")?;
    (0..PLAYERS).try_for_each(|_| ignored(tokens, "four names"))?;
    Ok(params)
}

fn ground(tokens: &mut Tokens<'_>, params: &Params) -> Result<Grid<u8>, Refusal> {
    // Only what the file really holds is stored: its length bounds the memory.
    let mut cells = Vec::new();
    for i in 0..params.rows {
        ignored(tokens, "the number of a row")?;
        for _ in 0..params.cols {
            let mut before = tokens.clone();
            match tokens.byte() {
                Some(cell) if b".XPM".contains(&cell) => cells.push(cell),
                _ => {
                    let allowed = format!(
                        "row {i} must be drawn with {} letters out of `.`, `X`, `P`, `M`",
                        params.cols
                    );
                    return Err(Refusal::new(before.line(), before.peek(), allowed));
                }
            }
        }
    }
    Grid::from_cells(params.rows as usize, params.cols as usize, cells)
        .ok_or_else(|| Refusal::new(tokens.line(), "the board", "it must have all its cells"))
}

fn ships(tokens: &mut Tokens<'_>, params: &Params, board: &mut Board) -> Result<(), Refusal> {
    for word in ["starships", "sid", "row", "column", "nb_miss", "alive", "time"] {
        tokens.expect(word)?;
    }
    let mut taken = Grid::new(board.ground.rows(), board.ground.cols(), false);
    for s in 0..PLAYERS as i32 * params.ships {
        number(tokens, s, s, || "starships are numbered from 0 in order")?;
        let (line, at) = (tokens.line(), position(tokens, params)?);
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

fn missiles(tokens: &mut Tokens<'_>, params: &Params, board: &mut Board) -> Result<(), Refusal> {
    tokens.expect("missiles")?;
    let most = MOST_UNITS as i32;
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
        let last = PLAYERS as i32 * params.ships - 1;
        let shooter = number(tokens, 0, last, || {
            format!("a missile needs the starship that shot it, 0 to {last}")
        })? as u32;
        let at = position(tokens, params)?;
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
    for seat in 0..PLAYERS {
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

fn position(tokens: &mut Tokens<'_>, params: &Params) -> Result<Pos, Refusal> {
    let last = params.rows - 1;
    let i = number(tokens, 0, last, || format!("a row must be 0 to {last}"))?;
    let j = number(tokens, i32::MIN, i32::MAX, || "a column must be a whole number")?;
    Ok(Pos::new(i, params.wrap(i64::from(j))))
}
