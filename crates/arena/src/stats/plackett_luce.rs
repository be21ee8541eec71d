//! Strengths from places: the Plackett–Luce fit, with a covariance that takes the seed as the
//! unit.
//!
//! Plackett 1975, Luce 1959, Hunter 2004; covariance: Liang and Zeger 1986.

use crate::random::Stream;
use crate::stats::clustered_mean::t_quantile;
use crate::stats::ranks::Ranks;
use libm::{exp, log};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// Keeps strengths of perfect records finite, and their mean at 0.
const RIDGE: f64 = 0.02;
const STEP_MAX: f64 = 1.5;
const CLOSE_ENOUGH: f64 = 1e-7;
const STEPS_MAX: usize = 200;
/// How much of each error comes from how all results scatter, rather than from the player's own:
/// a player has few clusters. More would make perfect records look uncertain. Chosen, with
/// [`FEW`], so that rank probabilities come true as often as they say.
const POOLED: f64 = 0.25;
/// Power of C/(C−1) for few clusters: gradients at the fit are shorter than those of results that
/// it has not seen.
const FEW: i32 = 4;
/// With fewer clusters than this nothing can be said about ranks.
pub const CLUSTERS_MIN: usize = 5;

/// One match as the fit needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Result {
    /// The seed's cluster: matches with the same number are not independent.
    pub cluster: u64,
    /// The players and their scores; players are numbers from 0.
    pub seats: Vec<(usize, i64)>,
}

/// A fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Strength of each player; their mean is 0. A player whose strength is greater by 1 beats
    /// the other in 73 of 100 matches.
    pub strengths: Vec<f64>,
    /// Standard error of each strength.
    pub errors: Vec<f64>,
    /// Clusters that it rests on.
    pub clusters: usize,
    covariance: DMatrix<f64>,
}

/// exp(θ) of each player, up to a factor that all share.
fn weights(theta: &DVector<f64>) -> DVector<f64> {
    let top = theta.max();
    theta.map(|strength| exp(strength - top))
}

/// Results as choices: in each of them one player came before all that it did not lose to, out of
/// these and itself.
#[derive(Default)]
struct Choices {
    /// The players that came first.
    first: Vec<usize>,
    /// Where the players end from which each was chosen.
    ends: Vec<usize>,
    players: Vec<usize>,
    /// Where the choices of each cluster end.
    clusters: Vec<usize>,
}

impl Choices {
    fn of(results: &[Result]) -> Self {
        let mut all = Self::default();
        let mut sorted: Vec<&Result> = results.iter().collect();
        sorted.sort_by_key(|result| result.cluster);
        for cluster in sorted.chunk_by(|a, b| a.cluster == b.cluster) {
            cluster.iter().for_each(|result| all.push(&result.seats));
            all.clusters.push(all.first.len());
        }
        all
    }

    fn push(&mut self, seats: &[(usize, i64)]) {
        for &(first, score) in seats {
            let begin = self.players.len();
            let beaten = seats.iter().filter(|(_, other)| *other <= score);
            self.players.extend(beaten.map(|(player, _)| *player));
            // Who is chosen from itself alone says nothing.
            if self.players.len() == begin + 1 {
                self.players.truncate(begin);
                continue;
            }
            self.first.push(first);
            self.ends.push(self.players.len());
        }
    }

    /// The choices of a range: who came first, and out of whom.
    fn each(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &[usize])> {
        range.map(|k| {
            let begin = if k == 0 { 0 } else { self.ends[k - 1] };
            (self.first[k], &self.players[begin..self.ends[k]])
        })
    }

    /// Gradient and information of a range of choices, added to `gradient` and to the lower
    /// triangle of `information`.
    fn add(
        &self,
        range: Range<usize>,
        weights: &DVector<f64>,
        gradient: &mut DVector<f64>,
        information: &mut DMatrix<f64>,
    ) {
        for (first, players) in self.each(range) {
            let scale = 1.0 / players.iter().map(|j| weights[*j]).sum::<f64>();
            gradient[first] += 1.0;
            for (seat, &j) in players.iter().enumerate() {
                let p = weights[j] * scale;
                gradient[j] -= p;
                information[(j, j)] += p * (1.0 - p);
                for &k in &players[..seat] {
                    let both = p * weights[k] * scale;
                    information[(j.max(k), j.min(k))] -= if j == k { 2.0 * both } else { both };
                }
            }
        }
    }

    /// Log-likelihood of all results, minus the ridge.
    fn likelihood(&self, theta: &DVector<f64>) -> f64 {
        let (weights, top) = (weights(theta), theta.max());
        let mut all = -0.5 * RIDGE * theta.norm_squared();
        // A logarithm takes longer than all else, so each is of many factors.
        let mut product = 1.0;
        for (first, players) in self.each(0..self.first.len()) {
            all += theta[first] - top;
            product *= players.iter().map(|j| weights[*j]).sum::<f64>();
            if !(1e-100..1e100).contains(&product) {
                all -= log(product);
                product = 1.0;
            }
        }
        all - log(product)
    }
}

