//! One round, phase by phase (section e of the specification).
//!
//! 1. The players' calls are checked; what passes is written down.
//! 2. The missiles in flight move.
//! 3. In a random order, each player's ships obey, and its other ships drift.
//! 4. Dead ships wait, or come back.
//! 5. Missing bonuses are replaced.

use super::random::Lehmer;
use super::settings::Settings;
use super::state::{BONUSES, Command, Happening, Head, Missile, Moves, State, Unit, letter};
use super::{StarWar, res};
use engine::{Fatal, Notes, Order, Pos, Rules, Ruleset, SEATS, Setup};

/// The verb of an order to move; `a` and `b` are the steps in rows and columns.
pub const MOVE: i32 = 0;
/// The verb of an order to shoot.
pub const SHOOT: i32 = 1;

/// Where a ship drifts by itself: one column to the right.
pub const DEFAULT: Pos = Pos::new(0, 1);
const SLOW: Pos = Pos::new(0, 0);
/// Attempts to find a random cell.
const ATTEMPTS: usize = 20;
/// How far from a random cell nothing dangerous may be, in rows and columns.
const REACH: i32 = 2;

/// The cells that a ship visits when it moves by `(di, dj)`, relative to its own, in order; the
/// destination is the last. `None` if this is no direction.
#[must_use]
pub fn fan(di: i32, dj: i32) -> Option<&'static [Pos]> {
    const fn at(i: i32, j: i32) -> Pos {
        Pos::new(i, j)
    }
    // Shorter ways are the beginnings of longer ones.
    const UP: &[Pos] = &[at(0, 1), at(-1, 0), at(-1, 1), at(0, 2), at(-1, 2)];
    const AHEAD: &[Pos] = &[at(0, 1), at(0, 2)];
    const DOWN: &[Pos] = &[at(0, 1), at(1, 0), at(1, 1), at(0, 2), at(1, 2)];
    match (di, dj) {
        (-1, 0) => Some(&UP[1..2]),
        (-1, 1) => Some(&UP[..3]),
        (-1, 2) => Some(UP),
        (0, 0..=2) => Some(&AHEAD[..dj as usize]),
        (1, 0) => Some(&DOWN[1..2]),
        (1, 1) => Some(&DOWN[..3]),
        (1, 2) => Some(DOWN),
        _ => None,
    }
}

impl Rules for State {
    type Game = StarWar;
    type Settings = Settings;

    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<Self, Fatal> {
        let head = Head {
            seed: super::seed(&setup.seed),
            judged: setup.judged,
            parameters: settings.parameters,
            names: setup.names.clone(),
            labels: res::labels(settings.parameters.nb_uni_cols),
        };
        Ok(State::new(settings, head, setup.ruleset))
    }

    fn round(&self) -> i32 {
        self.board.round
    }

    fn rounds_left(&self) -> u32 {
        self.rounds_left
    }

    /// Fails under the kit's rules in the situations of section j.2 that the kit cannot finish.
    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        collect(self, orders, warned, notes);
        let played = play(self);
        self.moves.failed = played.is_err();
        played.map_err(|message| Fatal { message: message.into(), moves_shown: true, void: None })
    }

    fn status(&mut self) -> &mut [f64] {
        &mut self.board.status
    }
}

fn play(state: &mut State) -> Result<(), &'static str> {
    // Both streams of a round begin with the same numbers, as in the kit.
    let mut chance = state.dice;
    let order = state.dice.permute_seats();
    fly(state, order)?;
    bring_back(state, &mut chance);
    replace_bonuses(state, &mut chance)?;
    state.dice.roll();
    state.rounds_left = state.rounds_left.saturating_sub(1);
    Ok(())
}

/// Everything that flies does, the players in the given order.
pub(super) fn fly(state: &mut State, order: [usize; SEATS]) -> Result<(), &'static str> {
    state.board.round = state.board.round.wrapping_add(1);
    fly_missiles(state)?;
    for seat in order {
        obey(state, seat)?;
        drift(state, seat);
    }
    Ok(())
}

/// Section e.1: checks every call of every player.
fn collect(state: &mut State, orders: &[Vec<Order>], warned: &[bool], notes: &mut Notes) {
    state.commanded.fill(false);
    for seat in 0..SEATS {
        state.moves.asked[seat].clear();
        state.moves.done[seat].clear();
        let quiet = warned.get(seat).copied().unwrap_or(false);
        for order in orders.get(seat).map_or(&[][..], Vec::as_slice) {
            match accept(state, seat, order) {
                Ok(command) => {
                    state.commanded[command.ship as usize] = true;
                    state.moves.asked[seat].push(command);
                }
                Err(refused) if !quiet => refused.note(order, notes),
                Err(_) => {}
            }
        }
    }
}

