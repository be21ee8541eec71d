//! Values that result files lack: infections, immunity, masks worn and fights. They follow from
//! two boards and the moves between them.

use super::res::{Fight, Head, Moves, SOMEBODY};
use super::rules::direction;
use super::state::{Board, Unit};
use engine::Pos;

/// No infection takes more from a unit's health in a round, and no fight less than 25.
const MOST_DAMAGE: i32 = 5;
const LEAST_HIT: i32 = 25;

/// Fills in the details of the units and the fights.
pub(super) fn recall(now: &mut Board, head: &Head, before: &Board, moves: &mut Moves) {
    if before.layout == now.layout {
        now.layout.clone_from(&before.layout);
    }
    let mut went = vec![None; now.units.len()];
    for &(id, code) in &moves.done {
        if let Some(slot) = went.get_mut(id as usize) {
            *slot = direction(i32::from(code));
        }
    }
    let target = |id: usize, unit: &Unit| went[id].map_or(unit.pos, |dir| unit.pos + dir);
    for id in 0..now.units.len() {
        let Some(&old) = before.units.get(id) else { continue };
        let end = target(id, &old);
        let unit = now.units[id];
        let died = unit.pos != end || unit.player != old.player || unit.health > old.health;
        if died {
            let killer = moves.done.iter().map(|&(by, _)| by).find(|&by| {
                let other = before.units.get(by as usize);
                other.is_some_and(|o| o.player == unit.player && target(by as usize, o) == end)
                    && by as usize != id
            });
            match killer {
                Some(by) => {
                    moves.fights.push(Fight { by, at: id as u32, owner: old.player, dead: true });
                }
                None => moves.perished(id, old.player),
            }
            reborn(&mut now.units[id], head);
            continue;
        }
        if old.health.saturating_sub(unit.health) >= LEAST_HIT {
            let still = |id: usize| went[id].is_none();
            let by = attacker(before, &old, end, still);
            moves.fights.push(Fight { by, at: id as u32, owner: old.player, dead: false });
        }
        let took = went[id].is_some() && before.masks.contains(&end) && !now.masks.contains(&end);
        now.units[id].mask = old.mask || took;
        live_on(&mut now.units[id], &old);
    }
}

/// A reborn unit that misses some health has already paid for its infection.
fn reborn(unit: &mut Unit, head: &Head) {
    let missing = head.parameters.initial_health.saturating_sub(unit.health);
    unit.damage = missing.clamp(0, MOST_DAMAGE);
    unit.turns = i32::from(unit.damage > 0);
}

fn live_on(unit: &mut Unit, old: &Unit) {
    let lost = old.health.saturating_sub(unit.health);
    unit.damage = if lost > MOST_DAMAGE { old.damage } else { lost };
    unit.immune = old.immune || (old.damage > 0 && unit.damage == 0);
    unit.turns = match unit.damage {
        0 => 0,
        damage if damage == old.damage => old.turns.saturating_add(1),
        _ => 1,
    };
}

/// The rival beside a struck unit, if there is only one that stayed where it was.
fn attacker(before: &Board, old: &Unit, end: Pos, still: impl Fn(usize) -> bool) -> u32 {
    let near = |&(id, unit): &(usize, &Unit)| {
        let beside = unit.pos.manhattan(end) == 1 || unit.pos.manhattan(old.pos) == 1;
        unit.player != old.player && beside && still(id)
    };
    let mut rivals = before.units.iter().enumerate().filter(near);
    match (rivals.next(), rivals.next()) {
        (Some((id, _)), None) => id as u32,
        _ => SOMEBODY,
    }
}
