//! The events between two boards, computed from the moves: result files have the moves, but not
//! their effects.

use super::word;
use crate::mad_max::cities::Cities;
use crate::mad_max::land::{OUTSIDE, STATION, WALL, WATER, is_city};
use crate::mad_max::state::{Board, Head, Kind, Move, Moves, NOBODY, Refused, Why};
use engine::scene::{Asked, Event, EventKind, Fact, Lane};
use engine::{Dir, Pos, Say, say};

/// Events and orders of a round, and who took part.
#[derive(Default)]
pub(super) struct Story {
    pub events: Vec<Event>,
    pub orders: Vec<Asked>,
    /// By unit: whether it died and came back.
    pub fallen: Vec<bool>,
    /// By unit: whether it was bitten.
    pub hit: Vec<bool>,
    steps: usize,
    bites: usize,
    killed: usize,
    starved: usize,
    conquered: usize,
}

/// The two boards, and the old one as it changes while the moves are told.
struct Telling<'a> {
    now: &'a Board,
    head: &'a Head,
    board: Board,
    ids: Vec<i32>,
    later: &'a [Move],
    story: Story,
}

impl Story {
    pub(super) fn tell(old: &Board, moves: &Moves, now: &Board, head: &Head) -> Self {
        let mut ids = vec![NOBODY; old.land.text().len()];
        for (id, unit) in old.units.iter().enumerate() {
            ids[old.land.place(unit.pos)] = id as i32;
        }
        let count = old.units.len();
        let story = Self { fallen: vec![false; count], hit: vec![false; count], ..Self::default() };
        let mut telling = Telling { now, head, board: old.clone(), ids, later: &[], story };
        for (k, &done) in moves.done.iter().enumerate() {
            telling.later = &moves.done[k + 1..];
            telling.tell_move(done);
        }
        moves.refused.iter().for_each(|refused| telling.tell_refused(refused));
        telling.tell_hunger();
        telling.tell_rebirths();
        telling.tell_conquests(old);
        telling.story
    }

    pub(super) fn counts(&self) -> Vec<Fact> {
        vec![
            Fact::new("Steps", self.steps),
            Fact::new("Bites", self.bites),
            Fact::new("Killed", self.killed),
            Fact::new("Hunger or thirst", self.starved),
            Fact::new("Cities taken", self.conquered),
        ]
    }
}

