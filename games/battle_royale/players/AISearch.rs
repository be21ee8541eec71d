use palestra::battle_royale::*;
use std::collections::{BTreeMap, VecDeque};

// A player that looks ahead: it plans as a simple player would, and then asks the rules of the
// game, unit by unit, whether another order would turn out better. Build and play it with
// --forward, where the season allows that.

/// Different ways in which chance may go, of each plan.
const FATES: u32 = 2;
/// Somebody who is farther away does not matter now.
const NEAR: i32 = 3;

/// Unit to order.
type Plan = BTreeMap<i32, Dir>;

#[derive(Default)]
struct Search;

impl Player for Search {
    fn play(&mut self, game: &Game) {
        let now = Simulation::new(game);
        let orders = game.units().iter().map(|unit| (unit.id, simple(game, unit)));
        let mut plan: Plan = orders.collect();
        let mut best = value(game, &now, &plan);
        let mine = [game.farmers(game.me()), game.knights(game.me())].concat();
        for &id in &mine {
            if !may_search(game) || !contested(game, game.unit(id).pos) {
                continue;
            }
            let before = plan[&id];
            let mut choice = before;
            for dir in [Dir::None].into_iter().chain(Dir::ALL).filter(|dir| *dir != before) {
                plan.insert(id, dir);
                let found = value(game, &now, &plan);
                if found > best {
                    best = found;
                    choice = dir;
                }
            }
            plan.insert(id, choice);
        }
        for id in mine {
            game.command(id, plan[&id]);
        }
    }
}

/// Whether a unit of another player stands there.
fn prey(game: &Game, p: Pos, player: i32) -> bool {
    game.cell(p).unit.is_some_and(|id| game.unit(id).player != player)
}

/// The order of a simple player for a unit: a knight hits a rival beside it. Otherwise a unit goes
/// to the nearest tile (farmers) or rival (knights) that it wants, cell by cell around it.
fn simple(game: &Game, unit: &Unit) -> Dir {
    let knight = unit.kind == UnitType::Knight;
    let index = |p: Pos| (p.i * game.cols() + p.j) as usize;
    let mut first = vec![None; (game.rows() * game.cols()) as usize];
    first[index(unit.pos)] = Some(Dir::None);
    let mut pending = VecDeque::from([unit.pos]);
    while let Some(p) = pending.pop_front() {
        let begun = first[index(p)].unwrap_or(Dir::None);
        let wanted = match unit.kind {
            UnitType::Knight => prey(game, p, unit.player),
            UnitType::Farmer => game.cell(p).owner != Some(unit.player),
        };
        if p != unit.pos && wanted {
            return begun;
        }
        for dir in Dir::ALL {
            let q = game.dest(p, dir);
            let cell = game.cell(q);
            if first[index(q)].is_some() || cell.kind == CellType::Wall {
                continue;
            }
            if cell.unit.is_some() && !(knight && prey(game, q, unit.player)) {
                continue;
            }
            first[index(q)] = Some(if p == unit.pos { dir } else { begun });
            pending.push_back(q);
        }
    }
    Dir::None
}

/// How well the match stands for us: tiles, and units with their health.
fn worth(game: &Game, then: &Game) -> f64 {
    let settings = game.settings();
    let fit = |weight: f64, id: i32, full: i32| {
        weight + weight * f64::from(then.unit(id).health) / f64::from(full)
    };
    let mut sum = 0.0;
    for player in 0..settings.nb_players {
        let mut own = f64::from(then.score(player));
        for &id in then.farmers(player) {
            own += fit(12.0, id, settings.farmers_health);
        }
        for &id in then.knights(player) {
            own += fit(15.0, id, settings.knights_health);
        }
        sum += if player == game.me() { own } else { -own / f64::from(settings.nb_players - 1) };
    }
    sum
}

fn give(simulation: &mut Simulation, plan: &Plan) {
    for (&id, &dir) in plan {
        let player = simulation.state().unit(id).player;
        simulation.command(player, id, dir);
    }
}

/// Every knight hits a rival beside it.
fn blows(then: &Game) -> Plan {
    let mut plan = Plan::new();
    for knight in then.units().iter().filter(|unit| unit.kind == UnitType::Knight) {
        for dir in Dir::ALL {
            if prey(then, then.dest(knight.pos, dir), knight.player) {
                plan.insert(knight.id, dir);
            }
        }
    }
    plan
}

/// The value of a plan: a round as planned, and then one in which knights hit and others rest.
fn value(game: &Game, now: &Simulation, plan: &Plan) -> f64 {
    let mut sum = 0.0;
    for fate in 0..FATES {
        let mut simulation = now.clone();
        simulation.seed(1 + fate);
        give(&mut simulation, plan);
        simulation.step();
        let second = blows(simulation.state());
        give(&mut simulation, &second);
        simulation.step();
        sum += worth(game, simulation.state());
    }
    sum / f64::from(FATES)
}

/// Whether somebody of another player is so near that it matters what we do.
fn contested(game: &Game, p: Pos) -> bool {
    (-NEAR..=NEAR).any(|i| {
        let wide = NEAR - i.abs();
        (-wide..=wide).any(|j| {
            let q = Pos::new((p.i + i).rem_euclid(game.rows()), (p.j + j).rem_euclid(game.cols()));
            prey(game, q, game.me())
        })
    })
}

/// Whether there is computation left to search with: no more than its share for each round.
fn may_search(game: &Game) -> bool {
    let (round, rounds) = (f64::from(game.round() + 1), f64::from(game.settings().nb_rounds));
    game.status(game.me()) < 0.95 * round / rounds
}

player!(Search);
