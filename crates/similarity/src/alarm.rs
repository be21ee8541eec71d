//! From which score on a pair is unusual: measured by the pairs of this season and of earlier
//! ones that are certainly independent, instead of one number for all games and years.
//!
//! Copies must not raise the alarm that finds them, however many there are. So players who are
//! connected by high scores count as one, and only pairs of different ones are looked at. Their
//! scores above the median are taken to fall off exponentially, with the slope between median and
//! nine tenths; both hold still when a few of the pairs are copies after all.

use crate::season::{Pair, THRESHOLD, clusters};

/// How often a season of honest players only has an alarm, at most.
pub const RATE: f64 = 0.05;
/// With fewer independent pairs than this nothing is fitted, and the alarm is [`THRESHOLD`].
pub const PAIRS_MIN: usize = 100;
/// The alarm is never below this: so much two short players share by chance.
const LEAST: f64 = 0.15;
/// Nor above this: no two independent players share half of their code.
const MOST: f64 = 0.5;
/// Players who are connected by such scores are certainly not independent.
const CERTAIN: f64 = 0.5;

/// From which score on pairs are listed as suspicious.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Alarm {
    /// The score, 0 ..= 1.
    pub threshold: f64,
    /// How many independent pairs were looked at.
    pub independent: usize,
    /// Median and slope of the independent scores, where they were fitted.
    pub fit: Option<(f64, f64)>,
}

impl Default for Alarm {
    fn default() -> Self {
        Self::fixed(THRESHOLD)
    }
}

impl Alarm {
    /// A threshold that somebody chose.
    #[must_use]
    pub fn fixed(threshold: f64) -> Self {
        Self { threshold, independent: 0, fit: None }
    }

    /// Measures which scores are unusual. `pairs` are those of the season that share anything,
    /// `players` how many players there are, and `earlier` scores of pairs with players of earlier
    /// seasons.
    #[must_use]
    pub fn measure(pairs: &[Pair], players: usize, compared: usize, earlier: &[f64]) -> Self {
        let scores = independent(pairs, players, earlier);
        let count = scores.len();
        if count < PAIRS_MIN {
            return Self { independent: count, ..Self::default() };
        }
        let median = scores[count / 2];
        let slope = ((scores[count * 9 / 10] - median) / 5_f64.ln()).max(0.001);
        // Of `compared` pairs fewer than RATE are to reach the threshold by chance.
        let reach = (0.5 * compared.max(1) as f64 / RATE).ln();
        let threshold = (median + slope * reach).clamp(LEAST, MOST);
        Self { threshold, independent: count, fit: Some((median, slope)) }
    }

    /// How probable it is that an independent pair scores as much; nothing without a fit.
    #[must_use]
    pub fn chance(&self, score: f64) -> Option<f64> {
        let (median, slope) = self.fit?;
        // Below the median all that is known is that half of the pairs score more.
        Some(0.5 * (-(score - median).max(0.0) / slope).exp())
    }

    /// Says of each pair how probable its score is, where that was measured.
    pub fn judge(&self, pairs: &mut [Pair]) {
        for pair in pairs {
            pair.p = self.chance(pair.score).unwrap_or(pair.p);
        }
    }
}

/// The scores of pairs that are certainly independent, sorted.
fn independent(pairs: &[Pair], players: usize, earlier: &[f64]) -> Vec<f64> {
    let mut group: Vec<usize> = (0..players).collect();
    for members in clusters(pairs, CERTAIN) {
        for member in &members {
            group[*member] = members[0];
        }
    }
    // One player stands for each group: members score alike with everybody else.
    let stands = |pair: &&Pair| group[pair.left] == pair.left && group[pair.right] == pair.right;
    let mut scores: Vec<f64> = pairs.iter().filter(stands).map(|p| p.score).collect();
    scores.extend(earlier.iter().copied().filter(|score| *score < CERTAIN));
    scores.sort_unstable_by(f64::total_cmp);
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Dice(u64);

    impl Dice {
        /// A number between 0 and 1.
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
        }

        /// An honest score: the sum of two exponential numbers, whose tail is heavier than that
        /// of scores in our corpus.
        fn score(&mut self) -> f64 {
            (-(self.next() * self.next()).ln() * 0.012).min(0.45)
        }
    }

    /// A season of so many players, of which the first ones are copies of each other.
    fn season(players: usize, copies: usize, dice: &mut Dice) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for right in 1..players {
            for left in 0..right {
                let copied = right < copies;
                let score = if copied { 0.6 + 0.4 * dice.next() } else { dice.score() };
                pairs.push(Pair { left, right, score, ..Pair::default() });
            }
        }
        pairs
    }

    #[test]
    fn honest_seasons_seldom_have_an_alarm() {
        let mut dice = Dice(3);
        for players in [16, 30, 100] {
            let seasons = if players == 100 { 200 } else { 1000 };
            let mut alarmed = 0;
            for _ in 0..seasons {
                let pairs = season(players, 0, &mut dice);
                let alarm = Alarm::measure(&pairs, players, pairs.len(), &[]);
                assert!(alarm.fit.is_some());
                alarmed += usize::from(pairs.iter().any(|p| p.score >= alarm.threshold));
            }
            let rate = alarmed as f64 / f64::from(seasons);
            println!("{players} players: an alarm in {rate:.3} of {seasons} honest seasons");
            assert!(rate <= 2.0 * RATE, "{players} players: {rate}");
        }
    }

    #[test]
    fn crowds_do_not_raise_the_alarm_that_finds_them() {
        let mut dice = Dice(5);
        let honest = Alarm::measure(&season(60, 0, &mut dice), 60, 1770, &[]).threshold;
        for copies in [18, 36, 54] {
            let pairs = season(60, copies, &mut dice);
            let alarm = Alarm::measure(&pairs, 60, pairs.len(), &[]);
            let most = if alarm.fit.is_some() { honest + 0.1 } else { THRESHOLD };
            assert!(alarm.threshold <= most, "{copies}: {}", alarm.threshold);
            let found = pairs.iter().filter(|p| p.right < copies && p.score >= alarm.threshold);
            assert_eq!(found.count(), copies * (copies - 1) / 2);
        }
    }

    #[test]
    fn tiny_seasons_have_the_default_unless_earlier_ones_are_known() {
        let mut dice = Dice(7);
        let pairs = season(6, 0, &mut dice);
        assert_eq!(Alarm::measure(&pairs, 6, 15, &[]).threshold, THRESHOLD);
        let earlier: Vec<f64> = (0..500).map(|_| dice.score()).collect();
        let alarm = Alarm::measure(&pairs, 6, 15, &earlier);
        assert_eq!(alarm.independent, 515);
        assert!(alarm.threshold < THRESHOLD, "{}", alarm.threshold);
        // Half of the pairs score more than the median.
        let (median, slope) = alarm.fit.expect("it was fitted");
        assert_eq!(alarm.chance(median), Some(0.5));
        let tenth = alarm.chance(median + slope * 5_f64.ln()).expect("it was fitted");
        assert!((tenth - 0.1).abs() < 1e-9);
    }
}
