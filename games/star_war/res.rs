//! The result file, out and in (section g of the specification).

use super::rules::fan;
use super::scene;
use super::settings::Parameters;
use super::state::{Board, Command, Head, Missile, Moves, Ship, State};
use engine::parameters::Value;
use engine::scene::{Fact, Scene, Stage};
use engine::text::{push_int, push_real};
use engine::{Grid, Lines, Pos, Refusal, SEATS, Shown};

const SHIPS: &str = "sid\trow\tcolumn\tnb_miss\talive\ttime";
const MISSILES: &str = "mid\tsid\trow\tcolumn";
const SCORES: &str = "pid\tscore\tstatus";

/// The two lines above every drawn board: tens (written in full) and units of the columns.
#[must_use]
pub fn labels(cols: i32) -> Vec<u8> {
    let mut out = b"   ".to_vec();
    (0..cols).for_each(|j| push_int(&mut out, i64::from(j / 10)));
    out.extend_from_slice(b"\n   ");
    (0..cols).for_each(|j| push_int(&mut out, i64::from(j % 10)));
    out.push(b'\n');
    out
}

fn push_row(out: &mut Vec<u8>, fields: &[i32]) {
    for (k, &field) in fields.iter().enumerate() {
        if k > 0 {
            out.push(b'\t');
        }
        push_int(out, i64::from(field));
    }
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
        out.extend_from_slice(b"starwar\tv1\nsecgame\t");
        out.push(if head.judged { b'1' } else { b'0' });
        out.extend_from_slice(b"\nseed\t");
        push_int(out, i64::from(head.seed));
        out.push(b'\n');
        for (key, value) in head.parameters.named() {
            out.extend_from_slice(key.as_bytes());
            out.push(b'\t');
            value.push_text(out);
            out.push(b'\n');
        }
        out.extend_from_slice(b"names");
        for name in &head.names {
            out.push(b' ');
            out.extend_from_slice(name.as_bytes());
        }
        out.extend_from_slice(b"\n\n");
    }

    fn write(&self, head: &Head, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\nrnd ");
        push_int(out, i64::from(self.round));
        out.extend_from_slice(b"\n\n");
        out.extend_from_slice(&head.labels);
        out.push(b'\n');
        for (i, row) in self.ground.cells().chunks_exact(self.ground.cols()).enumerate() {
            push_int(out, i as i64 / 10);
            push_int(out, i as i64 % 10);
            out.push(b' ');
            out.extend_from_slice(row);
            out.push(b'\n');
        }
        out.extend_from_slice(b"\n\nstarships\n");
        out.extend_from_slice(SHIPS.as_bytes());
        out.push(b'\n');
        for (s, ship) in self.ships.iter().enumerate() {
            push_row(out, &[s as i32, ship.at.i, ship.at.j, ship.missiles]);
            out.extend_from_slice(if ship.alive { b"\ty\t" } else { b"\tn\t" });
            push_int(out, i64::from(ship.time));
            out.push(b'\n');
        }
        out.extend_from_slice(b"\nmissiles\n");
        push_int(out, self.missiles.len() as i64);
        out.push(b'\n');
        out.extend_from_slice(MISSILES.as_bytes());
        out.push(b'\n');
        for m in &self.missiles {
            push_row(out, &[m.id, m.shooter as i32, m.at.i, m.at.j]);
            out.push(b'\n');
        }
        out.extend_from_slice(b"\nplayers\n");
        out.extend_from_slice(SCORES.as_bytes());
        out.push(b'\n');
        for seat in 0..SEATS {
            push_row(out, &[seat as i32, self.scores[seat]]);
            out.push(b'\t');
            push_real(out, self.status[seat]);
            out.push(b'\n');
        }
        out.push(b'\n');
    }

    fn write_moves(_: &Head, moves: &Moves, out: &mut Vec<u8>) {
        out.extend_from_slice(b"actions_asked\n");
        write_lists(&moves.asked, out);
        if !moves.failed {
            out.extend_from_slice(b"\nactions_done\n");
            write_lists(&moves.done, out);
            out.push(b'\n');
        }
    }

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        lines.expect("starwar\tv1")?;
        let judged = value(lines, "secgame")? != 0;
        let seed = value(lines, "seed")?;
        let parameters =
            Parameters::try_from_fn(|parameter| value(lines, parameter.key).map(Value::Whole))?;
        parameters.check().map_err(|wrong| Refusal { line: lines.number(), ..wrong })?;
        let line = lines.need("the names of the players")?;
        let text = String::from_utf8_lossy(line);
        let mut words = text.split(' ');
        let names: Vec<String> = match words.next() {
            Some("names") => words.map(String::from).collect(),
            _ => Vec::new(),
        };
        if names.len() != SEATS {
            return Err(lines.refuse(line, "`names` and four names must stand here"));
        }
        lines.expect("")?;
        Ok(Head { seed, judged, parameters, names, labels: labels(parameters.nb_uni_cols) })
    }

    fn read(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        lines.expect("")?;
        let line = lines.need("the number of the round")?;
        let round = line
            .strip_prefix(b"rnd ")
            .and_then(int)
            .ok_or_else(|| lines.refuse(line, "`rnd` and a number must stand here"))?;
        for what in ["an empty line", "column numbers", "column numbers", "an empty line"] {
            lines.need(what)?;
        }
        let ground = read_ground(&head.parameters, lines)?;
        lines.expect("")?;
        lines.expect("")?;
        let ships = read_ships(&head.parameters, lines)?;
        let missiles = read_missiles(&head.parameters, lines)?;
        let (mut scores, mut status) = ([0; SEATS], [0.0; SEATS]);
        lines.expect("")?;
        lines.expect("players")?;
        lines.expect(SCORES)?;
        for seat in 0..SEATS {
            let line = lines.need("a player")?;
            let mut fields = line.split(|&b| b == b'\t');
            let mut player = || {
                let id = int(fields.next()?)?;
                let score = int(fields.next()?)?;
                let status = std::str::from_utf8(fields.next()?).ok()?.parse().ok()?;
                (id == seat as i32 && fields.next().is_none()).then_some((score, status))
            };
            (scores[seat], status[seat]) =
                player().ok_or_else(|| lines.refuse(line, "a player's line must stand here"))?;
        }
        lines.expect("")?;
        Ok(Self { round, ground, ships, missiles, scores, status })
    }

    fn read_moves(head: &Head, lines: &mut Lines<'_>) -> Result<Moves, Refusal> {
        lines.expect("actions_asked")?;
        let asked = read_lists(&head.parameters, lines)?;
        lines.expect("")?;
        lines.expect("actions_done")?;
        let done = read_lists(&head.parameters, lines)?;
        lines.expect("")?;
        Ok(Moves { asked, done, failed: false })
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
        &self.scores
    }

    fn scene(&self, head: &Head, before: Option<(&Self, &Moves)>) -> Scene {
        scene::scene(self, head, before)
    }

    fn inspect(&self, head: &Head, i: i32, j: i32) -> Vec<Fact> {
        scene::inspect(self, head, i, j)
    }
}

