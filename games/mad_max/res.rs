//! The result file (section g), out and in; also of release 1.5 and of official matches.

use super::land::{Land, is_ground};
use super::scene;
use super::settings::{Parameters, VERSION};
use super::state::{Board, Head, Kind, Move, Moves, State, Unit};
use engine::scene::{Fact, Scene, Stage};
use engine::text::{Page, push_int, push_real};
use engine::{Dir, Lines, Pos, Refusal, SEATS, Shown};

const NAME_WIDTH: usize = 16;
/// Usual length of a unit's line.
const UNIT_LINE: usize = 16;

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
        out.extend_from_slice(if head.judged { b"SecGame" } else { b"Game" });
        out.extend_from_slice(b"\n\nSeed ");
        out.extend_from_slice(head.seed.as_bytes());
        out.extend_from_slice(b"\n\n");
        out.extend_from_slice(head.version.as_bytes());
        out.push(b'\n');
        for (keyword, value) in head.parameters.named() {
            push_padded(out, keyword);
            value.push_text(out);
            out.push(b'\n');
        }
        push_padded(out, "names");
        // The padding ends where the blank before the first name stands.
        out.pop();
        for name in &head.names {
            out.push(b' ');
            out.extend_from_slice(name.as_bytes());
        }
        out.push(b'\n');
    }

    fn write(&self, _: &Head, out: &mut Vec<u8>) {
        let text = self.land.text();
        out.reserve(text.len() + 200 + self.units.len() * UNIT_LINE);
        out.extend_from_slice(b"\n\n");
        out.extend_from_slice(text);
        out.extend_from_slice(b"\nround ");
        push_int(out, i64::from(self.round));
        for (keyword, values) in
            [("\nnum_cities", &self.num_cities), ("\ntotal_score", &self.total_score)]
        {
            out.extend_from_slice(keyword.as_bytes());
            for &value in values {
                out.push(b' ');
                push_int(out, i64::from(value));
            }
        }
        out.extend_from_slice(b"\nstatus");
        for &share in &self.status {
            out.push(b' ');
            push_real(out, share);
        }
        out.push(b'\n');
        let mut page = Page::new(out);
        for unit in &self.units {
            page.push([unit.kind.letter(), b' ', b'0' + unit.player, b' ']);
            page.number(unit.pos.i, *b" ");
            page.number(unit.pos.j, *b" ");
            page.number(unit.food, *b" ");
            page.number(unit.water, *b"\n");
        }
        page.push(*b"\n");
    }

    fn write_moves(_: &Head, moves: &Moves, out: &mut Vec<u8>) {
        let mut page = Page::new(out);
        page.push(*b"movements\n");
        for m in &moves.done {
            page.number(m.id, [b' ', m.dir.letter(), b'\n']);
        }
        page.push(*b"-1\n");
    }

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        let first = lines.need("`Game` or `SecGame`")?;
        let judged = match first {
            b"Game" => false,
            b"SecGame" => true,
            _ => return Err(lines.refuse(first, "`Game` or `SecGame` must stand here")),
        };
        lines.expect("")?;
        let seed = need_text(lines, "Seed")?;
        lines.expect("")?;
        let version = lines.need("the version")?;
        if version != VERSION.as_bytes() && version != b"Mad_Max 1.5" {
            let allowed = format!("`{VERSION}` or `Mad_Max 1.5` must stand here");
            return Err(lines.refuse(version, allowed));
        }
        let version = text(version);
        let parameters = Parameters::try_from_fn(|parameter| {
            let found = need_text(lines, parameter.key)?;
            let allowed = format!("`{}` needs a whole number", parameter.key);
            parameter.parse(&found).ok_or_else(|| lines.refuse(found.as_bytes(), allowed))
        })?;
        parameters.check().map_err(|wrong| Refusal { line: lines.number(), ..wrong })?;
        let names = read_names(lines)?;
        Ok(Head { judged, seed, version, parameters, names })
    }

    fn read(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        lines.expect("")?;
        lines.expect("")?;
        let land = read_land(&head.parameters, lines)?;
        lines.expect("")?;
        let round = read_value(lines, "round", 0, i32::MAX)?;
        let num_cities = read_four(lines, "num_cities")?;
        let total_score = read_four(lines, "total_score")?;
        let status = read_four(lines, "status")?;
        let count = head.parameters.units();
        let mut units = Vec::new();
        while units.len() < count {
            units.push(read_unit(&land, lines)?);
        }
        // A file may lack its very last, empty line.
        if !lines.at_end() {
            lines.expect("")?;
        } else if let Some(left) = lines.line().filter(|line| !line.is_empty()) {
            return Err(lines.refuse(left, "an empty line must stand here"));
        }
        Ok(Self { land, round, num_cities, total_score, status, units })
    }

    fn read_moves(head: &Head, lines: &mut Lines<'_>) -> Result<Moves, Refusal> {
        lines.expect("movements")?;
        let mut done = Vec::new();
        loop {
            let line = lines.need("a move or `-1`")?;
            if line == b"-1" {
                return Ok(Moves { done, refused: Vec::new() });
            }
            let found = std::str::from_utf8(line).ok().and_then(|l| l.split_once(' '));
            let id = found.and_then(|(id, _)| id.parse().ok());
            let id = id.filter(|&id: &i32| (0..head.parameters.units() as i32).contains(&id));
            let dir = found.and_then(|(_, dir)| match dir.as_bytes() {
                [letter] => Dir::from_letter(*letter),
                _ => None,
            });
            let (Some(id), Some(dir)) = (id, dir) else {
                return Err(lines.refuse(line, "a move like `16 x` or `-1` must stand here"));
            };
            done.push(Move { id, dir });
        }
    }

    fn stage(&self, head: &Head) -> Stage {
        scene::stage(head)
    }

    fn series() -> &'static [&'static str] {
        scene::SERIES
    }

    fn values(&self, head: &Head) -> Vec<Vec<f64>> {
        scene::values(self, head)
    }

    fn scores(&self) -> &[i32] {
        &self.total_score
    }

    fn scene(&self, head: &Head, before: Option<(&Self, &Moves)>) -> Scene {
        scene::scene(self, head, before)
    }

    fn inspect(&self, head: &Head, i: i32, j: i32) -> Vec<Fact> {
        scene::inspect(self, head, Pos::new(i, j))
    }
}

