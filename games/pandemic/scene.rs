//! The scenes of Pandemic for the viewer.

use super::layout::{CITY, GRASS, NOWHERE, PATH, WALL};
use super::res::{Fight, Head, Moves, SOMEBODY};
use super::rules::healing;
use super::scoring::{Components, components};
use super::state::{Board, NOBODY, Unit};
use crate::locales;
use engine::scene::{
    Area, AreaKind, Asked, Event, EventKind, Fact, Ground, GroundKind, Lane, Piece, Scene, SeatNow,
    Stage, Tag,
};
use engine::{Order, Pos, SEATS, Say, say};

/// Names of the charts.
pub(super) const SERIES: &[&str] = &["Score", "Cities", "Paths", "Units", "Infected"];

/// The values of the charts, by player.
pub(super) fn values(board: &Board) -> Vec<Vec<f64>> {
    let owned = |owners: &[i8]| {
        (0..SEATS as i8).map(|s| owners.iter().filter(|&&o| o == s).count() as f64).collect()
    };
    let units = |f: fn(&Unit) -> bool| {
        let of = |s| board.units.iter().filter(|u| usize::from(u.player) == s && f(u)).count();
        (0..SEATS).map(|s| of(s) as f64).collect()
    };
    vec![
        board.scores.iter().map(|&s| f64::from(s)).collect(),
        owned(&board.city_owners),
        owned(&board.path_owners),
        units(|_| true),
        units(|u| u.damage > 0),
    ]
}

/// The constant part of a match.
pub(super) fn stage(board: &Board, head: &Head) -> Stage {
    let p = &head.parameters;
    let ground = |letter: u8, name, draw| Ground { letter: letter.into(), name, draw };
    Stage {
        title: super::FACTS.title.into(),
        look: "pandemic".into(),
        rows: p.side(),
        cols: p.side(),
        judged: board.status.iter().any(|&s| s != 0.0),
        names: head.names.clone(),
        seed: head.seed.to_string(),
        settings: vec![
            Fact::new("nb_rounds", p.nb_rounds),
            Fact::new("initial_health", p.initial_health),
            Fact::new("nb_units", p.nb_units),
            Fact::new("bonus_per_city_cell", p.bonus_per_city_cell),
            Fact::new("bonus_per_path_cell", p.bonus_per_path_cell),
            Fact::new("factor_connected_component", p.factor_connected_component),
            Fact::new("infection_factor", p.infection_factor),
            Fact::new("mask_protection", p.mask_protection),
        ],
        legend: vec![
            ground(WALL, "wall", GroundKind::Wall),
            ground(GRASS, "grass", GroundKind::Plain),
            ground(CITY, "city", GroundKind::City),
            ground(PATH, "path", GroundKind::Path),
        ],
        words: locales::pandemic::WORDS,
        ..Stage::default()
    }
}

/// The owner of a city or path, by its number in [`Layout::place`](super::layout::Layout::place).
fn owner_of(board: &Board, place: u32) -> i8 {
    let place = place as usize;
    let cities = board.city_owners.len();
    let owner = board
        .city_owners
        .get(place)
        .or_else(|| place.checked_sub(cities).and_then(|path| board.path_owners.get(path)));
    owner.copied().unwrap_or(NOBODY)
}

/// Virus in the four steps that viewers know: towns hold up to 10.
fn grains(ground: u8, virus: u8) -> u8 {
    if ground == GRASS { virus.min(4) } else { (virus * 4).div_ceil(10).min(4) }
}

/// The picture of a board, and what led to it.
pub(super) fn scene(board: &Board, head: &Head, before: Option<(&Board, &Moves)>) -> Scene {
    let layout = &board.layout;
    let owner = |&place: &u32| match owner_of(board, place) {
        NOBODY => '.',
        seat => char::from(b'0' + seat as u8),
    };
    let joined = components(board);
    let story = before.map(|(old, moves)| Story { now: board, old, moves });
    let mut pieces: Vec<Piece> = board.masks.iter().map(mask_piece).collect();
    pieces.extend((0..board.units.len()).map(|id| unit_piece(board, head, id, story.as_ref())));
    Scene {
        round: board.round,
        ground: layout.base.iter().map(|&b| char::from(b)).collect(),
        owner: layout.place.iter().map(owner).collect(),
        amount: layout.base.iter().zip(&board.virus).map(|(&g, &v)| grains(g, v)).collect(),
        pieces,
        areas: areas(board, &joined),
        events: story.as_ref().map(Story::events).unwrap_or_default(),
        orders: story.as_ref().map(Story::orders).unwrap_or_default(),
        seats: (0..SEATS).map(|seat| seat_now(board, &joined, seat)).collect(),
        counts: counts(board, story.as_ref()),
        ..Scene::default()
    }
}

