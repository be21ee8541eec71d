//! The result file, out and in (section g of the specification).

use super::layout::{CITY, GRASS, Layout, PATH, Road, WALL};
use super::settings::{Parameters, read_cell};
use super::state::{Board, NOBODY, State, Unit};
use super::{recall, scene};
use engine::parameters::Value;
use engine::scene::{Asked, Fact, Scene, Stage};
use engine::text::{push_int, push_real, quoted};
use engine::{Dir, Lines, Order, Pos, Refusal, SEATS, Shown, Tokens};
use std::sync::Arc;

/// The head of a result file.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The seed.
    pub seed: i32,
    /// The settings, without the board.
    pub parameters: Parameters,
    /// Names of the players, by seat.
    pub names: Vec<String>,
}

/// The value of [`Fight::by`] if it is unknown.
pub const SOMEBODY: u32 = u32::MAX;

/// A fight: who struck whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The unit that struck.
    pub by: u32,
    /// The unit that was struck.
    pub at: u32,
    /// The owner before the round.
    pub owner: u8,
    /// Whether it died of it.
    pub dead: bool,
}

/// The events of a round. Result files have only the moves that took effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Unit and direction code of each carried out move, in order.
    pub done: Vec<(u32, u8)>,
    /// The fights, in order.
    pub fights: Vec<Fight>,
    /// Units that died of the virus, and who owned them until then.
    pub perished: Vec<(u32, u8)>,
}

impl Moves {
    /// Forgets a round.
    pub fn clear(&mut self) {
        self.done.clear();
        self.fights.clear();
        self.perished.clear();
    }

    /// Remembers a fight.
    pub fn fought(&mut self, by: usize, at: usize, owner: u8, dead: bool) {
        self.fights.push(Fight { by: by as u32, at: at as u32, owner, dead });
    }

    /// Remembers a death by the virus.
    pub fn perished(&mut self, id: usize, owner: u8) {
        self.perished.push((id as u32, owner));
    }
}

const KEY_WIDTH: usize = 28;
const NAMES: &str = "names         ";

fn push_key(key: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(key.as_bytes());
    out.resize(out.len() + KEY_WIDTH.saturating_sub(key.len()), b' ');
}

impl Shown for State {
    type Board = Board;

    fn head(&self) -> &Head {
        &self.head
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn moves(&self) -> &Moves {
        &self.moves
    }
}

impl engine::Board for Board {
    type Head = Head;
    type Moves = Moves;

    fn write_head(head: &Head, out: &mut Vec<u8>) {
        out.extend_from_slice(b"Game\n\nSeed ");
        push_int(out, i64::from(head.seed));
        out.extend_from_slice(b"\n\nPandemic 1.0\n");
        for (key, value) in head.parameters.named() {
            push_key(key, out);
            value.push_text(out);
            out.push(b'\n');
        }
        out.extend_from_slice(NAMES.as_bytes());
        for name in &head.names {
            out.push(b' ');
            out.extend_from_slice(name.as_bytes());
        }
        out.push(b'\n');
    }

    fn write(&self, _: &Head, out: &mut Vec<u8>) {
        self.layout.write(&self.virus, out);
        out.extend_from_slice(b"masks ");
        push_int(out, self.masks.len() as i64);
        out.push(b'\n');
        for mask in &self.masks {
            push_pair(mask.i, mask.j, out);
            out.extend_from_slice(b" \n");
        }
        out.extend_from_slice(b"\nround ");
        push_int(out, i64::from(self.round));
        out.extend_from_slice(b"\ntotal_score");
        for &score in &self.scores {
            out.push(b' ');
            push_int(out, i64::from(score));
        }
        out.extend_from_slice(b"\nstatus");
        for &status in &self.status {
            out.push(b' ');
            push_real(out, status);
        }
        for (title, owners) in
            [("\n\ncity_owners\n", &self.city_owners), ("\n\npath_owners\n", &self.path_owners)]
        {
            out.extend_from_slice(title.as_bytes());
            for &owner in owners {
                out.push(b' ');
                push_int(out, i64::from(owner));
            }
        }
        out.extend_from_slice(b"\n\nunits\n");
        for unit in &self.units {
            out.push(b'0' + unit.player);
            out.push(b' ');
            push_pair(unit.pos.i, unit.pos.j, out);
            out.push(b' ');
            push_int(out, i64::from(unit.health));
            out.extend_from_slice(b" \n");
        }
        out.push(b'\n');
    }

