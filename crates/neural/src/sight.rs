//! The inputs of a network: the surroundings of one unit.
//!
//! A unit sees the square of cells around it, [`Sight::side`] by `side`, in the orientation of its
//! seat. Each cell has the same channels. Behind the square come the [`SCALARS`] of the seat. Most
//! inputs are 0, so they are given as positions and values.

use engine::features::{SCALARS, Space};

/// Kinds of units that have a channel each; no game has more.
const KINDS: usize = 4;
const PLAYERS: [&str; engine::SEATS] = ["own", "next", "second", "third"];
/// Columns that say where a unit is and whose; they have other channels.
const PLACES: [&str; 4] = ["player", "row", "col", "alive"];

/// The arrays of one seat, as [`engine::features`] describes them.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// Their shape.
    pub space: &'a Space,
    /// Planes × rows × cols.
    pub cells: &'a [u8],
    /// Units × columns.
    pub units: &'a [i16],
    /// Round, rounds left, scores.
    pub scalars: &'a [i32],
}

/// A column of the table of units that has channels.
#[derive(Clone, Copy, Debug)]
struct Column {
    at: usize,
    channel: usize,
    /// One channel per value, not one for the value.
    kinds: bool,
}

/// How far units see, and the channels of a cell.
#[derive(Clone, Debug)]
pub struct Sight {
    reach: usize,
    names: Vec<String>,
    outside: usize,
    columns: Vec<Column>,
    player: Option<usize>,
    row: usize,
    col: usize,
    alive: Option<usize>,
    /// By cell of the board, 1 more than the unit that stands there; kept between calls.
    standing: Vec<u32>,
}

impl Sight {
    /// The view of units of this space with this reach: 0 is their own cell alone.
    #[must_use]
    pub fn new(space: &Space, reach: usize) -> Self {
        let column = |name: &str| space.columns.iter().position(|column| *column == name);
        let mut names: Vec<String> = Vec::new();
        for field in space.fields {
            names.extend(field.values.iter().map(|value| format!("{}: {value}", field.name)));
        }
        let outside = names.len();
        names.push("outside".into());
        names.extend(PLAYERS.map(|player| format!("unit: {player}")));
        let mut columns = Vec::new();
        for (at, name) in space.columns.iter().enumerate() {
            let (channel, kinds) = (names.len(), *name == "kind");
            match kinds {
                _ if PLACES.contains(name) => continue,
                true => names.extend((0..KINDS).map(|kind| format!("kind: {kind}"))),
                false => names.push((*name).into()),
            }
            columns.push(Column { at, channel, kinds });
        }
        let (row, col) = (column("row").unwrap_or(0), column("col").unwrap_or(0));
        let (player, alive) = (column("player"), column("alive"));
        let standing = Vec::new();
        Self { reach, names, outside, columns, player, row, col, alive, standing }
    }

    /// Cells on each side of the square.
    #[must_use]
    pub fn side(&self) -> usize {
        2 * self.reach + 1
    }

    /// The names of the channels.
    #[must_use]
    pub fn channels(&self) -> &[String] {
        &self.names
    }

    /// Inputs of the square: channels × side × side, the last one fastest.
    #[must_use]
    pub fn square(&self) -> usize {
        self.names.len() * self.side() * self.side()
    }

