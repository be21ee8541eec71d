//! The bytes that a player sees (section f of the specification).
//!
//! All numbers are little-endian. Nothing is hidden, turned or renumbered: every player sees
//! the same, with `n` players, `u` units, `rows` and `cols`.
//!
//! **Intro**, once: `i32` seat; the twelve parameters as `i32` in the order of the settings
//! file; `i32` 1 if limits are on, else 0; `i32` number of units; one byte per unit, its kind
//! (0 knight, 1 farmer), which never changes; for each player `i32` length of its name and the
//! name.
//!
//! **Stream**: 31 `u32` words and the `u32` index, 0..30, of the word that the next draw
//! changes: the common generator of all players and the rules (section c). A draw adds the word
//! three places before it (counting around) to the indexed word, answers its upper 31 bits, and
//! moves the index on.
//!
//! **View**, every round:
//!
//! | bytes | what |
//! |---|---|
//! | 8·n | `f64` status of each player |
//! | 4 | `i32` round |
//! | 4·n | `i32` score of each player |
//! | 16·u | for each unit: `i32` player, health, row, column |
//! | rows·cols | one byte per cell: `X` wall, `.` nobody's, `0`..`3` that player's |
//! | 0 or 4·rows·cols | `i32` unit on each cell, -1 for none, row after row; left out where each cell names just the unit that stands on it, as always but in matches whose settings file put two units on one tile |
//!
//! **Orders**: `verb` 0, `unit` the number, `a` the code of the direction.

use super::state::{Kind, NOBODY, State};
use engine::bytes::{push_ints, push_reals, push_records};
use engine::{Pos, Ruleset, Views};

/// `i32` numbers at the beginning of the intro.
const INTRO_NUMBERS: usize = 15;
/// Bytes per unit in a view.
const UNIT_BYTES: usize = 16;
/// Bytes per unit in the canonical state.
const CANONICAL_UNIT_BYTES: usize = 14;

impl Views for State {
    const SAME_VIEW: bool = true;

    fn write_intro(&self, seat: usize, out: &mut Vec<u8>) {
        let units = &self.field.units;
        push_ints(out, &[seat as i32]);
        self.parameters().values().iter().for_each(|value| value.push_bytes(out));
        push_ints(out, &[i32::from(self.head.judged), units.len() as i32]);
        out.extend(units.iter().map(|unit| unit.kind as u8));
        for name in &self.head.names {
            push_ints(out, &[name.len() as i32]);
            out.extend_from_slice(name.as_bytes());
        }
    }

    fn write_view(&self, _: usize, out: &mut Vec<u8>) {
        let field = &self.field;
        push_reals(out, &field.status);
        push_ints(out, &[field.round]);
        push_ints(out, &field.scores);
        let records = push_records::<UNIT_BYTES>(out, field.units.len());
        for (unit, record) in field.units.iter().zip(records) {
            record[..4].copy_from_slice(&i32::from(unit.player).to_le_bytes());
            record[4..8].copy_from_slice(&unit.health.to_le_bytes());
            record[8..12].copy_from_slice(&unit.pos.i.to_le_bytes());
            record[12..].copy_from_slice(&unit.pos.j.to_le_bytes());
        }
        out.extend_from_slice(field.tiles.cells());
        if self.shared_tiles {
            push_ints(out, self.occupant.cells());
        }
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.ruleset == Ruleset::Kit));
        self.parameters().values().iter().for_each(|value| value.push_bytes(out));
        out.extend_from_slice(&self.rounds_left.to_le_bytes());
        push_ints(out, &[self.field.round]);
        out.extend_from_slice(self.field.tiles.cells());
        self.field.scores.iter().for_each(|&score| push_reals(out, &[f64::from(score)]));
        push_reals(out, &self.field.status);
        push_ints(out, self.occupant.cells());
        let records = push_records::<CANONICAL_UNIT_BYTES>(out, self.field.units.len());
        for (unit, record) in self.field.units.iter().zip(records) {
            record[..2].copy_from_slice(&[unit.kind as u8, unit.player]);
            record[2..6].copy_from_slice(&unit.health.to_le_bytes());
            record[6..10].copy_from_slice(&unit.pos.i.to_le_bytes());
            record[10..].copy_from_slice(&unit.pos.j.to_le_bytes());
        }
        self.stream.write(out);
    }
}

#[inline]
fn int(bytes: &[u8], at: usize) -> Option<i32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

