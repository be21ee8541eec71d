//! The pictures of the manuals: small boards before and after a round, as SVG.
//!
//! A game draws them in `tests/pictures.rs` from states that it plays by its rules, so no picture
//! shows what the rules do not do. Their symbols are those of the viewer. The files are in
//! `pictures/` of the game; `PALESTRA_BLESS=1 cargo test -p games pictures` writes them anew.
#![expect(clippy::disallowed_methods, reason = "tests may read their data")]

use crate::picture_look::Look;
use crate::testing;
use engine::scene::{Area, Event, EventKind, GroundKind, Piece, Scene, Stage, Tag};
use engine::{Board as _, State};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

/// Units of a cell.
const CELL: i32 = 24;
/// Units between two boards, with the arrow.
const GAP: i32 = 34;
/// Units around the boards.
const EDGE: i32 = 8;
/// Units of the line with the scores.
const LINE: i32 = 20;
/// The largest picture, in bytes.
const SIZE_MAX: usize = 8_000;

/// A board of a picture.
struct Frame {
    scene: Scene,
    labels: Vec<([i32; 2], String)>,
}

/// The boards of a picture, from left to right.
pub struct Strip {
    stage: Stage,
    rows: Range<i32>,
    cols: Range<i32>,
    frames: Vec<Frame>,
    scores: bool,
}

impl Strip {
    /// Begins with a state as it is. Only these rows and columns are shown.
    pub fn new<S: State>(state: &S, rows: Range<i32>, cols: Range<i32>) -> Self {
        let stage = state.board().stage(state.head());
        let scene = state.board().scene(state.head(), None);
        let first = Frame { scene, labels: Vec::new() };
        Self { stage, rows, cols, frames: vec![first], scores: false }
    }

    /// Shows the scores below each board.
    pub fn with_scores(mut self) -> Self {
        self.scores = true;
        self
    }

    /// Plays a round, and shows the board after it.
    pub fn play<S: State, T>(mut self, state: &mut S, round: impl FnOnce(&mut S) -> T) -> Self {
        let before = state.board().clone();
        round(state);
        let scene = state.board().scene(state.head(), Some((&before, state.moves())));
        self.frames.push(Frame { scene, labels: Vec::new() });
        self
    }

    /// Writes a text into the corner of a cell of the last board.
    pub fn label(mut self, cell: [i32; 2], text: impl ToString) -> Self {
        let last = self.frames.last_mut().expect("there is a first board");
        last.labels.push((cell, text.to_string()));
        self
    }

