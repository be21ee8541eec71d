//! Means of results that come in clusters, with honest intervals.
//!
//! All matches of a seed are one cluster: they share board and luck, so each tells less than a
//! match of its own would. (Liang and Zeger 1986.)

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean and half the width of its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean over all matches.
    pub mean: f64,
    /// Half the width of the interval; infinite with fewer than two clusters.
    #[serde(serialize_with = "finite")]
    pub half: f64,
    /// Clusters that it rests on.
    pub clusters: usize,
}

impl Mean {
    /// The ends of the interval.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        (self.mean - self.half, self.mean + self.half)
    }
}

/// JSON knows no infinity: what is unknown is null.
pub(crate) fn finite<S: serde::Serializer>(half: &f64, to: S) -> Result<S::Ok, S::Error> {
    half.is_finite().then_some(half).serialize(to)
}

/// Sums of one cluster: how many results, and their total.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cluster {
    /// Number of results.
    pub count: f64,
    /// Their sum.
    pub total: f64,
}

/// Gathers results of which the clusters come one after the other.
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    last: Option<u64>,
    clusters: Vec<Cluster>,
}

impl Clusters {
    /// Adds one result of a cluster; results of one cluster must come in a row.
    pub fn add(&mut self, cluster: u64, value: f64) {
        if self.last != Some(cluster) {
            self.last = Some(cluster);
            self.clusters.push(Cluster::default());
        }
        if let Some(now) = self.clusters.last_mut() {
            now.count += 1.0;
            now.total += value;
        }
    }

    /// The mean with an interval of this error (0.05 for 95 %).
    #[must_use]
    pub fn mean(&self, error: f64) -> Mean {
        mean(&self.clusters, error)
    }

    /// How many results there are.
    #[must_use]
    pub fn count(&self) -> f64 {
        self.clusters.iter().map(|c| c.count).sum()
    }
}

/// The mean of clustered results: a ratio of sums, with a t interval on the clusters. `error` is
/// the probability that the interval misses, 0.05 for 95 %.
#[must_use]
pub fn mean(clusters: &[Cluster], error: f64) -> Mean {
    let n = clusters.len();
    let count: f64 = clusters.iter().map(|c| c.count).sum();
    let total: f64 = clusters.iter().map(|c| c.total).sum();
    if count == 0.0 {
        return Mean { mean: f64::NAN, half: f64::INFINITY, clusters: 0 };
    }
    let mean = total / count;
    let squares: f64 = clusters.iter().map(|c| ((c.total - mean * c.count) / count).powi(2)).sum();
    let half = if n < 2 {
        f64::INFINITY
    } else {
        (n as f64 / (n - 1) as f64 * squares).sqrt() * t_quantile(n - 1, error)
    };
    Mean { mean, half, clusters: n }
}

/// The value that |t| exceeds with probability `error`; 1.96 for many degrees of freedom and 0.05.
#[must_use]
pub fn t_quantile(freedom: usize, error: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom.max(1) as f64)
        .map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - 0.5 * error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    #[test]
    fn clusters_of_one_give_the_usual_t_interval() {
        let mut all = Clusters::default();
        for (k, value) in [2.0, 4.0, 4.0, 6.0].into_iter().enumerate() {
            all.add(k as u64, value);
        }
        let found = all.mean(0.05);
        // Standard deviation √(8/3), standard error that over 2, t(0.975, 3) = 3.182446.
        assert_eq!(found.mean, 4.0);
        assert!((found.half - 3.182_446 * (8.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-5);
    }

    #[test]
    fn equal_matches_of_a_cluster_count_once() {
        let (mut once, mut often) = (Clusters::default(), Clusters::default());
        for (cluster, value) in [1.0, 5.0, 3.0].into_iter().enumerate() {
            once.add(cluster as u64, value);
            (0..4).for_each(|_| often.add(cluster as u64, value));
        }
        assert_eq!(once.mean(0.05), often.mean(0.05));
    }

    #[test]
    fn one_cluster_has_no_interval() {
        let mut one = Clusters::default();
        one.add(9, 0.5);
        one.add(9, 0.7);
        assert_eq!(one.mean(0.05).half, f64::INFINITY);
    }

    #[test]
    fn intervals_hold_what_they_promise_with_few_seeds() {
        let mut held = 0;
        for run in 0..2000 {
            let mut stream = Stream::new("5", "coverage", run);
            let mut all = Clusters::default();
            for seed in 0..6 {
                let effect = 0.2 * stream.normal();
                (0..4).for_each(|_| all.add(seed, effect + 0.3 * stream.normal()));
            }
            let (low, high) = all.mean(0.05).interval();
            held += u32::from(low <= 0.0 && 0.0 <= high);
        }
        assert!((1860..=1940).contains(&held), "{held} of 2000");
    }
}
