//! The scenes of Battle Royale for the viewer, from result files.

use super::settings::{EMPTY, WALL};
use super::state::{Dir, Field, Head, Kind, Moves, NOBODY, owner_of};
use crate::locales;
use engine::scene::{
    Asked, Event, EventKind, Fact, Ground, GroundKind, Lane, Piece, Scene, SeatNow, Stage, Tag,
};
use engine::{Grid, Pos, Say, say};

/// The constant part of a match.
pub(super) fn stage(field: &Field, head: &Head) -> Stage {
    let parameters = &head.parameters;
    let ground = |letter, name, draw| Ground { letter, name, draw };
    Stage {
        title: super::FACTS.title.into(),
        look: "royale".into(),
        rows: parameters.rows as usize,
        cols: parameters.cols as usize,
        wraps: wraps(&field.tiles),
        judged: head.judged,
        names: head.names.clone(),
        seed: head.seed.clone(),
        settings: parameters.facts(),
        legend: vec![ground('.', "tile", GroundKind::Plain), ground('X', "wall", GroundKind::Wall)],
        words: locales::battle_royale::WORDS,
        ..Stage::default()
    }
}

/// Whether anybody can cross an edge of the board.
fn wraps(tiles: &Grid<u8>) -> bool {
    let (rows, cols) = (tiles.rows() as i32, tiles.cols() as i32);
    let open = |i, j| tiles[Pos::new(i, j)] != WALL;
    (0..rows).any(|i| open(i, 0) && open(i, cols - 1))
        || (0..cols).any(|j| open(0, j) && open(rows - 1, j))
}

/// Score, units and health of all units, by seat.
pub(super) fn values(field: &Field) -> Vec<Vec<f64>> {
    let mut units = vec![0.0; field.scores.len()];
    let mut health = units.clone();
    for unit in &field.units {
        units[usize::from(unit.player)] += 1.0;
        health[usize::from(unit.player)] += f64::from(unit.health);
    }
    vec![field.scores.iter().map(|&score| score.into()).collect(), units, health]
}

/// The picture of a board and what led to it.
pub(super) fn scene(field: &Field, head: &Head, before: Option<(&Field, &Moves)>) -> Scene {
    let cells = field.tiles.cells();
    let story = before.map(|(old, moves)| Story::tell(old, moves, field)).unwrap_or_default();
    Scene {
        round: field.round,
        ground: cells.iter().map(|&c| if c == WALL { 'X' } else { '.' }).collect(),
        owner: cells.iter().map(|&c| char::from(if c == WALL { EMPTY } else { c })).collect(),
        pieces: pieces(field, head, before, &story),
        seats: (0..field.scores.len()).map(|seat| seat_now(field, head, seat)).collect(),
        counts: story.counts(),
        orders: story.asked,
        events: story.events,
        ..Scene::default()
    }
}

fn seat_now(field: &Field, head: &Head, seat: usize) -> SeatNow {
    let of =
        |kind| field.units.iter().filter(move |u| usize::from(u.player) == seat && u.kind == kind);
    let full = |kind| head.parameters.full_health(kind);
    let hurt = |kind| of(kind).filter(|unit| unit.health < full(kind)).count();
    SeatNow {
        score: field.scores[seat].into(),
        status: field.status[seat],
        facts: vec![
            Fact::new("Farmers", of(Kind::Farmer).count()),
            Fact::new("Knights", of(Kind::Knight).count()),
            Fact::new("Hurt", hurt(Kind::Farmer) + hurt(Kind::Knight)),
        ],
        pips: Vec::new(),
    }
}

