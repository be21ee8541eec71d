//! The scenes of Dominator for the viewer, from result files.

use super::res::{Head, is_wall};
use super::settings::Parameters;
use super::state::{Board, Kind, Moves, Unit};
use crate::locales;
use engine::scene::{
    Area, AreaKind, Asked, Event, EventKind, Fact, Ground, GroundKind, Lane, Piece, Scene, SeatNow,
    Stage, Tag,
};
use engine::{Dir, SEATS, Say, say};

/// The constant part of a match.
pub(super) fn stage(head: &Head) -> Stage {
    let side = head.parameters.rows as usize;
    let ground = |letter, name, draw| Ground { letter, name, draw };
    Stage {
        title: super::FACTS.title.into(),
        look: "dominator".into(),
        rows: side,
        cols: side,
        judged: head.judged,
        names: head.names.split_ascii_whitespace().map(Into::into).collect(),
        seed: head.seed.clone(),
        settings: head.parameters.facts(),
        legend: vec![
            ground('.', "ground", GroundKind::Plain),
            ground('X', "wall", GroundKind::Wall),
        ],
        words: locales::dominator::WORDS,
        ..Stage::default()
    }
}

/// Score, land, units and share of the budget, by team.
pub(super) fn values(board: &Board) -> Vec<Vec<f64>> {
    let mut units = vec![0.0; SEATS];
    board.units.iter().for_each(|unit| units[unit.team as usize] += 1.0);
    vec![
        board.total_score.iter().map(|&v| v.into()).collect(),
        board.land.iter().map(|&v| v.into()).collect(),
        units,
        board.status.to_vec(),
    ]
}

fn place(side: i32, i: i32, j: i32) -> usize {
    (i * (side + 1) + j) as usize
}

/// A witch is active if no other is within distance 2 (section e.5).
fn is_active(board: &Board, witch: &Unit) -> bool {
    let near = |other: &&Unit| {
        let distance = (other.i - witch.i).abs() + (other.j - witch.j).abs();
        other.kind == Kind::Witch && distance <= 2
    };
    board.units.iter().filter(near).count() <= 1
}

fn haunted_cells(side: i32, witch: &Unit) -> Vec<[i32; 2]> {
    let mut cells = Vec::new();
    for x in -2_i32..=2 {
        for y in -(2 - x.abs())..=2 - x.abs() {
            let (i, j) = (witch.i + x, witch.j + y);
            if (0..side).contains(&i) && (0..side).contains(&j) {
                cells.push([i, j]);
            }
        }
    }
    cells
}

/// The picture of a board and what led to it.
pub(super) fn scene(board: &Board, head: &Head, before: Option<(&Board, &Moves)>) -> Scene {
    let side = head.parameters.rows;
    let cells = || board.cells.iter().filter(|&&c| c != b'\n');
    let ground = cells().map(|&c| if c == b'X' { 'X' } else { '.' }).collect();
    let owner = cells().map(|&c| if c == b'X' { '.' } else { c as char }).collect();
    let mut story = Story::default();
    if let Some((old, moves)) = before {
        story.tell(old, moves, board);
    }
    let areas = board.units.iter().filter(|u| u.kind == Kind::Witch && is_active(board, u));
    Scene {
        round: board.round,
        ground,
        owner,
        pieces: pieces(board, head, before, &story),
        areas: areas
            .map(|w| Area {
                seat: w.team.into(),
                kind: AreaKind::Haunting,
                cells: haunted_cells(side, w),
            })
            .collect(),
        seats: (0..SEATS).map(|team| seat_now(board, team)).collect(),
        counts: story.counts(),
        events: story.events,
        orders: story.asked,
        ..Scene::default()
    }
}

fn seat_now(board: &Board, team: usize) -> SeatNow {
    let count =
        |kind| board.units.iter().filter(|u| u.team as usize == team && u.kind == kind).count();
    SeatNow {
        score: board.total_score[team].into(),
        status: board.status[team],
        pips: Vec::new(),
        facts: vec![
            Fact::new("Land", board.land[team]),
            Fact::new("Farmers", count(Kind::Farmer)),
            Fact::new("Knights", count(Kind::Knight)),
            Fact::new("Witches", count(Kind::Witch)),
        ],
    }
}

