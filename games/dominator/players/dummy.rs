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

/// How far a farmer looks for a cell that nobody else of its team goes to.
const LOOKS_AHEAD: u8 = 6;

/// The player. It keeps the board with a frame of walls, so that every cell has eight
/// neighbours at fixed distances.
pub(super) struct Dummy {
    side: usize,
    stride: usize,
    damage_max: i32,
    units: Vec<SeenUnit>,
    /// The bytes of the view.
    cells: Vec<u8>,
    /// The unit on a cell, as a place in `units`.
    standing: Vec<u16>,
    /// Cells that somebody of ours will enter or aims at.
    claimed: Vec<bool>,
    /// Cells that a witch haunts or may haunt after her next step.
    danger: Vec<bool>,
    /// Steps in eight directions to the nearest rival.
    to_rival: Vec<u16>,
    /// Steps in eight directions to the nearest rival knight.
    to_knight: Vec<u16>,
    /// Safe steps in four directions to the nearest cell that is not ours.
    to_land: Vec<u16>,
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<(u32, u8, u8)>,
}

impl Dummy {
    pub(super) fn new(side: usize, _damage_min: i32, damage_max: i32) -> Self {
        let stride = side + 2;
        let size = stride * stride;
        Self {
            side,
            stride,
            damage_max,
            units: Vec::new(),
            cells: vec![WALL_CELL; size],
            standing: vec![NOBODY; size],
            claimed: vec![false; size],
            danger: vec![false; size],
            to_rival: vec![FAR; size],
            to_knight: vec![FAR; size],
            to_land: vec![FAR; size],
            seen: vec![0; size],
            stamp: 0,
            queue: Vec::with_capacity(size),
        }
    }

    fn place(&self, i: i32, j: i32) -> Option<usize> {
        let inside = |v: i32| usize::try_from(v).is_ok_and(|v| v < self.side);
        (inside(i) && inside(j)).then(|| (i as usize + 1) * self.stride + j as usize + 1)
    }

    /// The neighbour of a cell inside the frame.
    fn beside(&self, place: usize, dir: Dir) -> usize {
        let step = dir.offset();
        let by = step.i as isize * self.stride as isize + step.j as isize;
        place.wrapping_add_signed(by)
    }

    fn is_wall(&self, place: usize) -> bool {
        self.cells[place] & OWNER_BITS == WALL_CELL
    }