/// Why a call has no effect.
enum Refused {
    NoSuchShip,
    NoSuchDirection,
    NotYours,
    Repeated,
}

impl Refused {
    fn note(&self, order: &Order, notes: &mut Notes) {
        let s = order.unit;
        // The misprints are the kit's.
        match self {
            Self::NoSuchShip => {
                notes.line(format_args!("warning: invalid starship identifier{s}"));
            }
            Self::NoSuchDirection => {
                let (di, dj) = (order.a, order.b);
                notes.line(format_args!("warning: invalid direction ({di},{dj}) for starship {s}"));
            }
            Self::NotYours => {
                notes.line(format_args!("warning: starship does not belong to commanding player"))
            }
            Self::Repeated => {
                notes.line(format_args!("warning: instruction alread requested for starship {s}"))
            }
        }
    }
}

fn accept(state: &State, seat: usize, order: &Order) -> Result<Command, Refused> {
    let ship = usize::try_from(order.unit).map_err(|_| Refused::NoSuchShip)?;
    if ship >= state.board.ships.len() {
        return Err(Refused::NoSuchShip);
    }
    let dir = match order.verb {
        MOVE => fan(order.a, order.b).map(|_| Pos::new(order.a, order.b)),
        SHOOT => Some(DEFAULT),
        _ => None,
    };
    let dir = dir.ok_or(Refused::NoSuchDirection)?;
    if state.head.parameters.owner(ship) != seat {
        return Err(Refused::NotYours);
    }
    if state.commanded[ship] {
        return Err(Refused::Repeated);
    }
    Ok(Command { ship: order.unit, shoots: order.verb == SHOOT, dir })
}

/// Section e.2: all missiles advance two columns, one after the other.
fn fly_missiles(state: &mut State) -> Result<(), &'static str> {
    if state.ruleset == Ruleset::Kit && closed_ring(state) {
        return Err("the missiles of a row chase each other round the whole universe, \
                    and the kit never ends");
    }
    for k in 0..state.board.missiles.len() {
        let at = state.board.missiles[k].at;
        state.units[at] = Unit::Nobody;
    }
    for _ in 0..2 {
        let mut kept = 0;
        for k in 0..state.board.missiles.len() {
            let mut missile = state.board.missiles[k];
            missile.at = state.beside(missile.at, DEFAULT);
            if !state.strike(&missile) {
                state.board.missiles[kept] = missile;
                kept += 1;
            }
        }
        state.board.missiles.truncate(kept);
    }
    for missile in &state.board.missiles {
        state.units[missile.at] = Unit::Missile(missile.id);
    }
    Ok(())
}

/// Whether in some row every missile has another one or two columns ahead.
fn closed_ring(state: &State) -> bool {
    let is_missile = |p| matches!(state.units[p], Unit::Missile(_));
    let blocked = |m: &Missile| {
        let next = state.beside(m.at, DEFAULT);
        is_missile(next) || is_missile(state.beside(next, DEFAULT))
    };
    let missiles = &state.board.missiles;
    let free = |row: i32| missiles.iter().any(|m| m.at.i == row && !blocked(m));
    missiles.iter().any(|m| blocked(m) && !free(m.at.i))
}

/// Section e.3, first half: the accepted orders of a player. A ship whose order cannot be
/// carried out counts as one without order.
fn obey(state: &mut State, seat: usize) -> Result<(), &'static str> {
    for k in 0..state.moves.asked[seat].len() {
        let command = state.moves.asked[seat][k];
        let ship = command.ship as usize;
        if !state.board.ships[ship].alive {
            continue;
        }
        let done =
            if command.shoots { shoot(state, ship)? } else { state.travel(ship, command.dir) };
        state.commanded[ship] = done;
        if done {
            state.moves.done[seat].push(command);
        }
    }
    Ok(())
}

/// Section e.3, second half: the ships of a player without order move by default.
fn drift(state: &mut State, seat: usize) {
    for ship in state.head.parameters.fleet(seat) {
        if state.board.ships[ship].alive && !state.commanded[ship] {
            state.travel(ship, DEFAULT);
        }
    }
}

