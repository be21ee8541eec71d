//! Dummy: the opponent that a submission has to beat.
//!
//! Its farmers walk to the nearest cell that is not theirs yet, each to another one, and run
//! from knights. Its knights hit the weakest rival beside them, walk to the nearest one
//! otherwise, and rest when they are hurt and alone. Its witches go where many rivals and few
//! friends stand. Nobody goes near a witch.

use crate::dominator::view::{HAUNTED_BIT, OWNER_BITS, SeenUnit, View, WALL_CELL};
use engine::{Dir, Freeze, Order, Player, Turn};

const FARMER: u8 = 0;
const KNIGHT: u8 = 1;
const WITCH: u8 = 2;
const NOBODY: u16 = u16::MAX;
const FAR: u16 = u16::MAX;
/// Witches walk one step a round and haunt two around them.
const REACH_OF_A_WITCH: i32 = 3;
/// A knight with less than this share of its greatest health rests when it may.
const REST_BELOW: i32 = 110;

/// The player.
pub(super) struct Dummy {
    side: i32,
    damage_max: i32,
    units: Vec<SeenUnit>,
    cells: Vec<u8>,
    /// Who stands on a cell, as a place in `units`.
    standing: Vec<u16>,
    /// Cells that somebody of ours will enter or aims at.
    claimed: Vec<bool>,
    /// Cells that a witch haunts or may haunt after her next step.
    danger: Vec<bool>,
    /// Steps in eight directions to the nearest rival.
    to_rival: Vec<u16>,
    /// Steps in eight directions to the nearest rival knight.
    to_knight: Vec<u16>,
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<(u32, u8)>,
}

impl Dummy {
    pub(super) fn new(side: usize, _damage_min: i32, damage_max: i32) -> Self {
        let size = side * side;
        Self {
            side: side as i32,
            damage_max,
            units: Vec::new(),
            cells: vec![0; size],
            standing: vec![NOBODY; size],
            claimed: vec![false; size],
            danger: vec![false; size],
            to_rival: vec![FAR; size],
            to_knight: vec![FAR; size],
            seen: vec![0; size],
            stamp: 0,
            queue: Vec::new(),
        }
    }

    fn place(&self, i: i32, j: i32) -> Option<usize> {
        let n = self.side;
        ((0..n).contains(&i) && (0..n).contains(&j)).then(|| (i * n + j) as usize)
    }

    fn beside(&self, place: usize, dir: Dir) -> Option<usize> {
        let (i, j) = (place as i32 / self.side, place as i32 % self.side);
        self.place(i + dir.offset().i, j + dir.offset().j)
    }

    fn is_wall(&self, place: usize) -> bool {
        self.cells[place] & OWNER_BITS == WALL_CELL
    }

    /// Takes in the view of the round.
    fn look(&mut self, view: View<'_>) {
        self.units.clear();
        self.units.extend(view.units());
        for k in 0..self.cells.len() {
            self.cells[k] = view.cell(k as i32 / self.side, k as i32 % self.side);
            self.danger[k] = self.cells[k] & HAUNTED_BIT != 0;
        }
        self.standing.fill(NOBODY);
        self.claimed.fill(false);
        for k in 0..self.units.len() {
            let unit = self.units[k];
            if let Some(place) = self.place(unit.i, unit.j) {
                self.standing[place] = k as u16;
                self.claimed[place] |= unit.team == 0;
            }
            if unit.kind == WITCH {
                self.fear(unit);
            }
        }
        let mut to_rival = std::mem::take(&mut self.to_rival);
        let mut to_knight = std::mem::take(&mut self.to_knight);
        self.measure(&mut to_rival, |u| u.team != 0 && u.kind != WITCH);
        self.measure(&mut to_knight, |u| u.team != 0 && u.kind == KNIGHT);
        (self.to_rival, self.to_knight) = (to_rival, to_knight);
    }

    fn fear(&mut self, witch: SeenUnit) {
        for x in -REACH_OF_A_WITCH..=REACH_OF_A_WITCH {
            let reach = REACH_OF_A_WITCH - x.abs();
            for y in -reach..=reach {
                if let Some(place) = self.place(witch.i + x, witch.j + y) {
                    self.danger[place] = true;
                }
            }
        }
    }

    /// Breadth-first search from all units that `is_goal` accepts, in eight directions.
    fn measure(&mut self, distance: &mut [u16], is_goal: impl Fn(&SeenUnit) -> bool) {
        distance.fill(FAR);
        self.queue.clear();
        for unit in self.units.iter().filter(|u| is_goal(u)) {
            if let Some(place) = self.place(unit.i, unit.j) {
                distance[place] = 0;
                self.queue.push((place as u32, 0));
            }
        }
        let mut next = 0;
        while let Some(&(place, _)) = self.queue.get(next) {
            next += 1;
            let steps = distance[place as usize] + 1;
            for dir in Dir::EIGHT {
                let Some(q) = self.beside(place as usize, dir) else { continue };
                if distance[q] == FAR && !self.is_wall(q) {
                    distance[q] = steps;
                    self.queue.push((q as u32, 0));
                }
            }
        }
    }

    fn can_enter(&self, place: usize) -> bool {
        !self.is_wall(place)
            && !self.danger[place]
            && !self.claimed[place]
            && self.standing[place] == NOBODY
    }