fn full_health(parameters: &Parameters, kind: Kind) -> i32 {
    match kind {
        Kind::Farmer => parameters.farmers_health,
        _ => parameters.knights_health,
    }
}

fn pieces(
    board: &Board,
    head: &Head,
    before: Option<(&Board, &Moves)>,
    story: &Story,
) -> Vec<Piece> {
    let piece = |(id, unit): (usize, &Unit)| {
        let old = before.and_then(|(old, _)| old.units.get(id));
        let taken = story.taken.contains(&id);
        let moved = old.filter(|o| !taken && (o.i, o.j) != (unit.i, unit.j));
        let mut tags = Vec::new();
        if taken {
            tags.extend([Tag::Taken, Tag::Reborn]);
        }
        if story.hit.contains(&id) {
            tags.push(Tag::Hit);
        }
        if unit.kind == Kind::Witch && is_active(board, unit) {
            tags.push(Tag::Active);
        }
        if board.status[unit.team as usize] < 0.0 {
            tags.push(Tag::Frozen);
        }
        let most = full_health(&head.parameters, unit.kind);
        Piece {
            id: id as i32,
            kind: unit.kind.word(),
            seat: unit.team.into(),
            i: unit.i,
            j: unit.j,
            from: moved.map(|o| [o.i, o.j]),
            health: (unit.kind != Kind::Witch).then_some([unit.health, most]),
            tags,
            ..Piece::default()
        }
    };
    board.units.iter().enumerate().map(piece).collect()
}

/// The events between two boards.
#[derive(Default)]
struct Story {
    events: Vec<Event>,
    asked: Vec<Asked>,
    hit: Vec<usize>,
    taken: Vec<usize>,
    steps: usize,
    hits: usize,
    sown: usize,
}

impl Story {
    fn tell(&mut self, old: &Board, moves: &Moves, now: &Board) {
        let side = now.cells.iter().position(|&c| c == b'\n').unwrap_or(1) as i32;
        let mut standing = vec![-1; now.cells.len()];
        let mut cells: Vec<(i32, i32)> = old.units.iter().map(|u| (u.i, u.j)).collect();
        for (id, &(i, j)) in cells.iter().enumerate() {
            if let Some(slot) = standing.get_mut(place(side, i, j)) {
                *slot = id as i32;
            }
        }
        for &(id, dir) in moves {
            let Some(unit) = usize::try_from(id).ok().and_then(|id| old.units.get(id)) else {
                continue;
            };
            let (i, j) = cells[id as usize];
            let (a, b) = (i + dir.offset().i, j + dir.offset().j);
            let inside = (0..side).contains(&a) && (0..side).contains(&b);
            let Some(target) = inside.then(|| place(side, a, b)) else { continue };
            let other = standing[target];
            let before = self.hits;
            if other >= 0 && unit.kind == Kind::Knight && is_rival(old, other, unit.team) {
                self.strike(old, now, id, other, [a, b]);
                if self.taken.last() == Some(&(other as usize)) {
                    standing[target] = -1;
                }
            } else {
                standing[place(side, i, j)] = -1;
                standing[target] = id;
                cells[id as usize] = (a, b);
                self.steps += 1;
            }
            let struck = old.units.get(other as usize).filter(|_| self.hits > before);
            self.asked.push(Asked {
                seat: unit.team.into(),
                id,
                cell: [i, j],
                text: words(dir).into(),
                done: true,
                why: struck.map(|u| say!("hits {} {}", u.kind.word(), other)).unwrap_or_default(),
            });
        }
        self.taken_by_spells(old, now);
        let changed = old.cells.iter().zip(&now.cells).filter(|(o, n)| o != n);
        self.sown = changed.count();
    }

