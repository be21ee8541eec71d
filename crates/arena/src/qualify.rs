//! The judge's qualification, rehearsed: how surely does a player pass?

use crate::environment::{Environment, Score, Trouble};
use crate::journal::Journal;
use crate::random::Stream;
use crate::runner::{self, Crew, End};
use crate::schedule::{Fixture, SEEDS};
use engine::{Freeze, SEATS};
use serde::Serialize;
use statrs::distribution::{Beta, Binomial, ContinuousCDF, DiscreteCDF};
use std::ops::ControlFlow;

/// The player of the environment that wants to qualify.
pub const PLAYER: usize = 0;
/// The player of the environment against whom it plays.
pub const RIVAL: usize = 1;

/// The reference opponent of a game: the rival of a qualification unless people choose another.
pub const REFERENCE: &str = "Dummy";

/// The rule of a qualification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Matches, the player sitting in seat 0, 1, 2, 3, 0, …
    pub matches: usize,
    /// In so many of them it must come first.
    pub needed: usize,
}

impl Default for Rule {
    /// One match from every seat; three first places.
    fn default() -> Self {
        Self { matches: SEATS, needed: 3 }
    }
}

impl Rule {
    /// Probability that a player passes which comes first in each match with probability `first`,
    /// whatever happens in the others.
    #[must_use]
    pub fn passes(self, first: f64) -> f64 {
        let firsts = Binomial::new(first.clamp(0.0, 1.0), self.matches as u64);
        match self.needed {
            0 => 1.0,
            needed => firsts.map_or(0.0, |firsts| firsts.sf(needed as u64 - 1)),
        }
    }
}

/// How often a player came first against three copies of the reference opponent: a row of a
/// game's `qualification.tsv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The player.
    pub player: String,
    /// Matches, from each seat equally many.
    pub matches: u64,
    /// Matches in which it came first.
    pub first: u64,
}

/// The head of a table of measured players.
pub const MEASURED_HEAD: &str = "player\tmatches\tfirst\n";

/// The rows of a table of measured players. Lines that are not rows are left out.
#[must_use]
pub fn measured(table: &str) -> Vec<Measured> {
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let player = cells.next()?.to_string();
        let mut number = || cells.next()?.trim_end().parse().ok();
        Some(Measured { player, matches: number()?, first: number()? })
    };
    table.lines().filter_map(row).collect()
}

impl Measured {
    /// Probability that the player passes a qualification against the reference opponent, and
    /// its 95 % interval.
    #[must_use]
    pub fn passes(&self, rule: Rule) -> (f64, f64, f64) {
        let share = self.first as f64 / self.matches.max(1) as f64;
        let (low, high) = clopper_pearson(self.first, self.matches, 0.05);
        (rule.passes(share), rule.passes(low), rule.passes(high))
    }
}

/// Whether a seat came first: nobody else has its score or a better one.
#[must_use]
pub fn came_first(scores: &[i64; SEATS], seat: usize) -> bool {
    (0..SEATS).all(|other| other == seat || scores[other] < scores[seat])
}

/// Seat of the player in the match with this number.
#[must_use]
pub fn seat(number: usize) -> usize {
    number % SEATS
}

/// The matches of a qualification: each on a seed of its own.
#[must_use]
pub fn fixtures(rule: Rule, boards: usize, master: &str, number: u64) -> Vec<Fixture> {
    let mut stream = Stream::new(master, "qualification", number);
    let fixture = |k: usize| {
        let mut seats = [RIVAL; SEATS];
        seats[seat(k)] = PLAYER;
        Fixture { seed: stream.below(SEEDS), board: stream.below(boards), seats }
    };
    (0..rule.matches).map(fixture).collect()
}

/// Many rehearsals of one qualification.
pub struct Rehearsals {
    /// The rule.
    pub rule: Rule,
    /// The master seed.
    pub master: String,
    /// Rehearsals played.
    pub played: u64,
    /// Rehearsals passed.
    pub passed: u64,
    /// By seat: matches, and first places.
    pub seats: [(u64, u64); SEATS],
    /// The matches of the first rehearsal.
    pub first: Vec<(Fixture, Score)>,
    /// A match that was not won in each seat, if any.
    pub lost: [Option<(Fixture, Score)>; SEATS],
    /// Matches in which the player froze, and the first receipt.
    pub freezes: (u64, Option<(Fixture, Freeze)>),
    /// Largest share of the budget that it used.
    pub most: f64,
    /// How the series ended.
    pub end: Option<End>,
}

impl Rehearsals {
    /// No rehearsal yet.
    #[must_use]
    pub fn new(rule: Rule, master: &str) -> Self {
        Self {
            rule,
            master: master.into(),
            played: 0,
            passed: 0,
            seats: [(0, 0); SEATS],
            first: Vec::new(),
            lost: [const { None }; SEATS],
            freezes: (0, None),
            most: 0.0,
            end: None,
        }
    }

    /// Plays so many rehearsals.
    ///
    /// # Errors
    /// When a match cannot be played or the journal cannot be written.
    pub fn run(
        &mut self,
        environment: &Environment,
        count: u64,
        crew: &Crew<'_>,
        journal: &mut Journal,
        mut watch: impl FnMut(&Self),
    ) -> Result<(), Trouble> {
        let (rule, master, boards) = (self.rule, self.master.clone(), environment.boards.len());
        let play = |number: u64, stop: &_| {
            let mut scores = Vec::new();
            for fixture in fixtures(rule, boards, &master, number) {
                let Some(score) = environment.play(&fixture, stop)? else { return Ok(None) };
                scores.push(score);
            }
            Ok(Some(scores))
        };
        let end = runner::run_with_journal(crew, count, journal, play, |number, scores| {
            self.take(fixtures(rule, boards, &master, number), scores);
            watch(self);
            ControlFlow::Continue(())
        })?;
        self.end = Some(end);
        Ok(())
    }