    /// Takes in the view of the round.
    fn look(&mut self, view: View<'_>) {
        self.units.clear();
        self.units.extend(view.units());
        for i in 0..self.side {
            let row = (i + 1) * self.stride + 1;
            for (j, cell) in self.cells[row..row + self.side].iter_mut().enumerate() {
                *cell = view.cell(i as i32, j as i32);
            }
        }
        for (danger, cell) in self.danger.iter_mut().zip(&self.cells) {
            *danger = cell & HAUNTED_BIT != 0;
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
        self.measure_all();
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

    fn measure_all(&mut self) {
        let rivals = |u: &SeenUnit| u.team != 0 && u.kind != WITCH;
        let mut distance = std::mem::take(&mut self.to_rival);
        self.begin(&mut distance);
        self.aim_at_units(&mut distance, rivals);
        self.measure(&mut distance, &Dir::EIGHT, false);
        self.to_rival = distance;

        let mut distance = std::mem::take(&mut self.to_knight);
        self.begin(&mut distance);
        self.aim_at_units(&mut distance, |u| rivals(u) && u.kind == KNIGHT);
        self.measure(&mut distance, &Dir::EIGHT, false);
        self.to_knight = distance;

        let mut distance = std::mem::take(&mut self.to_land);
        self.begin(&mut distance);
        for (place, &cell) in self.cells.iter().enumerate() {
            let land = !matches!(cell & OWNER_BITS, 0 | WALL_CELL);
            if land && !self.danger[place] {
                distance[place] = 0;
                self.queue.push((place as u32, 0, 0));
            }
        }
        self.measure(&mut distance, &Dir::FOUR, true);
        self.to_land = distance;
    }

    fn begin(&mut self, distance: &mut [u16]) {
        distance.fill(FAR);
        self.queue.clear();
    }

    fn aim_at_units(&mut self, distance: &mut [u16], is_goal: impl Fn(&SeenUnit) -> bool) {
        for unit in self.units.iter().filter(|u| is_goal(u)) {
            if let Some(place) = self.place(unit.i, unit.j) {
                distance[place] = 0;
                self.queue.push((place as u32, 0, 0));
            }
        }
    }

    /// Breadth-first search from what is in the queue.
    fn measure(&mut self, distance: &mut [u16], dirs: &[Dir], safely: bool) {
        let mut next = 0;
        while let Some(&(place, ..)) = self.queue.get(next) {
            next += 1;
            let steps = distance[place as usize].saturating_add(1);
            for &dir in dirs {
                let q = self.beside(place as usize, dir);
                let shut = self.is_wall(q) || safely && self.danger[q];
                if !shut && distance[q] > steps {
                    distance[q] = steps;
                    self.queue.push((q as u32, 0, 0));
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

    /// The first step of a shortest safe way to a cell nearby that is not ours and that nobody
    /// else aims at; the goal is claimed. Otherwise a step towards any such cell.
    fn way_to_land(&mut self, from: usize) -> Option<Dir> {
        self.stamp += 1;
        self.seen[from] = self.stamp;
        self.queue.clear();
        self.queue.push((from as u32, Dir::None as u8, 0));
        let mut next = 0;
        while let Some(&(place, first, steps)) = self.queue.get(next) {
            next += 1;
            for dir in Dir::FOUR {
                let q = self.beside(place as usize, dir);
                let open = if steps == 0 {
                    self.can_enter(q)
                } else {
                    !self.is_wall(q) && !self.danger[q]
                };
                if self.seen[q] == self.stamp || !open {
                    continue;
                }
                self.seen[q] = self.stamp;
                let first = if steps == 0 { dir as u8 } else { first };
                if self.cells[q] & OWNER_BITS != 0 && !self.claimed[q] {
                    self.claimed[q] = true;
                    return Dir::from_code(first.into());
                }
                if steps < LOOKS_AHEAD {
                    self.queue.push((q as u32, first, steps + 1));
                }
            }
        }
        let nearer = Dir::FOUR.into_iter().filter(|&d| {
            let q = self.beside(from, d);
            self.can_enter(q) && self.to_land[q] < self.to_land[from]
        });
        nearer.min_by_key(|&d| self.to_land[self.beside(from, d)])
    }

    fn farmer(&mut self, unit: SeenUnit) -> Option<Dir> {
        let here = self.place(unit.i, unit.j)?;
        let chased = self.to_knight[here] <= 2;
        if chased || self.danger[here] {
            return self.flee(here, &Dir::FOUR);
        }
        let dir = self.way_to_land(here)?;
        let there = self.beside(here, dir);
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
        let steps = dirs.iter().map(|&d| (d, self.beside(here, d)));
        let best = steps.filter(|&(_, p)| free(p)).min_by_key(|&(_, p)| fear(p))?;
        (fear(best.1) < fear(here)).then_some(best.0)
    }

    fn knight(&self, unit: SeenUnit) -> Option<Dir> {
        let here = self.place(unit.i, unit.j)?;
        let steps = || Dir::EIGHT.into_iter().map(|d| (d, self.beside(here, d)));
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
            let there = self.beside(here, dir);
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
        let (i, j) = ((place / self.stride) as i32 - 1, (place % self.stride) as i32 - 1);
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
        if let Some(here) = self.place(unit.i, unit.j) {
            let there = self.beside(here, dir);
            self.claimed[there] = true;
        }
        orders.push(Order::new(unit.id, dir as i32));
    }
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (view, orders, _) = turn.view_and_orders();
        let Some(view) = View::new(view, self.side) else { return Ok(()) };
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
