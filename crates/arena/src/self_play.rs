//! Matches that test a game's boards: one program in all seats, and the same program twice
//! beside unequal neighbours.

use crate::environment::{Environment, Score, Trouble};
use crate::journal::Journal;
use crate::random::Stream;
use crate::runner::{self, Crew, End};
use crate::schedule::{Fixture, SEEDS};
use crate::stats::clustered_mean::{Clusters, Mean};
use crate::stats::fairness::{self, Neighbours, Row, Seats, neighbour_seatings};
use crate::stats::place_points::place_points;
use engine::SEATS;
use serde::Serialize;
use std::ops::ControlFlow;

/// The player of the environment that sits in all seats.
pub const PROGRAM: usize = 0;
/// The two players of the environment that fill up the tables of the neighbour test.
pub const FILLERS: [usize; 2] = [1, 2];

/// The choices that determine the matches, besides program and boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// Matches of self-play per board, each on a seed of its own.
    pub seeds: u64,
    /// Matches of the neighbour test per board.
    pub neighbour_seeds: u64,
    /// The master seed.
    pub master: String,
}

/// A test of boards, in progress or finished.
pub struct SelfPlay {
    /// The plan.
    pub plan: Plan,
    /// How it ended.
    pub end: Option<End>,
    /// By board, place points of each match of self-play.
    rows: Vec<Vec<Row>>,
    /// By board, each match of the neighbour test.
    beside: Vec<Vec<Beside>>,
}

/// A match of the neighbour test.
#[derive(Clone, Copy)]
struct Beside {
    /// Points of the copy beside the first filler minus those of the other copy.
    difference: f64,
    /// Points of the first filler minus those of the second.
    fillers: f64,
}

/// The result of the neighbour test of a board.
#[derive(Clone, Debug, Serialize)]
pub struct NeighbourEffect {
    /// Which of the fillers is the weaker one, 0 or 1.
    pub weaker: usize,
    /// Place points of the copy beside the weaker filler minus those of the other copy, with a
    /// 95 % interval.
    pub effect: Mean,
}

/// The results of a board.
#[derive(Clone, Debug, Serialize)]
pub struct BoardFairness {
    /// Matches of self-play.
    pub matches: usize,
    /// Its seats.
    pub seats: Seats,
    /// Their p value, corrected for the number of boards (Holm).
    pub p_corrected: f64,
    /// Its neighbours; `None` when nothing was played.
    pub neighbours: Option<NeighbourEffect>,
}

impl SelfPlay {
    /// A test that has not begun.
    #[must_use]
    pub fn new(environment: &Environment, plan: Plan) -> Self {
        let boards = environment.boards.len();
        Self { plan, end: None, rows: vec![Vec::new(); boards], beside: vec![Vec::new(); boards] }
    }

    /// Matches that are planned.
    #[must_use]
    pub fn matches(&self) -> u64 {
        (self.plan.seeds + self.plan.neighbour_seeds) * self.rows.len() as u64
    }

    /// The match with this number; boards take turns, so that a run that is stopped early knows
    /// as much about each.
    fn fixture(&self, number: u64) -> (Fixture, Option<Neighbours>) {
        let boards = self.rows.len() as u64;
        let (turn, board) = (number / boards, (number % boards) as usize);
        let seed = Stream::new(&self.plan.master, "self-play", number).below(SEEDS);
        if turn < self.plan.seeds {
            return (Fixture { seed, board, seats: [PROGRAM; SEATS] }, None);
        }
        let seatings = neighbour_seatings();
        let seating = seatings[((turn - self.plan.seeds) % seatings.len() as u64) as usize];
        let mut seats = [PROGRAM; SEATS];
        for (seat, filler) in seating.fillers.into_iter().zip(FILLERS) {
            seats[seat] = filler;
        }
        (Fixture { seed, board, seats }, Some(seating))
    }

    /// Plays all matches, or as many as it is allowed to.
    ///
    /// # Errors
    /// When a match cannot be played or the journal cannot be written.
    pub fn run(
        &mut self,
        environment: &Environment,
        crew: &Crew<'_>,
        journal: &mut Journal,
        mut watch: impl FnMut(u64),
    ) -> Result<(), Trouble> {
        let jobs = self.matches();
        let plan = Self::new(environment, self.plan.clone());
        let play = |number: u64, stop: &_| environment.play(&plan.fixture(number).0, stop);
        let end = runner::run_with_journal(crew, jobs, journal, play, |number, score: Score| {
            let (fixture, seating) = plan.fixture(number);
            self.take(&fixture, seating, &score);
            watch(number + 1);
            ControlFlow::Continue(())
        })?;
        self.end = Some(end);
        Ok(())
    }

