//! The search behind `tune`: candidates play the same pairs of matches as the original, and the
//! best of them play fresh ones, because the best of many looks better than it is.

use crate::compare::{self, Design, NEW, Question};
use crate::environment::{Environment, Score, Trouble};
use crate::journal::Journal;
use crate::random::Stream;
use crate::roster::Entrant;
use crate::runner::{self, Crew, End};
use crate::stats::place_points::Utility;
use crate::stats::sequential::Errors;
use crate::tune::{Range, Search};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range as Span};

/// Candidates that play fresh matches.
const FINALISTS: usize = 4;
/// How many times as many matches they play.
const FINAL_FACTOR: u64 = 4;

/// The parameters of a search, and its length.
#[derive(Clone, Debug, Serialize)]
pub struct Hunt {
    /// Where to look.
    pub ranges: Vec<Range>,
    /// Candidates to try.
    pub candidates: u64,
    /// Matches of each candidate.
    pub matches_each: u64,
    /// The master seed of the search; the verdict must be played on another.
    pub master: String,
}

/// A candidate that was among the best.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finalist {
    /// Its values.
    pub values: Vec<f64>,
    /// Its place points minus the original's in the search: too good, because it was chosen.
    pub search: f64,
    /// The same on fresh seeds; `None` when they were not played.
    pub fresh: Option<f64>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// All candidates, in order, with their place points minus the original's.
    pub tried: Vec<(Vec<f64>, f64)>,
    /// The best of them, the best first.
    pub finalists: Vec<Finalist>,
    /// Whether it was stopped early.
    pub stopped: bool,
}

impl Outcome {
    /// The best candidate, if any did better than the original on fresh seeds.
    #[must_use]
    pub fn best(&self) -> Option<&Finalist> {
        let worth = |f: &&Finalist| f.fresh.unwrap_or(f64::NEG_INFINITY);
        let best = self.finalists.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
        best.fresh.is_some_and(|fresh| fresh > 0.0).then_some(best)
    }
}

/// The original's results on the pairs played so far, by number.
#[derive(Default)]
struct Known(BTreeMap<u64, Score>);

impl Hunt {
    /// How often a candidate is made ready: for a progress bar.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.candidates + FINALISTS as u64
    }

    /// Values as they stand in the source: rounded to what makes a difference.
    fn written(&self, values: &[f64]) -> Vec<String> {
        self.ranges.iter().zip(values).map(|(range, v)| range.written(*v)).collect()
    }

    fn question(&self) -> Question {
        Question {
            errors: Errors::usual(Utility::Place.gain()),
            utility: Utility::Place,
            design: Design::Swap,
            matches_max: u64::MAX,
            master: self.master.clone(),
        }
    }

    /// Searches. Each candidate replaces player [`NEW`] of the environment; `make` makes it of
    /// values; it is also told the best result so far, and ends the search with `None`. Candidates
    /// whose results the journal holds are neither made nor played again.
    ///
    /// # Errors
    /// When a match cannot be played, or the journal cannot be written.
    pub fn run(
        &self,
        environment: &mut Environment,
        crew: &Crew<'_>,
        journal: &mut Journal,
        mut make: impl FnMut(&[f64], f64) -> Option<Entrant>,
    ) -> Result<Outcome, Trouble> {
        let mut outcome = Outcome::default();
        let mut known = Known::default();
        let mut search = Search::new(&self.ranges, Stream::new(&self.master, "search", 0));
        let mut best = f64::NEG_INFINITY;
        while (outcome.tried.len() as u64) < self.candidates && !outcome.stopped {
            search.step(|values| {
                // The same program would play the same matches.
                let same =
                    |tried: &&(Vec<f64>, f64)| self.written(&tried.0) == self.written(values);
                if let Some((_, worth)) = outcome.tried.iter().find(same) {
                    let worth = *worth;
                    outcome.tried.push((values.to_vec(), worth));
                    return Ok(Some(worth));
                }
                let pairs = 0..self.matches_each;
                let mut make = |values: &[f64]| make(values, best.max(0.0));
                let mut trial = Trial { hunt: self, environment, crew, journal, known: &mut known };
                let worth = trial.worth(values, pairs, &mut make)?;
                match worth {
                    Some(worth) => {
                        best = best.max(worth);
                        outcome.tried.push((values.to_vec(), worth));
                    }
                    None => outcome.stopped = true,
                }
                Ok::<_, Trouble>(worth)
            })?;
        }
        let trial = Trial { hunt: self, environment, crew, journal, known: &mut known };
        self.finals(trial, &mut outcome, make)?;
        journal.finish()?;
        Ok(outcome)
    }

    fn finals(
        &self,
        mut trial: Trial<'_>,
        outcome: &mut Outcome,
        mut make: impl FnMut(&[f64], f64) -> Option<Entrant>,
    ) -> Result<(), Trouble> {
        let mut order: Vec<&(Vec<f64>, f64)> = outcome.tried.iter().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut seen: Vec<Vec<String>> = Vec::new();
        order.retain(|(values, _)| {
            let written = self.written(values);
            let fresh = !seen.contains(&written);
            seen.push(written);
            fresh
        });
        let best = order.first().map_or(0.0, |best| best.1);
        for (values, search) in order.into_iter().take(FINALISTS) {
            let mut fresh = None;
            if !outcome.stopped {
                let pairs = self.matches_each..(1 + FINAL_FACTOR) * self.matches_each;
                fresh = trial.worth(values, pairs, &mut |values| make(values, best))?;
                outcome.stopped = fresh.is_none();
            }
            outcome.finalists.push(Finalist { values: values.clone(), search: *search, fresh });
        }
        Ok(())
    }
}

