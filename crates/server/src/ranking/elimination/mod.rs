//! The eliminated player of a round, and the moment of this decision: pure functions of results.
//!
//! In each round of an elimination the remaining players play a set of matches on new seeds, in
//! which all pairs meet equally often. The order is the Plackett–Luce fit of this round's matches
//! alone. If the last place is uncertain (in the final: the first place), more matches follow,
//! most of them among the players in question, until the place is certain or all players have
//! played as many matches as the rule allows. Then the player with the lowest strength is
//! eliminated. If strengths are equal, the player with fewer place points in the round goes, then
//! the player who was weaker in the rounds before, then the player whose version was submitted
//! later.

use crate::ranking::ladder::{Fitted, History};
use crate::ranking::{Counted, Player, Standing};
use crate::states::PlaceReason;
use arena::ladder;
use arena::random::Stream;
use arena::schedule::{Orders, ROTATIONS, SEEDS, Schedule, Visit};
use arena::stats::ranks::Ranks;
use engine::SEATS;
use std::cmp::Reverse;

/// The players of the final.
pub const FINALISTS: usize = SEATS;
/// Strengths and points that differ by less are equal: so small a difference is rounding.
const GRID: f64 = 1e6;

/// How many matches a round has.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Matches of every player in the first set.
    pub each: u32,
    /// Matches of every player in a round at most, on average.
    pub most: u32,
}

/// The results of a finished round.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// The remaining players, in the order of their submissions.
    pub players: &'a [Player],
    /// The results of the round.
    pub results: &'a [Counted],
    /// Those of all rounds before.
    pub before: &'a [Counted],
    /// Matches that were planned in the round.
    pub planned: usize,
    /// The secret of the draws: secret, tournament, round.
    pub master: &'a str,
    /// How many matches it may have.
    pub rule: Rule,
}

/// How it goes on.
#[derive(Debug)]
pub enum Step {
    /// It is not decided: these matches too.
    More(Vec<Visit>),
    /// The order, best first, and why the last one is last.
    Decided(Vec<Standing>, PlaceReason),
}

/// Groups of four in which everybody plays about so many matches and meets everybody equally
/// often.
///
/// # Panics
/// With fewer than four players.
#[must_use]
pub fn balanced(players: usize, each: u32, master: &str) -> Vec<Visit> {
    let visits = (players * each.max(1) as usize).div_ceil(SEATS * ROTATIONS);
    Schedule::new(players, 1, visits, master).visits
}

/// The order of a round robin: strength, place points, then who was sent earlier.
#[must_use]
pub fn order(results: &[Counted], players: &[Player], master: &str) -> Vec<Standing> {
    let history = History::of(results);
    let fitted = Fitted::new(&history, players);
    let ranks = fitted.ranks(players.len(), &mut Stream::new(master, "chances", 0));
    let chances = ranks.as_ref().map(|ranks| ranks.among_best(crate::ranking::ladder::CUT));
    let keys = keys(&fitted, &vec![0; players.len()]);
    rows(&fitted, &keys, chances.as_deref(), ranks.as_ref())
}

/// Whether a round is decided, and how.
///
/// # Panics
/// With fewer than four players.
#[must_use]
pub fn step(round: &Round<'_>) -> Step {
    let players = round.players.len();
    let last = players <= FINALISTS;
    let cut = if last { 1 } else { players - 1 };
    let history = History::of(round.results);
    let fitted = Fitted::new(&history, round.players);
    let set = sets_before(round);
    let chances = fitted.chances(cut, &mut Stream::new(round.master, "chances", set));
    let clear = chances.as_ref().is_some_and(|p| ladder::decided(p));
    let spent = round.planned * SEATS >= round.rule.most as usize * players;
    if !clear && !spent {
        let open = chances.unwrap_or_else(|| vec![0.5; players]);
        return Step::More(more(&open, round.master, set));
    }
    let before = History::of(round.before);
    let before = Fitted::new(&before, round.players);
    let earlier: Vec<i64> = (0..players).map(|k| grid(before.strength(k))).collect();
    let keys = keys(&fitted, &earlier);
    let why = if last {
        PlaceReason::Order
    } else if clear {
        PlaceReason::Clear
    } else {
        reason(&keys)
    };
    Step::Decided(rows(&fitted, &keys, chances.as_deref(), None), why)
}

/// How many sets of matches a round has had after the first.
fn sets_before(round: &Round<'_>) -> u64 {
    let players = round.players.len();
    let first = balanced(players, round.rule.each, round.master).len() * ROTATIONS;
    let group = ladder::groups_per_round(players).max(1) * ROTATIONS;
    (round.planned.saturating_sub(first) / group) as u64
}

fn more(open: &[f64], master: &str, set: u64) -> Vec<Visit> {
    let groups = ladder::next_round(open, master, set);
    let visit = |(k, group): (usize, [usize; SEATS])| {
        let purpose = format!("{master} set {set} group {k}");
        let seed = Stream::new(&purpose, "seed", 0).below(SEEDS);
        Visit { seed, board: 0, table: Orders::new(&purpose).next(group) }
    };
    groups.into_iter().enumerate().map(visit).collect()
}

fn grid(value: f64) -> i64 {
    (value * GRID).round() as i64
}

/// The sort key of players: strength, points, strength before, order of submission.
type Key = (Reverse<i64>, Reverse<i64>, Reverse<i64>, usize);

fn keys(fitted: &Fitted<'_>, earlier: &[i64]) -> Vec<Key> {
    let points = fitted.points();
    let key = |(k, before): (usize, &i64)| {
        let strength = grid(fitted.strength(k));
        (Reverse(strength), Reverse(grid(points[k])), Reverse(*before), k)
    };
    let mut keys: Vec<Key> = earlier.iter().enumerate().map(key).collect();
    keys.sort_unstable();
    keys
}

/// The difference between the last player and the one before it.
fn reason(keys: &[Key]) -> PlaceReason {
    match keys {
        [.., a, b] if a.0 != b.0 => PlaceReason::Strength,
        [.., a, b] if a.1 != b.1 => PlaceReason::Points,
        [.., a, b] if a.2 != b.2 => PlaceReason::Before,
        _ => PlaceReason::Later,
    }
}

fn rows(
    fitted: &Fitted<'_>,
    keys: &[Key],
    chances: Option<&[f64]>,
    ranks: Option<&Ranks>,
) -> Vec<Standing> {
    let points = fitted.points();
    let row = |(place, key): (usize, &Key)| {
        let k = key.3;
        let row = fitted.row(k, place + 1, chances.map(|chances| chances[k]), ranks);
        Standing { points: Some(points[k]), ..row }
    };
    keys.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests;