    /// All inputs: the square and the scalars.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.square() + SCALARS
    }

    /// Looks at a board: where units stand. Goes before [`see`](Self::see).
    pub fn look(&mut self, board: &Board<'_>) {
        let Space { rows, cols, columns, .. } = *board.space;
        self.standing.clear();
        self.standing.resize(rows * cols, 0);
        for (unit, row) in (1..).zip(board.units.chunks_exact(columns.len())) {
            let there = self.alive.is_none_or(|alive| row[alive] != 0);
            if let Some(place) = self.place(board, row).filter(|_| there) {
                self.standing[place] = unit;
            }
        }
    }

    /// The inputs of a unit of the board that was looked at last: calls `each` with position and
    /// value, once for each input that is not 0.
    pub fn see(&self, board: &Board<'_>, unit: usize, mut each: impl FnMut(usize, f32)) {
        let Space { rows, cols, columns, fields, .. } = *board.space;
        let row = &board.units[unit * columns.len()..][..columns.len()];
        let (i, j) = (i32::from(row[self.row]), i32::from(row[self.col]));
        let (side, reach) = (self.side(), self.reach as i32);
        let area = side * side;
        for at in 0..area {
            let (y, x) = (i + (at / side) as i32 - reach, j + (at % side) as i32 - reach);
            let inside = (0..rows as i32).contains(&y) && (0..cols as i32).contains(&x);
            if !inside {
                each(self.outside * area + at, 1.0);
                continue;
            }
            let place = y as usize * cols + x as usize;
            let mut channel = 0;
            for field in fields {
                let value = field.of(board.cells[field.plane * rows * cols + place]);
                each((channel + value) * area + at, 1.0);
                channel += field.values.len();
            }
            // Where several units share a cell, the one that looks sees itself.
            let own = at == area / 2;
            let there = if own { unit + 1 } else { self.standing[place] as usize };
            if let Some(there) = there.checked_sub(1) {
                let row = &board.units[there * columns.len()..][..columns.len()];
                self.see_unit(row, |channel, value| each(channel * area + at, value));
            }
        }
        for (at, &number) in board.scalars.iter().enumerate().filter(|(_, number)| **number != 0) {
            each(self.square() + at, number as f32);
        }
    }

    fn see_unit(&self, row: &[i16], mut each: impl FnMut(usize, f32)) {
        if let Some(player) = self.player {
            each(self.outside + 1 + row[player].rem_euclid(PLAYERS.len() as i16) as usize, 1.0);
        }
        for column in &self.columns {
            let value = row[column.at];
            match usize::try_from(value) {
                Ok(kind) if column.kinds => each(column.channel + kind.min(KINDS - 1), 1.0),
                _ if value != 0 => each(column.channel, f32::from(value)),
                _ => {}
            }
        }
    }

    fn place(&self, board: &Board<'_>, row: &[i16]) -> Option<usize> {
        let i = usize::try_from(row[self.row]).ok().filter(|i| *i < board.space.rows)?;
        let j = usize::try_from(row[self.col]).ok().filter(|j| *j < board.space.cols)?;
        Some(i * board.space.cols + j)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::features::Field;

    const FIELDS: &[Field] = &[
        Field { name: "ground", plane: 0, shift: 0, values: &["grass", "wall"] },
        Field { name: "owner", plane: 0, shift: 1, values: &["own", "other"] },
    ];
    const COLUMNS: &[&str] = &["kind", "player", "health", "row", "col"];
    const SPACE: Space = Space { rows: 2, cols: 3, fields: FIELDS, units: 2, columns: COLUMNS };

    /// Names of channels, places in the square and values, of a unit.
    fn seen(unit: usize) -> Vec<(String, usize, f32)> {
        let board = Board {
            space: &SPACE,
            // Row 0: grass, wall, grass of another owner. Row 1: grass.
            cells: &[0, 1, 2, 0, 0, 0],
            units: &[2, 0, 70, 0, 0, 1, 3, -5, 1, 1],
            scalars: &[9, 0, 0, 4, 0, 0],
        };
        let mut sight = Sight::new(&SPACE, 1);
        sight.look(&board);
        let mut seen = Vec::new();
        sight.see(&board, unit, |at, value| {
            let named = sight.channels().get(at / 9).filter(|_| at < sight.square());
            let name = named.cloned().unwrap_or_else(|| "scalar".into());
            seen.push((name, at % 9, value));
        });
        seen.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        seen
    }

    #[test]
    fn a_unit_sees_the_cells_and_units_around_it() {
        let expected = [
            ("ground: grass", 4, 1.0),
            ("ground: grass", 7, 1.0),
            ("ground: grass", 8, 1.0),
            ("ground: wall", 5, 1.0),
            ("health", 4, 70.0),
            ("health", 8, -5.0),
            ("kind: 1", 8, 1.0),
            ("kind: 2", 4, 1.0),
            ("outside", 0, 1.0),
            ("outside", 1, 1.0),
            ("outside", 2, 1.0),
            ("outside", 3, 1.0),
            ("outside", 6, 1.0),
            ("owner: own", 4, 1.0),
            ("owner: own", 5, 1.0),
            ("owner: own", 7, 1.0),
            ("owner: own", 8, 1.0),
            ("scalar", 0, 9.0),
            ("scalar", 3, 4.0),
            ("unit: own", 4, 1.0),
            ("unit: third", 8, 1.0),
        ];
        let expected: Vec<_> = expected.map(|(name, at, v)| (name.to_string(), at, v)).into();
        assert_eq!(seen(0), expected);
        // The middle of the other unit's square is the last cell of the first one's.
        assert!(seen(1).contains(&("health".into(), 0, 70.0)));
        assert!(seen(1).contains(&("owner: other".into(), 2, 1.0)));
    }
}