    /// The picture as a file.
    fn svg(&self, look: &Look) -> String {
        let count = self.frames.len() as i32;
        let (wide, high) = (CELL * self.cols.len() as i32, CELL * self.rows.len() as i32);
        let below = if self.scores { LINE } else { 0 };
        let (width, height) =
            (2 * EDGE + count * wide + (count - 1) * GAP, 2 * EDGE + high + below);
        let mut pen = Pen { look, defs: BTreeMap::new(), out: String::new() };
        let mut before = None;
        for (n, frame) in (0..).zip(&self.frames) {
            let x = EDGE + n * (wide + GAP);
            let _ = writeln!(
                pen.out,
                "<svg x=\"{x}\" y=\"{EDGE}\" width=\"{wide}\" height=\"{high}\">"
            );
            self.frame(&mut pen, frame, before);
            before = Some(&frame.scene);
            pen.out.push_str("</svg>\n");
            if n + 1 < count {
                let (from, y) = (x + wide + 7, EDGE + high / 2);
                let _ = writeln!(
                    pen.out,
                    "<path d=\"M{from} {y}h18m-7-6 7 6-7 6\" fill=\"none\" stroke=\"{}\" \
                     stroke-width=\"2.4\"/>",
                    look.token("ink-2")
                );
            }
            if self.scores {
                self.score_line(&mut pen, frame, x, EDGE + high);
            }
        }
        let defs: String = pen.defs.values().map(|(id, body)| define(id, body)).collect();
        let (shown_wide, shown_high) = (width * 4 / 3, height * 4 / 3);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_wide}\" \
             height=\"{shown_high}\" viewBox=\"0 0 {width} {height}\">\n<defs>\n{defs}</defs>\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{}\"/>\n{}</svg>\n",
            look.token("surface"),
            pen.out
        )
    }

    /// Left and top of a cell; `None` for those that are not shown.
    fn place(&self, i: i32, j: i32) -> Option<(i32, i32)> {
        let j =
            if self.stage.wraps && j < self.cols.start { j + self.stage.cols as i32 } else { j };
        let shown = self.rows.contains(&i) && self.cols.contains(&j);
        shown.then(|| ((j - self.cols.start) * CELL, (i - self.rows.start) * CELL))
    }

    fn frame(&self, pen: &mut Pen<'_>, frame: &Frame, before: Option<&Scene>) {
        let scene = &frame.scene;
        self.ground(pen, scene);
        scene.areas.iter().for_each(|area| self.area(pen, area));
        scene.pieces.iter().for_each(|piece| self.trail(pen, piece));
        scene.pieces.iter().for_each(|piece| self.piece(pen, piece));
        if let Some(before) = before {
            scene.events.iter().for_each(|event| self.sign(pen, event, before, scene));
        }
        for (cell, text) in &frame.labels {
            if let Some((x, y)) = self.place(cell[0], cell[1]) {
                pen.text(x + CELL - 1, y + CELL - 1, "end", text);
            }
        }
    }

    fn kind(&self, scene: &Scene, i: i32, j: i32) -> (GroundKind, Option<usize>, u8) {
        let (rows, cols) = (self.stage.rows as i32, self.stage.cols as i32);
        let in_window = scene
            .window
            .is_none_or(|[first, count]| (j - first as i32).rem_euclid(cols) < count as i32);
        if !in_window || !(0..rows).contains(&i) || !(0..cols).contains(&j) {
            return (GroundKind::Out, None, 0);
        }
        let at = (i * cols + j) as usize;
        let letter = char::from(scene.ground.as_bytes()[at]);
        let kind = self.stage.legend.iter().find(|kind| kind.letter == letter);
        let owner = char::from(scene.owner.as_bytes().get(at).copied().unwrap_or(b'.'));
        let owner = owner.to_digit(4).map(|seat| seat as usize);
        let amount = scene.amount.get(at).copied().unwrap_or(0);
        (kind.map_or(GroundKind::Plain, |kind| kind.draw), owner, amount)
    }

    /// The cells: one path for each colour besides that of empty ground, and lines between them.
    fn ground(&self, pen: &mut Pen<'_>, scene: &Scene) {
        let plain = pen.look.ground(GroundKind::Plain, None);
        let (mut paths, mut symbols) = (BTreeMap::<String, String>::new(), Vec::new());
        for i in self.rows.clone() {
            for j in self.cols.clone() {
                let Some((x, y)) = self.place(i, j) else { continue };
                let (kind, owner, amount) = self.kind(scene, i, j);
                let path = paths.entry(pen.look.ground(kind, owner)).or_default();
                let _ = write!(path, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
                let virus = (amount > 0).then(|| format!("virus-{}", amount.min(4)));
                let lying = pen.look.symbol_of(kind).into_iter().chain(virus);
                symbols.extend(lying.map(|symbol| (symbol, x, y)));
            }
        }
        paths.remove(&plain);
        let (wide, high) = (CELL * self.cols.len() as i32, CELL * self.rows.len() as i32);
        let _ = writeln!(pen.out, "<rect width=\"{wide}\" height=\"{high}\" fill=\"{plain}\"/>");
        for (color, path) in paths {
            let _ = writeln!(pen.out, "<path d=\"{path}\" fill=\"{color}\"/>");
        }
        let across = (0..=self.rows.len()).map(|n| format!("M0 {}h{wide}", n as i32 * CELL));
        let down = (0..=self.cols.len()).map(|n| format!("M{} 0v{high}", n as i32 * CELL));
        let lines: String = across.chain(down).collect();
        let line = pen.look.token("line");
        let _ = writeln!(pen.out, "<path d=\"{lines}\" stroke=\"{line}\" stroke-width=\".8\"/>");
        for (symbol, x, y) in symbols {
            pen.stamp(&symbol, None, x, y, 1.0, 0.0);
        }
        pen.out.push('\n');
    }

    /// The cells of an area as one path with an outline.
    fn area(&self, pen: &mut Pen<'_>, area: &Area) {
        let cells: BTreeSet<(i32, i32)> = area.cells.iter().map(|&[i, j]| (i, j)).collect();
        let (mut inside, mut outline) = (String::new(), String::new());
        for &(i, j) in &cells {
            let Some((x, y)) = self.place(i, j) else { continue };
            let _ = write!(inside, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
            let (right, bottom) = (x + CELL, y + CELL);
            for (beside, edge) in [
                ((i - 1, j), format!("M{x} {y}h{CELL}")),
                ((i + 1, j), format!("M{x} {bottom}h{CELL}")),
                ((i, j - 1), format!("M{x} {y}v{CELL}")),
                ((i, j + 1), format!("M{right} {y}v{CELL}")),
            ] {
                if !cells.contains(&beside) {
                    outline.push_str(&edge);
                }
            }
        }
        let (fill, line) = (pen.look.seat(area.seat, ""), pen.look.seat(area.seat, "-line"));
        let haunting = area.kind == engine::scene::AreaKind::Haunting;
        let (opacity, dashes) = if haunting { (".16", "4 3") } else { ("0", "none") };
        let _ = writeln!(
            pen.out,
            "<path d=\"{inside}\" fill=\"{fill}\" fill-opacity=\"{opacity}\"/>\
             <path d=\"{outline}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"1.8\" \
             stroke-dasharray=\"{dashes}\"/>"
        );
    }

    /// Rows and columns of the last step, the short way round.
    fn way(&self, piece: &Piece) -> (i32, i32) {
        let Some([i, j]) = piece.from else { return (0, 0) };
        let short = |d: i32, size: usize| match (self.stage.wraps, d) {
            (true, d) if 2 * d > size as i32 => d - size as i32,
            (true, d) if 2 * d < -(size as i32) => d + size as i32,
            _ => d,
        };
        (short(piece.i - i, self.stage.rows), short(piece.j - j, self.stage.cols))
    }

    fn trail(&self, pen: &mut Pen<'_>, piece: &Piece) {
        let ((di, dj), place) = (self.way(piece), self.place(piece.i, piece.j));
        let Some((x, y)) = place.filter(|_| (di, dj) != (0, 0)) else { return };
        if piece.tags.contains(&Tag::Taken) {
            return;
        }
        let (x, y) = (x + CELL / 2, y + CELL / 2);
        let line = pen.look.seat(piece.seat, "-line");
        let _ = writeln!(
            pen.out,
            "<path d=\"M{} {}L{x} {y}\" stroke=\"{line}\" stroke-width=\"3.6\" \
             stroke-linecap=\"round\" opacity=\".6\"/>",
            x - dj * CELL,
            y - di * CELL
        );
    }

    fn piece(&self, pen: &mut Pen<'_>, piece: &Piece) {
        let Some((x, y)) = self.place(piece.i, piece.j) else { return };
        let seat = usize::try_from(piece.seat).ok();
        let turn = match piece.kind {
            "car" => match piece.facing.map_or_else(|| self.way(piece), |[i, j]| (i, j)) {
                (0, 0) => 0.0,
                (di, dj) => f64::from(di).atan2(f64::from(dj)).to_degrees() + 90.0,
            },
            _ => 0.0,
        };
        for (symbol, scale) in pen.look.layers(piece) {
            pen.stamp(&symbol, seat, x, y, scale, turn);
        }
        let tags = [
            (Tag::Masked, "masked", 1.1),
            (Tag::Infected, "infected", 0.9),
            (Tag::Immune, "immune", 0.9),
            (Tag::Taken, "captured", 1.2),
            (Tag::Reborn, "reborn", 0.85),
            (Tag::Hungry, "hungry", 1.0),
        ];
        let is_taken = piece.tags.contains(&Tag::Taken);
        for (tag, symbol, scale) in tags {
            if piece.tags.contains(&tag) && !(is_taken && tag == Tag::Reborn) {
                pen.stamp(symbol, seat, x, y, scale, 0.0);
            }
        }
        if let Some([now, most]) = piece.health.filter(|[now, most]| now < most) {
            let wide = (18 * now.max(0) / most.max(1)).max(1);
            let _ = write!(
                pen.out,
                "<path d=\"M{} {}h20v5h-20z\"/><path d=\"M{} {}h{wide}v3h-{wide}z\" \
                 fill=\"#fff\"/>",
                x + 2,
                y + 19,
                x + 3,
                y + 20
            );
        }
        pen.out.push('\n');
    }

    /// The sign of an event.
    fn sign(&self, pen: &mut Pen<'_>, event: &Event, before: &Scene, after: &Scene) {
        let Some((x, y)) = self.place(event.cell[0], event.cell[1]) else { return };
        let seat = usize::try_from(event.seat).ok();
        let find = |scene: &Scene, id: i32| {
            scene.pieces.iter().find(|piece| piece.id == id && id >= 0).map(|p| (p.i, p.j, p.seat))
        };
        match event.kind {
            EventKind::Hit => {
                let doer = find(after, event.id).and_then(|(i, j, _)| self.place(i, j));
                let (dx, dy) = doer.map_or((0, 0), |(dx, dy)| ((dx - x) / 2, (dy - y) / 2));
                let near = dx.abs() <= CELL && dy.abs() <= CELL;
                let (dx, dy) = if near { (dx, dy) } else { (0, 0) };
                pen.stamp("hit", seat, x + dx, y + dy, 0.6, 0.0);
            }
            EventKind::Dead | EventKind::Taken => {
                let victim = find(before, event.other).map(|(.., seat)| seat);
                let seat = usize::try_from(victim.unwrap_or(event.seat)).ok();
                pen.stamp("dead", seat, x, y, 0.62, 0.0);
            }
            EventKind::Shot => {
                let (x, y) = (x + CELL / 2, y + CELL / 2);
                let line = pen.look.seat(event.seat, "-line");
                let _ = writeln!(
                    pen.out,
                    "<path d=\"M{x} {y}h{}\" stroke=\"{line}\" stroke-width=\"2\" \
                     stroke-dasharray=\"3 3\"/>",
                    2 * CELL
                );
            }
            EventKind::Refused => pen.stamp("dead", None, x + 7, y - 7, 0.4, 0.0),
            _ => {}
        }
    }

    fn score_line(&self, pen: &mut Pen<'_>, frame: &Frame, left: i32, top: i32) {
        let wide = CELL * self.cols.len() as i32 / frame.scene.seats.len().max(1) as i32;
        for (n, seat) in (0..).zip(&frame.scene.seats) {
            let x = left + n * wide;
            pen.stamp(&format!("seat-{n}"), Some(n as usize), x - 3, top - 1, 0.5, 0.0);
            pen.text(x + 17, top + 15, "start", &seat.score.to_string());
        }
        pen.out.push('\n');
    }
}

fn define(id: &str, body: &str) -> String {
    format!("<g id=\"{id}\">{body}</g>\n")
}

/// Writes a picture.
struct Pen<'l> {
    look: &'l Look,
    /// By symbol and seat: the name in the file, and the shapes.
    defs: BTreeMap<(String, Option<usize>), (String, String)>,
    out: String,
}