/// The matches of candidates.
struct Trial<'a> {
    hunt: &'a Hunt,
    environment: &'a mut Environment,
    crew: &'a Crew<'a>,
    journal: &'a mut Journal,
    known: &'a mut Known,
}

impl Trial<'_> {
    /// The value of a candidate on these pairs: from the journal, or from new matches; `None` if
    /// the candidate could not be built, or the matches were interrupted.
    fn worth(
        &mut self,
        values: &[f64],
        pairs: Span<u64>,
        make: &mut dyn FnMut(&[f64]) -> Option<Entrant>,
    ) -> Result<Option<f64>, Trouble> {
        // As bits: a resumed search must not differ in the last digit.
        if let Some(kept) = self.journal.next::<u64>() {
            return Ok(Some(f64::from_bits(kept)));
        }
        let Some(player) = make(values) else { return Ok(None) };
        self.environment.players[NEW] = player;
        let worth = self.play(pairs)?;
        if let Some(worth) = &worth {
            self.journal.add(&worth.to_bits())?;
        }
        Ok(worth)
    }

    /// Mean place points of NEW minus those of OLD on these pairs; `None` when interrupted.
    fn play(&mut self, pairs: Span<u64>) -> Result<Option<f64>, Trouble> {
        let question = self.hunt.question();
        let (environment, known) = (&*self.environment, &mut *self.known);
        let known_before: BTreeSet<u64> = known.0.keys().copied().collect();
        let count = (pairs.end - pairs.start) as f64;
        let mut sum = 0.0;
        let play = |number: u64, stop: &_| {
            let [first, second] = compare::block(&question, environment, number);
            let Some(new) = environment.play(&first, stop)? else { return Ok(None) };
            if known_before.contains(&number) {
                return Ok(Some((new, None)));
            }
            Ok(environment.play(&second, stop)?.map(|old| (new, Some(old))))
        };
        let end = runner::run(self.crew, pairs, play, |number, (new, old)| {
            if let Some(old) = old {
                known.0.insert(number, old);
            }
            let seats = compare::block(&question, environment, number)[0].seats;
            let old = &known.0[&number];
            for seat in (0..seats.len()).filter(|s| seats[*s] == NEW) {
                let points = |score: &Score| Utility::Place.of(&score.scores, seat);
                sum += points(&new) - points(old);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok((end != End::Interrupted).then_some(sum / count))
    }
}
