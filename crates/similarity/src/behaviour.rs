//! Do two players do the same? What a rewrite of the source does not hide.
//!
//! [`answers`] shows every player the same recorded situations and collects its orders. Only
//! agreement in rare orders counts: an order that every player gives is no evidence about a pair.

use engine::record::{Luck, Record, Unusable};
use engine::{DynGame, DynState, Order, Player, Turn};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Points of the curve over the rounds.
const CURVE: usize = 40;
/// Orders of one player in one situation that are looked at.
const ORDERS_MAX: usize = 1000;

/// How much two players agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Number of the first player.
    pub left: usize,
    /// Number of the second player.
    pub right: usize,
    /// Their names.
    pub names: [String; 2],
    /// Share of their orders that agree, 0 ..= 1; each counts by how rare it is.
    pub alike: f64,
    /// The median of that share over all pairs.
    pub usual: f64,
    /// Share of all pairs that agree at least as much, this one counted.
    pub p: f64,
    /// In how many situations both gave orders.
    pub situations: usize,
    /// Share that agrees, by round: the first round of each step, and the share.
    pub rounds: Vec<(i32, f64)>,
}

/// The orders of a player in a situation: unit to verb and arguments. The first of several orders
/// for one unit counts, as in the games.
pub type Answer = BTreeMap<i32, (i32, i32, i32)>;

/// A situation: what a seat was shown in a round of a recorded match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The number of the round.
    pub round: i32,
    /// The seat.
    pub seat: usize,
}

/// The situations of a record: every round of every seat that was not frozen.
#[must_use]
pub fn situations(record: &Record) -> Vec<Situation> {
    let mut all = Vec::new();
    for (k, round) in record.rounds.iter().enumerate() {
        for (seat, turn) in round.seats.iter().enumerate() {
            if turn.luck != Luck::Absent {
                all.push(Situation { round: k as i32, seat });
            }
        }
    }
    all
}

/// The orders of a player in every situation of a record, in the order of [`situations`]. `make`
/// gets the game's intro and makes a new player per seat. The player sees all rounds of its seat
/// and draws from the recorded random stream, but its orders change nothing. After a failure a
/// player gives no answers.
///
/// # Errors
/// When the record cannot be replayed.
pub fn answers(
    game: &dyn DynGame,
    record: &Record,
    make: &mut dyn FnMut(&[u8]) -> Box<dyn Player>,
) -> Result<Vec<Answer>, Unusable> {
    let mut players: Vec<Option<Box<dyn Player>>> = Vec::new();
    let mut all = Vec::new();
    record.replay(game, |k, state, _| {
        if k == 0 {
            for seat in 0..state.seats() {
                let mut intro = Vec::new();
                state.write_intro(seat, &mut intro);
                players.push(Some(make(&intro)));
            }
        }
        let Some(round) = record.rounds.get(k) else { return };
        for (seat, turn) in round.seats.iter().enumerate() {
            if turn.luck == Luck::Absent {
                continue;
            }
            let asked = players.get_mut(seat).and_then(Option::as_mut);
            match asked.map(|player| ask(&mut **player, state, seat, turn.status)) {
                Some(Some(answer)) => all.push(answer),
                failed => {
                    if failed.is_some() {
                        players[seat] = None;
                    }
                    all.push(Answer::new());
                }
            }
        }
    })?;
    Ok(all)
}

fn ask(
    player: &mut dyn Player,
    state: &dyn DynState,
    seat: usize,
    status: Option<f64>,
) -> Option<Answer> {
    let mut state = state.clone_box();
    if let Some(status) = status {
        state.set_status(seat, status);
    }
    let (mut view, mut stream, mut orders, mut said) = (vec![], vec![], vec![], vec![]);
    state.write_stream(seat, &mut stream);
    state.write_view(seat, &mut view);
    let mut turn = Turn::shown(&mut view, &mut stream, &mut orders, &mut said);
    player.play(&mut turn).ok()?;
    Some(answer(&orders))
}

fn answer(orders: &[Order]) -> Answer {
    let mut answer = Answer::new();
    for order in orders.iter().take(ORDERS_MAX) {
        answer.entry(order.unit).or_insert((order.verb, order.a, order.b));
    }
    answer
}

