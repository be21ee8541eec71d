//! From results to the order, and from the order to the next matches.
//!
//! Everything here is a function of its arguments: the same results give the same standings and
//! the same next round, whenever and wherever that is asked.

use crate::ranking::{Counted, Player, Standing, rank_chances};
use arena::random::Stream;
use arena::schedule::{Orders, SEEDS, Visit};
use arena::stats::place_points::place_points;
use arena::stats::plackett_luce::{self, Fit};
use arena::stats::ranks::Ranks;
use arena::stats::weng_lin::{self, Rating};
use std::collections::BTreeMap;

/// Places for which the chance is told, and around which matches are chosen: those of a final.
pub const CUT: usize = 4;
/// Rounds in which everybody plays equally often, before uncertainty decides.
const EVEN_ROUNDS: i64 = 5;
/// Keeps players in the game whose place is as good as certain.
const LEAST_WEIGHT: f64 = 1e-4;
/// A cluster of the statistics: the round and the group in it.
const GROUPS_MAX: i64 = 1_000_000;

/// Results with players as numbers: those that compete first, in their order, then all others.
struct Table {
    players: usize,
    results: Vec<plackett_luce::Result>,
}

fn table(results: &[Counted], competitors: &[Player]) -> Table {
    let mut numbers: BTreeMap<&str, usize> =
        competitors.iter().enumerate().map(|(k, c)| (c.id.as_str(), k)).collect();
    let mut list: Vec<plackett_luce::Result> = Vec::new();
    for one in results.chunk_by(|a, b| (a.round, a.number) == (b.round, b.number)) {
        let mut seats = Vec::with_capacity(one.len());
        for seat in one {
            let next = numbers.len();
            let number = *numbers.entry(&seat.submission_id).or_insert(next);
            seats.push((number, seat.score));
        }
        let cluster = one[0].round * GROUPS_MAX + one[0].cluster;
        list.push(plackett_luce::Result { cluster: cluster.unsigned_abs(), seats });
    }
    Table { players: numbers.len(), results: list }
}

impl Table {
    fn matches(&self) -> Vec<i64> {
        let mut counts = vec![0; self.players];
        self.results.iter().flat_map(|r| &r.seats).for_each(|(player, _)| counts[*player] += 1);
        counts
    }

    fn running(&self) -> Vec<f64> {
        let mut ratings = vec![Rating::default(); self.players];
        for result in &self.results {
            let mut own: Vec<Rating> = result.seats.iter().map(|(p, _)| ratings[*p]).collect();
            let scores: Vec<i64> = result.seats.iter().map(|(_, score)| *score).collect();
            weng_lin::update(&mut own, &scores);
            for ((player, _), rating) in result.seats.iter().zip(own) {
                ratings[*player] = rating;
            }
        }
        ratings.iter().map(|r| r.mu).collect()
    }
}

/// Results with the strengths that fit them.
pub(crate) struct Fitted<'a> {
    players: &'a [Player],
    table: Table,
    counts: Vec<i64>,
    running: Vec<f64>,
    pub(crate) fit: Fit,
}

impl<'a> Fitted<'a> {
    pub(crate) fn new(results: &[Counted], players: &'a [Player]) -> Self {
        let table = table(results, players);
        let fit = plackett_luce::fit(table.players, &table.results);
        Self { players, counts: table.matches(), running: table.running(), table, fit }
    }

    /// The probability of each rank for each player; none with too few results.
    pub(crate) fn ranks(&self, stream: &mut Stream) -> Option<Ranks> {
        // Old versions that nobody stands for any more take no places.
        self.fit.first(self.players.len()).ranks(stream)
    }

    /// For each player the probability of being among the best `cut`; none with too few results.
    pub(crate) fn chances(&self, cut: usize, stream: &mut Stream) -> Option<Vec<f64>> {
        Some(self.ranks(stream)?.among_best(cut))
    }

    /// Mean place points of each player.
    pub(crate) fn points(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.table.players];
        for result in &self.table.results {
            let scores: Vec<i64> = result.seats.iter().map(|(_, score)| *score).collect();
            for (k, (player, _)) in result.seats.iter().enumerate() {
                sums[*player] += place_points(&scores, k);
            }
        }
        sums.iter().zip(&self.counts).map(|(sum, n)| sum / (*n).max(1) as f64).collect()
    }

    /// How many matches a player has played.
    pub(crate) fn count(&self, player: usize) -> i64 {
        self.counts[player]
    }

    /// A row of the standings.
    pub(crate) fn row(
        &self,
        player: usize,
        position: usize,
        chance: Option<f64>,
        ranks: Option<&Ranks>,
    ) -> Standing {
        let (own, half) = (&self.players[player], self.fit.half(player, 0.05));
        Standing {
            submission_id: own.id.clone(),
            name: own.name.clone(),
            user_id: own.user_id.clone(),
            author: None,
            position: position as i64,
            strength: self.fit.strengths[player],
            half: if half.is_finite() { half } else { -1.0 },
            chance,
            running: self.running[player],
            matches: self.counts[player],
            points: None,
            ranks: ranks.map_or_else(String::new, |ranks| rank_chances(&ranks.place[player])),
        }
    }
}

