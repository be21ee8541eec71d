//! Tests whether a new version is better: matches in pairs, and a test that stops as soon as its
//! error rates allow an answer.
//!
//! A block is two matches with the same seed, board, rivals and seats. NEW plays in the first, OLD
//! in the second. So the comparison measures how each version does among other players, and not a
//! duel.

use crate::environment::{Environment, Score, Trouble};
use crate::journal::Journal;
use crate::random::Stream;
use crate::runner::{self, Crew, End};
use crate::schedule::{Fixture, SEEDS};
use crate::stats::fairness::orders;
use crate::stats::place_points::{Utility, place};
use crate::stats::sequential::{Errors, Finding, SequentialTest};
use engine::{Freeze, SEATS};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The player of the environment that is NEW.
pub const NEW: usize = 0;
/// The player of the environment that is OLD; the others are the opponents.
pub const OLD: usize = 1;
/// Matches of a block.
pub const BLOCK: u64 = 2;
/// Receipts that are kept for each of the two versions.
const RECEIPTS: usize = 3;

/// How NEW and OLD meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Design {
    /// One after the other in the same seat among the same rivals.
    #[default]
    Swap,
    /// Two against two at one table, then with the seats exchanged: says who wins the duel.
    Duel,
}

/// The question of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// Error rates and gain.
    #[serde(flatten)]
    pub errors: Errors,
    /// The measure that counts.
    pub utility: Utility,
    /// How NEW and OLD meet.
    pub design: Design,
    /// Bound on the matches.
    pub matches_max: u64,
    /// The master seed.
    pub master: String,
}

/// The two matches of a block. In the second, OLD sits where NEW sat (and for a duel also the
/// other way round).
#[must_use]
pub fn block(question: &Question, environment: &Environment, number: u64) -> [Fixture; 2] {
    let mut stream = Stream::new(&question.master, "compare block", number);
    let seed = stream.below(SEEDS);
    let board = stream.below(environment.boards.len());
    let seating = orders()[stream.below(24)];
    let mut first = match question.design {
        Design::Swap => {
            let mut rivals: Vec<usize> = (OLD + 1..environment.players.len()).collect();
            while rivals.len() < SEATS - 1 {
                rivals.push(OLD);
            }
            stream.shuffle(&mut rivals);
            [NEW, rivals[0], rivals[1], rivals[2]]
        }
        Design::Duel => [NEW, NEW, OLD, OLD],
    };
    let mut second = first;
    for player in &mut second {
        *player = match (*player, question.design) {
            (NEW, _) => OLD,
            (OLD, Design::Duel) => NEW,
            (other, _) => other,
        };
    }
    for table in [&mut first, &mut second] {
        *table = seating.map(|place| table[place]);
    }
    [first, second].map(|seats| Fixture { seed, board, seats })
}

/// Seats in which a block puts NEW in its first match.
fn tested(seats: &[usize; SEATS]) -> impl Iterator<Item = usize> + '_ {
    (0..SEATS).filter(|seat| seats[*seat] == NEW)
}

/// The difference of a block in one utility: NEW's minus OLD's, in [−1, 1].
fn difference(
    design: Design,
    utility: Utility,
    seats: &[usize; SEATS],
    scores: &[Score; 2],
) -> f64 {
    let [first, second] = scores;
    let of = |score: &Score, seat: usize| utility.of(&score.scores, seat);
    match design {
        Design::Swap => tested(seats).map(|s| of(first, s) - of(second, s)).sum(),
        Design::Duel => {
            let side = |score: &Score, new: bool| {
                (0..SEATS).filter(|s| (seats[*s] == NEW) == new).map(|s| of(score, s)).sum::<f64>()
            };
            let one = side(first, true) - side(first, false);
            let other = side(second, false) - side(second, true);
            (one + other) / 4.0
        }
    }
}

/// A block whose outcome differs between the versions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Flip {
    /// Number of the block.
    pub block: u64,
    /// The two matches.
    #[serde(skip)]
    pub fixtures: [Fixture; 2],
    /// Difference of the block.
    pub difference: f64,
    /// Place of NEW in its match (its better one in a duel).
    pub new_place: usize,
    /// Place of OLD in its match.
    pub old_place: usize,
}

/// The freezes of one of the two versions: their number, and first receipts with the matches that
/// show them.
#[derive(Clone, Debug, Default)]
pub struct Freezes {
    /// Matches in which it froze.
    pub count: u64,
    /// The first receipts.
    pub receipts: Vec<(Fixture, Freeze)>,
}

