//! Dummy: a sparring partner that is worth beating.
//!
//! * Knights hit what stands beside them, the one closest to falling first. Otherwise they walk
//!   in pairs to the nearest rival, rather to farmers and to the hurt. A hurt knight gets away
//!   from rival knights and rests.
//! * Farmers go to the nearest tile of another colour that no other farmer goes to, and keep
//!   away from rival knights.
//!
//! It draws nothing and forgets every round but for its own plans' memory.

use crate::battle_royale::settings::WALL;
use crate::battle_royale::state::{Dir, Kind};
use crate::battle_royale::view::{Intro, SeenUnit, View};
use engine::{Freeze, Order, Player, Pos, Turn};

/// No way leads there.
const FAR: u16 = u16::MAX;
/// Cells that a farmer looks at in search of a tile of its own.
const FARMER_SIGHT: usize = 60;
/// How many steps a rival knight may be away to worry a hurt knight.
const HURT_FEAR: u16 = 3;
/// Two knights are together up to this distance.
const TOGETHER: u32 = 2;

/// The player.
pub(super) struct Dummy {
    intro: Intro,
    /// By cell and direction: where a step leads; the cell itself where a wall is.
    steps: Vec<[u32; 4]>,
    units: Vec<SeenUnit>,
    /// By cell: the unit there, -1 for none.
    named: Vec<i32>,
    /// By cell: whether one of our units will step there.
    booked: Vec<bool>,
    /// By cell: whether a farmer has chosen it.
    claimed: Vec<bool>,
    /// By cell: steps to a rival, more for those that are hard to beat.
    prey: Vec<u16>,
    /// By cell: steps to a rival knight.
    danger: Vec<u16>,
    /// By cell: steps to a tile of another colour.
    land: Vec<u16>,
    queue: Vec<u32>,
    seen: Vec<u32>,
    stamp: u32,
}

impl Dummy {
    pub(super) fn new(intro: Intro) -> Self {
        Self {
            intro,
            steps: Vec::new(),
            units: Vec::new(),
            named: Vec::new(),
            booked: Vec::new(),
            claimed: Vec::new(),
            prey: Vec::new(),
            danger: Vec::new(),
            land: Vec::new(),
            queue: Vec::new(),
            seen: Vec::new(),
            stamp: 0,
        }
    }

    fn place(&self, p: Pos) -> usize {
        (p.i * self.intro.cols + p.j) as usize
    }

    fn pos(&self, place: usize) -> Pos {
        let cols = self.intro.cols;
        Pos::new(place as i32 / cols, place as i32 % cols)
    }

    /// Where the walls are never changes.
    fn learn_the_board(&mut self, tiles: &[u8]) {
        let (rows, cols) = (self.intro.rows, self.intro.cols);
        let step = |place: usize, dir: Dir| {
            let from = Pos::new(place as i32 / cols, place as i32 % cols);
            let to = dir.step(from, rows, cols);
            let to = (to.i * cols + to.j) as usize;
            if tiles[to] == WALL { place as u32 } else { to as u32 }
        };
        self.steps = (0..tiles.len()).map(|place| Dir::FOUR.map(|dir| step(place, dir))).collect();
        self.seen = vec![0; tiles.len()];
    }

    /// Takes in what the round shows.
    fn look(&mut self, view: &View<'_>) {
        let tiles = view.tiles();
        if self.steps.len() != tiles.len() {
            self.learn_the_board(tiles);
        }
        self.units.clear();
        self.units.extend((0..self.intro.kinds.len()).map(|id| view.unit(id)));
        view.name_units(&self.units, self.intro.cols, &mut self.named);
        for flags in [&mut self.booked, &mut self.claimed] {
            flags.clear();
            flags.resize(tiles.len(), false);
        }
        self.measure_prey();
        self.measure_danger();
        let mine = b'0' + self.intro.seat as u8;
        self.queue.clear();
        reset(&mut self.land, tiles.len());
        for (place, &tile) in tiles.iter().enumerate() {
            if tile != mine && tile != WALL && self.named[place] < 0 {
                self.land[place] = 0;
                self.queue.push(place as u32);
            }
        }
        flood(&self.steps, &mut self.land, &mut self.queue);
    }

    fn is_rival(&self, id: usize) -> bool {
        self.units[id].player != self.intro.seat
    }