impl Pen<'_> {
    /// A symbol in the cell whose left and top these are.
    fn stamp(&mut self, symbol: &str, seat: Option<usize>, x: i32, y: i32, size: f64, turn: f64) {
        let key = (symbol.to_string(), seat);
        let known = self.defs.len();
        let look = self.look;
        let (id, _) = self
            .defs
            .entry(key)
            .or_insert_with(|| (format!("s{known}"), look.symbol(symbol, seat)));
        let half = f64::from(CELL / 2);
        let shift = half * (1.0 - size);
        if shift == 0.0 && turn == 0.0 {
            let _ = write!(self.out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
            return;
        }
        let (left, top) = (f64::from(x) + shift, f64::from(y) + shift);
        let _ = write!(self.out, "<use href=\"#{id}\" transform=\"translate({left:.2} {top:.2})");
        if size != 1.0 {
            let _ = write!(self.out, "scale({size})");
        }
        if turn != 0.0 {
            let _ = write!(self.out, "rotate({turn:.0} 12 12)");
        }
        self.out.push_str("\"/>");
    }

    fn text(&mut self, x: i32, y: i32, anchor: &str, text: &str) {
        let (ink, case) = (self.look.token("ink"), self.look.token("surface"));
        let _ = write!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"10\" \
             font-weight=\"600\" text-anchor=\"{anchor}\" fill=\"{ink}\" stroke=\"{case}\" \
             stroke-width=\"2.4\" paint-order=\"stroke\">{text}</text>"
        );
    }
}