/// The part of the intro that native players remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intro {
    /// The player's own seat.
    pub seat: i32,
    /// Number of players.
    pub players: usize,
    /// Full health of a knight.
    pub knights_health: i32,
    /// Full health of a farmer.
    pub farmers_health: i32,
    /// Health that a knight regains by resting a round.
    pub knights_regen: i32,
    /// Least damage of a hit.
    pub damage_min: i32,
    /// Greatest damage of a hit.
    pub damage_max: i32,
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board.
    pub cols: i32,
    /// The kind of each unit.
    pub kinds: Vec<Kind>,
}

impl Intro {
    /// Reads an intro; `None` if the bytes are not one.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let number = |k: usize| int(bytes, 4 * k);
        let units = usize::try_from(number(INTRO_NUMBERS - 1)?).ok()?;
        let kinds = bytes.get(4 * INTRO_NUMBERS..)?.get(..units)?;
        let kind = |&k: &u8| if k == Kind::Knight as u8 { Kind::Knight } else { Kind::Farmer };
        Some(Self {
            seat: number(0)?,
            players: usize::try_from(number(1)?).ok()?,
            farmers_health: number(5)?,
            knights_health: number(6)?,
            knights_regen: number(8)?,
            damage_min: number(9)?,
            damage_max: number(10)?,
            rows: number(11)?,
            cols: number(12)?,
            kinds: kinds.iter().map(kind).collect(),
        })
    }
}

/// A view as native players read it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    bytes: &'a [u8],
    units: usize,
    tiles: usize,
    named: usize,
    players: usize,
}

/// A unit as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenUnit {
    /// Its player.
    pub player: i32,
    /// Its health.
    pub health: i32,
    /// Where it stands.
    pub pos: Pos,
}

impl<'a> View<'a> {
    /// A view of a match with this intro; `None` if the bytes are not one.
    #[must_use]
    pub fn new(bytes: &'a [u8], intro: &Intro) -> Option<Self> {
        let cells = usize::try_from(intro.rows).ok()?.checked_mul(intro.cols.try_into().ok()?)?;
        let units = 12 * intro.players + 4;
        let tiles = units + UNIT_BYTES * intro.kinds.len();
        let named = tiles + cells;
        let view = Self { bytes, units, tiles, named, players: intro.players };
        [named, named + 4 * cells].contains(&bytes.len()).then_some(view)
    }

    #[inline]
    fn int(&self, at: usize) -> i32 {
        int(self.bytes, at).unwrap_or_default()
    }

    /// The number of the round.
    #[must_use]
    pub fn round(&self) -> i32 {
        self.int(8 * self.players)
    }

    /// The unit with this number, which must exist.
    #[must_use]
    pub fn unit(&self, id: usize) -> SeenUnit {
        let at = self.units + UNIT_BYTES * id;
        SeenUnit {
            player: self.int(at),
            health: self.int(at + 4),
            pos: Pos::new(self.int(at + 8), self.int(at + 12)),
        }
    }

    /// Calls `each` for those of these units, that must exist, that are of this player.
    #[inline]
    pub fn for_own(self, seat: i32, ids: std::ops::Range<usize>, mut each: impl FnMut(usize)) {
        let at = |id: usize| self.units + UNIT_BYTES * id;
        let (records, _) = self.bytes[at(ids.start)..at(ids.end)].as_chunks::<UNIT_BYTES>();
        for (k, record) in records.iter().enumerate() {
            if i32::from_le_bytes([record[0], record[1], record[2], record[3]]) == seat {
                each(ids.start + k);
            }
        }
    }

    /// Writes the unit that each cell names, -1 for none, row after row.
    pub fn name_units(&self, units: &[SeenUnit], cols: i32, out: &mut Vec<i32>) {
        out.clear();
        if self.named < self.bytes.len() {
            let cells = self.bytes[self.named..].chunks_exact(4);
            out.extend(cells.map(|c| i32::from_le_bytes([c[0], c[1], c[2], c[3]])));
            return;
        }
        out.resize(self.named - self.tiles, NOBODY);
        for (id, unit) in units.iter().enumerate() {
            out[(unit.pos.i * cols + unit.pos.j) as usize] = id as i32;
        }
    }

    /// The letters of all cells, row after row.
    #[must_use]
    pub fn tiles(&self) -> &'a [u8] {
        &self.bytes[self.tiles..self.named]
    }
}