    /// Steps to the rivals; a knight that can still take a hit counts as three steps farther.
    fn measure_prey(&mut self) {
        reset(&mut self.prey, self.steps.len());
        self.queue.clear();
        for hard in [false, true] {
            for id in 0..self.units.len() {
                let unit = self.units[id];
                let knight = self.intro.kinds[id] == Kind::Knight;
                if self.is_rival(id) && hard == (knight && unit.health > self.intro.damage_max) {
                    let place = self.place(unit.pos);
                    self.prey[place] = self.prey[place].min(if hard { 3 } else { 0 });
                    self.queue.push(place as u32);
                }
            }
        }
        flood(&self.steps, &mut self.prey, &mut self.queue);
    }

    fn measure_danger(&mut self) {
        reset(&mut self.danger, self.steps.len());
        self.queue.clear();
        for id in 0..self.units.len() {
            if self.is_rival(id) && self.intro.kinds[id] == Kind::Knight {
                let place = self.place(self.units[id].pos);
                self.danger[place] = 0;
                self.queue.push(place as u32);
            }
        }
        flood(&self.steps, &mut self.danger, &mut self.queue);
    }

    fn own(&self, kind: Kind) -> Vec<usize> {
        (0..self.units.len())
            .filter(|&id| !self.is_rival(id) && self.intro.kinds[id] == kind)
            .collect()
    }

    /// The directions, beginning with another one for every unit and round, so that equal
    /// choices do not always fall the same way.
    fn ways(&self, place: usize, start: usize) -> [(Dir, usize); 4] {
        std::array::from_fn(|k| {
            let dir = Dir::FOUR[(k + start) % 4];
            (dir, self.steps[place][dir as usize - 1] as usize)
        })
    }

    /// Whether one of our units may step there.
    fn is_free(&self, from: usize, to: usize) -> bool {
        to != from && self.named[to] < 0 && !self.booked[to]
    }

    /// Orders a step to the free neighbour that `worth` values least; `None` as its value
    /// forbids it.
    fn walk(
        &mut self,
        id: usize,
        start: usize,
        orders: &mut Vec<Order>,
        worth: impl Fn(&Self, usize) -> Option<u32>,
    ) -> bool {
        let from = self.place(self.units[id].pos);
        let best = self
            .ways(from, start)
            .into_iter()
            .filter(|&(_, to)| self.is_free(from, to))
            .filter_map(|(dir, to)| worth(self, to).map(|value| (value, dir, to)))
            .min_by_key(|&(value, ..)| value);
        let Some((_, dir, to)) = best else { return false };
        self.booked[to] = true;
        orders.push(Order::new(id as i32, dir as i32));
        true
    }

    /// Hits the neighbour that is closest to falling, the earlier hits of ours counted.
    fn strike(&mut self, id: usize, start: usize, orders: &mut Vec<Order>) -> bool {
        let from = self.place(self.units[id].pos);
        let victim = |place: usize| {
            usize::try_from(self.named[place]).ok().filter(|&other| self.is_rival(other))
        };
        let target = self
            .ways(from, start)
            .into_iter()
            .filter_map(|(dir, to)| victim(to).map(|other| (dir, other)))
            .min_by_key(|&(_, other)| {
                let health = self.units[other].health;
                // One that has probably fallen already is hit only for want of another.
                (health <= 0, self.intro.kinds[other] == Kind::Farmer && health > 0, health)
            });
        let Some((dir, other)) = target else { return false };
        let expected = self.intro.damage_max / 2 + self.intro.damage_min / 2;
        self.units[other].health = self.units[other].health.saturating_sub(expected);
        orders.push(Order::new(id as i32, dir as i32));
        true
    }

    /// A hurt knight rests where nobody threatens it, and goes away otherwise.
    fn recover(&mut self, id: usize, start: usize, orders: &mut Vec<Order>) -> bool {
        let unit = self.units[id];
        let hurt = unit.health <= self.intro.damage_max && unit.health < self.intro.knights_health;
        if !hurt || self.intro.knights_regen == 0 {
            return false;
        }
        let here = self.danger[self.place(unit.pos)];
        if here <= HURT_FEAR {
            self.walk(id, start, orders, |me, to| {
                let there = me.danger[to];
                (there > here).then(|| u32::from(FAR - there))
            });
        }
        true
    }