/// Fits the strengths of `players` players. The order of the results does not matter, but for the
/// last digits.
///
/// # Panics
/// When a result names a player that does not exist.
#[must_use]
pub fn fit(players: usize, results: &[Result]) -> Fit {
    let choices = Choices::of(results);
    let mut theta = DVector::zeros(players);
    let mut reached = choices.likelihood(&theta);
    let mut last = None;
    for _ in 0..STEPS_MAX {
        let mut step = &theta * -RIDGE;
        let mut information = DMatrix::identity(players, players) * RIDGE;
        choices.add(0..choices.first.len(), &weights(&theta), &mut step, &mut information);
        // With the ridge it is positive definite; where rounding says otherwise, the last one must
        // do.
        last = information.cholesky().or(last);
        match &last {
            Some(cholesky) => cholesky.solve_mut(&mut step),
            None => step /= RIDGE,
        }
        let longest = step.amax();
        if longest > STEP_MAX {
            step *= STEP_MAX / longest;
        }
        let next = loop {
            let next = choices.likelihood(&(&theta + &step));
            if next >= reached - 1e-9 || step.amax() <= CLOSE_ENOUGH {
                break next;
            }
            step *= 0.5;
        };
        theta += &step;
        reached = next;
        if step.amax() < CLOSE_ENOUGH {
            break;
        }
    }
    let none = || DMatrix::identity(players, players) / RIDGE;
    let inverse = last.map_or_else(none, |cholesky| cholesky.inverse());
    let covariance = sandwich(&choices, &theta, &inverse);
    let errors = (0..players).map(|k| covariance[(k, k)].max(0.0).sqrt()).collect();
    let strengths = theta.iter().copied().collect();
    Fit { strengths, errors, clusters: choices.clusters.len(), covariance }
}

/// H⁻¹ M H⁻¹. M is (C/(C−1))⁴ Σ g gᵀ with one gradient for each of C clusters, drawn towards the
/// information of the results, times one dispersion for all.
fn sandwich(choices: &Choices, theta: &DVector<f64>, inverse: &DMatrix<f64>) -> DMatrix<f64> {
    let players = theta.len();
    let weights = weights(theta);
    let mut information = DMatrix::zeros(players, players);
    let mut meat = DMatrix::zeros(players, players);
    let mut gradient = DVector::zeros(players);
    let mut begin = 0;
    for &end in &choices.clusters {
        choices.add(begin..end, &weights, &mut gradient, &mut information);
        // Only these have a gradient: a few of many players.
        let mut own: Vec<usize> =
            choices.each(begin..end).flat_map(|(_, all)| all).copied().collect();
        own.sort_unstable();
        own.dedup();
        for &i in &own {
            own.iter().for_each(|&j| meat[(i, j)] += gradient[i] * gradient[j]);
        }
        own.iter().for_each(|&i| gradient[i] = 0.0);
        begin = end;
    }
    information.fill_upper_triangle_with_lower_triangle();
    let clusters = choices.clusters.len();
    if clusters > 1 {
        meat *= (clusters as f64 / (clusters - 1) as f64).powi(FEW);
    }
    let dispersion = meat.tr_dot(inverse) / players.saturating_sub(1).max(1) as f64;
    meat = meat * (1.0 - POOLED) + information * (POOLED * dispersion);
    inverse * meat * inverse
}

impl Fit {
    /// Half the width of the interval of a strength with this error (0.05 for 95 %).
    #[must_use]
    pub fn half(&self, player: usize, error: f64) -> f64 {
        if self.clusters < 2 {
            return f64::INFINITY;
        }
        t_quantile(self.clusters - 1, error) * self.errors[player]
    }

    /// The same fit, seen by these players alone, in this order: the others count as opponents, but
    /// take no ranks.
    ///
    /// # Panics
    /// When the fit has no player with one of these numbers.
    #[must_use]
    pub fn of(&self, players: &[usize]) -> Self {
        let pick = |values: &[f64]| players.iter().map(|k| values[*k]).collect();
        let covariance = |i: usize, j: usize| self.covariance[(players[i], players[j])];
        Self {
            strengths: pick(&self.strengths),
            errors: pick(&self.errors),
            clusters: self.clusters,
            covariance: DMatrix::from_fn(players.len(), players.len(), covariance),
        }
    }

    /// Probabilities of ranks and of all pairs; `None` without players, and with fewer than
    /// [`CLUSTERS_MIN`] clusters.
    #[must_use]
    pub fn ranks(&self, stream: &mut Stream) -> Option<Ranks> {
        self.draw(stream, true)
    }

    /// As [`ranks`](Self::ranks), without the pairs.
    #[must_use]
    pub fn places(&self, stream: &mut Stream) -> Option<Ranks> {
        self.draw(stream, false)
    }

    fn draw(&self, stream: &mut Stream, pairs: bool) -> Option<Ranks> {
        if self.strengths.is_empty() || self.clusters < CLUSTERS_MIN {
            return None;
        }
        let freedom = self.clusters - 1;
        Some(Ranks::draw(&self.strengths, &self.covariance, freedom, stream, pairs))
    }
}