/// Compares what players answered in the same situations; `answers[player][situation]`. The most
/// unusual pairs come first.
#[must_use]
pub fn compare(
    names: &[String],
    situations: &[Situation],
    answers: &[Vec<Answer>],
) -> Vec<Agreement> {
    let mut sums: HashMap<(usize, usize), Sum> = HashMap::new();
    for (k, situation) in situations.iter().enumerate() {
        let here: Vec<&Answer> = answers.iter().filter_map(|a| a.get(k)).collect();
        if here.len() == answers.len() {
            add_situation(&here, situation.round, &mut sums);
        }
    }
    rank(names, sums)
}

/// The agreement of a pair so far.
#[derive(Default)]
struct Sum {
    same: f64,
    all: f64,
    situations: usize,
    rounds: BTreeMap<i32, (f64, f64)>,
}

fn add_situation(answers: &[&Answer], round: i32, sums: &mut HashMap<(usize, usize), Sum>) {
    // How many gave each order: unit, verb, arguments.
    let mut givers: HashMap<(i32, (i32, i32, i32)), usize> = HashMap::new();
    for answer in answers {
        for (unit, order) in *answer {
            *givers.entry((*unit, *order)).or_default() += 1;
        }
    }
    let others = answers.len().saturating_sub(2).max(1) as f64;
    for right in 1..answers.len() {
        for left in 0..right {
            let (a, b) = (answers[left], answers[right]);
            if a.is_empty() || b.is_empty() {
                continue;
            }
            let sum = sums.entry((left, right)).or_default();
            let (mut same, mut all) = (0.0, 0.0);
            let units: BTreeSet<&i32> = a.keys().chain(b.keys()).collect();
            for unit in units {
                let (x, y) = (a.get(unit), b.get(unit));
                let both = x == y;
                // The share of the other players that give the same order.
                let rare = |order: Option<&(i32, i32, i32)>, own: usize| {
                    order.map_or(0.0, |o| {
                        let alike = givers.get(&(*unit, *o)).copied().unwrap_or(own);
                        1.0 - alike.saturating_sub(own) as f64 / others
                    })
                };
                if both {
                    let weight = rare(x, 2);
                    same += weight;
                    all += weight;
                } else {
                    all += f64::midpoint(rare(x, 1), rare(y, 1));
                }
            }
            sum.same += same;
            sum.all += all;
            sum.situations += 1;
            let entry = sum.rounds.entry(round).or_default();
            entry.0 += same;
            entry.1 += all;
        }
    }
}

fn rank(names: &[String], sums: HashMap<(usize, usize), Sum>) -> Vec<Agreement> {
    let mut found: Vec<Agreement> = sums
        .into_iter()
        .filter(|(_, sum)| sum.all > 0.0)
        .map(|((left, right), sum)| Agreement {
            left,
            right,
            names: [names[left].clone(), names[right].clone()],
            alike: sum.same / sum.all,
            usual: 0.0,
            p: 1.0,
            situations: sum.situations,
            rounds: curve(&sum.rounds),
        })
        .collect();
    found.sort_by(|a, b| {
        b.alike.total_cmp(&a.alike).then((a.left, a.right).cmp(&(b.left, b.right)))
    });
    let count = found.len();
    let usual = found.get(count / 2).map_or(0.0, |a| a.alike);
    let alike: Vec<f64> = found.iter().map(|a| a.alike).collect();
    for agreement in &mut found {
        let as_much = alike.partition_point(|a| *a >= agreement.alike);
        agreement.usual = usual;
        agreement.p = as_much as f64 / count as f64;
    }
    found
}

/// The curve over the rounds in at most [`CURVE`] steps.
fn curve(rounds: &BTreeMap<i32, (f64, f64)>) -> Vec<(i32, f64)> {
    let all: Vec<(&i32, &(f64, f64))> = rounds.iter().collect();
    let step = all.len().div_ceil(CURVE).max(1);
    let share = |part: &[(&i32, &(f64, f64))]| {
        let (same, of) = part.iter().fold((0.0, 0.0), |s, p| (s.0 + p.1.0, s.1 + p.1.1));
        if of > 0.0 { same / of } else { 0.0 }
    };
    all.chunks(step).map(|part| (*part[0].0, share(part))).collect()
}
