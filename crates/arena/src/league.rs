//! A league: all players play against each other. Its matches and its results.

use crate::environment::{Environment, Score, Trouble};
use crate::journal::Journal;
use crate::random::Stream;
use crate::runner::{self, Crew, End};
use crate::schedule::{Fixture, ROTATIONS, Schedule, Visit};
use crate::stats::clustered_mean::{Clusters, Mean};
use crate::stats::fairness::{self, Row, Seats};
use crate::stats::place_points::{self, place_points};
use crate::stats::plackett_luce::{self, Fit};
use crate::stats::ranks::Ranks;
use crate::stats::weng_lin::{self, Rating};
use engine::{Freeze, SEATS};
use serde::Serialize;
use std::ops::ControlFlow;

/// Receipts that are kept for each player.
const RECEIPTS: usize = 3;
/// Matches of each player unless the user says otherwise: four perfectly balanced sets.
const MATCHES_EACH: usize = 96;
/// Error of all intervals.
const ERROR: f64 = 0.05;

/// The choices that determine a league's matches, besides players and boards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// Groups of four on one seed each; four matches per visit.
    pub visits: usize,
    /// The master seed.
    pub master: String,
}

/// Visits that give every player about 96 matches.
#[must_use]
pub fn usual_visits(players: usize) -> usize {
    (players * MATCHES_EACH).div_ceil(SEATS * ROTATIONS)
}

/// One match of a league.
#[derive(Clone, Copy, Debug)]
pub struct Bout {
    /// Number of its visit, which is its cluster.
    pub visit: usize,
    /// The match.
    pub fixture: Fixture,
    /// Scores by seat.
    pub scores: [i64; SEATS],
    /// Share of the budget by seat; -1 when frozen.
    pub status: [f32; SEATS],
}

impl Bout {
    /// Place of a seat.
    #[must_use]
    pub fn place(&self, seat: usize) -> usize {
        place_points::place(&self.scores, seat)
    }

    /// Place points of a seat.
    #[must_use]
    pub fn points(&self, seat: usize) -> f64 {
        place_points(&self.scores, seat)
    }
}

/// How often a player froze, and the receipts of the first different failures.
#[derive(Clone, Debug, Default)]
pub struct Freezes {
    /// Matches in which it froze.
    pub count: usize,
    /// Number of the match and receipt.
    pub receipts: Vec<(usize, Freeze)>,
}

/// A league in progress, or finished.
pub struct League {
    /// The plan.
    pub plan: Plan,
    /// The matches so far, in order.
    pub bouts: Vec<Bout>,
    /// By player.
    pub freezes: Vec<Freezes>,
    /// How it ended.
    pub end: Option<End>,
    schedule: Schedule,
    boards: usize,
}

impl League {
    /// A league that has not begun.
    ///
    /// # Panics
    /// With fewer than four players.
    #[must_use]
    pub fn new(environment: &Environment, plan: Plan) -> Self {
        let (players, boards) = (environment.players.len(), environment.boards.len());
        let schedule = Schedule::new(players, boards, plan.visits, &plan.master);
        let bouts = Vec::with_capacity(plan.visits * ROTATIONS);
        Self {
            plan,
            bouts,
            freezes: vec![Freezes::default(); players],
            end: None,
            schedule,
            boards,
        }
    }