/// The pictures of a game.
pub struct Album {
    folder: &'static str,
    look: Look,
    names: BTreeSet<String>,
}

impl Album {
    /// The pictures of the game in this folder.
    pub fn new(folder: &'static str) -> Self {
        Self { folder, look: Look::read(folder), names: BTreeSet::new() }
    }

    /// Compares a picture with its file, or writes the file.
    pub fn add(&mut self, name: &str, strip: &Strip) {
        let svg = strip.svg(&self.look);
        assert!(svg.len() <= SIZE_MAX, "{name}: {} bytes", svg.len());
        testing::compare_or_bless(&format!("{}/pictures/{name}.svg", self.folder), &svg);
        assert!(self.names.insert(format!("{name}.svg")), "{name} is there twice");
    }

    /// Checks that the folder has no other files, and that each manual shows each picture once.
    pub fn finish(self) {
        let games = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let files = std::fs::read_dir(games.join(self.folder).join("pictures"));
        let files = files.expect("the folder of the pictures");
        let files: BTreeSet<String> = files
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        assert_eq!(files, self.names, "{}/pictures", self.folder);
        let game = crate::by_id(&self.folder.replace('_', "-")).expect("the game of the folder");
        let facts = game.facts();
        let told = facts.translations.iter().map(|told| (told.language, told.manual));
        for (language, manual) in told.chain([("en", facts.manual)]) {
            // Translations lie two folders below.
            let manual = manual.replace("](../../pictures/", "](pictures/");
            let mut shown: Vec<&str> = manual.split("](pictures/").skip(1).collect();
            shown.iter_mut().for_each(|rest| *rest = rest.split(')').next().unwrap_or_default());
            shown.sort_unstable();
            let all: Vec<&str> = self.names.iter().map(String::as_str).collect();
            assert_eq!(shown, all, "{}: pictures of the manual in `{language}`", self.folder);
        }
    }
}

/// Every game with house players has pictures of its rules, with a text for those that do not see
/// them.
#[test]
fn every_manual_has_pictures_with_texts() {
    for game in crate::ALL.iter().filter(|game| !game.house_players().is_empty()) {
        let facts = game.facts();
        let manuals = facts.translations.iter().map(|told| told.manual).chain([facts.manual]);
        for manual in manuals {
            let shown = manual.split("![").skip(1);
            let texts: Vec<&str> = shown.map(|rest| rest.split(']').next().unwrap_or("")).collect();
            assert!(texts.len() >= 4, "{}: {texts:?}", facts.id);
            assert!(texts.iter().all(|text| text.len() > 20), "{}: {texts:?}", facts.id);
        }
        for (name, svg) in facts.pictures {
            assert!(svg.starts_with("<svg ") && !svg.contains("var("), "{}: {name}", facts.id);
        }
    }
}