/// Section e.5: a new missile flies at once, then its ship moves by default. Answers whether
/// there was a missile to shoot.
fn shoot(state: &mut State, ship: usize) -> Result<bool, &'static str> {
    if state.board.ships[ship].missiles <= 0 {
        return Ok(false);
    }
    let at = state.board.ships[ship].at;
    state.tell(Happening::Shot { ship: ship as u32, at });
    state.board.ships[ship].missiles -= 1;
    let id = new_missile_id(state)?;
    let mut missile = Missile { id, shooter: ship as u32, at };
    let mut gone = false;
    for _ in 0..2 {
        missile.at = state.beside(missile.at, DEFAULT);
        gone = state.strike(&missile);
        if gone {
            break;
        }
    }
    if !gone {
        state.units[missile.at] = Unit::Missile(id);
        let place = state.board.missiles.partition_point(|m| m.id < id);
        state.board.missiles.insert(place, missile);
    }
    if !state.travel(ship, DEFAULT) && state.ruleset == Ruleset::Kit {
        return Err("a starship outside the window shot and cannot move by default, \
                    and the kit gives up");
    }
    Ok(true)
}

fn new_missile_id(state: &mut State) -> Result<i32, &'static str> {
    loop {
        let id = state.next_missile;
        state.next_missile = id.wrapping_add(1);
        let missiles = &state.board.missiles;
        if missiles.binary_search_by_key(&id, |m| m.id).is_err() {
            return Ok(id);
        }
        if state.ruleset == Ruleset::Kit {
            return Err("a missile of the settings file still flies with the number of a new \
                        one, and the kit gives up");
        }
    }
}

/// Section e.6: dead ships wait, then come back at a random cell of the window.
fn bring_back(state: &mut State, chance: &mut Lehmer) {
    let first = i64::from(state.board.round);
    let width = state.head.parameters.nb_win_cols;
    for s in 0..state.board.ships.len() {
        let ship = &mut state.board.ships[s];
        if ship.alive {
            continue;
        }
        if ship.time > 0 {
            ship.time -= 1;
        } else if let Some(at) = search(state, chance, first, width, true) {
            let ship = &mut state.board.ships[s];
            (ship.at, ship.alive) = (at, true);
            state.units[at] = Unit::Ship(s as u32);
        }
    }
}

/// Section e.7: bonuses that are missing appear outside the window.
fn replace_bonuses(state: &mut State, chance: &mut Lehmer) -> Result<(), &'static str> {
    let parameters = state.head.parameters;
    let first = i64::from(state.board.round) + i64::from(parameters.nb_win_cols);
    let width = parameters.nb_uni_cols - parameters.nb_win_cols;
    let wanted = [parameters.nb_miss_bonuses, parameters.nb_point_bonuses];
    for (kind, letter) in BONUSES.into_iter().enumerate() {
        // Counted before any is placed: placing one kind does not change the other.
        let missing = wanted[kind].saturating_sub(state.bonuses[kind]);
        if missing > 0 && width == 0 && state.ruleset == Ruleset::Kit {
            return Err("a bonus is missing and the window leaves no column for it: the kit \
                        divides by zero");
        }
        for _ in 0..missing {
            let Some(at) = search(state, chance, first, width, false) else { break };
            state.board.ground[at] = letter;
            state.bonuses[kind] += 1;
        }
    }
    Ok(())
}

/// Section e.8: a random empty cell in `width` columns from `first` on, with neither ships nor
/// missiles (nor asteroids, for `far_from_asteroids`) within two rows and columns.
fn search(
    state: &State,
    chance: &mut Lehmer,
    first: i64,
    width: i32,
    far_from_asteroids: bool,
) -> Option<Pos> {
    let parameters = &state.head.parameters;
    if width == 0 {
        return None;
    }
    for _ in 0..ATTEMPTS {
        let i = chance.roll() % parameters.nb_rows;
        let j = parameters.wrap(first + i64::from(chance.roll() % width));
        if state.is_quiet(Pos::new(i, j), far_from_asteroids) {
            return Some(Pos::new(i, j));
        }
    }
    None
}

impl State {
    /// The cell at `p + d`; the column wraps, the row must stay inside.
    fn beside(&self, p: Pos, d: Pos) -> Pos {
        let (cols, mut j) = (self.head.parameters.nb_uni_cols, p.j + d.j);
        if j >= cols {
            j -= cols;
        }
        Pos::new(p.i + d.i, j)
    }

    fn is_quiet(&self, p: Pos, far_from_asteroids: bool) -> bool {
        let parameters = &self.head.parameters;
        if self.board.ground[p] != letter::EMPTY {
            return false;
        }
        let rows = (p.i - REACH).max(0)..=(p.i + REACH).min(parameters.nb_rows - 1);
        rows.into_iter().all(|i| {
            (-REACH..=REACH).all(|dj| {
                let near = Pos::new(i, parameters.wrap(i64::from(p.j + dj)));
                let rock = far_from_asteroids && self.board.ground[near] == letter::ASTEROID;
                self.units[near] == Unit::Nobody && !rock
            })
        })
    }