/// A comparison in progress, or finished.
pub struct Comparison {
    /// The question.
    pub question: Question,
    /// The tests, one for each of [`Utility::ALL`]; only that of the asked utility decides.
    pub tests: [SequentialTest; 3],
    /// Blocks with another outcome, in order.
    pub flips: Vec<Flip>,
    /// Freezes of NEW and of OLD.
    pub freezes: [Freezes; 2],
    /// Whether any score was below 0, so that shares mean little.
    pub negative: bool,
    /// Whether NEW and OLD are the same program: then nothing is played.
    pub same: bool,
    /// How it ended.
    pub end: Option<End>,
}

impl Comparison {
    /// A comparison that has not begun.
    #[must_use]
    pub fn new(question: Question) -> Self {
        let test = |utility: Utility| {
            let own = utility == question.utility;
            let gain = if own { question.errors.gain } else { utility.gain() };
            SequentialTest::new(Errors { gain, ..question.errors })
        };
        Self {
            tests: Utility::ALL.map(test),
            question,
            flips: Vec::new(),
            freezes: [Freezes::default(), Freezes::default()],
            negative: false,
            same: false,
            end: None,
        }
    }

    /// Plays until there is a finding, the bound is reached, or somebody stops it. `watch` is
    /// shown every block.
    ///
    /// # Errors
    /// When a match cannot be played or the journal cannot be written.
    pub fn run(
        &mut self,
        environment: &Environment,
        crew: &Crew<'_>,
        journal: &mut Journal,
        mut watch: impl FnMut(&Self),
    ) -> Result<(), Trouble> {
        if environment.same(NEW, OLD) {
            self.same = true;
            self.end = Some(End::Enough);
            return Ok(());
        }
        let question = self.question.clone();
        let blocks = question.matches_max / BLOCK;
        let play = |number: u64, stop: &_| {
            let [first, second] = block(&question, environment, number);
            let Some(one) = environment.play(&first, stop)? else { return Ok(None) };
            let Some(two) = environment.play(&second, stop)? else { return Ok(None) };
            Ok(Some([one, two]))
        };
        let end = runner::run_with_journal(crew, blocks, journal, play, |number, scores| {
            self.take(environment, number, &scores);
            watch(self);
            match self.test().finding() {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        })?;
        self.end = Some(end);
        Ok(())
    }

    /// Takes the result of a block.
    fn take(&mut self, environment: &Environment, number: u64, scores: &[Score; 2]) {
        let mut fixtures = block(&self.question, environment, number);
        let seats = fixtures[0].seats;
        for (fixture, score) in fixtures.iter_mut().zip(scores) {
            fixture.seed = score.seed;
            self.negative |= score.scores.iter().any(|s| *s < 0);
            for freeze in &score.freezes {
                let who = fixture.seats[freeze.seat];
                // OLD as a filler is an opponent like any other.
                let counts = seats[freeze.seat] == NEW || self.question.design == Design::Duel;
                let Some(freezes) = self.freezes.get_mut(who).filter(|_| counts) else { continue };
                freezes.count += 1;
                if freezes.receipts.len() < RECEIPTS {
                    freezes.receipts.push((*fixture, freeze.clone()));
                }
            }
        }
        for (test, utility) in self.tests.iter_mut().zip(Utility::ALL) {
            test.push(difference(self.question.design, utility, &seats, scores));
        }
        let d = difference(self.question.design, self.question.utility, &seats, scores);
        if d != 0.0 {
            let places = |score: &Score| tested(&seats).map(|s| place(&score.scores, s)).min();
            self.flips.push(Flip {
                block: number,
                fixtures,
                difference: d,
                new_place: places(&scores[0]).unwrap_or(0),
                old_place: places(&scores[1]).unwrap_or(0),
            });
        }
    }

    /// The test that decides.
    #[must_use]
    pub fn test(&self) -> &SequentialTest {
        let k = Utility::ALL.iter().position(|u| *u == self.question.utility);
        &self.tests[k.unwrap_or(0)]
    }

    /// The finding; `None` when it is undecided at the bound or was stopped.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        self.test().finding().filter(|_| self.test().blocks() >= 2)
    }

    /// Whether a claimed difference is certainly below the gain.
    #[must_use]
    pub fn by_less_than_gain(&self) -> bool {
        let (low, high) = self.test().interval();
        match self.finding() {
            Some(Finding::Better) => high < self.question.errors.gain,
            Some(Finding::Worse) => low > -self.question.errors.gain,
            _ => false,
        }
    }

    /// Matches played.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.test().blocks() as u64 * BLOCK
    }
}
