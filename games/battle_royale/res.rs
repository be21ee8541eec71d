//! The result file, out and in (section g of the specification).

use super::scene;
use super::settings::{NAME, OLD_VERSION, Parameters, VERSION};
use super::state::{Dir, Field, Head, Kind, Moves, State, Unit};
use engine::parameters::Value;
use engine::scene::{Fact, Scene, Stage};
use engine::text::{Page, push_int, push_real, push_rows};
use engine::{Grid, Lines, Pos, Refusal, SEATS, Shown};

/// The line behind the last order of a list.
const END: &[u8] = b"-1";

impl Shown for State {
    type Board = Field;

    fn head(&self) -> &Head {
        &self.head
    }

    fn board(&self) -> &Field {
        &self.field
    }

    fn moves(&self) -> &Moves {
        &self.moves
    }
}

impl engine::Board for Field {
    type Head = Head;
    type Moves = Moves;

    fn write_head(head: &Head, out: &mut Vec<u8>) {
        let version = if head.old { OLD_VERSION } else { VERSION };
        push_words(out, &[NAME.as_bytes(), version.as_bytes()]);
        for (key, value) in head.parameters.named() {
            out.extend_from_slice(key.as_bytes());
            out.push(b' ');
            value.push_text(out);
            out.push(b'\n');
        }
        if !head.old {
            push_words(out, &[b"secgame", if head.judged { b"true" } else { b"false" }]);
        }
        out.extend_from_slice(b"names");
        for name in &head.names {
            out.push(b' ');
            out.extend_from_slice(name.as_bytes());
        }
        out.extend_from_slice(b"\n\n");
    }

    fn write(&self, _: &Head, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\nround");
        push_number(out, self.round);
        out.push(b'\n');
        push_rows(out, self.tiles.cells(), self.tiles.cols());
        out.extend_from_slice(b"score");
        for &score in &self.scores {
            push_number(out, score);
        }
        out.extend_from_slice(b"\nstatus");
        for &status in &self.status {
            out.push(b' ');
            push_real(out, status);
        }
        out.push(b'\n');
        let mut page = Page::new(out);
        page.lines(self.units.iter().map(|unit| {
            // The beginning of a line, all at once.
            const KNIGHT: [[u8; 4]; SEATS] = [*b"k 0 ", *b"k 1 ", *b"k 2 ", *b"k 3 "];
            const FARMER: [[u8; 4]; SEATS] = [*b"f 0 ", *b"f 1 ", *b"f 2 ", *b"f 3 "];
            const HEADS: [[[u8; 4]; SEATS]; 2] = [KNIGHT, FARMER];
            let head = HEADS[unit.kind as usize][unit.player as usize % SEATS];
            (head, [unit.pos.i, unit.pos.j, unit.health])
        }));
        page.push([b'\n']);
    }

    fn write_moves(head: &Head, moves: &Moves, out: &mut Vec<u8>) {
        let mut page = Page::new(out);
        page.push(*b"actions\n");
        for (seat, orders) in moves.orders[..head.parameters.seats()].iter().enumerate() {
            page.push([b'0' + seat as u8, b'\n']);
            push_orders(&mut page, orders);
        }
        page.push(*b"\nmovements\n");
        push_orders(&mut page, &moves.done);
    }

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        let first = lines.need("the name of the game")?;
        let version = first.strip_prefix(NAME.as_bytes()).and_then(|v| v.strip_prefix(b" "));
        let old = match version {
            Some(v) if v == VERSION.as_bytes() => false,
            Some(v) if v == OLD_VERSION.as_bytes() => true,
            _ => {
                let allowed = format!("a result file begins with `{NAME} {VERSION}`");
                return Err(lines.refuse(first, allowed));
            }
        };
        let parameters = Parameters::try_from_fn(|parameter| {
            let [value] = numbers(lines, parameter.key)?;
            Ok(Value::Whole(value))
        })?;
        parameters.check().map_err(|wrong| Refusal { line: lines.number(), ..wrong })?;
        let judged = !old && read_secgame(lines)?;
        let names = read_names(lines, parameters.seats())?;
        lines.expect("")?;
        Ok(Head { parameters, old, judged, names, seed: String::new() })
    }

    fn read(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        let parameters = &head.parameters;
        lines.expect("")?;
        let [round] = numbers(lines, "round")?;
        let tiles = read_tiles(parameters, lines)?;
        let mut scores = vec![0; parameters.seats()];
        read_numbers(lines, "score", &mut scores)?;
        let status = read_status(lines, parameters.seats())?;
        let mut units = Vec::new();
        for _ in 0..parameters.units() {
            let line = lines.need("a unit")?;
            let unit = unit(parameters, line).ok_or_else(|| {
                lines.refuse(line, "a unit is `f` or `k`, its player, row, column and health")
            })?;
            units.push(unit);
        }
        lines.expect("")?;
        Ok(Self { round, tiles, scores, status, units })
    }

    fn read_moves(head: &Head, lines: &mut Lines<'_>) -> Result<Moves, Refusal> {
        let mut moves = Moves::default();
        lines.expect("actions")?;
        for seat in 0..head.parameters.seats().min(SEATS) {
            lines.expect(&seat.to_string())?;
            read_orders(lines, &mut moves.orders[seat])?;
        }
        lines.expect("")?;
        lines.expect("movements")?;
        read_orders(lines, &mut moves.done)?;
        Ok(moves)
    }

    fn stage(&self, head: &Head) -> Stage {
        scene::stage(self, head)
    }

    fn series() -> &'static [&'static str] {
        &["Score", "Units", "Health"]
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
        scene::inspect(self, head, i, j)
    }
}