    /// Plays all visits, or as many as it is allowed to. `watch` is shown every visit.
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
        let visits = self.schedule.visits.clone();
        let play = |number: u64, stop: &_| {
            let fixtures = visits[number as usize].fixtures();
            let mut scores = Vec::with_capacity(ROTATIONS);
            for fixture in &fixtures {
                let Some(score) = environment.play(fixture, stop)? else { return Ok(None) };
                scores.push(score);
            }
            Ok(Some(scores))
        };
        let jobs = visits.len() as u64;
        let end = runner::run_with_journal(crew, jobs, journal, play, |number, scores| {
            self.take(number as usize, &visits[number as usize], &scores);
            watch(self);
            ControlFlow::Continue(())
        })?;
        self.end = Some(end);
        Ok(())
    }

    fn take(&mut self, number: usize, visit: &Visit, scores: &[Score]) {
        for (mut fixture, score) in visit.fixtures().into_iter().zip(scores) {
            fixture.seed = score.seed;
            for freeze in &score.freezes {
                let freezes = &mut self.freezes[fixture.seats[freeze.seat]];
                freezes.count += 1;
                let alike = |known: &Freeze| {
                    (known.cause, &known.backtrace) == (freeze.cause, &freeze.backtrace)
                };
                let known = freezes.receipts.iter().any(|(_, known)| alike(known));
                if !known && freezes.receipts.len() < RECEIPTS {
                    freezes.receipts.push((self.bouts.len(), freeze.clone()));
                }
            }
            let status = score.status.map(|s| s as f32);
            self.bouts.push(Bout { visit: number, fixture, scores: score.scores, status });
        }
    }

    /// Visits played so far.
    #[must_use]
    pub fn visits(&self) -> usize {
        self.bouts.len() / ROTATIONS
    }

    /// The standings after the matches so far.
    #[must_use]
    pub fn standings(&self) -> Standings {
        let players = self.freezes.len();
        let results: Vec<plackett_luce::Result> = self.bouts.iter().map(result).collect();
        let fit = plackett_luce::fit(players, &results);
        let ranks = fit.ranks(&mut Stream::new(&self.plan.master, "ranks", 0));
        let ratings = self.ratings();
        let mut rows: Vec<Standing> =
            (0..players).map(|p| self.standing(p, &fit, ratings[p])).collect();
        rows.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.player.cmp(&b.player)));
        let places = self.boards_by_seat();
        Standings { rows, ranks, duels: self.duels(), boards: places, fit }
    }

    fn standing(&self, player: usize, fit: &Fit, rating: Rating) -> Standing {
        let (mut points, mut scores) = (Clusters::default(), Clusters::default());
        let (mut wins, mut cpu, mut cpu_count, mut cpu_most) = (0.0, 0.0, 0, 0.0_f32);
        let mut places = [0; SEATS];
        for bout in &self.bouts {
            let Some(seat) = seat_of(bout, player) else { continue };
            points.add(bout.visit as u64, bout.points(seat));
            scores.add(bout.visit as u64, bout.scores[seat] as f64);
            wins += place_points::Utility::Win.of(&bout.scores, seat);
            places[bout.place(seat) - 1] += 1;
            if bout.status[seat] >= 0.0 {
                cpu += f64::from(bout.status[seat]);
                cpu_count += 1;
                cpu_most = cpu_most.max(bout.status[seat]);
            }
        }
        let matches = points.count() as usize;
        Standing {
            player,
            matches,
            points: points.mean(ERROR),
            score: scores.mean(ERROR),
            wins: wins / matches.max(1) as f64,
            places,
            strength: fit.strengths[player],
            half: fit.half(player, ERROR),
            rating,
            cpu: cpu / cpu_count.max(1) as f64,
            cpu_most: f64::from(cpu_most),
            freezes: self.freezes[player].count,
        }
    }

    fn ratings(&self) -> Vec<Rating> {
        let mut ratings = vec![Rating::default(); self.freezes.len()];
        for bout in &self.bouts {
            let mut four = bout.fixture.seats.map(|p| ratings[p]);
            weng_lin::update(&mut four, &bout.scores);
            for (player, rating) in bout.fixture.seats.into_iter().zip(four) {
                ratings[player] = rating;
            }
        }
        ratings
    }

    /// For each pair, in how many matches they met, and in how many the first outscored the
    /// second, ties counted half.
    fn duels(&self) -> Vec<Vec<Duel>> {
        let players = self.freezes.len();
        let mut duels = vec![vec![Duel::default(); players]; players];
        for bout in &self.bouts {
            for (a, &one) in bout.fixture.seats.iter().enumerate() {
                for (b, &other) in bout.fixture.seats.iter().enumerate() {
                    if a == b {
                        continue;
                    }
                    let duel = &mut duels[one][other];
                    duel.met += 1;
                    duel.won += match bout.scores[a].cmp(&bout.scores[b]) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                }
            }
        }
        duels
    }

    fn boards_by_seat(&self) -> Vec<BoardSeats> {
        let mut all: Vec<BoardSeats> = (0..self.boards).map(|b| self.board_seats(b)).collect();
        let p: Vec<f64> = all.iter().map(|b| b.seats.p).collect();
        for (board, corrected) in all.iter_mut().zip(fairness::holm(&p)) {
            board.p_corrected = corrected;
        }
        all
    }

    fn board_seats(&self, board: usize) -> BoardSeats {
        // The seed is the unit: a row is the mean of its four matches.
        let visits = self.bouts.chunks(ROTATIONS).filter(|v| v[0].fixture.board == board);
        let mut wins = [0.0; SEATS];
        let mut matches = 0;
        let mut score = Clusters::default();
        let rows: Vec<Row> = visits
            .map(|visit| {
                let mut row = [0.0; SEATS];
                for bout in visit {
                    matches += 1;
                    for (seat, mean) in row.iter_mut().enumerate() {
                        *mean += bout.points(seat) / visit.len() as f64;
                        wins[seat] += place_points::Utility::Win.of(&bout.scores, seat);
                        score.add(bout.visit as u64, bout.scores[seat] as f64);
                    }
                }
                row
            })
            .collect();
        let stream = &mut Stream::new(&self.plan.master, "seats", board as u64);
        BoardSeats {
            board,
            matches,
            wins: wins.map(|w| w / matches.max(1) as f64),
            score: score.mean(ERROR),
            seats: fairness::seats(&rows, stream),
            p_corrected: 1.0,
        }
    }

    /// Matches worth looking at.
    #[must_use]
    pub fn highlights(&self, fit: &Fit) -> Highlights {
        const EACH: usize = 3;
        let best = |measure: &dyn Fn(&Bout) -> f64| {
            let mut order: Vec<usize> = (0..self.bouts.len()).collect();
            order.sort_by(|a, b| measure(&self.bouts[*a]).total_cmp(&measure(&self.bouts[*b])));
            // The four matches of a seed are much alike: one of them is enough.
            let mut visits = Vec::new();
            order.retain(|k| {
                let visit = self.bouts[*k].visit;
                let fresh = visits.len() < EACH && !visits.contains(&visit);
                visits.extend(fresh.then_some(visit));
                fresh
            });
            order
        };
        let theta = &fit.strengths;
        let chance = |bout: &Bout| {
            let all: f64 = bout.fixture.seats.iter().map(|p| libm::exp(theta[*p])).sum();
            let won = (0..SEATS).filter(|s| bout.place(*s) == 1);
            won.map(|s| libm::exp(theta[bout.fixture.seats[s]]) / all).sum()
        };
        let disappointment = |player: usize, bout: &Bout, seat: usize| {
            let rivals = bout.fixture.seats.iter().filter(|p| **p != player);
            let hoped: f64 =
                rivals.map(|p| 1.0 / (1.0 + libm::exp(theta[*p] - theta[player]))).sum();
            bout.points(seat) - hoped / 3.0
        };
        let worst = |player: usize| {
            let seated = self.bouts.iter().enumerate();
            let own = seated.filter_map(|(k, bout)| Some((k, bout, seat_of(bout, player)?)));
            own.map(|(k, bout, seat)| (disappointment(player, bout, seat), k))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
                .map(|(_, k)| k)
        };
        Highlights {
            closest: best(&margin),
            upsets: best(&chance),
            worst: (0..self.freezes.len()).map(worst).collect(),
        }
    }
}