fn mask_piece(mask: &Pos) -> Piece {
    Piece { id: -1, kind: "mask", seat: -1, i: mask.i, j: mask.j, ..Piece::default() }
}

fn unit_piece(board: &Board, head: &Head, id: usize, story: Option<&Story<'_>>) -> Piece {
    let unit = &board.units[id];
    let seat = usize::from(unit.player);
    let (died, hit) = story.map_or((false, false), |s| (s.died(id), s.hit(id)));
    let taken =
        died && story.and_then(|s| s.old.units.get(id)).is_some_and(|o| o.player != unit.player);
    let tags = [
        (hit && !died, Tag::Hit),
        (died, Tag::Reborn),
        (taken, Tag::Taken),
        (unit.damage > 0, Tag::Infected),
        (unit.immune, Tag::Immune),
        (unit.mask, Tag::Masked),
        (board.status[seat] < 0.0, Tag::Frozen),
    ];
    let moved = story.and_then(|s| s.old.units.get(id)).filter(|o| !died && o.pos != unit.pos);
    Piece {
        id: id as i32,
        kind: "citizen",
        seat: seat as i32,
        i: unit.pos.i,
        j: unit.pos.j,
        from: moved.map(|o| [o.pos.i, o.pos.j]),
        health: Some([unit.health, head.parameters.initial_health]),
        tags: tags.iter().filter(|(on, _)| *on).map(|&(_, tag)| tag).collect(),
        ..Piece::default()
    }
}

/// The graph of conquests: an outline around the cities and paths of each component with more
/// than one city.
fn areas(board: &Board, joined: &Components) -> Vec<Area> {
    let mut areas = Vec::new();
    for root in (0..joined.size.len()).filter(|&c| joined.size[c] > 1) {
        let owner = board.city_owners[root];
        if owner == NOBODY {
            continue;
        }
        let in_it = |city: i32| joined.root.get(city as usize) == Some(&(root as u32));
        let mut cells = Vec::new();
        for (city, list) in (0..).zip(&board.layout.cities) {
            if in_it(city) {
                cells.extend(list.iter().map(|p| [p.i, p.j]));
            }
        }
        for (road, &holder) in board.layout.paths.iter().zip(&board.path_owners) {
            if holder == owner && in_it(road.a) && in_it(road.b) {
                cells.extend(road.cells.iter().map(|p| [p.i, p.j]));
            }
        }
        areas.push(Area { seat: owner.into(), kind: AreaKind::Reach, cells });
    }
    areas
}

fn seat_now(board: &Board, joined: &Components, seat: usize) -> SeatNow {
    let owned = |owners: &[i8]| owners.iter().filter(|&&o| o == seat as i8).count();
    let largest = joined.size.iter().zip(&board.city_owners).filter(|&(_, &o)| o == seat as i8);
    SeatNow {
        score: board.scores[seat].into(),
        status: board.status[seat],
        facts: vec![
            Fact::new("Cities", owned(&board.city_owners)),
            Fact::new("Paths", owned(&board.path_owners)),
            Fact::new("Joined", largest.map(|(&size, _)| size).max().unwrap_or(0)),
            Fact::new(
                "Units",
                board.units.iter().filter(|u| usize::from(u.player) == seat).count(),
            ),
        ],
        pips: Vec::new(),
    }
}

fn counts(board: &Board, story: Option<&Story<'_>>) -> Vec<Fact> {
    let count = |f: fn(&Unit) -> bool| board.units.iter().filter(|u| f(u)).count();
    vec![
        Fact::new("Moves", story.map_or(0, |s| s.moves.done.len())),
        Fact::new("Cells with virus", board.virus.iter().filter(|&&v| v > 0).count()),
        Fact::new("Units infected", count(|u| u.damage > 0)),
        Fact::new("Masks on the ground", board.masks.len()),
    ]
}

/// Orders in words, by the code of the direction.
const MOVES: [&str; 5] = ["move down", "move right", "move up", "move left", "stay"];