/// The standings after a round. House players take no rank, unless nobody else competes.
#[must_use]
pub fn standings(
    results: &[Counted],
    competitors: &[Player],
    master: &str,
    round: i64,
) -> Vec<Standing> {
    let (authors, house): (Vec<Player>, Vec<Player>) =
        competitors.iter().cloned().partition(|player| player.user_id.is_some());
    let ranked = if authors.is_empty() { house.len() } else { authors.len() };
    let players = [authors, house].concat();
    let fitted = Fitted::new(results, &players);
    let mut stream = Stream::new(master, "chances", round.unsigned_abs());
    let ranks = fitted.fit.first(ranked).ranks(&mut stream);
    let chances = ranks.as_ref().map(|ranks| ranks.among_best(CUT));
    let strengths = &fitted.fit.strengths;
    let mut order: Vec<usize> = (0..players.len()).filter(|k| fitted.count(*k) > 0).collect();
    order.sort_by(|a, b| strengths[*b].total_cmp(&strengths[*a]).then(a.cmp(b)));
    let row = |(position, &k): (usize, &usize)| {
        let ranks = ranks.as_ref().filter(|_| k < ranked);
        let chance = chances.as_ref().and_then(|chances| chances.get(k).copied());
        fitted.row(k, position + 1, chance, ranks)
    };
    order.iter().enumerate().map(row).collect()
}

/// The data of a competitor that the plan of a round needs.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Matches of the ladder that were planned for it so far.
    pub matches: i64,
    /// Probability of being among the best [`CUT`] by the latest standings.
    pub chance: Option<f64>,
    /// Whether it is a house player.
    pub house: bool,
}

/// The groups of the next round, each on its own seed; none when everybody has played enough.
///
/// A third of the groups are those who have played least, so that nobody starves; the others are
/// drawn with the uncertainty of who is among the best [`CUT`].
#[must_use]
pub fn next_visits(competitors: &[Known], master: &str, round: i64, enough: u32) -> Vec<Visit> {
    let players = competitors.len();
    if players < arena::schedule::PLAYERS_MIN {
        return Vec::new();
    }
    let mut counts: Vec<i64> = competitors.iter().map(|known| known.matches).collect();
    if counts.iter().all(|n| *n >= i64::from(enough)) {
        return Vec::new();
    }
    let mut stream = Stream::new(master, "ladder", round.unsigned_abs());
    let groups = players / arena::schedule::PLAYERS_MIN;
    let even = if round <= EVEN_ROUNDS { groups } else { groups.div_ceil(3) };
    let mut chosen: Vec<[usize; 4]> = Vec::with_capacity(groups);
    for _ in 0..even {
        let group = least_played(&counts, &mut stream);
        group.iter().for_each(|p| counts[*p] += 4);
        chosen.push(group);
    }
    if even < groups {
        let weight = |known: &Known| {
            // Everything is open for a player without results, nothing for a house player.
            let chance = known.chance.unwrap_or(if known.house { 0.0 } else { 0.5 });
            chance.min(1.0 - chance) + LEAST_WEIGHT
        };
        let weights: Vec<f64> = competitors.iter().map(weight).collect();
        chosen.extend((even..groups).map(|_| drawn(&weights, &mut stream)));
    }
    let visit = |(k, group): (usize, [usize; 4])| {
        // A round of its own deals its cyclic orders by itself: six rounds are no unit here.
        let table = Orders::new(&format!("{master} {round} {k}")).next(group);
        Visit { seed: stream.below(SEEDS), board: 0, table }
    };
    chosen.into_iter().enumerate().map(visit).collect()
}

/// The four who have played least; chance decides between equals.
fn least_played(counts: &[i64], stream: &mut Stream) -> [usize; 4] {
    let mut order: Vec<usize> = (0..counts.len()).collect();
    stream.shuffle(&mut order);
    order.sort_by_key(|p| counts[*p]);
    [order[0], order[1], order[2], order[3]]
}

/// Four players drawn without putting back, each with its weight.
fn drawn(weights: &[f64], stream: &mut Stream) -> [usize; 4] {
    let mut left: Vec<usize> = (0..weights.len()).collect();
    let mut next = || {
        let sum: f64 = left.iter().map(|p| weights[*p]).sum();
        let mut at = stream.unit() * sum;
        let found = left.iter().position(|p| {
            at -= weights[*p];
            at < 0.0
        });
        left.remove(found.unwrap_or(left.len() - 1))
    };
    [next(), next(), next(), next()]
}