    fn take(&mut self, fixtures: Vec<Fixture>, scores: Vec<Score>) {
        let mut firsts = 0;
        for (k, (mut fixture, score)) in fixtures.into_iter().zip(scores).enumerate() {
            let seat = seat(k);
            fixture.seed = score.seed;
            let won = came_first(&score.scores, seat);
            firsts += usize::from(won);
            self.seats[seat].0 += 1;
            self.seats[seat].1 += u64::from(won);
            self.most = self.most.max(score.status[seat]);
            if let Some(freeze) = score.freezes.iter().find(|f| f.seat == seat) {
                self.freezes.0 += 1;
                self.freezes.1.get_or_insert((fixture, freeze.clone()));
            }
            if !won && self.lost[seat].is_none() {
                self.lost[seat] = Some((fixture, score.clone()));
            }
            if self.played == 0 {
                self.first.push((fixture, score));
            }
        }
        self.played += 1;
        self.passed += u64::from(firsts >= self.rule.needed);
    }

    /// Share of the rehearsals passed, with a 95 % interval.
    #[must_use]
    pub fn probability(&self) -> (f64, f64, f64) {
        let (low, high) = clopper_pearson(self.passed, self.played, 0.05);
        (self.passed as f64 / self.played.max(1) as f64, low, high)
    }
}

/// The exact interval of a probability after `k` successes in `n` trials (Clopper and Pearson
/// 1934); `error` is the probability that it misses, at most.
#[must_use]
pub fn clopper_pearson(k: u64, n: u64, error: f64) -> (f64, f64) {
    let (k, n) = (k.min(n) as f64, n as f64);
    let quantile = |a: f64, b: f64, at: f64| Beta::new(a, b).map_or(0.5, |d| d.inverse_cdf(at));
    let low = if k == 0.0 { 0.0 } else { quantile(k, n - k + 1.0, 0.5 * error) };
    let high = if k == n { 1.0 } else { quantile(k + 1.0, n - k, 1.0 - 0.5 * error) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_intervals_are_the_textbook_s() {
        let near = |found: (f64, f64), low: f64, high: f64| {
            assert!((found.0 - low).abs() < 5e-4 && (found.1 - high).abs() < 5e-4, "{found:?}");
        };
        near(clopper_pearson(8, 10, 0.05), 0.4439, 0.9748);
        near(clopper_pearson(50, 50, 0.05), 0.025_f64.powf(1.0 / 50.0), 1.0);
        near(clopper_pearson(0, 20, 0.05), 0.0, 1.0 - 0.025_f64.powf(1.0 / 20.0));
        assert_eq!(clopper_pearson(0, 0, 0.05), (0.0, 1.0));
    }

    #[test]
    fn passing_is_the_tail_of_the_binomial_distribution() {
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found}");
        // By hand: 4 of 4 with 1/16, 3 of 4 with 4/16.
        near(Rule::default().passes(0.5), 5.0 / 16.0);
        // 1 - (2/3)^2, and the square.
        near(Rule { matches: 2, needed: 1 }.passes(1.0 / 3.0), 5.0 / 9.0);
        near(Rule { matches: 2, needed: 2 }.passes(1.0 / 3.0), 1.0 / 9.0);
        for (first, wanted) in [(0.0, 0.0), (1.0, 1.0)] {
            near(Rule::default().passes(first), wanted);
        }
        near(Rule { matches: 4, needed: 0 }.passes(0.0), 1.0);
    }

    #[test]
    fn measured_players_come_from_their_table_with_an_interval() {
        let rows = measured(&format!("{MEASURED_HEAD}Null\t40\t0\nno row\nCaptain\t40\t20\n"));
        let captain = Measured { player: "Captain".into(), matches: 40, first: 20 };
        assert_eq!((rows.len(), rows.get(1)), (2, Some(&captain)));
        let (passes, low, high) = captain.passes(Rule::default());
        assert!((passes - 0.3125).abs() < 1e-9 && low < passes && passes < high, "{low} {high}");
        // 20 of 40: the exact interval is 0.338 to 0.662.
        assert!((low - Rule::default().passes(0.338)).abs() < 2e-3, "{low}");
        assert!((high - Rule::default().passes(0.662)).abs() < 2e-3, "{high}");
    }

    #[test]
    fn a_shared_first_place_is_not_first() {
        assert!(came_first(&[5, 4, 4, 0], 0));
        assert!(!came_first(&[5, 5, 4, 0], 0));
        assert!(!came_first(&[0, 0, 0, 0], 2));
    }

    #[test]
    fn every_seat_is_sat_in_once_on_its_own_seed() {
        let all = fixtures(Rule::default(), 3, "1", 7);
        for (k, fixture) in all.iter().enumerate() {
            let own: Vec<usize> = (0..4).filter(|s| fixture.seats[*s] == PLAYER).collect();
            assert_eq!(own, [k]);
            assert!(all[..k].iter().all(|other| other.seed != fixture.seed));
        }
        assert_eq!(all, fixtures(Rule::default(), 3, "1", 7));
        assert_ne!(all, fixtures(Rule::default(), 3, "1", 8));
    }
}