fn push_padded(out: &mut Vec<u8>, keyword: &str) {
    out.extend_from_slice(keyword.as_bytes());
    out.resize(out.len() + NAME_WIDTH - keyword.len(), b' ');
}

fn read_names(lines: &mut Lines<'_>) -> Result<[String; SEATS], Refusal> {
    let line = lines.need("`names`")?;
    let wrong = || lines.refuse(line, "`names` and four names must stand here");
    let rest = line.strip_prefix(b"names").ok_or_else(wrong)?;
    let rest = text(rest);
    let names: Vec<String> = rest.split_ascii_whitespace().map(Into::into).collect();
    names.try_into().map_err(|_| wrong())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The rest of a line that begins with a keyword.
fn need_text(lines: &mut Lines<'_>, keyword: &str) -> Result<String, Refusal> {
    let line = lines.need(keyword)?;
    let rest = line.strip_prefix(keyword.as_bytes()).filter(|rest| rest.first() == Some(&b' '));
    rest.map(|rest| text(rest).trim().to_string())
        .ok_or_else(|| lines.refuse(line, format!("`{keyword}` and a value must stand here")))
}

fn read_value(lines: &mut Lines<'_>, keyword: &str, low: i32, high: i32) -> Result<i32, Refusal> {
    let found = need_text(lines, keyword)?;
    found.parse().ok().filter(|v| (low..=high).contains(v)).ok_or_else(|| {
        lines.refuse(found.as_bytes(), format!("`{keyword}` needs a number from {low} to {high}"))
    })
}

fn read_land(parameters: &Parameters, lines: &mut Lines<'_>) -> Result<Land, Refusal> {
    let mut land = Land::desert(parameters.rows, parameters.cols);
    for i in 0..parameters.rows {
        let row = lines.need("a row of the board")?;
        if row.len() != parameters.cols as usize || !row.iter().all(|&letter| is_ground(letter)) {
            let allowed = format!("a row of {} cells must stand here", parameters.cols);
            return Err(lines.refuse(row, allowed));
        }
        let start = land.place(Pos::new(i, 0));
        land.text_mut()[start..start + row.len()].copy_from_slice(row);
    }
    Ok(land)
}

fn read_four<T: std::str::FromStr + Copy + Default>(
    lines: &mut Lines<'_>,
    keyword: &str,
) -> Result<[T; SEATS], Refusal> {
    let found = need_text(lines, keyword)?;
    let values: Option<Vec<T>> = found.split_ascii_whitespace().map(|w| w.parse().ok()).collect();
    values
        .and_then(|v| v.try_into().ok())
        .ok_or_else(|| lines.refuse(found.as_bytes(), format!("`{keyword}` needs four numbers")))
}

fn read_unit(land: &Land, lines: &mut Lines<'_>) -> Result<Unit, Refusal> {
    let line = lines.need("a unit")?;
    let wrong = || lines.refuse(line, "a unit on the board must stand here: `w 0 12 30 40 40`");
    let found = std::str::from_utf8(line).map_err(|_| wrong())?;
    let (kind, rest) = found.split_once(' ').ok_or_else(wrong)?;
    let kind = match kind {
        "w" => Kind::Warrior,
        "c" => Kind::Car,
        _ => return Err(wrong()),
    };
    let mut numbers = [0; 5];
    let mut words = rest.split(' ');
    for number in &mut numbers {
        *number = words.next().and_then(|w| w.parse().ok()).ok_or_else(wrong)?;
    }
    let [player, i, j, food, water] = numbers;
    let pos = Pos::new(i, j);
    if words.next().is_some() || !(0..SEATS as i32).contains(&player) || !land.contains(pos) {
        return Err(wrong());
    }
    Ok(Unit { kind, player: player as u8, food, water, pos })
}
