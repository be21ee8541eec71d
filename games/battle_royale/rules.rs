//! The rules (sections d, e and j of the specification).
//!
//! A round is a list of phases, each seeing the result of the one before it:
//! 1. **Accept** - of a player's orders for one unit only the first counts.
//! 2. **Line up** - the accepted orders get the order in which they are executed.
//! 3. **Execute** - units walk, knights hit; a unit without health joins the attacker.
//! 4. **Heal** - units that had no turn recover.
//! 5. **Count** - the score is the number of tiles of one's colour.

use super::BattleRoyale;
use super::settings::{Parameters, Settings, WALL};
use super::state::{Dir, Head, Kind, Moves, NOBODY, Owned, State, Unit};
use super::stream::Stream;
use engine::{Fatal, Notes, Order, Pos, Rules, Ruleset, SEATS, Setup};

/// So many attempts per tile in vain mean that the stream is stuck (a player may have written
/// any bytes into it); an honest stream fails that often once in e^64 times.
const PATIENCE_PER_TILE: u32 = 64;

/// The value of a seed as the old kit's command line reads it: an optional sign, digits, and
/// whatever may follow; a number too large becomes the largest.
#[must_use]
pub fn seed_value(seed: &str) -> i32 {
    let text = seed.trim_start();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = digits.bytes().take_while(u8::is_ascii_digit).fold(0_i64, |value, digit| {
        (value * 10 + i64::from(digit - b'0')).min(i64::from(i32::MAX) + 1)
    });
    let value = if negative { -value } else { value };
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

impl Rules for State {
    type Game = BattleRoyale;
    type Settings = Settings;

    /// The board as it is written, the units as written or drawn.
    fn start(settings: &Settings, setup: &Setup, _: &mut Notes) -> Result<Self, Fatal> {
        let parameters = settings.parameters;
        let statement = setup.ruleset == Ruleset::Statement;
        if statement && parameters.damage_max < parameters.damage_min {
            let (min, max) = (parameters.damage_min, parameters.damage_max);
            return Err(Fatal::new(format!(
                "`damage_max` {max} must not be smaller than `damage_min` {min} (the rules of the \
                 old kit, `--rules kit`, allow it)"
            )));
        }
        let head = Head {
            parameters,
            old: settings.old,
            judged: setup.judged,
            names: setup.names.clone(),
            seed: setup.seed.clone(),
        };
        let stream = Stream::new(seed_value(&setup.seed) as u32);
        let mut state = State::new(settings, head, setup.ruleset, stream);
        if settings.units.is_none() {
            place_units(&mut state)?;
        }
        state.count_owners();
        if statement {
            state.count_tiles();
        }
        Ok(state)
    }

    fn round(&self) -> i32 {
        self.field.round
    }

    fn rounds_left(&self) -> u32 {
        self.rounds_left
    }

    fn step(
        &mut self,
        orders: &[Vec<Order>],
        warned: &[bool],
        notes: &mut Notes,
    ) -> Result<(), Fatal> {
        self.rounds_left = self.rounds_left.saturating_sub(1);
        accept(self, orders, warned, notes)?;
        self.field.round = self.field.round.wrapping_add(1);
        let turns = line_up(self, notes);
        execute(self, turns)?;
        heal(self);
        self.count_tiles();
        Ok(())
    }

    fn status(&mut self) -> &mut [f64] {
        &mut self.field.status
    }
}

/// Section d.3: farmers, then knights, of each player in turn.
fn place_units(state: &mut State) -> Result<(), Fatal> {
    let parameters = *state.parameters();
    state.field.units.reserve(parameters.units());
    for player in 0..parameters.nb_players as u8 {
        for k in 0..parameters.nb_farmers + parameters.nb_knights {
            let kind = if k < parameters.nb_farmers { Kind::Farmer } else { Kind::Knight };
            let health = parameters.full_health(kind);
            let id = state.field.units.len();
            // Nobody can be placed in the corner, so leaving it changes nothing.
            state.field.units.push(Unit { kind, player, health, pos: Pos::default() });
            spawn(state, id)?;
        }
    }
    Ok(())
}

/// A stretch of rows or columns where units appear: its first one and how many.
fn stretch(size: i32, upper: bool) -> (i32, u32) {
    let half = size / 2;
    let (first, count) = if upper { (1, half - 2) } else { (half + 1, size - half - 3) };
    // The old kit takes a remainder, which disregards the sign of a negative count.
    (first, count.unsigned_abs())
}

/// Section d.2: puts a unit on a random free tile in the quadrant of its owner.
fn spawn(state: &mut State, id: usize) -> Result<(), Fatal> {
    let Unit { player, kind, pos: left, .. } = state.field.units[id];
    let parameters = *state.parameters();
    let (row, rows) = stretch(parameters.rows, player == 0 || player == 2);
    let (col, cols) = stretch(parameters.cols, player == 0 || player == 3);
    let too_crowded =
        || Fatal::new(format!("there is no free tile where units of player {player} appear"));
    if rows == 0 || cols == 0 {
        return Err(too_crowded());
    }
    let free = |state: &State, p: Pos| {
        state.field.tiles.get(p).is_some_and(|&t| t != WALL) && state.occupant[p] == NOBODY
    };
    let mut patience = PATIENCE_PER_TILE.saturating_mul(rows.saturating_mul(cols));
    let to = loop {
        let i = row + state.stream.below(rows) as i32;
        let j = col + state.stream.below(cols) as i32;
        let p = Pos::new(i, j);
        if free(state, p) {
            break p;
        }
        patience -= 1;
        if patience == 0 {
            let all = (0..rows as i32).flat_map(|i| (0..cols as i32).map(move |j| (i, j)));
            let mut all = all.map(|(i, j)| Pos::new(row + i, col + j));
            break all.find(|&p| free(state, p)).ok_or_else(too_crowded)?;
        }
    };
    state.occupant[left] = NOBODY;
    state.occupant[to] = id as i32;
    state.field.units[id].pos = to;
    if kind == Kind::Farmer {
        state.owned.paint(&mut state.field.tiles[to], player);
    }
    Ok(())
}

/// Phase 1, section e.1.
fn accept(
    state: &mut State,
    orders: &[Vec<Order>],
    warned: &[bool],
    notes: &mut Notes,
) -> Result<(), Fatal> {
    let units = state.field.units.len();
    let State { moves, scratch, ruleset, .. } = state;
    moves.orders.iter_mut().for_each(Vec::clear);
    scratch.unknown = 0;
    for ((seat, calls), accepted) in orders.iter().enumerate().zip(&mut moves.orders) {
        scratch.named.clear();
        scratch.named.resize(units, false);
        scratch.strange.clear();
        if accept_all(calls, &mut scratch.named, accepted) {
            continue;
        }
        accepted.clear();
        scratch.named.fill(false);
        let quiet = warned.get(seat).copied().unwrap_or(false);
        for call in calls {
            if !first_for(&mut scratch.named, &mut scratch.strange, call.unit) {
                if !quiet {
                    note_repeated(notes, call);
                }
                continue;
            }
            match Dir::from_code(call.a) {
                Some(dir) => accepted.push((call.unit, dir)),
                None if *ruleset == Ruleset::Kit => {
                    let dir = call.a;
                    return Err(Fatal::new(format!("player {seat} gave direction {dir}")));
                }
                // One player must not be able to end the match for all.
                None => note_no_direction(notes, seat, call),
            }
        }
        scratch.unknown += scratch.strange.len();
    }
    Ok(())
}

/// Accepts the orders of a player if all are to be accepted, as they nearly always are.
#[inline]
fn accept_all(calls: &[Order], named: &mut [bool], accepted: &mut Vec<(i32, Dir)>) -> bool {
    let mut fine = true;
    accepted.extend(calls.iter().map(|call| {
        // A negative number is beyond every table when taken as unsigned.
        let named = named.get_mut(call.unit as u32 as usize);
        let first = named.is_some_and(|named| !std::mem::replace(named, true));
        let dir = Dir::from_code(call.a);
        fine &= first & dir.is_some();
        (call.unit, dir.unwrap_or_default())
    }));
    fine
}

#[cold]
fn note_repeated(notes: &mut Notes, call: &Order) {
    notes.line(format_args!("warning: action alread requested for unit {}", call.unit));
}

#[cold]
fn note_no_direction(notes: &mut Notes, seat: usize, call: &Order) {
    let Order { unit, a, .. } = call;
    notes.line(format_args!(
        "warning: player {seat} gave unit {unit} the direction {a}, which is none"
    ));
}

/// Whether no order of the same player came before for this number, which may be no unit's.
fn first_for(named: &mut [bool], strange: &mut Vec<i32>, id: i32) -> bool {
    // A negative number is beyond every table when taken as unsigned.
    if let Some(named) = named.get_mut(id as u32 as usize) {
        return !std::mem::replace(named, true);
    }
    match strange.binary_search(&id) {
        Ok(_) => false,
        Err(place) => {
            strange.insert(place, id);
            true
        }
    }
}

/// Phase 2: with the kit's rules player after player in a random order, which is returned,
/// otherwise all orders shuffled (switch S2) without those for units of others (switch S4).
fn line_up(state: &mut State, notes: &mut Notes) -> [u8; SEATS] {
    let State { field, moves, scratch, stream, ruleset, head, .. } = state;
    let seats = head.parameters.seats();
    // A negative number is beyond every table when taken as unsigned.
    let unit = |id: i32| field.units.get(id as u32 as usize);
    let mut turns = std::array::from_fn(|seat| seat as u8);
    if *ruleset == Ruleset::Kit {
        shuffle(stream, &mut turns[..seats]);
        if scratch.unknown > 0 {
            let orders = turns[..seats].iter().flat_map(|&seat| &moves.orders[usize::from(seat)]);
            for _ in orders.filter(|&&(id, _)| unit(id).is_none()) {
                notes.line(format_args!("Id out of range"));
            }
        }
        return turns;
    }
    scratch.queue.clear();
    for (seat, orders) in moves.orders[..seats].iter().enumerate() {
        let queued = |&(id, dir): &(i32, Dir)| (seat as u8, id as u32, dir);
        let own = |unit: &Unit| usize::from(unit.player) == seat;
        // Nearly always all are in order, and then nothing has to be looked at twice.
        if scratch.unknown == 0 && orders.iter().all(|&(id, _)| unit(id).is_some_and(own)) {
            scratch.queue.extend(orders.iter().map(queued));
            continue;
        }
        for order in orders {
            let id = order.0;
            match unit(id) {
                None => notes.line(format_args!("Id out of range")),
                Some(unit) if !own(unit) => notes.line(format_args!(
                    "warning: unit {id} is not of player {seat}: its order is dropped"
                )),
                Some(_) => scratch.queue.push(queued(order)),
            }
        }
    }
    shuffle(stream, &mut scratch.queue);
    turns
}

/// Section c.4: a random order, with one draw fewer than there are things.
fn shuffle<T>(stream: &mut Stream, things: &mut [T]) {
    for k in 1..things.len() {
        let other = stream.below(k as u32 + 1) as usize;
        things.swap(k, other);
    }
}

/// Phase 3, section e.2.
fn execute(state: &mut State, turns: [u8; SEATS]) -> Result<(), Fatal> {
    state.moves.done.clear();
    state.moves.done.reserve(state.moves.orders.iter().map(Vec::len).sum());
    state.scratch.moved.clear();
    state.scratch.moved.resize(state.field.units.len(), false);
    match state.ruleset {
        Ruleset::Statement => execute_list::<true>(state, 0),
        Ruleset::Kit => {
            let seats = state.parameters().seats();
            turns[..seats].iter().try_for_each(|&seat| execute_list::<false>(state, seat))
        }
    }
}

/// Executes all orders or, with the kit's rules, those of one player.
fn execute_list<const STATEMENT: bool>(state: &mut State, seat: u8) -> Result<(), Fatal> {
    let mut next = 0;
    while let Some(blow) = walk::<STATEMENT>(state, seat, &mut next) {
        hit(state, blow.victim, blow.player)?;
        state.moves.done.push((blow.knight as i32, blow.dir));
    }
    Ok(())
}

/// A knight hits a rival.
struct Blow {
    knight: u32,
    dir: Dir,
    player: u8,
    victim: usize,
}

/// Executes the orders from the `next` one on, up to the first that is a blow. A function of its
/// own, so that all it uses has room in registers.
#[inline(never)]
fn walk<const STATEMENT: bool>(state: &mut State, seat: u8, next: &mut usize) -> Option<Blow> {
    let State { field, moves, scratch, occupant, owned, head, .. } = state;
    let (units, tiles) = (&mut field.units[..], field.tiles.cells_mut());
    let occupant = &mut occupant.cells_mut()[..tiles.len()];
    let moved = &mut scratch.moved[..units.len()];
    let Moves { orders, done } = moves;
    let ground = Ground { units, tiles, occupant, moved, owned, done, head };
    if STATEMENT {
        return ground.walk::<STATEMENT, _>(&scratch.queue, next, |&order| order);
    }
    let queue = &orders[usize::from(seat)];
    ground.walk::<STATEMENT, _>(queue, next, |&(id, dir)| (seat, id as u32, dir))
}

/// The data that units need to walk.
struct Ground<'a> {
    units: &'a mut [Unit],
    tiles: &'a mut [u8],
    occupant: &'a mut [i32],
    moved: &'a mut [bool],
    owned: &'a mut Owned,
    done: &'a mut Vec<(i32, Dir)>,
    head: &'a Head,
}

