//! The result file (section g of the specification), out and in.

use super::generator::WALL;
use super::settings::Parameters;
use super::state::{Board, Kind, Moves, State, Unit};
use super::{scene, sight};
use engine::scene::{Asked, Fact, Scene, Sight, Stage};
use engine::text::{Page, push_int, push_real};
use engine::{Dir, Lines, Order, Refusal, SEATS, Setup, Shown};

const KEY_WIDTH: usize = 15;

/// The head of a result file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Whether players had limits: the first word is then `SecGame`.
    pub judged: bool,
    /// The seed, as text.
    pub seed: String,
    /// The version line, e.g. `Dominator 4.0`.
    pub version: String,
    /// The parameters.
    pub parameters: Parameters,
    /// Names of the players, as they stand behind `names`.
    pub names: String,
}

impl Head {
    pub(super) fn new(parameters: Parameters, setup: &Setup) -> Self {
        Self {
            judged: setup.judged,
            seed: setup.seed.clone(),
            version: super::FACTS.version.into(),
            parameters,
            names: setup.names.join(" "),
        }
    }
}

/// The text after a key on its line.
fn rest(lines: &mut Lines<'_>, key: &str) -> Result<String, Refusal> {
    let line = lines.need(key)?;
    let rest = line.strip_prefix(key.as_bytes()).ok_or_else(|| {
        lines.refuse(line, format!("a line that begins with `{}` must stand here", key.trim_end()))
    })?;
    Ok(String::from_utf8_lossy(rest).into_owned())
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
        let first = if head.judged { "SecGame" } else { "Game" };
        out.extend_from_slice(
            format!("{first}\n\nSeed {}\n\n{}\n", head.seed, head.version).as_bytes(),
        );
        for (key, value) in head.parameters.named() {
            out.extend_from_slice(format!("{key:KEY_WIDTH$}{value}\n").as_bytes());
        }
        out.extend_from_slice(format!("{:KEY_WIDTH$}{}\n", "names", head.names).as_bytes());
    }

    fn write(&self, _: &Head, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\n\n");
        out.extend_from_slice(&self.cells);
        out.extend_from_slice(b"\nround ");
        push_int(out, self.round.into());
        for (key, values) in [("\nland", self.land), ("\ntotal_score", self.total_score)] {
            out.extend_from_slice(key.as_bytes());
            for value in values {
                out.push(b' ');
                push_int(out, value.into());
            }
        }
        out.extend_from_slice(b"\nstatus");
        for status in self.status {
            out.push(b' ');
            push_real(out, status);
        }
        out.push(b'\n');
        let mut page = Page::new(out);
        page.lines(self.units.iter().map(|unit| {
            let head = [unit.kind.letter(), b' ', b'0' + unit.team, b' '];
            (head, [unit.i, unit.j, unit.health])
        }));
        page.push([b'\n']);
    }

    fn write_moves(_: &Head, moves: &Moves, out: &mut Vec<u8>) {
        let mut page = Page::new(out);
        page.push(*b"movements\n");
        // All at once, not letter by letter.
        const LINE_ENDS: [[u8; 4]; 9] = line_ends();
        page.numbers::<3>(moves.iter().map(|&(id, dir)| (id, LINE_ENDS[dir as usize])));
        page.push(*b"-1\n");
    }

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        let first = lines.need("`Game`")?;
        let judged = match first {
            b"Game" => false,
            b"SecGame" => true,
            _ => return Err(lines.refuse(first, "a result file begins with `Game` or `SecGame`")),
        };
        lines.expect("")?;
        let seed = rest(lines, "Seed ")?;
        lines.expect("")?;
        let line = lines.need("the version")?;
        if !line.starts_with(b"Dominator ") {
            return Err(lines.refuse(line, "the version line of Dominator must stand here"));
        }
        let version = String::from_utf8_lossy(line).into_owned();
        let parameters = Parameters::try_from_fn(|parameter| {
            let text = rest(lines, parameter.key)?;
            let allowed = format!("`{}` needs a whole number", parameter.key);
            parameter.parse(text.trim()).ok_or_else(|| lines.refuse(text.as_bytes(), allowed))
        })?;
        if !(1..=1000).contains(&parameters.rows) || parameters.cols != parameters.rows {
            return Err(lines.refuse(b"rows", "boards are square, with 1 to 1000 rows"));
        }
        let names = rest(lines, "names")?.trim_start().to_string();
        Ok(Head { judged, seed, version, parameters, names })
    }

    fn read(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        let side = head.parameters.rows as usize;
        lines.expect("")?;
        lines.expect("")?;
        let mut cells = Vec::with_capacity(side * (side + 1));
        for _ in 0..side {
            let row = lines.need("a row of the board")?;
            if row.len() != side || row.iter().any(|c| !b".X0123".contains(c)) {
                return Err(lines.refuse(row, format!("a row has {side} cells out of `.X0123`")));
            }
            cells.extend_from_slice(row);
            cells.push(b'\n');
        }
        lines.expect("")?;
        let [round] = numbers(lines, "round")?;
        let land = numbers(lines, "land")?;
        let total_score = numbers(lines, "total_score")?;
        let status = numbers(lines, "status")?;
        let mut units = Vec::new();
        loop {
            let line = lines.need("a unit or an empty line")?;
            if line.is_empty() {
                break;
            }
            let allowed = "a unit is its letter, team, row, column and health";
            units.push(read_unit(side, line).ok_or_else(|| lines.refuse(line, allowed))?);
        }
        Ok(Self { cells, round, land, total_score, status, units })
    }

    fn read_moves(_: &Head, lines: &mut Lines<'_>) -> Result<Moves, Refusal> {
        lines.expect("movements")?;
        let mut moves = Moves::new();
        loop {
            let line = lines.need("a movement or `-1`")?;
            if line == b"-1" {
                return Ok(moves);
            }
            let text = std::str::from_utf8(line).ok();
            let movement = text.and_then(|t| t.split_once(' ')).and_then(|(id, letter)| {
                let dir = Dir::from_letter(*letter.as_bytes().first()?)?;
                Some((id.parse().ok()?, dir))
            });
            moves.push(
                movement.ok_or_else(|| lines.refuse(line, "a unit and a direction's letter"))?,
            );
        }
    }

    fn stage(&self, head: &Head) -> Stage {
        scene::stage(head)
    }

    fn series() -> &'static [&'static str] {
        &["Score", "Land", "Units", "CPU"]
    }

    fn values(&self, _: &Head) -> Vec<Vec<f64>> {
        scene::values(self)
    }

    fn scores(&self) -> &[i32] {
        &self.total_score
    }

    fn scene(&self, head: &Head, before: Option<(&Self, &Moves)>) -> Scene {
        scene::scene(self, head, before)
    }

    fn inspect(&self, head: &Head, i: i32, j: i32) -> Vec<Fact> {
        scene::inspect(self, head, i, j)
    }

    fn sight(&self, head: &Head, seat: usize) -> Sight {
        sight::sight(self, head, seat)
    }

    fn answer(&self, before: &Self, seat: usize, order: &Order) -> Option<Asked> {
        Some(sight::answer(self, before, seat, order))
    }
}