    /// Moves a missile into a cell and returns whether the missile is gone. The missile is in no
    /// table yet.
    fn strike(&mut self, missile: &Missile) -> bool {
        match self.units[missile.at] {
            Unit::Ship(other) => {
                let at = missile.at;
                self.tell(Happening::Hit { shooter: missile.shooter, victim: other, at });
                self.reward(missile.shooter, other);
                self.kill(other as usize);
                true
            }
            // Equally fast missiles never meet; the rule for any pair would destroy both.
            Unit::Missile(other) => {
                self.remove_missile(other);
                self.units[missile.at] = Unit::Nobody;
                true
            }
            Unit::Nobody => {
                let drawn = self.clear(missile.at);
                if drawn != letter::EMPTY {
                    let (shooter, at) = (missile.shooter, missile.at);
                    self.tell(Happening::Cleared { shooter, drawn, at });
                }
                drawn != letter::EMPTY
            }
        }
    }

    /// Section e.4: a ship moves by `d`; false, with nothing changed, if it must not.
    fn travel(&mut self, ship: usize, d: Pos) -> bool {
        let from = self.board.ships[ship].at;
        let to = self.beside(from, d);
        if !self.head.parameters.in_window(to, self.board.round) {
            return false;
        }
        if d == SLOW {
            return true;
        }
        for &step in fan(d.i, d.j).unwrap_or(&[]) {
            let cell = self.beside(from, step);
            if self.enter(ship, cell) {
                self.kill(ship);
                return true;
            }
        }
        self.units[from] = Unit::Nobody;
        self.units[to] = Unit::Ship(ship as u32);
        self.board.ships[ship].at = to;
        true
    }

    /// A ship visits a cell; answers whether it dies of it.
    fn enter(&mut self, ship: usize, cell: Pos) -> bool {
        match self.units[cell] {
            Unit::Nobody => self.gather(ship, cell),
            Unit::Ship(other) => {
                self.tell(Happening::Crash { ship: ship as u32, other, at: cell });
                self.kill(other as usize);
                true
            }
            Unit::Missile(id) => {
                if let Some(missile) = self.remove_missile(id) {
                    let (shooter, at) = (missile.shooter, cell);
                    self.tell(Happening::Hit { shooter, victim: ship as u32, at });
                    self.reward(missile.shooter, ship as u32);
                }
                self.units[cell] = Unit::Nobody;
                true
            }
        }
    }

    fn gather(&mut self, ship: usize, cell: Pos) -> bool {
        let drawn = self.clear(cell);
        if drawn != letter::EMPTY {
            self.tell(Happening::Found { ship: ship as u32, drawn, at: cell });
        }
        let parameters = &self.head.parameters;
        match drawn {
            letter::POINTS => {
                let score = &mut self.board.scores[parameters.owner(ship)];
                *score = score.wrapping_add(parameters.bonus_pnts);
                false
            }
            letter::MISSILES => {
                let stock = &mut self.board.ships[ship].missiles;
                *stock = stock.wrapping_add(parameters.bonus_miss);
                false
            }
            ground => ground == letter::ASTEROID,
        }
    }

    fn tell(&mut self, happening: Happening) {
        if let Some(story) = &mut self.story {
            story.push(happening);
        }
    }

    /// Empties a cell; answers what was drawn there.
    fn clear(&mut self, cell: Pos) -> u8 {
        let drawn = std::mem::replace(&mut self.board.ground[cell], letter::EMPTY);
        if let Some(kind) = BONUSES.iter().position(|&bonus| bonus == drawn) {
            self.bonuses[kind] -= 1;
        }
        drawn
    }

    /// Points for the player of `shooter` if `victim` is somebody else's.
    fn reward(&mut self, shooter: u32, victim: u32) {
        let parameters = &self.head.parameters;
        let owner = parameters.owner(shooter as usize);
        if owner != parameters.owner(victim as usize) {
            self.board.scores[owner] = self.board.scores[owner].wrapping_add(parameters.kill_pnts);
        }
    }

    fn kill(&mut self, ship: usize) {
        let dead = &mut self.board.ships[ship];
        (dead.alive, dead.time) = (false, self.head.parameters.nb_rnds_regen);
        self.units[dead.at] = Unit::Nobody;
    }

    fn remove_missile(&mut self, id: i32) -> Option<Missile> {
        let missiles = &mut self.board.missiles;
        let place = missiles.binary_search_by_key(&id, |m| m.id).ok()?;
        Some(missiles.remove(place))
    }
}

impl Moves {
    /// Whether anything was asked at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.asked.iter().all(Vec::is_empty)
    }
}