    fn write_moves(_: &Head, moves: &Moves, out: &mut Vec<u8>) {
        out.extend_from_slice(b"commands\n");
        for &(id, code) in &moves.done {
            push_int(out, i64::from(id));
            out.push(b' ');
            out.push(Dir::FOUR[usize::from(code & 3)].letter());
            out.push(b'\n');
        }
        out.extend_from_slice(b"-1\n");
    }

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        lines.expect("Game")?;
        lines.expect("")?;
        let seed = lines.need("`Seed` and a number")?;
        let seed = Words::after(seed, "Seed")
            .and_then(|mut w| w.int())
            .ok_or_else(|| lines.refuse(seed, "`Seed` and a number must stand here"))?;
        lines.expect("")?;
        lines.expect("Pandemic 1.0")?;
        let parameters = Parameters::try_from_fn(|parameter| match parameter.default {
            Value::Whole(_) => keyed(lines, parameter.key, Words::int).map(Value::Whole),
            Value::Real(_) => keyed(lines, parameter.key, Words::real).map(Value::Real),
        })?;
        parameters.check().map_err(|wrong| Refusal { line: lines.number(), ..wrong })?;
        let names = lines.need("the names")?;
        let text = String::from_utf8_lossy(names);
        let names: Vec<String> = match text.strip_prefix(NAMES).and_then(|n| n.strip_prefix(' ')) {
            Some(text) => text.split(' ').map(Into::into).collect(),
            None => Vec::new(),
        };
        if names.len() != SEATS {
            return Err(lines.refuse(text.as_bytes(), "`names` and four names must stand here"));
        }
        Ok(Head { seed, parameters, names })
    }

    fn read(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        Reader { head, lines }.board()
    }

    fn read_moves(head: &Head, lines: &mut Lines<'_>) -> Result<Moves, Refusal> {
        lines.expect("commands")?;
        let mut moves = Moves::default();
        loop {
            let line = lines.need("a unit and its direction, or -1,")?;
            if line == b"-1" {
                return Ok(moves);
            }
            let mut words = Words(Tokens::new(line));
            let id = words.int().and_then(|id| u32::try_from(id).ok());
            let letter = words.0.word().and_then(|w| <[u8; 1]>::try_from(w).ok());
            let code = letter.and_then(|[l]| Dir::FOUR.iter().position(|d| d.letter() == l));
            match (id, code) {
                (Some(id), Some(code)) if (id as usize) < head.parameters.total_units() => {
                    moves.done.push((id, code as u8));
                }
                _ => {
                    return Err(
                        lines.refuse(line, "a unit and `b`, `r`, `t` or `l` must stand here")
                    );
                }
            }
        }
    }

    fn recall(&mut self, head: &Head, before: &Self, moves: &mut Moves) {
        recall::recall(self, head, before, moves);
    }

    fn stage(&self, head: &Head) -> Stage {
        scene::stage(self, head)
    }
    fn series() -> &'static [&'static str] {
        scene::SERIES
    }
    fn values(&self, _: &Head) -> Vec<Vec<f64>> {
        scene::values(self)
    }
    fn scores(&self) -> &[i32] {
        &self.scores
    }
    fn scene(&self, head: &Head, before: Option<(&Self, &Moves)>) -> Scene {
        scene::scene(self, head, before)
    }
    fn inspect(&self, head: &Head, i: i32, j: i32) -> Vec<Fact> {
        scene::inspect(self, head, Pos::new(i, j))
    }

    fn answer(&self, before: &Self, seat: usize, order: &Order) -> Option<Asked> {
        Some(scene::answer(self, before, seat, order))
    }
}