    fn take(&mut self, fixture: &Fixture, seating: Option<Neighbours>, score: &Score) {
        let points = |seat: usize| place_points(&score.scores, seat);
        match seating {
            None => self.rows[fixture.board].push([0, 1, 2, 3].map(points)),
            Some(Neighbours { copies, fillers }) => self.beside[fixture.board].push(Beside {
                difference: points(copies[0]) - points(copies[1]),
                fillers: points(fillers[0]) - points(fillers[1]),
            }),
        }
    }

    /// The results of the matches so far, by board.
    #[must_use]
    pub fn boards(&self) -> Vec<BoardFairness> {
        let mut all: Vec<BoardFairness> = (0..self.rows.len())
            .map(|board| {
                let rows = &self.rows[board];
                let stream = &mut Stream::new(&self.plan.master, "fairness", board as u64);
                BoardFairness {
                    matches: rows.len(),
                    seats: fairness::seats(rows, stream),
                    p_corrected: 1.0,
                    neighbours: neighbour_effect(&self.beside[board]),
                }
            })
            .collect();
        let p: Vec<f64> = all.iter().map(|board| board.seats.p).collect();
        for (board, corrected) in all.iter_mut().zip(fairness::holm(&p)) {
            board.p_corrected = corrected;
        }
        all
    }
}

fn neighbour_effect(matches: &[Beside]) -> Option<NeighbourEffect> {
    if matches.is_empty() {
        return None;
    }
    let weaker = usize::from(matches.iter().map(|m| m.fillers).sum::<f64>() > 0.0);
    let sign = if weaker == 0 { 1.0 } else { -1.0 };
    let mut all = Clusters::default();
    for (k, m) in matches.iter().enumerate() {
        all.add(k as u64, sign * m.difference);
    }
    Some(NeighbourEffect { weaker, effect: all.mean(0.05) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A world in which it helps to sit beside the weaker filler: a copy scores more the weaker
    /// the filler beside it is.
    fn effect(strengths: [f64; 2]) -> NeighbourEffect {
        let mut all = Vec::new();
        for (number, seating) in neighbour_seatings().iter().cycle().take(160).enumerate() {
            let mut stream = Stream::new("1", "neighbours", number as u64);
            let mut scores = [0; SEATS];
            for k in 0..2 {
                let noise = stream.normal();
                scores[seating.copies[k]] = (100.0 * (5.0 - strengths[k] + noise)) as i64;
                scores[seating.fillers[k]] = (100.0 * (strengths[k] + stream.normal())) as i64;
            }
            all.push(Beside {
                difference: place_points(&scores, seating.copies[0])
                    - place_points(&scores, seating.copies[1]),
                fillers: place_points(&scores, seating.fillers[0])
                    - place_points(&scores, seating.fillers[1]),
            });
        }
        neighbour_effect(&all).expect("was played")
    }

    #[test]
    fn the_copy_beside_the_weaker_filler_gains_whichever_filler_that_is() {
        let (first, second) = (effect([0.0, 2.0]), effect([2.0, 0.0]));
        assert_eq!((first.weaker, second.weaker), (0, 1));
        for found in [first, second] {
            assert!(found.effect.interval().0 > 0.2, "{found:?}");
        }
        let (low, high) = effect([1.0, 1.0]).effect.interval();
        assert!(low < 0.0 && high > 0.0, "{low} {high}");
    }

    /// The trap that rotations alone set: the same two equal versions at one table, in the order
    /// A, B, x, y and in the order B, A, x, y.
    #[test]
    fn rotations_alone_give_opposite_answers_for_swapped_neighbours() {
        let advantage_of_b = |order: [char; 4]| {
            let strength = |c: char| if c == 'x' { 0.0 } else { 2.0 };
            let mut sum = 0.0;
            for number in 0..400_usize {
                let mut stream = Stream::new("1", "rotations", number as u64);
                let seat_of = |c: char| {
                    let at = order.iter().position(|o| *o == c).unwrap_or(0);
                    (at + number) % 4
                };
                // The filler beside A and the one beside B.
                let near = |c: char| {
                    let here = seat_of(c);
                    if (seat_of('x') + 4 - here) % 2 == 1 { 'x' } else { 'y' }
                };
                let mut scores = [0; SEATS];
                for c in ['A', 'B'] {
                    let score = 5.0 - strength(near(c)) + stream.normal();
                    scores[seat_of(c)] = (100.0 * score) as i64;
                }
                sum += place_points(&scores, seat_of('B')) - place_points(&scores, seat_of('A'));
            }
            sum / 400.0
        };
        let (one, other) =
            (advantage_of_b(['A', 'B', 'x', 'y']), advantage_of_b(['B', 'A', 'x', 'y']));
        assert!(one > 0.2 && other < -0.2, "{one} {other}");
        let apart = advantage_of_b(['A', 'x', 'B', 'y']);
        assert!(apart.abs() < 0.1, "{apart}");
    }
}
