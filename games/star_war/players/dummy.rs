//! Dummy: plans six rounds ahead for every starship, over the moving window, among asteroids
//! and missiles as they will fly, and shoots when a rival will probably still be there.
//!
//! For each starship it fills a table, round by round, with the best value of every cell that
//! can be reached then: bonuses on the way count more the sooner they come, the risk of meeting
//! or being shot by a rival counts in the first round, certain death is no way at all.

use crate::star_war::rules::{MOVE, SHOOT, fan};
use crate::star_war::settings::Parameters;
use crate::star_war::state::{Ship, letter};
use crate::star_war::view::{Intro, View};
use engine::{Freeze, Order, Player, Pos, Turn};

/// Rounds that are planned.
const DEPTH: usize = 6;
/// Rows of the local map: the starship is in the middle one.
const HEIGHT: usize = 2 * DEPTH + 1;
/// Columns of the local map, from that of the starship on.
const WIDTH: usize = 2 * DEPTH + 1;

// Values are hundredths of a point.
const POINT: i32 = 100;
/// The cost of a crash: the rounds until rebirth.
const CRASH: i32 = 25 * POINT;
/// The cost of being shot: the same, and a rival gains.
const SHOT: i32 = 45 * POINT;
/// The value of a missile when it is spent.
const MISSILE: i32 = 2 * POINT;
/// The value of being behind a rival, per round.
const CHASE: i32 = 3 * POINT;
/// In how many rounds.
const CHASED: usize = 3;
/// The cost of each column away from the best one of the window at the end of a plan.
const OUTLOOK: i32 = POINT / 10;
/// How far ahead rivals are shot at.
const SIGHT: i32 = 6;
/// Chance in percent that a shot hits a rival so many columns ahead.
const HITS: [i32; SIGHT as usize + 1] = [0, 65, 65, 25, 18, 12, 8];
/// Later gains count less: in thousandths, by round.
const WEIGHT: [i32; DEPTH + 1] = [1000, 1000, 950, 902, 857, 815, 774];

const NEVER: i32 = i32::MIN;

/// The object in a cell of the local map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    Nothing,
    /// An asteroid, or beyond the rows.
    Rock,
    /// A bonus of this value.
    Bonus(i32),
}

#[derive(Clone, Copy)]
struct Spot {
    thing: Thing,
    /// Bit `t`: a missile will be here after round `t`.
    missile: u32,
    /// Bit `t`: whoever is here after round `t` will be hit by a missile.
    doomed: u32,
    /// The cost of flying through, or of stopping here, in the first round.
    pass: i32,
    stop: i32,
    /// An own starship is here in the first round.
    taken: bool,
    /// The value of being here after the first rounds, because of a rival ahead.
    chase: [i32; CHASED],
}

const EMPTY: Spot = Spot {
    thing: Thing::Nothing,
    missile: 0,
    doomed: 0,
    pass: 0,
    stop: 0,
    taken: false,
    chase: [0; CHASED],
};

type Map = [[Spot; WIDTH]; HEIGHT];

/// The best way to a cell: its value and its last step as an index of [`DIRS`].
#[derive(Clone, Copy)]
struct Way {
    value: i32,
    step: u8,
}

type Table = [[[Way; WIDTH]; HEIGHT]; DEPTH + 1];

const DIRS: [(i32, i32); 9] =
    [(0, 1), (0, 2), (-1, 1), (1, 1), (-1, 2), (1, 2), (0, 0), (-1, 0), (1, 0)];
const DRIFT: usize = 0;

/// A plan for one starship.
struct Plan {
    value: i32,
    /// Steps as indices of [`DIRS`], as many as could be planned.
    steps: [usize; DEPTH],
    len: usize,
}

/// The player.
pub(super) struct Dummy {
    seat: usize,
    parameters: Parameters,
    ships: Vec<Ship>,
    /// Bonuses that own starships are on their way to.
    claimed: Vec<Pos>,
    map: Map,
    table: Box<Table>,
}

impl Dummy {
    pub(super) fn new(intro: Intro) -> Self {
        let never = Way { value: NEVER, step: 0 };
        Self {
            seat: intro.seat,
            parameters: intro.parameters,
            ships: Vec::new(),
            claimed: Vec::new(),
            map: [[EMPTY; WIDTH]; HEIGHT],
            table: Box::new([[[never; WIDTH]; HEIGHT]; DEPTH + 1]),
        }
    }