/// How far the winner was ahead, relative to its score.
fn margin(bout: &Bout) -> f64 {
    let mut scores = bout.scores;
    scores.sort_unstable();
    (scores[3] - scores[2]) as f64 / (scores[3].unsigned_abs() as f64).max(1.0)
}

/// The seat of a player in a match.
fn seat_of(bout: &Bout, player: usize) -> Option<usize> {
    bout.fixture.seats.iter().position(|p| *p == player)
}

fn result(bout: &Bout) -> plackett_luce::Result {
    let seats = bout.fixture.seats.into_iter().zip(bout.scores).collect();
    plackett_luce::Result { cluster: bout.visit as u64, seats }
}

/// A player's line in the table.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Which player of the environment.
    pub player: usize,
    /// Matches it played.
    pub matches: usize,
    /// Its place points, with a 95 % interval.
    pub points: Mean,
    /// Its score, with a 95 % interval.
    pub score: Mean,
    /// Share of its matches that it won.
    pub wins: f64,
    /// How often it had each place.
    pub places: [usize; SEATS],
    /// Plackett–Luce strength; the mean of all is 0.
    pub strength: f64,
    /// Half the width of the strength's 95 % interval.
    #[serde(serialize_with = "crate::stats::clustered_mean::finite")]
    pub half: f64,
    /// The running number.
    pub rating: Rating,
    /// Mean share of the budget, in matches in which it was not frozen.
    pub cpu: f64,
    /// Largest share of the budget.
    pub cpu_most: f64,
    /// Matches in which it froze.
    pub freezes: usize,
}

/// Two players who met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Duel {
    /// In so many matches.
    pub met: usize,
    /// In which the first outscored the second so often; ties count half.
    pub won: f64,
}

/// The seats of one board.
#[derive(Clone, Debug, Serialize)]
pub struct BoardSeats {
    /// Which board of the environment.
    pub board: usize,
    /// Matches on it.
    pub matches: usize,
    /// Share of the matches that each seat won.
    pub wins: [f64; SEATS],
    /// Mean score on it.
    pub score: Mean,
    /// Place points by seat, and whether they differ.
    pub seats: Seats,
    /// The p value, corrected for the number of boards.
    pub p_corrected: f64,
}

/// The results of a league.
pub struct Standings {
    /// One line per player, the strongest first.
    pub rows: Vec<Standing>,
    /// Rank probabilities; `None` with too few seeds.
    pub ranks: Option<Ranks>,
    /// The results of each pair: `[one][other]`.
    pub duels: Vec<Vec<Duel>>,
    /// The boards.
    pub boards: Vec<BoardSeats>,
    /// The fit behind the strengths.
    pub fit: Fit,
}

/// Matches worth looking at, as numbers of bouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlights {
    /// Where first and second were closest.
    pub closest: Vec<usize>,
    /// Where the winner was least expected to win.
    pub upsets: Vec<usize>,
    /// By player: its most disappointing match.
    pub worst: Vec<Option<usize>>,
}