fn pieces(
    field: &Field,
    head: &Head,
    before: Option<(&Field, &Moves)>,
    story: &Story,
) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(field.units.len());
    for (id, unit) in field.units.iter().enumerate() {
        let old = before.and_then(|(old, _)| old.units.get(id));
        let fate = story.fates.get(id).copied().unwrap_or_default();
        let taken = old.is_some_and(|old| old.player != unit.player) || fate.taken;
        let moved = old.filter(|old| !taken && old.pos != unit.pos);
        let mut tags = Vec::new();
        if taken {
            tags.extend([Tag::Taken, Tag::Reborn]);
        }
        if fate.hit {
            tags.push(Tag::Hit);
        }
        if field.status.get(usize::from(unit.player)).is_some_and(|&status| status < 0.0) {
            tags.push(Tag::Frozen);
        }
        pieces.push(Piece {
            id: id as i32,
            kind: unit.kind.name(),
            seat: unit.player.into(),
            i: unit.pos.i,
            j: unit.pos.j,
            from: moved.map(|old| [old.pos.i, old.pos.j]),
            health: Some([unit.health, head.parameters.full_health(unit.kind)]),
            tags,
            ..Piece::default()
        });
    }
    pieces
}

/// The fate of a unit in a round.
#[derive(Clone, Copy, Default)]
struct Fate {
    hit: bool,
    taken: bool,
    /// It has had a successful turn.
    acted: bool,
}

/// The events between two boards.
#[derive(Default)]
struct Story {
    events: Vec<Event>,
    asked: Vec<Asked>,
    fates: Vec<Fate>,
    steps: usize,
    hits: usize,
    sown: usize,
}

/// The round as far as it has been told.
struct Telling<'a> {
    old: &'a Field,
    now: &'a Field,
    /// By unit.
    places: Vec<Pos>,
    /// By cell: who was seen there last.
    standing: Grid<i32>,
    /// By unit: the event that tells its conversion.
    conversions: Vec<Option<usize>>,
}

impl Story {
    fn tell(old: &Field, moves: &Moves, now: &Field) -> Self {
        let mut story = Self { fates: vec![Fate::default(); now.units.len()], ..Self::default() };
        let mut standing = Grid::new(now.tiles.rows(), now.tiles.cols(), NOBODY);
        for (id, unit) in old.units.iter().enumerate() {
            standing[unit.pos] = id as i32;
        }
        let places = old.units.iter().map(|unit| unit.pos).collect();
        let conversions = vec![None; now.units.len()];
        let mut telling = Telling { old, now, places, standing, conversions };
        for &(id, dir) in &moves.done {
            if let Some(id) = usize::try_from(id).ok().filter(|&id| id < now.units.len()) {
                story.tell_one(&mut telling, id, dir);
            }
        }
        story.answer(old, moves, now);
        let changed = old.tiles.cells().iter().zip(now.tiles.cells()).filter(|(a, b)| a != b);
        story.sown = changed.count();
        story
    }

    /// One successful order: a step to a free tile, or a hit.
    fn tell_one(&mut self, telling: &mut Telling<'_>, id: usize, dir: Dir) {
        self.fates[id].acted = true;
        let (rows, cols) = (telling.now.tiles.rows() as i32, telling.now.tiles.cols() as i32);
        let (from, unit) = (telling.places[id], telling.now.units[id]);
        let to = dir.step(from, rows, cols);
        let other = telling.standing[to];
        let rival = usize::try_from(other).ok().filter(|&other| other != id);
        // A unit that was taken later in the round does not stand where its step led it.
        let stayed = unit.pos == from || unit.player != telling.old.units[id].player;
        match rival {
            Some(victim) if stayed && unit.kind == Kind::Knight => {
                self.tell_hit(telling, id, victim, to);
            }
            _ => {
                if telling.standing[from] == id as i32 {
                    telling.standing[from] = NOBODY;
                }
                telling.standing[to] = id as i32;
                telling.places[id] = to;
                self.steps += 1;
            }
        }
    }

    fn tell_hit(&mut self, telling: &mut Telling<'_>, id: usize, victim: usize, cell: Pos) {
        let (was, is) = (telling.old.units[victim], telling.now.units[victim]);
        let seat = i32::from(telling.old.units[id].player);
        self.hits += 1;
        self.fates[victim].hit = true;
        let event = |kind, lane, text| Event {
            kind,
            lane,
            seat,
            id: id as i32,
            other: victim as i32,
            cell: [cell.i, cell.j],
            text,
        };
        let hits = say!("hits {} {}", was.kind.name(), victim);
        if was.player == is.player || i32::from(is.player) != seat {
            self.events.push(event(EventKind::Hit, None, hits));
            return;
        }
        // The file does not say which hit took the unit: it was the last one of its new owner.
        if let Some(earlier) = telling.conversions[victim] {
            let told = &mut self.events[earlier];
            (told.kind, told.lane, told.text) = (EventKind::Hit, None, hits);
        }
        telling.conversions[victim] = Some(self.events.len());
        self.fates[victim].taken = true;
        let takes = say!("takes {} {}", was.kind.name(), victim);
        self.events.push(event(EventKind::Taken, Some(Lane::Taken), takes));
    }