    /// Columns from one cell forward to another, round the universe.
    fn ahead(&self, from: Pos, to: Pos) -> i32 {
        self.parameters.wrap(i64::from(to.j) - i64::from(from.j))
    }

    fn is_rival(&self, ship: usize) -> bool {
        self.ships[ship].alive && self.parameters.owner(ship) != self.seat
    }

    /// A cell of the local map of the starship at `me`.
    fn spot(&mut self, me: Pos, p: Pos) -> Option<&mut Spot> {
        let row = usize::try_from(p.i - me.i + DEPTH as i32).ok()?;
        let col = self.ahead(me, p) as usize;
        self.map.get_mut(row)?.get_mut(col)
    }
}

// The local map.
impl Dummy {
    fn look(&mut self, view: &View<'_>, s: usize) {
        let me = self.ships[s].at;
        let rounds_left = self.parameters.nb_rnds.saturating_sub(view.round());
        let arming = match self.ships[s].missiles {
            _ if rounds_left < 15 => 0,
            0 => 9 * POINT,
            1..5 => 6 * POINT,
            5..12 => 3 * POINT,
            _ => POINT,
        };
        for row in 0..HEIGHT {
            for col in 0..WIDTH {
                let p = Pos::new(me.i + row as i32 - DEPTH as i32, me.j + col as i32);
                let thing = match p.i {
                    i if i < 0 || i >= self.parameters.nb_rows => Thing::Rock,
                    _ => match view.ground(p) {
                        letter::ASTEROID => Thing::Rock,
                        letter::POINTS => {
                            Thing::Bonus(self.parameters.bonus_pnts.min(1000) * POINT)
                        }
                        letter::MISSILES => Thing::Bonus(arming),
                        _ => Thing::Nothing,
                    },
                };
                self.map[row][col] = Spot { thing, ..EMPTY };
            }
        }
        for k in 0..self.claimed.len() {
            if let Some(spot) = self.spot(me, self.claimed[k])
                && let Thing::Bonus(value) = spot.thing
            {
                spot.thing = Thing::Bonus(value / 4);
            }
        }
        for missile in view.missiles() {
            self.fear_missile(view, me, missile.at);
        }
        for other in 0..self.ships.len() {
            let at = self.ships[other].at;
            if self.is_rival(other) {
                self.fear_rival(me, at, self.ships[other].missiles > 0);
            } else if other != s
                && self.ships[other].alive
                && let Some(spot) = self.spot(me, at)
            {
                spot.taken = true;
            }
        }
    }

    /// A missile sweeps two columns before the starships move, round after round, until
    /// something stops it.
    fn fear_missile(&mut self, view: &View<'_>, me: Pos, missile: Pos) {
        if missile.i.abs_diff(me.i) as usize > DEPTH {
            return;
        }
        for distance in 1..=2 * (DEPTH as i32 + 1) {
            let p = Pos::new(missile.i, missile.j.wrapping_add(distance));
            if view.ground(p) != letter::EMPTY {
                break;
            }
            if let Some(spot) = self.spot(me, p) {
                spot.doomed |= 1 << ((distance - 1) / 2);
                if distance % 2 == 0 {
                    spot.missile |= 1 << (distance / 2);
                }
            }
        }
    }

    /// A rival may go anywhere, or shoot at what is ahead of it.
    fn fear_rival(&mut self, me: Pos, rival: Pos, armed: bool) {
        // How many of its nine ways visit each cell around it, and whether one ends there.
        const VISITS: [(i32, i32, i32); 9] = [
            (0, 0, 9),
            (0, 1, 6),
            (-1, 0, 3),
            (1, 0, 3),
            (0, 2, 3),
            (-1, 1, 2),
            (1, 1, 2),
            (-1, 2, 1),
            (1, 2, 1),
        ];
        for (di, dj, visits) in VISITS {
            if let Some(spot) = self.spot(me, rival + Pos::new(di, dj)) {
                let here = i32::from((di, dj) == (0, 0));
                spot.pass += CRASH * (1 + 8 * here) / 18;
                spot.stop += CRASH * visits / 18;
            }
        }
        // It is nice to be two or three columns behind where it drifts to.
        for t in 0..CHASED as i32 {
            for gap in 1..=3 {
                if let Some(spot) = self.spot(me, rival + Pos::new(0, t + 1 - gap)) {
                    spot.chase[t as usize] += if gap < 3 { CHASE } else { CHASE / 2 };
                }
            }
        }
        if !armed {
            return;
        }
        let targeted = rival.i == me.i && (1..=4).contains(&self.ahead(rival, me));
        for distance in 1..=4 {
            let chance = match (targeted, distance) {
                (true, 1 | 2) => 40,
                (true, _) => 70,
                (false, 1 | 2) => 12,
                (false, _) => 6,
            };
            for di in -1..=1 {
                let p = rival + Pos::new(di, distance);
                if let Some(spot) = self.spot(me, p) {
                    spot.stop += SHOT * if di == 0 { chance } else { 4 } / 100;
                }
            }
        }
    }
}