    /// The first step of a shortest safe way to a cell that is not ours; the goal is claimed.
    fn way_to_land(&mut self, from: usize) -> Option<Dir> {
        self.stamp += 1;
        self.seen[from] = self.stamp;
        self.queue.clear();
        let mut next = 0;
        let mut at = (from, Dir::None);
        loop {
            for dir in Dir::FOUR {
                let Some(q) = self.beside(at.0, dir) else { continue };
                let first = if at.1 == Dir::None { dir } else { at.1 };
                let open = if at.1 == Dir::None {
                    self.can_enter(q)
                } else {
                    !self.is_wall(q) && !self.danger[q]
                };
                if self.seen[q] == self.stamp || !open {
                    continue;
                }
                self.seen[q] = self.stamp;
                let ours = self.cells[q] & OWNER_BITS == 0;
                if !ours && !self.claimed[q] {
                    self.claimed[q] = true;
                    return Some(first);
                }
                self.queue.push((q as u32, first as u8));
            }
            let &(place, first) = self.queue.get(next)?;
            next += 1;
            at = (place as usize, Dir::from_code(first.into())?);
        }
    }

    fn farmer(&mut self, unit: SeenUnit) -> Option<Dir> {
        let here = self.place(unit.i, unit.j)?;
        let chased = self.to_knight[here] <= 2;
        if chased || self.danger[here] {
            return self.flee(here, &Dir::FOUR);
        }
        let dir = self.way_to_land(here)?;
        let there = self.beside(here, dir)?;
        (self.to_knight[there] > 1).then_some(dir)
    }

    /// The step that brings the most distance to rival knights, out of danger first.
    fn flee(&self, here: usize, dirs: &[Dir]) -> Option<Dir> {
        let fear = |place: usize| (self.danger[place], FAR - self.to_knight[place]);
        let free = |place: usize| {
            !self.is_wall(place)
                && self.cells[place] & HAUNTED_BIT == 0
                && !self.claimed[place]
                && self.standing[place] == NOBODY
        };
        let steps = dirs.iter().filter_map(|&d| Some((d, self.beside(here, d)?)));
        let best = steps.filter(|&(_, p)| free(p)).min_by_key(|&(_, p)| fear(p))?;
        (fear(best.1) < fear(here)).then_some(best.0)
    }

    fn knight(&self, unit: SeenUnit) -> Option<Dir> {
        let here = self.place(unit.i, unit.j)?;
        let steps = || Dir::EIGHT.into_iter().filter_map(|d| Some((d, self.beside(here, d)?)));
        let rivals = steps().filter_map(|(d, p)| {
            let rival = self.units.get(usize::from(self.standing[p]))?;
            (rival.team != 0 && rival.kind != WITCH).then_some((d, rival))
        });
        // A rival that one hit may take first, knights before farmers, the weakest before all.
        let value = |u: &SeenUnit| (u.health > self.damage_max, u.kind == FARMER, u.health);
        if let Some((dir, _)) = rivals.min_by_key(|(_, rival)| value(rival)) {
            return Some(dir);
        }
        if self.danger[here] {
            return self.flee(here, &Dir::EIGHT);
        }
        let tired = unit.health < REST_BELOW && self.to_knight[here] > 2;
        if tired {
            return None;
        }
        let nearer = steps().filter(|&(_, p)| self.can_enter(p));
        let (dir, there) = nearer.min_by_key(|&(d, p)| (self.to_rival[p], d as u8))?;
        (self.to_rival[there] < self.to_rival[here]).then_some(dir)
    }

    /// A witch goes where her curse meets rivals and spares friends.
    fn witch(&self, unit: SeenUnit) -> Option<Dir> {
        let here = self.place(unit.i, unit.j)?;
        let mut best = (self.worth(here, unit.id), None);
        for dir in Dir::FOUR {
            let Some(there) = self.beside(here, dir) else { continue };
            if self.is_wall(there) || self.standing[there] != NOBODY || self.claimed[there] {
                continue;
            }
            let worth = self.worth(there, unit.id);
            if worth > best.0 {
                best = (worth, Some(dir));
            }
        }
        best.1
    }

    fn worth(&self, place: usize, id: i32) -> i32 {
        let (i, j) = (place as i32 / self.side, place as i32 % self.side);
        let near = |u: &SeenUnit| (u.i - i).abs() + (u.j - j).abs();
        let mut worth = -i32::from(self.to_rival[place].min(1000));
        for unit in &self.units {
            worth += match (unit.kind, unit.team, near(unit)) {
                // Two witches close together are harmless, wherever they are.
                (WITCH, _, 0..=3) if unit.id != id => -60,
                (WITCH, ..) => 0,
                (_, 0, 0..=2) => -25,
                (_, _, 0..=2) => 20,
                _ => 0,
            };
        }
        worth
    }

    fn order(&mut self, unit: SeenUnit, dir: Option<Dir>, orders: &mut Vec<Order>) {
        let Some(dir) = dir else { return };
        if let Some(there) = self.place(unit.i, unit.j).and_then(|p| self.beside(p, dir)) {
            self.claimed[there] = true;
        }
        orders.push(Order::new(unit.id, dir as i32));
    }
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (view, orders, _) = turn.view_and_orders();
        let Some(view) = View::new(view, self.side as usize) else { return Ok(()) };
        self.look(view);
        for kind in [WITCH, KNIGHT, FARMER] {
            for k in 0..self.units.len() {
                let unit = self.units[k];
                if unit.team != 0 || unit.kind != kind {
                    continue;
                }
                let dir = match kind {
                    WITCH => self.witch(unit),
                    KNIGHT => self.knight(unit),
                    _ => self.farmer(unit),
                };
                self.order(unit, dir, orders);
            }
        }
        Ok(())
    }
}
