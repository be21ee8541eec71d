//! Probabilities of final ranks, from fitted strengths and their covariance.
//!
//! The first player was partly lucky, so ranks from the fit alone would be too certain. The method
//! takes the players of a league as draws from one normal distribution, as Efron and Morris 1975
//! do, and moves each strength towards the mean by an amount that depends on its error. The spread
//! of the players is unknown: the method uses all variances, each with its likelihood.

use crate::random::Stream;
use libm::{exp, log};
use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// Draws behind the probabilities.
const DRAWS: usize = 2000;
/// Widths of the distribution of players that are looked at, from [`WIDTH_MIN`], each this much
/// more than the one before.
const WIDTHS: usize = 60;
const WIDTH_MIN: f64 = 0.01;
const WIDTH_STEP: f64 = 1.13;

/// Probabilities of final ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// `place[i][k]`: that player i is at rank k (0 is the best) among all.
    pub place: Vec<Vec<f64>>,
    /// `above[i][j]`: that player i is stronger than player j. Empty where it was not asked for.
    pub above: Vec<Vec<f64>>,
}

impl Ranks {
    /// For each player, the probability of being among the best `cut`.
    #[must_use]
    pub fn among_best(&self, cut: usize) -> Vec<f64> {
        self.place.iter().map(|row| row.iter().take(cut).sum()).collect()
    }

    /// Counts draws of the strengths. The covariance is an estimate with `freedom` degrees of
    /// freedom. All `pairs` of many players take longer than their ranks.
    pub(super) fn draw(
        strengths: &[f64],
        covariance: &DMatrix<f64>,
        freedom: usize,
        stream: &mut Stream,
        pairs: bool,
    ) -> Self {
        let n = strengths.len();
        let contrasts = Contrasts::of(strengths, covariance);
        let widths = contrasts.widths();
        let mut place = vec![vec![0.0; n]; n];
        let mut above = if pairs { vec![vec![0.0; n]; n] } else { Vec::new() };
        let mut order: Vec<usize> = (0..n).collect();
        let one = 1.0 / DRAWS as f64;
        for _ in 0..DRAWS {
            let scale = freedom as f64 / stream.chi_squared(freedom);
            let drawn = contrasts.draw(chosen(&widths, stream.unit()), scale, stream);
            sort(&mut order, &drawn, stream);
            for (rank, player) in order.iter().enumerate() {
                place[*player][rank] += one;
                if let Some(row) = above.get_mut(*player) {
                    order[rank + 1..].iter().for_each(|below| row[*below] += one);
                }
            }
        }
        Self { place, above }
    }
}

/// Sorts players by their strengths, the strongest first. Players that nothing tells apart share
/// their ranks evenly in the long run.
fn sort(order: &mut [usize], strengths: &DVector<f64>, stream: &mut Stream) {
    let stronger = |a: &usize, b: &usize| strengths[*b].total_cmp(&strengths[*a]);
    order.sort_unstable_by(stronger);
    let same = |pair: &[usize]| stronger(&pair[0], &pair[1]).is_eq();
    if order.windows(2).any(same) {
        stream.shuffle(order);
        order.sort_by(stronger);
    }
}

/// The width at this share (0 to 1) of the whole weight.
fn chosen(widths: &[(f64, f64)], share: f64) -> f64 {
    let mut left = share * widths.iter().map(|(_, weight)| weight).sum::<f64>();
    let found = widths.iter().find(|(_, weight)| {
        left -= weight;
        left <= 0.0
    });
    found.or(widths.last()).map_or(WIDTH_MIN, |(width, _)| *width)
}

/// The differences between players, in directions whose errors are independent. A shift of all
/// players is no difference.
struct Contrasts {
    /// One direction per column.
    directions: DMatrix<f64>,
    /// Fitted length in each direction.
    fitted: DVector<f64>,
    /// Variance of the error in each direction.
    variances: DVector<f64>,
}

impl Contrasts {
    fn of(strengths: &[f64], covariance: &DMatrix<f64>) -> Self {
        let n = strengths.len();
        let (rows, columns) = (covariance.column_mean(), covariance.row_mean());
        let all = rows.mean();
        let centred = |i, j| covariance[(i, j)] - rows[i] - columns[j] + all;
        let eigen = SymmetricEigen::new(DMatrix::from_fn(n, n, centred));
        let (mut directions, mut variances) = (eigen.eigenvectors, eigen.eigenvalues);
        let shifts = |k: usize| directions.column(k).sum().abs();
        if let Some(shift) = (0..n).max_by(|a, b| shifts(*a).total_cmp(&shifts(*b))) {
            directions = directions.remove_column(shift);
            variances = variances.remove_row(shift);
        }
        let fitted = directions.transpose() * DVector::from_column_slice(strengths);
        Self { directions, fitted, variances: variances.map(|v| v.max(0.0)) }
    }

    /// Widths of the distribution of players, and the weight of each. Equal steps of the variance
    /// have equal weights at first; those of the widths grow with their squares.
    fn widths(&self) -> Vec<(f64, f64)> {
        let widths = || (0..WIDTHS).map(|k| WIDTH_MIN * WIDTH_STEP.powi(k as i32));
        let logs: Vec<f64> =
            widths().map(|width| 2.0 * log(width) + self.likelihood(width)).collect();
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        widths().zip(&logs).map(|(width, log)| (width, exp(log - top))).collect()
    }

    /// Logarithm of the likelihood of a width, up to a constant.
    fn likelihood(&self, width: f64) -> f64 {
        let both = self.fitted.iter().zip(&self.variances);
        both.map(|(fitted, variance)| {
            let whole = variance + width * width;
            -0.5 * (log(whole) + fitted * fitted / whole)
        })
        .sum()
    }

    /// Strengths as they may really be if players differ by `width` and the variances are `scale`
    /// times the estimated ones.
    fn draw(&self, width: f64, scale: f64, stream: &mut Stream) -> DVector<f64> {
        let lengths = DVector::from_fn(self.fitted.len(), |k, _| {
            let variance = self.variances[k] * scale;
            let trust = width * width / (width * width + variance);
            trust * self.fitted[k] + (trust * variance).sqrt() * stream.normal()
        });
        &self.directions * lengths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strengths_share_their_ranks() {
        let strengths = DVector::from_column_slice(&[1.0, 0.0, 1.0, 1.0]);
        let (mut order, mut stream) = (vec![0, 1, 2, 3], Stream::new("1", "ties", 0));
        let mut first = [0; 4];
        for _ in 0..3000 {
            sort(&mut order, &strengths, &mut stream);
            first[order[0]] += 1;
            assert_eq!(order[3], 1, "the weakest one");
        }
        // A third each: 1000, with a standard deviation of 26.
        assert!([0, 2, 3].iter().all(|player| (870..1130).contains(&first[*player])), "{first:?}");
    }
}