impl Ground<'_> {
    #[inline(always)]
    fn walk<const STATEMENT: bool, T>(
        self,
        queue: &[T],
        next: &mut usize,
        order: impl Fn(&T) -> (u8, u32, Dir),
    ) -> Option<Blow> {
        let Self { units, tiles, occupant, moved, owned, done, head } = self;
        let Parameters { rows, cols, .. } = head.parameters;
        let place = |p: Pos| (p.i * cols + p.j) as u32 as usize;
        let mut rest = queue[*next..].iter();
        while let Some(next_order) = rest.next() {
            let (player, id, dir) = order(next_order);
            let Some(unit) = units.get_mut(id as usize) else { continue };
            let own = unit.player == player;
            // Switch S3: to stay on purpose is no turn, and heals.
            if moved[id as usize] || (STATEMENT && dir == Dir::None && own) {
                continue;
            }
            moved[id as usize] = true;
            if dir == Dir::None || !own {
                continue;
            }
            let from = place(unit.pos);
            let to = dir.step(unit.pos, rows, cols);
            let target = place(to);
            if tiles[target] == WALL {
                continue;
            }
            let there = occupant[target];
            if there == NOBODY {
                // Where two units share a tile the cell may name the other one: it goes along.
                occupant[target] = std::mem::replace(&mut occupant[from], NOBODY);
                unit.pos = to;
                if unit.kind == Kind::Farmer {
                    owned.paint(&mut tiles[target], player);
                }
                done.push((id as i32, dir));
            } else if unit.kind == Kind::Knight && units[there as usize].player != player {
                *next = queue.len() - rest.len();
                return Some(Blow { knight: id, dir, player, victim: there as usize });
            }
        }
        None
    }
}

