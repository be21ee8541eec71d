//! The board in result files and in the viewer.

use crate::locales::gold::WORDS;
use engine::scene::{Fact, Ground, GroundKind, Piece, Scene, SeatNow, Stage};
use engine::text::push_int;
use engine::{Board, Lines, Refusal};

/// The head of a result file.
#[derive(Clone)]
pub struct Head {
    /// Rows and columns.
    pub size: i32,
    /// The players.
    pub names: Vec<String>,
}

/// The board after a round.
#[derive(Clone, Default)]
pub struct Field {
    /// Its number.
    pub round: i32,
    /// The rows and columns of the diggers.
    pub diggers: [[i32; 2]; 4],
    /// Gold found so far.
    pub scores: [i32; 4],
    /// The rows and columns of the gold.
    pub gold: Vec<[i32; 2]>,
}

fn numbers(lines: &mut Lines<'_>, what: &str) -> Result<Vec<i64>, Refusal> {
    let line = lines.need(what)?;
    let text = String::from_utf8_lossy(line);
    let read: Result<Vec<i64>, _> = text.split_whitespace().map(str::parse).collect();
    read.map_err(|_| lines.refuse(line, what))
}

fn write(out: &mut Vec<u8>, numbers: impl Iterator<Item = i64>) {
    for number in numbers {
        push_int(out, number);
        out.push(b' ');
    }
    out.push(b'\n');
}

impl Board for Field {
    type Head = Head;
    type Moves = ();

    fn write_head(head: &Head, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("Gold {}\n", head.names.join(" ")).as_bytes());
        write(out, [head.size.into()].into_iter());
    }

    fn write(&self, _: &Head, out: &mut Vec<u8>) {
        write(out, [i64::from(self.round)].into_iter().chain(self.scores.map(i64::from)));
        let places = self.diggers.iter().chain(&self.gold).flatten();
        write(out, places.map(|x| i64::from(*x)));
    }

    fn write_moves(_: &Head, (): &(), _: &mut Vec<u8>) {}

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        let line = lines.need("`Gold` and the names")?;
        let text = String::from_utf8_lossy(line).into_owned();
        let Some(names) = text.strip_prefix("Gold ") else {
            return Err(lines.refuse(line, "a result file of Gold begins with `Gold`"));
        };
        let size = numbers(lines, "the size")?;
        let size =
            size.first().and_then(|s| i32::try_from(*s).ok()).filter(|s| (4..=60).contains(s));
        let size = size.ok_or_else(|| lines.refuse(b"", "a size from 4 to 60"))?;
        Ok(Head { size, names: names.split_whitespace().map(String::from).collect() })
    }

    fn read(_: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        let first = numbers(lines, "round and scores")?;
        let second = numbers(lines, "places")?;
        let places: Vec<[i32; 2]> =
            second.chunks_exact(2).map(|p| [p[0] as i32, p[1] as i32]).collect();
        if first.len() != 5 || places.len() < 4 {
            return Err(lines.refuse(b"", "five numbers, and at least four places"));
        }
        Ok(Self {
            round: first[0] as i32,
            scores: [1, 2, 3, 4].map(|k| first[k] as i32),
            diggers: [places[0], places[1], places[2], places[3]],
            gold: places[4..].to_vec(),
        })
    }

    fn read_moves(_: &Head, _: &mut Lines<'_>) -> Result<(), Refusal> {
        Ok(())
    }

    fn stage(&self, head: &Head) -> Stage {
        Stage {
            title: "Gold".into(),
            rows: head.size as usize,
            cols: head.size as usize,
            names: head.names.clone(),
            legend: vec![Ground { letter: '.', name: "field", draw: GroundKind::Plain }],
            words: WORDS,
            ..Stage::default()
        }
    }

    fn series() -> &'static [&'static str] {
        &["Score"]
    }

    fn values(&self, _: &Head) -> Vec<Vec<f64>> {
        vec![self.scores.iter().map(|s| f64::from(*s)).collect()]
    }

    fn scores(&self) -> &[i32] {
        &self.scores
    }

    fn scene(&self, head: &Head, before: Option<(&Self, &())>) -> Scene {
        let cells = (head.size * head.size) as usize;
        let nugget = |(k, place): (usize, &[i32; 2])| {
            let id = -1 - k as i32;
            Piece {
                id,
                kind: "bonus-points",
                seat: -1,
                i: place[0],
                j: place[1],
                ..Piece::default()
            }
        };
        let digger = |(seat, place): (usize, &[i32; 2])| Piece {
            id: seat as i32,
            kind: "farmer",
            seat: seat as i32,
            i: place[0],
            j: place[1],
            from: before.map(|(was, ())| was.diggers[seat]),
            ..Piece::default()
        };
        let gold = self.gold.iter().enumerate().map(nugget);
        let seat = |score: &i32| SeatNow { score: (*score).into(), ..SeatNow::default() };
        Scene {
            round: self.round,
            ground: ".".repeat(cells),
            owner: ".".repeat(cells),
            pieces: gold.chain(self.diggers.iter().enumerate().map(digger)).collect(),
            seats: self.scores.iter().map(seat).collect(),
            ..Scene::default()
        }
    }

    fn inspect(&self, _: &Head, _: i32, _: i32) -> Vec<Fact> {
        Vec::new()
    }
}