fn push_pair(i: i32, j: i32, out: &mut Vec<u8>) {
    push_int(out, i64::from(i));
    out.push(b' ');
    push_int(out, i64::from(j));
}

/// The words of one line.
struct Words<'a>(Tokens<'a>);

impl<'a> Words<'a> {
    fn after(line: &'a [u8], key: &str) -> Option<Self> {
        let mut tokens = Tokens::new(line);
        (tokens.word() == Some(key.as_bytes())).then_some(Self(tokens))
    }

    fn int(&mut self) -> Option<i32> {
        self.0.int()
    }

    fn real(&mut self) -> Option<f64> {
        self.0.real()
    }

    fn array<T, const N: usize>(
        &mut self,
        mut f: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<[T; N]> {
        let mut values = Vec::with_capacity(N);
        for _ in 0..N {
            values.push(f(self)?);
        }
        let ended = self.0.at_end();
        values.try_into().ok().filter(|_| ended)
    }
}

fn keyed<'a, T>(
    lines: &mut Lines<'a>,
    key: &str,
    read: fn(&mut Words<'a>) -> Option<T>,
) -> Result<T, Refusal> {
    let line = lines.need(key)?;
    Words::after(line, key)
        .and_then(|mut words| read(&mut words).filter(|_| words.0.at_end()))
        .ok_or_else(|| lines.refuse(line, format!("`{key}` and a number must stand here")))
}

/// Reads a state block.
struct Reader<'h, 'l, 'a> {
    head: &'h Head,
    lines: &'l mut Lines<'a>,
}

impl<'a> Reader<'_, '_, 'a> {
    fn board(mut self) -> Result<Board, Refusal> {
        let (base, virus) = self.grid()?;
        let (cities, paths) = (self.cities()?, self.paths()?);
        let count = self.count("masks")?;
        let masks = (0..count).map(|_| self.pos()).collect::<Result<Vec<_>, _>>()?;
        self.lines.expect("")?;
        let round = self.values("round", |w| w.array::<_, 1>(Words::int))?[0];
        let scores = self.values("total_score", |w| w.array(Words::int))?;
        let status = self.values("status", |w| w.array(Words::real))?;
        self.lines.expect("")?;
        let city_owners = self.owners("city_owners", cities.len())?;
        let path_owners = self.owners("path_owners", paths.len())?;
        self.lines.expect("units")?;
        let units = (0..self.head.parameters.total_units()).map(|_| self.unit());
        let units = units.collect::<Result<Vec<_>, _>>()?;
        self.lines.expect("")?;
        let layout = Arc::new(Layout::new(self.head.parameters.side(), base, cities, paths));
        Ok(Board {
            layout,
            virus,
            masks,
            round,
            scores,
            status,
            city_owners,
            path_owners,
            units,
            known: false,
        })
    }

    fn grid(&mut self) -> Result<(Vec<u8>, Vec<u8>), Refusal> {
        let side = self.head.parameters.side();
        self.lines.expect("")?;
        self.lines.expect("")?;
        self.lines.need("the numbers of the columns")?;
        self.lines.need("the numbers of the columns")?;
        let (mut base, mut virus) = (Vec::new(), Vec::new());
        for _ in 0..side {
            let line = self.lines.need("a row of the board")?;
            let row = line.iter().position(|&b| b == b' ').map_or(&[][..], |at| &line[at + 1..]);
            if row.len() != side {
                let allowed = format!("a row of {side} cells must stand here");
                return Err(self.lines.refuse(line, allowed));
            }
            for &letter in row {
                let Some((ground, amount)) = read_cell(letter) else {
                    return Err(self.lines.refuse(&[letter], "this is not a kind of cell"));
                };
                debug_assert!(matches!(ground, WALL | GRASS | CITY | PATH));
                base.push(ground);
                virus.push(amount);
            }
        }
        self.lines.expect("")?;
        Ok((base, virus))
    }

