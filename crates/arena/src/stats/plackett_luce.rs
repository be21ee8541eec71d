//! Strengths from places: the Plackett–Luce fit, with a covariance that takes the seed as the
//! unit.
//!
//! Plackett 1975, Luce 1959, Hunter 2004; covariance: Liang and Zeger 1986.

use crate::random::Stream;
use crate::stats::clustered_mean::t_quantile;
use crate::stats::ranks::Ranks;
use libm::{exp, log};
use nalgebra::{DMatrix, DVector};

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

/// Gradient and information of one match, added to `gradient` and `information`.
fn add(
    result: &Result,
    theta: &DVector<f64>,
    gradient: &mut DVector<f64>,
    information: Option<&mut DMatrix<f64>>,
) {
    let mut information = information;
    for &(q, score) in &result.seats {
        let rest = || result.seats.iter().filter(move |(_, other)| *other <= score);
        let top = rest().map(|(j, _)| theta[*j]).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = rest().map(|(j, _)| exp(theta[*j] - top)).sum();
        gradient[q] += 1.0;
        for (j, _) in rest() {
            let p = exp(theta[*j] - top) / sum;
            gradient[*j] -= p;
            if let Some(h) = &mut information {
                h[(*j, *j)] += p;
                for (k, _) in rest() {
                    h[(*j, *k)] -= p * exp(theta[*k] - top) / sum;
                }
            }
        }
    }
}

/// Log-likelihood of all results, minus the ridge.
fn likelihood(results: &[Result], theta: &DVector<f64>) -> f64 {
    let mut sum = -0.5 * RIDGE * theta.norm_squared();
    for result in results {
        for &(q, score) in &result.seats {
            let rest = || result.seats.iter().filter(move |(_, other)| *other <= score);
            let top = rest().map(|(j, _)| theta[*j]).fold(f64::NEG_INFINITY, f64::max);
            let all: f64 = rest().map(|(j, _)| exp(theta[*j] - top)).sum();
            sum += theta[q] - top - log(all);
        }
    }
    sum
}

/// Fits the strengths of `players` players. The order of the results does not matter, but for the
/// last digits.
///
/// # Panics
/// When a result names a player that does not exist.
#[must_use]
pub fn fit(players: usize, results: &[Result]) -> Fit {
    let mut theta = DVector::zeros(players);
    let mut last = None;
    for _ in 0..STEPS_MAX {
        let mut step = &theta * -RIDGE;
        let mut information = DMatrix::identity(players, players) * RIDGE;
        for result in results {
            add(result, &theta, &mut step, Some(&mut information));
        }
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
        let before = likelihood(results, &theta);
        while likelihood(results, &(&theta + &step)) < before - 1e-9 && step.amax() > CLOSE_ENOUGH {
            step *= 0.5;
        }
        theta += &step;
        if step.amax() < CLOSE_ENOUGH {
            break;
        }
    }
    let none = || DMatrix::identity(players, players) / RIDGE;
    let inverse = last.map_or_else(none, |cholesky| cholesky.inverse());
    let (covariance, clusters) = sandwich(results, &theta, &inverse);
    let errors = (0..players).map(|k| covariance[(k, k)].max(0.0).sqrt()).collect();
    Fit { strengths: theta.iter().copied().collect(), errors, clusters, covariance }
}

/// H⁻¹ M H⁻¹, and the number of clusters. M is (C/(C−1))⁴ Σ g gᵀ with one gradient per cluster,
/// drawn towards the information of the results, times one dispersion for all.
fn sandwich(
    results: &[Result],
    theta: &DVector<f64>,
    inverse: &DMatrix<f64>,
) -> (DMatrix<f64>, usize) {
    let players = theta.len();
    let mut sorted: Vec<&Result> = results.iter().collect();
    sorted.sort_by_key(|r| r.cluster);
    let mut information = DMatrix::zeros(players, players);
    let mut meat = DMatrix::zeros(players, players);
    let mut clusters = 0;
    for cluster in sorted.chunk_by(|a, b| a.cluster == b.cluster) {
        let mut gradient = DVector::zeros(players);
        for result in cluster {
            add(result, theta, &mut gradient, Some(&mut information));
        }
        meat.ger(1.0, &gradient, &gradient, 1.0);
        clusters += 1;
    }
    if clusters > 1 {
        meat *= (clusters as f64 / (clusters - 1) as f64).powi(FEW);
    }
    let dispersion = meat.tr_dot(inverse) / players.saturating_sub(1).max(1) as f64;
    meat = meat * (1.0 - POOLED) + information * (POOLED * dispersion);
    (inverse * meat * inverse, clusters)
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

    /// The same fit, seen by the first `players` alone: the others count as opponents, but take
    /// no ranks.
    #[must_use]
    pub fn first(&self, players: usize) -> Self {
        let players = players.min(self.strengths.len());
        Self {
            strengths: self.strengths[..players].to_vec(),
            errors: self.errors[..players].to_vec(),
            clusters: self.clusters,
            covariance: self.covariance.view((0, 0), (players, players)).into_owned(),
        }
    }

    /// Rank probabilities; `None` with fewer than [`CLUSTERS_MIN`] clusters.
    #[must_use]
    pub fn ranks(&self, stream: &mut Stream) -> Option<Ranks> {
        if self.clusters < CLUSTERS_MIN {
            return None;
        }
        Some(Ranks::draw(&self.strengths, &self.covariance, self.clusters - 1, stream))
    }
}