    /// The orders of the players, and their results.
    fn answer(&mut self, old: &Field, moves: &Moves, now: &Field) {
        let (rows, cols) = (now.tiles.rows() as i32, now.tiles.cols() as i32);
        let mut done = vec![None; now.units.len()];
        for &(id, dir) in &moves.done {
            if let Some(slot) = usize::try_from(id).ok().and_then(|id| done.get_mut(id)) {
                *slot = Some(dir);
            }
        }
        for (seat, orders) in moves.orders.iter().enumerate() {
            for &(id, dir) in orders {
                let unit = usize::try_from(id).ok().and_then(|id| old.units.get(id));
                let mut asked =
                    Asked { seat: seat as i32, id, text: words(dir).into(), ..Asked::default() };
                let Some(unit) = unit else {
                    asked.id = -1;
                    asked.why = say!("there is no unit {}", id);
                    self.asked.push(asked);
                    continue;
                };
                let own = usize::from(unit.player) == seat;
                let target = dir.step(unit.pos, rows, cols);
                asked.cell = [unit.pos.i, unit.pos.j];
                asked.done = own && dir != Dir::None && done[id as usize] == Some(dir);
                asked.why = match () {
                    () if asked.done => Say::default(),
                    () if !own => "the unit is another player's".into(),
                    () if dir == Dir::None => "it rests".into(),
                    () if now.tiles[target] == WALL => "there is a wall".into(),
                    () if unit.player != now.units[id as usize].player => {
                        "it was taken before its turn".into()
                    }
                    () => "somebody stood there".into(),
                };
                self.asked.push(asked);
            }
        }
    }

    fn counts(&self) -> Vec<Fact> {
        let taken = self.events.iter().filter(|event| event.kind == EventKind::Taken).count();
        vec![
            Fact::new("Steps", self.steps),
            Fact::new("Hits", self.hits),
            Fact::new("Units taken", taken),
            Fact::new("Tiles sown", self.sown),
        ]
    }
}

fn words(dir: Dir) -> &'static str {
    match dir {
        Dir::None => "stay",
        Dir::Top => "move up",
        Dir::Bottom => "move down",
        Dir::Left => "move left",
        Dir::Right => "move right",
    }
}

/// Everything known about a cell.
pub(super) fn inspect(field: &Field, head: &Head, i: i32, j: i32) -> Vec<Fact> {
    let cell = Pos::new(i, j);
    let Some(&tile) = field.tiles.get(cell) else { return Vec::new() };
    let name = |seat: usize| match head.names.get(seat) {
        Some(name) => Say::from(name),
        None => say!("player {}", seat),
    };
    let ground = match owner_of(tile) {
        Some(seat) => say!("tile of {}", name(seat)),
        None if tile == WALL => "wall".into(),
        None => "tile of nobody".into(),
    };
    let mut facts = Vec::new();
    for (id, unit) in field.units.iter().enumerate().filter(|(_, unit)| unit.pos == cell) {
        let title = match unit.kind {
            Kind::Knight => say!("Knight {}", id),
            Kind::Farmer => say!("Farmer {}", id),
        };
        let full = head.parameters.full_health(unit.kind);
        facts.push(Fact::new("", title));
        facts.push(Fact::new("Player", name(usize::from(unit.player))));
        facts.push(Fact::new("Health", say!("{} of {}", unit.health, full)));
    }
    facts.push(Fact::new("Ground", ground));
    facts.push(Fact::new("Cell", say!("row {}, column {}", i, j)));
    facts
}
