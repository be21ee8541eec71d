//! Moves: steps, crashes, runs over, thunderdomes and bites (e.3).

use crate::mad_max::land::{DESERT, ROAD, is_city};
use crate::mad_max::state::{Kind, Move, NOBODY, Refused, State, Why};
use engine::{Pos, SEATS};

/// Carries out the allowed moves in random order and notes those that could be.
pub(super) fn carry_out(state: &mut State) {
    let accepted = std::mem::take(&mut state.scratch.accepted);
    let mut order = std::mem::take(&mut state.scratch.order);
    state.dice.permute(accepted.len(), &mut order);
    for &k in &order {
        let wanted = accepted[k as usize];
        let seat = state.board.units[wanted.id as usize].player;
        let outcome = match state.killed[wanted.id as usize] {
            true => Err(Why::Dead),
            false => carry_out_one(state, wanted),
        };
        match outcome {
            Ok(()) => state.moves.done.push(wanted),
            Err(why) => {
                let Move { id, dir } = wanted;
                state.moves.refused.push(Refused { seat, id, code: dir as i32, why });
            }
        }
    }
    state.scratch.order = order;
    state.scratch.accepted = accepted;
}

/// Makes the move happen, unless the ground forbids it.
fn carry_out_one(state: &mut State, wanted: Move) -> Result<(), Why> {
    let mover = wanted.id as usize;
    let unit = state.board.units[mover];
    let target = unit.pos + wanted.dir;
    match state.board.land.at(target) {
        DESERT | ROAD => {}
        letter if is_city(letter) && unit.kind == Kind::Warrior => {}
        letter => return Err(Why::Ground(letter)),
    }
    let found = state.ids[state.board.land.place(target)];
    if found == NOBODY {
        step(state, mover, target);
        return Ok(());
    }
    let other = found as usize;
    let victim = state.board.units[other];
    // These draws are made for every meeting, whether it needs them or not.
    let others = two_others(state, unit.player, victim.player);
    let same = unit.player == victim.player;
    match (unit.kind, victim.kind) {
        (Kind::Car, Kind::Car) => {
            capture(state, other, others.0);
            capture(state, mover, others.1);
        }
        (Kind::Car, Kind::Warrior) => {
            capture(state, other, if same { others.0 } else { unit.player });
            step(state, mover, target);
        }
        (Kind::Warrior, Kind::Car) => {
            capture(state, mover, if same { others.0 } else { victim.player });
        }
        (Kind::Warrior, Kind::Warrior) => meet(state, mover, other, others.0),
    }
    Ok(())
}

/// Two warriors: a thunderdome inside cities, a bite elsewhere. `third` gets who falls to its
/// own team.
fn meet(state: &mut State, mover: usize, other: usize, third: u8) {
    let (one, two) = (state.board.units[mover], state.board.units[other]);
    let same = one.player == two.player;
    let inside = |p: Pos| is_city(state.board.land.at(p));
    if inside(one.pos) && inside(two.pos) {
        let waters = one.water.saturating_add(two.water);
        let won = state.dice.draw(0, waters - 1) < one.water;
        let (loser, winner) = if won { (other, one.player) } else { (mover, two.player) };
        capture(state, loser, if same { third } else { winner });
        return;
    }
    let most = state.head.parameters.damage;
    let health = state.head.parameters.warriors_health;
    let (food, water) = (two.food.min(most), two.water.min(most));
    let bitten = &mut state.board.units[other];
    bitten.food -= food;
    bitten.water -= water;
    let starved = bitten.food == 0 || bitten.water == 0;
    let biter = &mut state.board.units[mover];
    biter.food = biter.food.saturating_add(food / 2).min(health);
    biter.water = biter.water.saturating_add(water / 2).min(health);
    if starved {
        capture(state, other, if same { third } else { one.player });
    }
}

fn step(state: &mut State, id: usize, target: Pos) {
    let land = &state.board.land;
    let (from, to) = (land.place(state.board.units[id].pos), land.place(target));
    state.ids[from] = NOBODY;
    state.ids[to] = id as i32;
    state.board.units[id].pos = target;
}

/// Two seats other than `a` and `b`, at random: the first two left of a random order of all.
pub(super) fn two_others(state: &mut State, a: u8, b: u8) -> (u8, u8) {
    let mut order: [u8; SEATS] = [0, 1, 2, 3];
    for k in 0..SEATS {
        let with = state.dice.draw(k as i32, SEATS as i32 - 1) as usize;
        order.swap(k, with);
    }
    let mut left = order.into_iter().filter(|&seat| seat != a && seat != b);
    let first = left.next().unwrap_or(a);
    (first, left.next().unwrap_or(b))
}

/// The unit dies and will come back, fresh, for `heir`; until then it is off the grid.
pub(super) fn capture(state: &mut State, id: usize, heir: u8) {
    let parameters = &state.head.parameters;
    let unit = &mut state.board.units[id];
    unit.player = heir;
    (unit.food, unit.water) = match unit.kind {
        Kind::Warrior => (parameters.warriors_health, parameters.warriors_health),
        Kind::Car => (parameters.cars_fuel, 0),
    };
    let place = state.board.land.place(unit.pos);
    state.ids[place] = NOBODY;
    state.killed[id] = true;
}
