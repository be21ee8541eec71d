//! The axis of ratings in tables and charts.

/// Distances of marks that are tried, the finest first.
const STEPS: [i64; 8] = [25, 50, 100, 200, 500, 1000, 2000, 5000];
/// Most distances of marks on an axis.
const PARTS_MAX: i64 = 5;
/// How far an interval may stretch the axis beyond the ratings: few matches tell little.
const REACH: i64 = 300;

/// An axis of ratings from one mark to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    low: i64,
    high: i64,
    step: i64,
}

impl Axis {
    /// The axis for ratings, each with half the width of its interval, if there is one.
    #[must_use]
    pub fn of(all: impl Iterator<Item = (i64, Option<i64>)> + Clone) -> Self {
        let ratings = all.clone().map(|(rating, _)| rating);
        let (least, most) = (ratings.clone().min().unwrap_or(0), ratings.max().unwrap_or(0));
        let ends = all.map(|(rating, half)| (rating, half.unwrap_or(0)));
        let low = ends.clone().map(|(rating, half)| rating - half).min().unwrap_or(least);
        let high = ends.map(|(rating, half)| rating + half).max().unwrap_or(most);
        let (low, high) = (low.max(least - REACH), high.min(most + REACH));
        let around = |step: &i64| {
            let low = low.div_euclid(*step) * step;
            let high = (high.div_euclid(*step) + 1) * step;
            Self { low, high, step: *step }
        };
        let fits = |axis: &Self| (axis.high - axis.low) / axis.step <= PARTS_MAX;
        let mut all = STEPS.iter().map(around);
        all.clone().find(fits).or_else(|| all.next_back()).unwrap_or(Self { low, high, step: 1 })
    }

    /// The marks, the lowest first.
    pub fn marks(&self) -> impl Iterator<Item = i64> {
        (self.low..=self.high).step_by(self.step as usize)
    }

    /// Where a rating is, from 0 at the lower end to 1; what lies beyond an end is at the end.
    #[must_use]
    pub fn at(&self, rating: f64) -> f64 {
        ((rating - self.low as f64) / (self.high - self.low) as f64).clamp(0.0, 1.0)
    }

    /// Whether a rating lies below the axis (negative), above it (positive), or on it.
    #[must_use]
    pub fn beyond(&self, rating: i64) -> i64 {
        i64::from(rating > self.high) - i64::from(rating < self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few_and_all_ratings_lie_between() {
        let axis = Axis::of([(1412, Some(40)), (1633, Some(25)), (1500, None)].into_iter());
        assert_eq!(axis.marks().collect::<Vec<_>>(), [1300, 1400, 1500, 1600, 1700]);
        assert_eq!([1300.0, 1500.0, 1700.0, 2000.0].map(|r| axis.at(r)), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!([1299, 1300, 1700, 1701].map(|r| axis.beyond(r)), [-1, 0, 0, 1]);
    }

    #[test]
    fn one_wide_interval_does_not_squeeze_the_others() {
        let axis = Axis::of([(1500, Some(2000)), (1510, Some(10))].into_iter());
        assert_eq!(axis, Axis { low: 1200, high: 2000, step: 200 });
    }

    #[test]
    fn one_rating_alone_and_no_rating_have_an_axis() {
        let alone = Axis::of([(1500, None)].into_iter());
        assert_eq!(alone, Axis { low: 1500, high: 1525, step: 25 });
        assert_eq!(Axis::of(std::iter::empty()).marks().count(), 2);
        let far = Axis::of([(-40_000, None), (40_000, None)].into_iter());
        assert_eq!(far.step, 5000);
    }
}