impl Telling<'_> {
    fn tell_move(&mut self, done: Move) {
        let (id, dir) = (done.id as usize, done.dir);
        let Some(unit) = self.board.units.get(id).copied() else { return };
        let target = unit.pos + dir;
        if !self.board.land.contains(target) {
            return;
        }
        let found = usize::try_from(self.ids[self.board.land.place(target)]).ok();
        let outcome = match found {
            None => {
                self.step(id, target);
                Say::default()
            }
            Some(other) => self.meet(id, other, target),
        };
        let (seat, cell) = (unit.player.into(), [unit.pos.i, unit.pos.j]);
        let text = direction(dir as i32);
        self.story.orders.push(Asked { seat, id: done.id, cell, text, done: true, why: outcome });
    }

    fn step(&mut self, id: usize, target: Pos) {
        let (from, to) = (self.board.land.place(self.board.units[id].pos), target);
        self.ids[from] = NOBODY;
        self.ids[self.board.land.place(to)] = id as i32;
        self.board.units[id].pos = to;
        self.story.steps += 1;
    }

    /// Two units meet; answers what came of it.
    fn meet(&mut self, id: usize, other: usize, target: Pos) -> Say {
        let (unit, victim) = (self.board.units[id], self.board.units[other]);
        match (unit.kind, victim.kind) {
            (Kind::Car, Kind::Car) => {
                self.kill(Some(id), other, say!("crashes into car {}", other));
                self.kill(Some(other), id, say!("is rammed by car {}, which dies too", id));
                say!("crashes into car {}", other)
            }
            (Kind::Car, Kind::Warrior) => {
                self.kill(Some(id), other, say!("runs over warrior {}", other));
                self.step(id, target);
                say!("runs over warrior {}", other)
            }
            (Kind::Warrior, Kind::Car) => {
                self.kill(Some(other), id, say!("is attacked in vain by warrior {}", id));
                say!("dies under car {}", other)
            }
            (Kind::Warrior, Kind::Warrior) => {
                let inside = |p: Pos| is_city(self.board.land.at(p));
                if inside(unit.pos) && inside(victim.pos) {
                    return self.duel(id, other);
                }
                self.bite(id, other)
            }
        }
    }

    /// A thunderdome: the board after it tells who lost.
    fn duel(&mut self, id: usize, other: usize) -> Say {
        let lost = |k: usize| self.owner_now(k) != Some(self.board.units[k].player);
        let other_lost = match (lost(id), lost(other)) {
            (false, true) => true,
            (true, false) => false,
            // Both changed hands: who moves on afterwards survived this fight.
            _ => self.later.iter().any(|m| m.id as usize == id) || self.took(id, other),
        };
        let (winner, loser) = if other_lost { (id, other) } else { (other, id) };
        self.kill(Some(winner), loser, say!("wins the thunderdome against warrior {}", loser));
        match other_lost {
            true => say!("wins the thunderdome against warrior {}", other),
            false => say!("loses the thunderdome against warrior {}", other),
        }
    }

    /// Whether `victim` now belongs to the team of `id`.
    fn took(&self, id: usize, victim: usize) -> bool {
        self.owner_now(victim) == Some(self.board.units[id].player)
    }

    fn owner_now(&self, id: usize) -> Option<u8> {
        self.now.units.get(id).map(|unit| unit.player)
    }

    fn bite(&mut self, id: usize, other: usize) -> Say {
        let most = self.head.parameters.damage;
        let health = self.head.parameters.warriors_health;
        let (mut one, mut two) = (self.board.units[id], self.board.units[other]);
        let (food, water) = (two.food.min(most), two.water.min(most));
        (two.food, two.water) = (two.food - food, two.water - water);
        one.food = one.food.saturating_add(food / 2).min(health);
        one.water = one.water.saturating_add(water / 2).min(health);
        (self.board.units[id], self.board.units[other]) = (one, two);
        self.story.hit[other] = true;
        self.story.bites += 1;
        self.bitten(id, other, two.pos);
        if two.food == 0 || two.water == 0 {
            self.kill(Some(id), other, say!("kills warrior {}", other));
        }
        say!("bites warrior {}", other)
    }

    fn bitten(&mut self, id: usize, other: usize, p: Pos) {
        self.story.events.push(Event {
            kind: EventKind::Hit,
            lane: None,
            seat: self.board.units[id].player.into(),
            id: id as i32,
            other: other as i32,
            cell: [p.i, p.j],
            text: say!("bites warrior {}", other),
        });
    }

    /// Notes a death; nobody's if `by` is none.
    fn kill(&mut self, by: Option<usize>, victim: usize, text: Say) {
        let fallen = self.board.units[victim];
        let seat = by.map_or(-1, |k| i32::from(self.board.units[k].player));
        let id = by.map_or(-1, |k| k as i32);
        let cell = [fallen.pos.i, fallen.pos.j];
        self.story.events.push(Event {
            kind: EventKind::Dead,
            lane: Some(Lane::Kill),
            seat,
            id,
            other: victim as i32,
            cell,
            text,
        });
        self.ids[self.board.land.place(fallen.pos)] = NOBODY;
        self.story.fallen[victim] = true;
        self.story.killed += 1;
    }

    /// A unit that changed sides without a fight died of hunger or thirst.
    fn tell_hunger(&mut self) {
        for id in 0..self.board.units.len() {
            let unit = self.board.units[id];
            if self.owner_now(id) == Some(unit.player) || self.story.fallen[id] {
                continue;
            }
            let reason = if unit.water <= 1 { "thirst" } else { "hunger" };
            self.kill(None, id, say!("{} {} dies of {}", word(unit.kind), id, reason));
            self.story.killed -= 1;
            self.story.starved += 1;
        }
    }

    fn tell_rebirths(&mut self) {
        let fallen = self.story.fallen.iter().enumerate().filter(|(_, fell)| **fell);
        for (id, _) in fallen {
            let Some(unit) = self.now.units.get(id) else { continue };
            let name = &self.head.names[usize::from(unit.player)];
            self.story.events.push(Event {
                kind: EventKind::Reborn,
                lane: None,
                seat: unit.player.into(),
                id: id as i32,
                other: -1,
                cell: [unit.pos.i, unit.pos.j],
                text: say!("comes back for {}", name),
            });
        }
    }

    fn tell_conquests(&mut self, old: &Board) {
        let Ok(cities) = Cities::find(&self.now.land) else { return };
        for cells in cities.iter() {
            let place = cells[0] as usize;
            let (was, is) = (old.land.text()[place], self.now.land.text()[place]);
            if was == is || !is_city(was) {
                continue;
            }
            let p = self.now.land.pos(place);
            let name = &self.head.names[usize::from(was - b'0')];
            self.story.conquered += 1;
            self.story.events.push(Event {
                kind: EventKind::Conquest,
                lane: Some(Lane::Conquest),
                seat: i32::from(is - b'0'),
                id: -1,
                other: -1,
                cell: [p.i, p.j],
                text: say!("takes a city from {}", name),
            });
        }
    }

    fn tell_refused(&mut self, refused: &Refused) {
        let Refused { seat, id, code, why } = *refused;
        let unit = usize::try_from(id).ok().and_then(|k| self.board.units.get(k));
        let cell = unit.map_or([-1, -1], |u| [u.pos.i, u.pos.j]);
        let why = reason(why, unit.is_some_and(|u| u.kind == Kind::Car && u.food == 0));
        let (seat, text) = (seat.into(), direction(code));
        self.story.orders.push(Asked { seat, id, cell, text, done: false, why: why.into() });
    }
}

fn reason(why: Why, empty: bool) -> &'static str {
    match why {
        Why::NoUnit => "there is no such unit",
        Why::NotOwn => "not its own unit",
        Why::NoDirection => "no such direction",
        Why::NotNow if empty => "no fuel",
        Why::NotNow => "not in this round",
        Why::Dead => "died before its turn",
        Why::Ground(OUTSIDE) => "the board ends there",
        Why::Ground(WATER) => "cell is water",
        Why::Ground(STATION) => "cell is a petrol station",
        Why::Ground(WALL) => "cell is a wall",
        Why::Ground(_) => "cars do not enter cities",
    }
}

fn direction(code: i32) -> Say {
    const WORDS: [&str; 9] = [
        "move down",
        "move down right",
        "move right",
        "move up right",
        "move up",
        "move up left",
        "move left",
        "move down left",
        "stay",
    ];
    match Dir::from_code(code) {
        Some(dir) => WORDS[dir as usize].into(),
        None => say!("direction {}", code),
    }
}