    /// A line of a keyword and a number that is not negative.
    fn count(&mut self, key: &str) -> Result<usize, Refusal> {
        let count = self.values(key, |w| w.array::<_, 1>(Words::int))?[0];
        usize::try_from(count)
            .map_err(|_| self.lines.refuse(count.to_string().as_bytes(), "it cannot be negative"))
    }

    fn values<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&mut Words<'a>) -> Option<T>,
    ) -> Result<T, Refusal> {
        let line = self.lines.need(key)?;
        Words::after(line, key).and_then(|mut words| read(&mut words)).ok_or_else(|| {
            self.lines.refuse(line, format!("`{key}` and its values must stand here"))
        })
    }

    fn numbers<const N: usize>(&mut self, what: &str) -> Result<[i32; N], Refusal> {
        let line = self.lines.need(what)?;
        Words(Tokens::new(line))
            .array(Words::int)
            .ok_or_else(|| self.lines.refuse(line, format!("{what} must stand here")))
    }

    fn pos(&mut self) -> Result<Pos, Refusal> {
        let [i, j] = self.numbers("the row and column of a cell")?;
        self.on_board(i, j)
    }

    fn on_board(&self, i: i32, j: i32) -> Result<Pos, Refusal> {
        let side = self.head.parameters.side() as i32;
        if (0..side).contains(&i) && (0..side).contains(&j) {
            return Ok(Pos::new(i, j));
        }
        Err(self.lines.refuse(format!("{i} {j}").as_bytes(), "the cell must be on the board"))
    }

    fn cells(&mut self, size: i32) -> Result<Vec<Pos>, Refusal> {
        (0..size).map(|_| self.pos()).collect()
    }

    fn cities(&mut self) -> Result<Vec<Vec<Pos>>, Refusal> {
        let mut cities = Vec::new();
        for _ in 0..self.count("cities")? {
            self.lines.expect("")?;
            let [size] = self.numbers("the size of a city")?;
            cities.push(self.cells(size)?);
        }
        self.lines.expect("")?;
        Ok(cities)
    }

    fn paths(&mut self) -> Result<Vec<Road>, Refusal> {
        let mut paths = Vec::new();
        for _ in 0..self.count("paths")? {
            self.lines.expect("")?;
            let [a, b, size] = self.numbers("the cities of a path and its size")?;
            paths.push(Road { a, b, cells: self.cells(size)? });
        }
        self.lines.expect("")?;
        Ok(paths)
    }

    fn owners(&mut self, title: &str, count: usize) -> Result<Vec<i8>, Refusal> {
        self.lines.expect(title)?;
        let line = self.lines.need("the owners")?;
        let mut words = Words(Tokens::new(line));
        let mut owners = Vec::new();
        while let Some(owner) = words.int() {
            owners.push(i8::try_from(owner).unwrap_or(i8::MAX));
        }
        let legal = |owner: &i8| (NOBODY..SEATS as i8).contains(owner);
        if owners.len() != count || !owners.iter().all(legal) || !words.0.at_end() {
            let allowed = format!("{count} owners, -1 to 3, must stand here");
            return Err(self.lines.refuse(line, allowed));
        }
        self.lines.expect("")?;
        Ok(owners)
    }

    fn unit(&mut self) -> Result<Unit, Refusal> {
        let [player, i, j, health] = self.numbers("owner, row, column and health of a unit")?;
        let pos = self.on_board(i, j)?;
        match u8::try_from(player) {
            Ok(player) if usize::from(player) < SEATS => {
                Ok(Unit { player, pos, health, ..Unit::default() })
            }
            _ => {
                let found = quoted(player.to_string().as_bytes());
                Err(Refusal::new(self.lines.number(), found, "owners are 0 to 3"))
            }
        }
    }
}
