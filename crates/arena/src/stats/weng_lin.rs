//! The running number of a ladder: Weng and Lin 2011, Plackett–Luce variant, no drift.
//!
//! It forgets and depends on the order of the matches: ranks are made of the
//! [fit](crate::stats::plackett_luce), this number only shows where somebody is heading.

use libm::exp;
use serde::{Deserialize, Serialize};

/// Rating of somebody who has not played yet.
const START: f64 = 25.0;
const BETA: f64 = START / 6.0;
/// A match never takes more than all but this part of the variance.
const LEAST: f64 = 1e-4;

/// A rating: a normal distribution of strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Its mean.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self { mu: START, sigma: START / 3.0 }
    }
}

/// Ratings after one match; `scores` decide the places, equal scores share one.
///
/// # Panics
/// When there are not as many scores as ratings.
pub fn update(ratings: &mut [Rating], scores: &[i64]) {
    assert_eq!(ratings.len(), scores.len(), "everybody has a score");
    let n = ratings.len();
    let c = ratings.iter().map(|r| r.sigma * r.sigma + BETA * BETA).sum::<f64>().sqrt();
    let strength: Vec<f64> = ratings.iter().map(|r| exp(r.mu / c)).collect();
    let behind = |q: usize| (0..n).filter(move |s| scores[*s] <= scores[q]);
    let sums: Vec<f64> = (0..n).map(|q| behind(q).map(|s| strength[s]).sum()).collect();
    let tied: Vec<f64> =
        (0..n).map(|q| scores.iter().filter(|s| **s == scores[q]).count() as f64).collect();
    for (i, rating) in ratings.iter_mut().enumerate() {
        let variance = rating.sigma * rating.sigma;
        let gamma = rating.sigma / c;
        let (mut omega, mut delta) = (0.0, 0.0);
        for q in (0..n).filter(|q| scores[*q] >= scores[i]) {
            let p = strength[i] / sums[q];
            omega += (f64::from(u8::from(q == i)) - p) / tied[q];
            delta += p * (1.0 - p) / tied[q];
        }
        rating.mu += omega * variance / c;
        let shrink = (1.0 - gamma * delta * variance / (c * c)).max(LEAST);
        rating.sigma *= shrink.sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_rise_losers_fall_and_all_become_surer() {
        let mut ratings = [Rating::default(); 4];
        update(&mut ratings, &[40, 30, 20, 10]);
        assert!(ratings.windows(2).all(|pair| pair[0].mu > pair[1].mu));
        assert!(ratings.iter().all(|r| r.sigma < START / 3.0));
        let sum: f64 = ratings.iter().map(|r| r.mu).sum();
        assert!((sum - 100.0).abs() < 1e-9, "what one wins the others lose: {sum}");
    }

    #[test]
    fn a_tie_of_equals_changes_no_mean() {
        let mut ratings = [Rating::default(); 4];
        update(&mut ratings, &[7, 7, 7, 7]);
        assert!(ratings.iter().all(|r| (r.mu - START).abs() < 1e-12), "{ratings:?}");
    }

    /// Two fresh players: c² = 2(σ² + β²), p = ½, so the winner gains σ²/2c.
    #[test]
    fn two_players_follow_the_published_formula() {
        let mut ratings = [Rating::default(); 2];
        update(&mut ratings, &[1, 0]);
        let variance = (START / 3.0_f64).powi(2);
        let c = (2.0 * (variance + BETA * BETA)).sqrt();
        assert!((ratings[0].mu - (START + 0.5 * variance / c)).abs() < 1e-12);
        let delta = (START / 3.0 / c) * variance / (c * c) * 0.25;
        let sigma = START / 3.0 * (1.0 - delta).sqrt();
        assert!((ratings[0].sigma - sigma).abs() < 1e-12);
    }
}