// The table of ways.
impl Dummy {
    /// The best plan of the starship; with `first`, only plans that begin with that step.
    fn plan(&mut self, round: i32, s: usize, first: Option<usize>) -> Option<Plan> {
        let ship = self.ships[s];
        let window = self.parameters.wrap(i64::from(round));
        let inside = self.parameters.wrap(i64::from(ship.at.j) - i64::from(window));
        let left = self.parameters.nb_rnds.saturating_sub(round).max(1);
        let depth = DEPTH.min(left as usize);
        for layer in self.table.iter_mut() {
            for row in layer.iter_mut() {
                row.fill(Way { value: NEVER, step: 0 });
            }
        }
        self.table[0][DEPTH][0].value = 0;
        for t in 0..depth {
            for row in DEPTH - t..=DEPTH + t {
                for col in 0..=2 * t {
                    if self.table[t][row][col].value == NEVER {
                        continue;
                    }
                    for step in 0..DIRS.len() {
                        if t > 0 || first.is_none_or(|f| f == step) {
                            self.extend(t, row, col, step, inside, ship.missiles > 0);
                        }
                    }
                }
            }
        }
        self.best(depth, inside)
    }

    /// Tries one step from a cell that can be reached in round `t`.
    fn extend(
        &mut self,
        t: usize,
        row: usize,
        col: usize,
        step: usize,
        inside: i32,
        armed: bool,
    ) -> Option<()> {
        let (di, dj) = DIRS[step];
        let (to_row, to_col) = (row.checked_add_signed(di as isize)?, col + dj as usize);
        let place = inside + to_col as i32 - (t as i32 + 1);
        if !(0..self.parameters.nb_win_cols).contains(&place) {
            return None;
        }
        let to = *self.map.get(to_row)?.get(to_col)?;
        let arrival = t + 1;
        if to.thing == Thing::Rock || to.doomed >> arrival & 1 == 1 {
            return None;
        }
        let mut value = self.table[t][row][col].value;
        for way in fan(di, dj)? {
            let (i, j) = (row.checked_add_signed(way.i as isize)?, col + way.j as usize);
            let spot = &self.map[i][j];
            if spot.missile >> arrival & 1 == 1 || t == 0 && spot.taken {
                return None;
            }
            match spot.thing {
                Thing::Nothing => {}
                Thing::Rock => return None,
                Thing::Bonus(gain) if !self.was_here(t, row, col, i, j) => {
                    value += gain / 100 * WEIGHT[arrival] / 10;
                }
                Thing::Bonus(_) => {}
            }
            if t == 0 {
                value -= spot.pass;
            }
        }
        if t == 0 {
            value -= to.stop;
        }
        if armed && t < CHASED {
            value += to.chase[t];
        }
        let known = &mut self.table[arrival][to_row][to_col];
        if value > known.value {
            *known = Way { value, step: step as u8 };
        }
        Some(())
    }
}

impl Dummy {
    /// Whether the way to a cell of round `t` visits the cell `(i, j)`.
    fn was_here(&self, t: usize, row: usize, col: usize, i: usize, j: usize) -> bool {
        let (mut row, mut col) = (row as i32, col as i32);
        for t in (1..=t).rev() {
            let (di, dj) = DIRS[self.table[t][row as usize][col as usize].step as usize];
            (row, col) = (row - di, col - dj);
            let same = |way: &Pos| (row + way.i, col + way.j) == (i as i32, j as i32);
            if fan(di, dj).is_some_and(|ways| ways.iter().any(same)) {
                return true;
            }
        }
        false
    }