/// The result of an order that neither moved nor hit.
pub(super) fn answer(now: &Board, old: &Board, seat: usize, order: &Order) -> Asked {
    let code = usize::try_from(order.a).ok();
    let text = code.and_then(|code| MOVES.get(code)).copied();
    let text = text.map_or_else(|| say!("direction {}", order.a), Say::from);
    let asked = Asked { seat: seat as i32, id: order.unit, text, ..Asked::default() };
    let unit = usize::try_from(order.unit).ok().and_then(|id| Some((old.units.get(id)?, id)));
    let Some((unit, id)) = unit else {
        let cell = [-1, -1];
        return Asked { id: -1, cell, why: say!("there is no unit {}", order.unit), ..asked };
    };
    let asked = Asked { cell: [unit.pos.i, unit.pos.j], ..asked };
    if order.a == super::rules::STAY && usize::from(unit.player) == seat {
        return Asked { done: true, ..asked };
    }
    let why = match super::rules::direction(order.a) {
        _ if usize::from(unit.player) != seat => "the unit is another player's",
        None => "no such direction",
        Some(dir) => {
            let to = unit.pos + dir;
            let inside = |v: i32| (0..old.layout.side as i32).contains(&v);
            if !inside(to.i) || !inside(to.j) || old.layout.base[old.layout.index(to)] == WALL {
                "there is a wall"
            } else if now.units.get(id).is_some_and(|is| is.player != unit.player) {
                "it was killed"
            } else {
                "somebody stood there"
            }
        }
    };
    Asked { why: why.into(), ..asked }
}

/// Two boards and what happened between them.
struct Story<'a> {
    old: &'a Board,
    moves: &'a Moves,
    now: &'a Board,
}

impl Story<'_> {
    fn died(&self, id: usize) -> bool {
        self.moves.fights.iter().any(|f| f.dead && f.at as usize == id)
            || self.moves.perished.iter().any(|&(dead, _)| dead as usize == id)
    }

    fn hit(&self, id: usize) -> bool {
        self.moves.fights.iter().any(|f| f.at as usize == id)
    }

    fn old_cell(&self, id: usize) -> [i32; 2] {
        self.old.units.get(id).map_or([0, 0], |u| [u.pos.i, u.pos.j])
    }

    fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        self.moves.fights.iter().for_each(|fight| self.tell_fight(fight, &mut events));
        for &(id, owner) in &self.moves.perished {
            events.push(Event {
                kind: EventKind::Dead,
                lane: Some(Lane::Kill),
                seat: owner.into(),
                id: id as i32,
                other: id as i32,
                cell: self.old_cell(id as usize),
                text: "dies of the virus".into(),
            });
        }
        self.tell_health(&mut events);
        self.tell_owners(&mut events);
        events
    }

    fn tell_fight(&self, fight: &Fight, events: &mut Vec<Event>) {
        let by = self.old.units.get(fight.by as usize);
        let event = |kind, lane, text| Event {
            kind,
            lane,
            seat: by.map_or(-1, |u| u.player.into()),
            id: if fight.by == SOMEBODY { -1 } else { fight.by as i32 },
            other: fight.at as i32,
            cell: self.old_cell(fight.at as usize),
            text,
        };
        let hits = match by {
            Some(_) => say!("hits unit {}", fight.at),
            None => say!("somebody hits unit {}", fight.at),
        };
        events.push(event(EventKind::Hit, None, hits));
        if fight.dead {
            let kills = say!("kills unit {}", fight.at);
            events.push(event(EventKind::Dead, Some(Lane::Kill), kills));
        }
    }

    fn tell_health(&self, events: &mut Vec<Event>) {
        for (id, (old, now)) in self.old.units.iter().zip(&self.now.units).enumerate() {
            let told: Option<(_, _, Say)> = if self.died(id) {
                None
            } else if old.damage == 0 && now.damage > 0 {
                let text = say!("is infected, loses {} a round", now.damage);
                Some((EventKind::Infected, None, text))
            } else if !old.immune && now.immune {
                Some((EventKind::Infected, None, "heals and is immune".into()))
            } else if !old.mask && now.mask {
                Some((EventKind::Bonus, Some(Lane::Bonus), "takes a mask".into()))
            } else {
                None
            };
            if let Some((kind, lane, text)) = told {
                let (seat, cell) = (now.player.into(), [now.pos.i, now.pos.j]);
                events.push(Event { kind, lane, seat, id: id as i32, other: -1, cell, text });
            }
        }
    }

    fn tell_owners(&self, events: &mut Vec<Event>) {
        let layout = &self.now.layout;
        let cities = self.old.city_owners.iter().zip(&self.now.city_owners).zip(&layout.cities);
        let cities = cities.enumerate().map(|(k, ((o, n), cells))| (true, k, o, n, cells));
        let paths = self.old.path_owners.iter().zip(&self.now.path_owners).zip(&layout.paths);
        let paths = paths.enumerate().map(|(k, ((o, n), road))| (false, k, o, n, &road.cells));
        for (city, k, old, now, cells) in cities.chain(paths) {
            if old != now {
                let p = cells.get(cells.len() / 2).copied().unwrap_or_default();
                events.push(Event {
                    kind: EventKind::Conquest,
                    lane: Some(Lane::Conquest),
                    seat: i32::from(*now),
                    id: -1,
                    other: -1,
                    cell: [p.i, p.j],
                    text: if city { say!("takes city {}", k) } else { say!("takes path {}", k) },
                });
            }
        }
    }

    /// Carried out moves, and the attacks that did not kill.
    fn orders(&self) -> Vec<Asked> {
        let seat = |id: u32| self.old.units.get(id as usize).map_or(-1, |u| u.player.into());
        let moved = self.moves.done.iter().map(|&(id, code)| Asked {
            seat: seat(id),
            id: id as i32,
            cell: self.old_cell(id as usize),
            text: MOVES[usize::from(code & 3)].into(),
            done: true,
            why: Say::default(),
        });
        let struck = self.moves.fights.iter().filter(|f| !f.dead && f.by != SOMEBODY);
        let struck = struck.map(|fight| Asked {
            seat: seat(fight.by),
            id: fight.by as i32,
            cell: self.old_cell(fight.by as usize),
            text: say!("attack unit {}", fight.at),
            done: true,
            why: "it survived".into(),
        });
        moved.chain(struck).collect()
    }
}

