//! From results to the order, and from the order to the next matches.
//!
//! Everything here is a function of its arguments: the same results give the same standings and
//! the same next round, whenever and wherever that is asked.

use crate::ids::SubmissionId;
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

/// Results, as the statistics need them, and what follows from each match in turn.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The number of each version, in the order of their first matches.
    numbers: BTreeMap<SubmissionId, usize>,
    results: Vec<plackett_luce::Result>,
    /// Matches of each version.
    counts: Vec<i64>,
    /// The running number of each version.
    running: Vec<Rating>,
}

impl History {
    /// These results, match by match.
    #[must_use]
    pub fn of(results: &[Counted]) -> Self {
        let mut all = Self::default();
        all.extend(results);
        all
    }

    /// Adds the results of later matches.
    pub fn extend(&mut self, results: &[Counted]) {
        for one in results.chunk_by(|a, b| (a.round, a.number) == (b.round, b.number)) {
            let mut number = |seat: &Counted| (self.number(&seat.submission_id), seat.score);
            let seats: Vec<(usize, i64)> = one.iter().map(&mut number).collect();
            let mut ratings: Vec<Rating> = seats.iter().map(|(v, _)| self.running[*v]).collect();
            let scores: Vec<i64> = seats.iter().map(|(_, score)| *score).collect();
            weng_lin::update(&mut ratings, &scores);
            for ((version, _), rating) in seats.iter().zip(ratings) {
                self.running[*version] = rating;
                self.counts[*version] += 1;
            }
            let cluster = one[0].round * GROUPS_MAX + one[0].cluster;
            self.results.push(plackett_luce::Result { cluster: cluster.unsigned_abs(), seats });
        }
    }

    fn number(&mut self, version: &SubmissionId) -> usize {
        if let Some(number) = self.numbers.get(version) {
            return *number;
        }
        let number = self.counts.len();
        self.numbers.insert(version.clone(), number);
        self.counts.push(0);
        self.running.push(Rating::default());
        number
    }
}

/// Results with the strengths that fit them.
pub(crate) struct Fitted<'a> {
    players: &'a [Player],
    /// The number of each player in the fit: those without matches come after all versions.
    numbers: Vec<usize>,
    history: &'a History,
    fit: Fit,
}

impl<'a> Fitted<'a> {
    pub(crate) fn new(history: &'a History, players: &'a [Player]) -> Self {
        let mut all = history.counts.len();
        let mut number = |player: &Player| {
            history.numbers.get(&player.id).copied().unwrap_or_else(|| {
                all += 1;
                all - 1
            })
        };
        let numbers = players.iter().map(&mut number).collect();
        let fit = plackett_luce::fit(all, &history.results);
        Self { players, numbers, history, fit }
    }

    /// The probability of each rank for the first `players`; none with too few results. All others
    /// count as opponents, but take no ranks.
    pub(crate) fn ranks(&self, players: usize, stream: &mut Stream) -> Option<Ranks> {
        self.fit.of(&self.numbers[..players]).places(stream)
    }

    /// For each player the probability of being among the best `cut`; none with too few results.
    pub(crate) fn chances(&self, cut: usize, stream: &mut Stream) -> Option<Vec<f64>> {
        Some(self.ranks(self.players.len(), stream)?.among_best(cut))
    }

    /// Mean place points of each player.
    pub(crate) fn points(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.fit.strengths.len()];
        for result in &self.history.results {
            let scores: Vec<i64> = result.seats.iter().map(|(_, score)| *score).collect();
            for (k, (version, _)) in result.seats.iter().enumerate() {
                sums[*version] += place_points(&scores, k);
            }
        }
        let mean = |(player, n): (usize, &usize)| sums[*n] / self.count(player).max(1) as f64;
        self.numbers.iter().enumerate().map(mean).collect()
    }

    /// How many matches a player has played.
    pub(crate) fn count(&self, player: usize) -> i64 {
        self.history.counts.get(self.numbers[player]).copied().unwrap_or(0)
    }

    /// The strength of a player.
    pub(crate) fn strength(&self, player: usize) -> f64 {
        self.fit.strengths[self.numbers[player]]
    }

    /// A row of the standings.
    pub(crate) fn row(
        &self,
        player: usize,
        position: usize,
        chance: Option<f64>,
        ranks: Option<&Ranks>,
    ) -> Standing {
        let (own, number) = (&self.players[player], self.numbers[player]);
        let half = self.fit.half(number, 0.05);
        Standing {
            submission_id: own.id.clone(),
            name: own.name.clone(),
            user_id: own.user_id.clone(),
            author: None,
            position: position as i64,
            strength: self.strength(player),
            half: if half.is_finite() { half } else { -1.0 },
            chance,
            running: self.history.running.get(number).copied().unwrap_or_default().mu,
            matches: self.count(player),
            points: None,
            ranks: ranks.map_or_else(String::new, |ranks| rank_chances(&ranks.place[player])),
        }
    }
}

/// The standings after a round. House players take no rank, unless nobody else competes.
#[must_use]
pub fn standings(
    results: &History,
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
    let ranks = fitted.ranks(ranked, &mut stream);
    let chances = ranks.as_ref().map(|ranks| ranks.among_best(CUT));
    let mut order: Vec<usize> = (0..players.len()).filter(|k| fitted.count(*k) > 0).collect();
    order.sort_by(|a, b| fitted.strength(*b).total_cmp(&fitted.strength(*a)).then(a.cmp(b)));
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