    fn strike(&mut self, old: &Board, now: &Board, id: i32, other: i32, cell: [i32; 2]) {
        let victim = other as usize;
        let (Some(was), Some(is)) = (old.units.get(victim), now.units.get(victim)) else { return };
        let team: i32 = old.units[id as usize].team.into();
        self.hits += 1;
        self.hit.push(victim);
        let event = |kind, lane, text| Event { kind, lane, seat: team, id, other, cell, text };
        let hits = say!("hits {} {}", was.kind.word(), other);
        self.events.push(event(EventKind::Hit, None, hits));
        // The last knight that hit it before it changed hands took it.
        let taken = was.team != is.team && i32::from(is.team) == team;
        if taken && !self.taken.contains(&victim) && self.is_last_hit(now, victim) {
            self.taken.push(victim);
            let text = say!("takes {} {}", was.kind.word(), other);
            self.events.push(event(EventKind::Taken, Some(Lane::Taken), text));
        }
    }

    /// Captured units are reborn with full health elsewhere, so one that stands where it was
    /// hit with less health is not taken yet.
    fn is_last_hit(&self, now: &Board, victim: usize) -> bool {
        now.units[victim].kind != Kind::Witch
    }

    fn taken_by_spells(&mut self, old: &Board, now: &Board) {
        for (id, (was, is)) in old.units.iter().zip(&now.units).enumerate() {
            if was.team != is.team && !self.taken.contains(&id) {
                self.taken.push(id);
                self.events.push(Event {
                    kind: EventKind::Taken,
                    lane: Some(Lane::Taken),
                    seat: is.team.into(),
                    id: -1,
                    other: id as i32,
                    cell: [was.i, was.j],
                    text: say!("a witch takes {} {}", was.kind.word(), id),
                });
            }
        }
    }

    fn counts(&self) -> Vec<Fact> {
        vec![
            Fact::new("Steps", self.steps),
            Fact::new("Hits", self.hits),
            Fact::new("Units taken", self.taken.len()),
            Fact::new("Cells sown", self.sown),
        ]
    }
}

fn is_rival(board: &Board, id: i32, team: u8) -> bool {
    board.units.get(id as usize).is_some_and(|u| u.team != team && u.kind != Kind::Witch)
}

/// A move as people say it.
pub(super) fn words(dir: Dir) -> &'static str {
    let step = dir.offset();
    match (step.i.signum(), step.j.signum()) {
        (-1, -1) => "move up left",
        (-1, 0) => "move up",
        (-1, 1) => "move up right",
        (0, -1) => "move left",
        (0, 1) => "move right",
        (1, -1) => "move down left",
        (1, 0) => "move down",
        (1, 1) => "move down right",
        _ => "stay",
    }
}

/// Everything known about a cell.
pub(super) fn inspect(board: &Board, head: &Head, i: i32, j: i32) -> Vec<Fact> {
    let side = head.parameters.rows;
    if !(0..side).contains(&i) || !(0..side).contains(&j) {
        return Vec::new();
    }
    let at = place(side, i, j);
    let mut facts = vec![Fact::new("Cell", say!("row {}, column {}", i, j))];
    let ground: Say = match board.cells.get(at) {
        _ if is_wall(board, at) => "wall".into(),
        Some(c @ b'0'..=b'3') => say!("land of {}", name(head, (c - b'0') as usize)),
        _ => "land of nobody".into(),
    };
    facts.push(Fact::new("Ground", ground));
    let haunts = |w: &&Unit| {
        w.kind == Kind::Witch && (w.i - i).abs() + (w.j - j).abs() <= 2 && is_active(board, w)
    };
    for witch in board.units.iter().filter(haunts) {
        facts.push(Fact::new("Haunted by", name(head, witch.team as usize)));
    }
    for (id, unit) in board.units.iter().enumerate().filter(|(_, u)| (u.i, u.j) == (i, j)) {
        let team = name(head, unit.team as usize);
        facts.push(Fact::new("Unit", say!("{} {} of {}", unit.kind.word(), id, team)));
        if unit.kind != Kind::Witch {
            let most = full_health(&head.parameters, unit.kind);
            facts.push(Fact::new("Health", say!("{} of {}", unit.health, most)));
        }
    }
    facts
}

fn name(head: &Head, team: usize) -> String {
    head.names.split_ascii_whitespace().nth(team).unwrap_or("?").into()
}