/// A knight of `player` hits. A unit without health joins its attacker.
fn hit(state: &mut State, victim: usize, player: u8) -> Result<(), Fatal> {
    let damage = draw_damage(state)?;
    let full = state.parameters().full_health(state.field.units[victim].kind);
    let unit = &mut state.field.units[victim];
    unit.health = unit.health.wrapping_sub(damage);
    if unit.health <= 0 {
        state.owners.give(victim, unit.player, player);
        unit.player = player;
        unit.health = full;
        spawn(state, victim)?;
    }
    Ok(())
}

/// Switch S1: `damage_max` is the most that a knight inflicts; the kit never reaches it.
fn draw_damage(state: &mut State) -> Result<i32, Fatal> {
    let Parameters { damage_min: min, damage_max: max, .. } = *state.parameters();
    let values = match state.ruleset {
        Ruleset::Statement => (max - min).unsigned_abs() + 1,
        Ruleset::Kit => (max - min).unsigned_abs(),
    };
    if values == 0 {
        return Err(Fatal::new(format!(
            "with the rules of the old kit `damage_max` must differ from `damage_min` {min}"
        )));
    }
    Ok(min.wrapping_add(state.stream.below(values) as i32))
}

/// Phase 4, section e.3.
fn heal(state: &mut State) {
    /// So many units are looked at together: mostly all of them had their turn.
    const AT_ONCE: usize = 8;
    let parameters = &state.head.parameters;
    let moved = state.scratch.moved.chunks(AT_ONCE);
    for (units, moved) in state.field.units.chunks_mut(AT_ONCE).zip(moved) {
        if *moved == [true; AT_ONCE] {
            continue;
        }
        for (unit, _) in units.iter_mut().zip(moved).filter(|(_, moved)| !**moved) {
            let (full, regen) = (parameters.full_health(unit.kind), parameters.regen(unit.kind));
            // Nearly all are unhurt.
            if unit.health != full || regen < 0 {
                unit.health = unit.health.saturating_add(regen).min(full);
            }
        }
    }
}