    /// The best plan in the table.
    fn best(&self, depth: usize, inside: i32) -> Option<Plan> {
        let mut best = (NEVER, 0, 0, 0);
        for t in (1..=depth).rev() {
            for row in DEPTH - t..=DEPTH + t {
                for col in 0..=2 * t {
                    let value = self.table[t][row][col].value;
                    let place = inside + col as i32 - t as i32;
                    if value > NEVER && value + self.outlook(place) > best.0 {
                        best = (value + self.outlook(place), t, row, col);
                    }
                }
            }
            if best.0 > NEVER {
                break;
            }
        }
        let (value, len, mut row, mut col) = best;
        if value == NEVER {
            return None;
        }
        let mut steps = [DRIFT; DEPTH];
        for t in (1..=len).rev() {
            let step = self.table[t][row][col].step as usize;
            steps[t - 1] = step;
            row = row.wrapping_add_signed(-DIRS[step].0 as isize);
            col -= DIRS[step].1 as usize;
        }
        // A plan that ends early ends in death.
        let value = if len < depth { value - CRASH } else { value };
        Some(Plan { value, steps, len })
    }

    /// The value of a column of the window at the end of a plan: new bonuses come from the right,
    /// and a starship at the left edge has no choice.
    fn outlook(&self, place: i32) -> i32 {
        let best = self.parameters.nb_win_cols * 2 / 3;
        -(place - best).abs() * OUTLOOK
    }

    fn steer(&mut self, view: &View<'_>, s: usize) -> Option<Order> {
        self.look(view, s);
        let round = view.round();
        let plan = self.plan(round, s, None);
        let ship = self.ships[s];
        let unit = s as i32;
        if ship.missiles > 0 {
            let gain = self.target(view, s);
            let boxed = plan.as_ref().is_none_or(|plan| plan.len < 2);
            if gain > 0 || boxed {
                // The missile clears the first thing of the next two cells.
                for col in 1..=2 {
                    if self.map[DEPTH][col].thing != Thing::Nothing {
                        self.map[DEPTH][col].thing = Thing::Nothing;
                        break;
                    }
                }
                let shooting = self.plan(round, s, Some(DRIFT));
                let value = |plan: &Option<Plan>| plan.as_ref().map_or(-CRASH, |plan| plan.value);
                if value(&shooting) + gain - MISSILE > value(&plan) {
                    self.settle(s, shooting.as_ref());
                    return Some(Order { verb: SHOOT, unit, a: 0, b: 0 });
                }
            }
        }
        self.settle(s, plan.as_ref());
        let (a, b) = DIRS[plan?.steps[0]];
        Some(Order { verb: MOVE, unit, a, b })
    }

    /// The value of a shot now.
    fn target(&self, view: &View<'_>, s: usize) -> i32 {
        let me = self.ships[s].at;
        for distance in 1..=SIGHT {
            let p = Pos::new(me.i, me.j.wrapping_add(distance));
            if view.ground(p) != letter::EMPTY {
                break;
            }
            let wrapped = Pos::new(p.i, self.parameters.wrap(i64::from(p.j)));
            let there = |ship: &Ship| ship.alive && ship.at == wrapped;
            if let Some(other) = self.ships.iter().position(there) {
                let worth = (self.parameters.kill_pnts.min(1000) + 5) * HITS[distance as usize];
                return if self.is_rival(other) { worth } else { 0 };
            }
        }
        0
    }

    /// Remembers where a starship goes, for those planned after it.
    fn settle(&mut self, s: usize, plan: Option<&Plan>) {
        let Some(plan) = plan else { return };
        let mut at = self.ships[s].at;
        for (t, &step) in plan.steps[..plan.len].iter().enumerate() {
            let (di, dj) = DIRS[step];
            for way in fan(di, dj).unwrap_or(&[]) {
                let p = at + *way;
                self.claimed.push(Pos::new(p.i, self.parameters.wrap(i64::from(p.j))));
            }
            at = Pos::new(at.i + di, self.parameters.wrap(i64::from(at.j) + i64::from(dj)));
            if t == 0 {
                self.ships[s].at = at;
            }
        }
    }
}

impl Player for Dummy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let parameters = self.parameters;
        let (view, orders, _) = turn.view_and_orders();
        let Some(view) = View::new(view, &parameters) else { return Ok(()) };
        self.ships.clear();
        self.ships.extend(view.ships());
        self.claimed.clear();
        for s in parameters.fleet(self.seat) {
            if self.ships[s].alive
                && let Some(order) = self.steer(&view, s)
            {
                orders.push(order);
            }
        }
        Ok(())
    }
}