/// Everything known about a cell and who stands on it.
pub(super) fn inspect(board: &Board, head: &Head, p: Pos) -> Vec<Fact> {
    let side = board.layout.side as i32;
    if !(0..side).contains(&p.i) || !(0..side).contains(&p.j) {
        return Vec::new();
    }
    let mut facts = Vec::new();
    for (id, unit) in board.units.iter().enumerate().filter(|(_, u)| u.pos == p) {
        tell_unit(board, head, id, unit, &mut facts);
    }
    let index = board.layout.index(p);
    facts.push(Fact::new("Cell", say!("row {}, column {}", p.i, p.j)));
    tell_ground(board, head, index, &mut facts);
    if board.layout.base[index] != WALL {
        let cap = if board.layout.base[index] == GRASS { 4 } else { 10 };
        facts.push(Fact::new("Virus", say!("{} of {}", board.virus[index], cap)));
    }
    if board.masks.contains(&p) {
        facts.push(Fact::new("Mask", "lies here"));
    }
    facts
}

fn name(head: &Head, seat: usize) -> Say {
    Say::plain(head.names.get(seat).map_or("?", String::as_str))
}

fn tell_unit(board: &Board, head: &Head, id: usize, unit: &Unit, facts: &mut Vec<Fact>) {
    let seat = usize::from(unit.player);
    facts.push(Fact::new("", say!("Unit {}", id)));
    facts.push(Fact::new("Player", say!("{}, seat {}", name(head, seat), seat)));
    facts.push(Fact::new("Health", say!("{} of {}", unit.health, head.parameters.initial_health)));
    if unit.damage > 0 {
        facts.push(Fact::new("Infected", say!("loses {} a round", unit.damage)));
        let chance = f64::from(healing(unit.turns.saturating_add(1)).min(10_000)) / 100.0;
        facts.push(Fact::new("Heals", say!("chance {} % next round", format!("{chance:.1}"))));
    } else {
        let state = match (unit.immune, board.known || board.round > 0) {
            (true, _) => "no, immune",
            (false, true) => "no",
            (false, false) => "not told by the file",
        };
        facts.push(Fact::new("Infected", state));
    }
    facts.push(Fact::new("Mask", if unit.mask { "worn" } else { "none" }));
}

fn tell_ground(board: &Board, head: &Head, index: usize, facts: &mut Vec<Fact>) {
    let place = board.layout.place[index];
    let cities = board.layout.cities.len();
    let ground: Say = match board.layout.base[index] {
        WALL => "wall".into(),
        GRASS => "grass".into(),
        _ if place == NOWHERE => "town".into(),
        CITY => say!("city {}", place),
        _ => match board.layout.paths.get((place as usize).saturating_sub(cities)) {
            Some(road) => {
                let k = place as usize - cities;
                say!("path {}, between cities {} and {}", k, road.a, road.b)
            }
            None => "path".into(),
        },
    };
    facts.push(Fact::new("Ground", ground));
    if place == NOWHERE {
        return;
    }
    let owner = usize::try_from(owner_of(board, place)).ok();
    facts.push(Fact::new("Owner", owner.map_or("nobody".into(), |seat| name(head, seat))));
    let mut here = [0; SEATS];
    for unit in &board.units {
        if board.layout.place[board.layout.index(unit.pos)] == place {
            here[usize::from(unit.player)] += 1;
        }
    }
    for seat in (0..SEATS).filter(|&seat| here[seat] > 0) {
        facts.push(Fact::new("Units here", say!("{} of {}", here[seat], name(head, seat))));
    }
    let joined = components(board);
    if let (Some(&root), Some(_)) = (joined.root.get(place as usize), owner) {
        let size = joined.size[root as usize];
        facts.push(Fact::new("Joined with it", say!("{} cities", size.saturating_sub(1))));
    }
}
