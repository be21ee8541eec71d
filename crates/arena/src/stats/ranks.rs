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
        let (mut lengths, mut drawn) = (contrasts.fitted.clone(), vec![0.0; n]);
        let mut order = Vec::with_capacity(n);
        let one = 1.0 / DRAWS as f64;
        for _ in 0..DRAWS {
            let scale = freedom as f64 / stream.chi_squared(freedom);
            let width = chosen(&widths, stream.unit());
            contrasts.draw(width, scale, stream, &mut lengths);
            drawn.fill(0.0);
            for (direction, length) in contrasts.directions.as_slice().chunks(n).zip(&lengths) {
                drawn.iter_mut().zip(direction).for_each(|(sum, part)| *sum += part * length);
            }
            order.clear();
            order.extend(drawn.iter().enumerate().map(|(player, strength)| (*strength, player)));
            sort(&mut order, stream);
            for (rank, (_, player)) in order.iter().enumerate() {
                place[*player][rank] += one;
                if let Some(row) = above.get_mut(*player) {
                    order[rank + 1..].iter().for_each(|(_, below)| row[*below] += one);
                }
            }
        }
        Self { place, above }
    }
}

/// Sorts players with their strengths, the strongest first. Players that nothing tells apart share
/// their ranks evenly in the long run.
fn sort(order: &mut [(f64, usize)], stream: &mut Stream) {
    let stronger = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0);
    order.sort_unstable_by(stronger);
    if order.windows(2).any(|pair| stronger(&pair[0], &pair[1]).is_eq()) {
        stream.shuffle(order);
        order.sort_by(stronger);
    }
}

/// The width at this share (0 to 1) of all widths.
fn chosen(widths: &[(f64, f64)], share: f64) -> f64 {
    let at = widths.partition_point(|(_, below)| *below < share);
    widths.get(at).or(widths.last()).map_or(WIDTH_MIN, |(width, _)| *width)
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

    /// Widths of the distribution of players, and the share of each with all smaller ones. Equal
    /// steps of the variance have equal weights at first; those of the widths grow with their
    /// squares.
    fn widths(&self) -> Vec<(f64, f64)> {
        let widths = || (0..WIDTHS).map(|k| WIDTH_MIN * WIDTH_STEP.powi(k as i32));
        let logs: Vec<f64> =
            widths().map(|width| 2.0 * log(width) + self.likelihood(width)).collect();
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = || logs.iter().map(|log| exp(log - top));
        let (all, mut below) = (weights().sum::<f64>(), 0.0);
        let share = |weight: f64| {
            below += weight;
            below / all
        };
        widths().zip(weights().map(share)).collect()
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

    /// Draws the length in each direction as it may really be if players differ by `width` and the
    /// variances are `scale` times the estimated ones.
    fn draw(&self, width: f64, scale: f64, stream: &mut Stream, lengths: &mut DVector<f64>) {
        for (k, length) in lengths.iter_mut().enumerate() {
            let variance = self.variances[k] * scale;
            let trust = width * width / (width * width + variance);
            *length = trust * self.fitted[k] + (trust * variance).sqrt() * stream.normal();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strengths_share_their_ranks() {
        let mut order = [(1.0, 0), (0.0, 1), (1.0, 2), (1.0, 3)];
        let mut stream = Stream::new("1", "ties", 0);
        let mut first = [0; 4];
        for _ in 0..3000 {
            sort(&mut order, &mut stream);
            first[order[0].1] += 1;
            assert_eq!(order[3].1, 1, "the weakest one");
        }
        // A third each: 1000, with a standard deviation of 26.
        assert!([0, 2, 3].iter().all(|player| (870..1130).contains(&first[*player])), "{first:?}");
    }
}