fn write_lists(lists: &[Vec<Command>; SEATS], out: &mut Vec<u8>) {
    for (seat, list) in lists.iter().enumerate() {
        out.push(b'\n');
        push_int(out, seat as i64);
        out.push(b'\n');
        for command in list {
            push_int(out, i64::from(command.ship));
            out.extend_from_slice(if command.shoots { b" s " } else { b" m " });
            push_int(out, i64::from(command.dir.i));
            out.push(b' ');
            push_int(out, i64::from(command.dir.j));
            out.push(b'\n');
        }
        out.extend_from_slice(b"-1\n");
    }
}

fn int(field: &[u8]) -> Option<i32> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

fn value(lines: &mut Lines<'_>, key: &str) -> Result<i32, Refusal> {
    let line = lines.need(key)?;
    line.strip_prefix(key.as_bytes())
        .and_then(|rest| rest.strip_prefix(b"\t"))
        .and_then(int)
        .ok_or_else(|| lines.refuse(line, format!("`{key}` and a number must stand here")))
}

fn read_ground(parameters: &Parameters, lines: &mut Lines<'_>) -> Result<Grid<u8>, Refusal> {
    let cols = parameters.nb_uni_cols as usize;
    let mut cells = Vec::new();
    for _ in 0..parameters.nb_rows {
        let line = lines.need("a row of the board")?;
        let row = line.iter().position(|&b| b == b' ').map_or(&[][..], |at| &line[at + 1..]);
        if row.len() != cols || !row.iter().all(|b| b".XPM".contains(b)) {
            let allowed = format!("a row of {cols} letters out of `.`, `X`, `P`, `M` must follow");
            return Err(lines.refuse(line, allowed));
        }
        cells.extend_from_slice(row);
    }
    Grid::from_cells(parameters.nb_rows as usize, cols, cells)
        .ok_or_else(|| lines.refuse(b"", "the board must have all its cells"))
}