/// The text after the unit in the line of a movement.
const fn line_ends() -> [[u8; 4]; 9] {
    let mut ends = [[b' ', Dir::None.letter(), b'\n', 0]; 9];
    let mut k = 0;
    while k < Dir::EIGHT.len() {
        ends[Dir::EIGHT[k] as usize][1] = Dir::EIGHT[k].letter();
        k += 1;
    }
    ends
}

fn numbers<T: std::str::FromStr + Copy + Default, const N: usize>(
    lines: &mut Lines<'_>,
    key: &str,
) -> Result<[T; N], Refusal> {
    let text = rest(lines, key)?;
    let mut values = [T::default(); N];
    let mut words = text.split_ascii_whitespace();
    for value in &mut values {
        let word = words.next().and_then(|w| w.parse().ok());
        *value = word
            .ok_or_else(|| lines.refuse(text.as_bytes(), format!("`{key}` needs {N} numbers")))?;
    }
    Ok(values)
}

fn read_unit(side: usize, line: &[u8]) -> Option<Unit> {
    let text = std::str::from_utf8(line).ok()?;
    let mut words = text.split_ascii_whitespace();
    let kind = match words.next()? {
        "f" => Kind::Farmer,
        "k" => Kind::Knight,
        "w" => Kind::Witch,
        _ => return None,
    };
    let mut number = || words.next()?.parse::<i32>().ok();
    let (team, i, j, health) = (number()?, number()?, number()?, number()?);
    let inside = |v: i32| (0..side as i32).contains(&v);
    let legal = (0..SEATS as i32).contains(&team) && inside(i) && inside(j);
    legal.then_some(Unit { kind, team: team as u8, health, i, j })
}

/// Whether the cell at a place of [`Board::cells`] is a wall.
pub(super) fn is_wall(board: &Board, place: usize) -> bool {
    board.cells.get(place) == Some(&WALL)
}