    fn order_knights(&mut self, round: usize, orders: &mut Vec<Order>) {
        let knights = self.own(Kind::Knight);
        let mut walkers = Vec::new();
        for (k, &id) in knights.iter().enumerate() {
            let start = id + round;
            let beside_knight = self.danger[self.place(self.units[id].pos)] == 1;
            let doomed = beside_knight && self.units[id].health <= self.intro.damage_min;
            if doomed && self.recover(id, start, orders) {
                continue;
            }
            if !self.strike(id, start, orders) && !self.recover(id, start, orders) {
                walkers.push((k, id));
            }
        }
        for (k, id) in walkers {
            let partner = knights.get(k ^ 1).map(|&other| self.units[other].pos);
            let from = self.units[id].pos;
            let alone = partner.is_some_and(|p| self.distance(from, p) > TOGETHER)
                && self.danger[self.place(from)] <= 2 * HURT_FEAR;
            self.walk(id, id + round, orders, |me, to| {
                let prey = u32::from(me.prey[to]);
                match partner {
                    // Near rivals nobody walks alone.
                    Some(p) if alone => Some(2 * me.distance(me.pos(to), p) + prey),
                    _ => Some(prey),
                }
            });
        }
    }

    /// Steps between two cells if there were no walls, the short way around the edges.
    fn distance(&self, a: Pos, b: Pos) -> u32 {
        let along = |x: i32, y: i32, size: i32| {
            let d = x.abs_diff(y);
            d.min(size.unsigned_abs() - d)
        };
        along(a.i, b.i, self.intro.rows) + along(a.j, b.j, self.intro.cols)
    }

    fn order_farmers(&mut self, round: usize, view: &View<'_>, orders: &mut Vec<Order>) {
        for id in self.own(Kind::Farmer) {
            let place = self.place(self.units[id].pos);
            let start = id + round;
            if self.danger[place] <= 2 {
                self.walk(id, start, orders, |me, to| {
                    let far = u32::from(me.danger[to].min(3));
                    (me.danger[to] > 1).then(|| 100 * (3 - far) + u32::from(me.land[to].min(99)))
                });
                continue;
            }
            if let Some(dir) = self.tile_of_its_own(place, start, view.tiles()) {
                orders.push(Order::new(id as i32, dir as i32));
            } else {
                self.walk(id, start, orders, |me, to| {
                    (me.danger[to] > 1).then(|| u32::from(me.land[to]))
                });
            }
        }
    }

    /// The first step to the nearest tile of another colour that no farmer has chosen, if one
    /// is near; it is then chosen.
    fn tile_of_its_own(&mut self, from: usize, start: usize, tiles: &[u8]) -> Option<Dir> {
        let mine = b'0' + self.intro.seat as u8;
        self.stamp = self.stamp.wrapping_add(1);
        self.queue.clear();
        self.seen[from] = self.stamp;
        // Where each cell of the queue was first stepped to from the farmer's.
        let mut first = [0_u8; FARMER_SIGHT];
        self.queue.push(from as u32);
        let mut head = 0;
        while head < self.queue.len() && self.queue.len() < FARMER_SIGHT {
            let place = self.queue[head] as usize;
            if place != from && tiles[place] != mine && !self.claimed[place] {
                let dir = Dir::FOUR[usize::from(first[head])];
                self.claimed[place] = true;
                self.booked[self.steps[from][dir as usize - 1] as usize] = true;
                return Some(dir);
            }
            for (dir, to) in self.ways(place, start) {
                let blocked = place == from && !self.is_free(from, to);
                let fits = self.queue.len() < FARMER_SIGHT;
                let standing = self.named[to] >= 0;
                if fits
                    && !blocked
                    && !standing
                    && self.seen[to] != self.stamp
                    && self.danger[to] > 1
                {
                    self.seen[to] = self.stamp;
                    first[self.queue.len()] = match place == from {
                        true => dir as u8 - 1,
                        false => first[head],
                    };
                    self.queue.push(to as u32);
                }
            }
            head += 1;
        }
        None
    }
}

fn reset(distances: &mut Vec<u16>, cells: usize) {
    distances.clear();
    distances.resize(cells, FAR);
}

/// Spreads the distances of the queued cells to all others.
fn flood(steps: &[[u32; 4]], distances: &mut [u16], queue: &mut Vec<u32>) {
    let mut head = 0;
    while let Some(&place) = queue.get(head) {
        head += 1;
        let next = distances[place as usize].saturating_add(1);
        for &to in &steps[place as usize] {
            if distances[to as usize] > next {
                distances[to as usize] = next;
                queue.push(to);
            }
        }
    }
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (view, orders, _) = turn.view_and_orders();
        let Some(view) = View::new(view, &self.intro) else { return Ok(()) };
        self.look(&view);
        let round = view.round().unsigned_abs() as usize;
        self.order_knights(round, orders);
        self.order_farmers(round, &view, orders);
        Ok(())
    }
}