/// A blank and a number.
fn push_number(out: &mut Vec<u8>, value: i32) {
    out.push(b' ');
    push_int(out, i64::from(value));
}

/// A line of words.
fn push_words(out: &mut Vec<u8>, words: &[&[u8]]) {
    for (k, word) in words.iter().enumerate() {
        if k > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(word);
    }
    out.push(b'\n');
}

fn push_orders(page: &mut Page<'_>, orders: &[(i32, Dir)]) {
    // What stands behind the unit, all at once.
    const LINE_ENDS: [[u8; 4]; 5] = [*b" n\n\0", *b" t\n\0", *b" b\n\0", *b" l\n\0", *b" r\n\0"];
    page.numbers::<3>(orders.iter().map(|&(id, dir)| (id, LINE_ENDS[dir as usize])));
    page.push(*b"-1\n");
}

fn read_secgame(lines: &mut Lines<'_>) -> Result<bool, Refusal> {
    let line = lines.need("`secgame`")?;
    match line {
        b"secgame true" => Ok(true),
        b"secgame false" => Ok(false),
        _ => Err(lines.refuse(line, "`secgame false` or `secgame true` must stand here")),
    }
}

/// Names stand behind one blank each; if there are more blanks, the last name has them.
fn read_names(lines: &mut Lines<'_>, seats: usize) -> Result<Vec<String>, Refusal> {
    let line = lines.need("`names`")?;
    let names: Option<Vec<String>> = std::str::from_utf8(line)
        .ok()
        .and_then(|text| text.strip_prefix("names "))
        .map(|text| text.splitn(seats, ' ').map(String::from).collect());
    names
        .filter(|names| names.len() == seats)
        .ok_or_else(|| lines.refuse(line, format!("`names` and {seats} names must stand here")))
}

/// A line of a keyword and `N` whole numbers.
fn numbers<const N: usize>(lines: &mut Lines<'_>, keyword: &str) -> Result<[i32; N], Refusal> {
    let mut values = [0; N];
    read_numbers(lines, keyword, &mut values)?;
    Ok(values)
}

fn read_numbers(lines: &mut Lines<'_>, keyword: &str, out: &mut [i32]) -> Result<(), Refusal> {
    let line = lines.need(&format!("`{keyword}`"))?;
    let read = line.strip_prefix(keyword.as_bytes()).and_then(|mut rest| {
        for value in out.iter_mut() {
            *value = int(blank(&mut rest)?)?;
        }
        rest.is_empty().then_some(())
    });
    let many = out.len();
    read.ok_or_else(|| {
        lines.refuse(line, format!("`{keyword}` and {many} whole numbers must stand here"))
    })
}

/// The word behind one blank; `rest` is then what follows it.
fn blank<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let text = rest.strip_prefix(b" ")?;
    let len = text.iter().position(|&b| b == b' ').unwrap_or(text.len());
    let (word, behind) = text.split_at(len);
    *rest = behind;
    Some(word)
}

/// A whole number written as this file writes it: no plus, no leading zeros.
fn int(word: &[u8]) -> Option<i32> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let plain = match digits {
        [b'0', _, ..] | [] => false,
        _ => word != b"-0",
    };
    let all = digits.iter().all(u8::is_ascii_digit);
    if !plain || !all {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn read_tiles(parameters: &Parameters, lines: &mut Lines<'_>) -> Result<Grid<u8>, Refusal> {
    let (rows, cols) = (parameters.rows as usize, parameters.cols as usize);
    let mut cells = Vec::new();
    for _ in 0..rows {
        let row = lines.need("a row of the board")?;
        if row.len() != cols || row.iter().any(|c| !b".X0123".contains(c)) {
            return Err(lines.refuse(row, format!("a row has {cols} cells out of `.X0123`")));
        }
        cells.extend_from_slice(row);
    }
    let line = lines.number();
    Grid::from_cells(rows, cols, cells)
        .ok_or_else(|| Refusal::new(line, "a board", "it must have all its cells"))
}

fn read_status(lines: &mut Lines<'_>, seats: usize) -> Result<Vec<f64>, Refusal> {
    let line = lines.need("`status`")?;
    let read = line.strip_prefix(b"status").and_then(|mut rest| {
        let one = |_| std::str::from_utf8(blank(&mut rest)?).ok()?.parse().ok();
        let status: Option<Vec<f64>> = (0..seats).map(one).collect();
        status.filter(|_| rest.is_empty())
    });
    read.ok_or_else(|| lines.refuse(line, format!("`status` and {seats} numbers must stand here")))
}

fn unit(parameters: &Parameters, line: &[u8]) -> Option<Unit> {
    let (&letter, mut rest) = line.split_first()?;
    let kind = Kind::from_letter(letter)?;
    let mut next = || int(blank(&mut rest)?);
    let (player, i, j, health) = (next()?, next()?, next()?, next()?);
    let on_board = (0..parameters.rows).contains(&i) && (0..parameters.cols).contains(&j);
    let known = (0..parameters.nb_players).contains(&player);
    let unit = Unit { kind, player: player as u8, health, pos: Pos::new(i, j) };
    (rest.is_empty() && on_board && known).then_some(unit)
}

fn read_orders(lines: &mut Lines<'_>, out: &mut Vec<(i32, Dir)>) -> Result<(), Refusal> {
    loop {
        let line = lines.need("an order")?;
        if line == END {
            return Ok(());
        }
        let order = line.split_last_chunk().and_then(|(id, &[space, letter])| {
            (space == b' ').then_some((int(id)?, Dir::from_letter(letter)?))
        });
        let allowed = "an order is a number and one of `n`, `t`, `b`, `l`, `r`";
        out.push(order.ok_or_else(|| lines.refuse(line, allowed))?);
    }
}