/// A table's line: numbers between tabs, where `y` counts as 1 and `n` as 0.
fn fields<const N: usize>(lines: &mut Lines<'_>, what: &str) -> Result<[i32; N], Refusal> {
    let line = lines.need(what)?;
    let mut fields = [0; N];
    let mut parts = line.split(|&b| b == b'\t');
    let mut whole = true;
    for field in &mut fields {
        let number = parts.next().and_then(|part| match part {
            b"y" => Some(1),
            b"n" => Some(0),
            part => int(part),
        });
        whole &= number.is_some();
        *field = number.unwrap_or(0);
    }
    if whole && parts.next().is_none() {
        return Ok(fields);
    }
    Err(lines.refuse(line, format!("{what} must stand here, {N} fields between tabs")))
}

fn inside(parameters: &Parameters, i: i32, j: i32) -> bool {
    (0..parameters.nb_rows).contains(&i) && (0..parameters.nb_uni_cols).contains(&j)
}

fn read_ships(parameters: &Parameters, lines: &mut Lines<'_>) -> Result<Vec<Ship>, Refusal> {
    lines.expect("starships")?;
    lines.expect(SHIPS)?;
    let mut ships = Vec::new();
    for s in 0..SEATS as i32 * parameters.nb_ships_x_player {
        let [id, i, j, missiles, alive, time] = fields(lines, "a starship")?;
        if id != s || !inside(parameters, i, j) {
            return Err(lines.refuse(b"a starship", format!("it must be number {s}, inside")));
        }
        ships.push(Ship { at: Pos::new(i, j), missiles, alive: alive != 0, time });
    }
    Ok(ships)
}

fn read_missiles(parameters: &Parameters, lines: &mut Lines<'_>) -> Result<Vec<Missile>, Refusal> {
    lines.expect("")?;
    lines.expect("missiles")?;
    let [count] = fields(lines, "the number of missiles")?;
    lines.expect(MISSILES)?;
    let mut missiles = Vec::new();
    for _ in 0..count {
        let [id, shooter, i, j] = fields(lines, "a missile")?;
        let known = (0..SEATS as i32 * parameters.nb_ships_x_player).contains(&shooter);
        if !known || !inside(parameters, i, j) {
            let allowed = "its starship must exist and its cell lie inside";
            return Err(lines.refuse(b"a missile", allowed));
        }
        missiles.push(Missile { id, shooter: shooter as u32, at: Pos::new(i, j) });
    }
    Ok(missiles)
}

fn read_lists(
    parameters: &Parameters,
    lines: &mut Lines<'_>,
) -> Result<[Vec<Command>; SEATS], Refusal> {
    let mut lists: [Vec<Command>; SEATS] = Default::default();
    for (seat, list) in lists.iter_mut().enumerate() {
        lines.expect("")?;
        let line = lines.need("the number of a player")?;
        if int(line) != Some(seat as i32) {
            return Err(lines.refuse(line, format!("the orders of player {seat} must follow")));
        }
        loop {
            let line = lines.need("an order or -1")?;
            if line == b"-1" {
                break;
            }
            let command = read_command(parameters, line);
            let command =
                command.ok_or_else(|| lines.refuse(line, "an order or -1 must stand here"))?;
            list.push(command);
        }
    }
    Ok(lists)
}

fn read_command(parameters: &Parameters, line: &[u8]) -> Option<Command> {
    let mut words = line.split(|&b| b == b' ');
    let ship = int(words.next()?)?;
    let shoots = match words.next()? {
        b"s" => true,
        b"m" => false,
        _ => return None,
    };
    let dir = Pos::new(int(words.next()?)?, int(words.next()?)?);
    let known = (0..SEATS as i32 * parameters.nb_ships_x_player).contains(&ship);
    let whole = known && fan(dir.i, dir.j).is_some() && words.next().is_none();
    whole.then_some(Command { ship, shoots, dir })
}
