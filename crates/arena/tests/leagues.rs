//! What leagues claim comes true as often as they say: simulated worlds.

use arena::ladder;
use arena::random::Stream;
use arena::schedule::Schedule;
use arena::stats::plackett_luce::{Result, fit};

/// A world of players with known strengths: noise of each match, and each player's own luck on
/// each seed.
struct World {
    strengths: Vec<f64>,
    name: String,
    visits: u64,
}

const SEED_EFFECT: f64 = 0.7;

impl World {
    /// Plays the four matches of a group on a new seed.
    fn visit(&mut self, group: [usize; 4], results: &mut Vec<Result>) {
        let mut stream = Stream::new("world", &self.name, self.visits);
        let luck = group.map(|_| SEED_EFFECT * stream.normal());
        for _ in 0..4 {
            let seats = (0..4).map(|k| {
                let gumbel = -(-stream.unit().max(1e-300).ln()).ln();
                let strength = self.strengths[group[k]] + luck[k] + gumbel;
                (group[k], (strength * 1e9) as i64)
            });
            results.push(Result { cluster: self.visits, seats: seats.collect() });
        }
        self.visits += 1;
    }
}

#[test]
fn claims_about_pairs_come_true_as_often_as_they_say() {
    let (mut said, mut true_, mut count) = (0.0, 0.0, 0.0);
    let (mut sure_said, mut sure_true, mut sure) = (0.0, 0.0, 0.0);
    let mut brier = (0.0, 0.0);
    for league in 0..250 {
        let mut stream = Stream::new("1", "strengths", league);
        let spread = if league % 2 == 0 { 0.5 } else { 0.3 };
        let strengths: Vec<f64> = (0..8).map(|_| spread * stream.normal()).collect();
        let mut world = World { strengths, name: format!("y {league}"), visits: 0 };
        let mut results = Vec::new();
        for visit in Schedule::new(8, 1, 24, &league.to_string()).visits {
            world.visit(visit.table, &mut results);
        }
        let ranks = fit(8, &results).ranks(&mut stream).expect("enough seeds");
        for (i, row) in ranks.above.iter().enumerate() {
            for (j, p) in row.iter().copied().enumerate().filter(|(j, _)| *j != i) {
                let came = f64::from(u8::from(world.strengths[i] > world.strengths[j]));
                brier = (brier.0 + (p - came).powi(2), brier.1 + 1.0);
                if (0.8..0.95).contains(&p) {
                    (said, true_, count) = (said + p, true_ + came, count + 1.0);
                } else if p >= 0.95 {
                    (sure_said, sure_true, sure) = (sure_said + p, sure_true + came, sure + 1.0);
                }
            }
        }
    }
    let (said, true_) = (said / count, true_ / count);
    let (sure_said, sure_true) = (sure_said / sure, sure_true / sure);
    let brier = brier.0 / brier.1;
    println!("{said:.3}/{true_:.3} of {count}; {sure_said:.3}/{sure_true:.3}; Brier {brier:.3}");
    assert!(count > 500.0 && (said - true_).abs() <= 0.06, "said {said}, came true {true_}");
    assert!((sure_said - sure_true).abs() <= 0.04, "said {sure_said}, came true {sure_true}");
    assert!(brier < 0.16, "{brier}");
}

/// Only two players: the strength difference 2x satisfies w(1 − σ) = lσ + 0.02 x, which without
/// the ridge is the logarithm of the odds.
#[test]
fn two_players_give_the_closed_form() {
    let match_ =
        |k: u64, winner: usize| Result { cluster: k, seats: vec![(winner, 10), (1 - winner, 3)] };
    let results: Vec<Result> = (0..400).map(|k| match_(k, usize::from(k % 4 == 0))).collect();
    let found = fit(2, &results);
    let x = found.strengths[0];
    assert!((x + found.strengths[1]).abs() < 1e-9);
    let sigma = 1.0 / (1.0 + (-2.0 * x).exp());
    let slope = 300.0 * (1.0 - sigma) - 100.0 * sigma - 0.02 * x;
    assert!(slope.abs() < 1e-4, "{slope}");
    assert!((2.0 * x - 3.0_f64.ln()).abs() < 0.001, "{x}");
    // Independent matches: the sandwich is about the model's own variance, 1/(4·n·p·(1−p)).
    let model = (1.0 / (4.0 * 400.0 * 0.75 * 0.25_f64)).sqrt();
    assert!((found.errors[0] / model - 1.0).abs() < 0.02, "{} {model}", found.errors[0]);
}

#[test]
fn a_perfect_record_has_a_finite_strength_and_ties_are_equal() {
    let wins: Vec<Result> = (0..50)
        .map(|k| Result { cluster: k, seats: vec![(0, 9), (1, 1), (2, 1), (3, 1)] })
        .collect();
    let found = fit(4, &wins);
    assert!(found.strengths[0] > 3.0 && found.strengths[0].is_finite(), "{:?}", found.strengths);
    assert!((found.strengths[1] - found.strengths[3]).abs() < 1e-9);
    let ties: Vec<Result> = (0..50)
        .map(|k| Result { cluster: k, seats: vec![(0, 4), (1, 4), (2, 4), (3, 4)] })
        .collect();
    assert!(fit(4, &ties).strengths.iter().all(|s| s.abs() < 1e-9));
}

#[test]
fn the_order_of_players_and_matches_changes_nothing() {
    let strengths = vec![0.8, 0.1, -0.3, 0.4, -0.6];
    let mut world = World { strengths, name: "order".into(), visits: 0 };
    let mut results = Vec::new();
    for visit in Schedule::new(5, 1, 30, "2").visits {
        world.visit(visit.table, &mut results);
    }
    let found = fit(5, &results);
    let mut changed = results.clone();
    changed.reverse();
    changed.iter_mut().for_each(|r| r.seats.rotate_left(1));
    let renamed = |p: usize| (p * 3 + 1) % 5;
    changed.iter_mut().flat_map(|r| &mut r.seats).for_each(|seat| seat.0 = renamed(seat.0));
    let other = fit(5, &changed);
    for (one, two) in [(&found.strengths, &other.strengths), (&found.errors, &other.errors)] {
        for (player, a) in one.iter().enumerate() {
            let b = two[renamed(player)];
            assert!((a - b).abs() < 1e-6, "{a} {b}");
        }
    }
}

#[test]
fn few_seeds_give_no_rank_probabilities() {
    let one = |k| Result { cluster: k, seats: vec![(0, 3), (1, 2), (2, 1), (3, 0)] };
    let ranks = |seeds: u64| {
        let results: Vec<Result> = (0..seeds).map(one).collect();
        fit(4, &results).ranks(&mut Stream::new("1", "few", 0))
    };
    assert!(ranks(4).is_none());
    let ranks = ranks(5).expect("enough seeds");
    for row in &ranks.place {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

/// How often the best 8 of 24 are not exactly right after so many matches.
fn cut_errors(leagues: u64, matches: usize, by_doubt: bool) -> f64 {
    const PLAYERS: usize = 24;
    const CUT: usize = 8;
    let mut wrong = 0;
    for league in 0..leagues {
        let strengths = gapped(PLAYERS, CUT, league);
        let mut world = World { strengths, name: format!("cut {league} {by_doubt}"), visits: 0 };
        let mut results = Vec::new();
        let master = league.to_string();
        let mut rounds = ladder::opening(PLAYERS, &master);
        if !by_doubt {
            let all = Schedule::new(PLAYERS, 1, matches / 4, &master).visits;
            rounds = all.into_iter().map(|v| v.table).collect();
        }
        rounds.into_iter().for_each(|group| world.visit(group, &mut results));
        for round in 0.. {
            if results.len() >= matches {
                break;
            }
            let ranks = fit(PLAYERS, &results).ranks(&mut Stream::new(&master, "cut", round));
            let among = ranks.expect("enough seeds").among_best(CUT);
            for group in ladder::next_round(&among, &master, round) {
                world.visit(group, &mut results);
            }
        }
        let found = fit(PLAYERS, &results).strengths;
        let mut order: Vec<usize> = (0..PLAYERS).collect();
        order.sort_by(|a, b| found[*b].total_cmp(&found[*a]));
        let worst_in = order[..CUT].iter().map(|p| world.strengths[*p]).fold(f64::MAX, f64::min);
        let best_out = order[CUT..].iter().map(|p| world.strengths[*p]).fold(f64::MIN, f64::max);
        wrong += u32::from(worst_in < best_out);
    }
    f64::from(wrong) / leagues as f64
}

/// Strengths with a gap of at least 0.2 at the cut.
fn gapped(players: usize, cut: usize, league: u64) -> Vec<f64> {
    let mut stream = Stream::new("gap", "strengths", league);
    loop {
        let mut all: Vec<f64> = (0..players).map(|_| 0.5 * stream.normal()).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        if all[cut - 1] - all[cut] >= 0.2 {
            stream.shuffle(&mut all);
            return all;
        }
    }
}

#[test]
fn matches_near_the_cut_settle_it_with_half_as_many() {
    let (uniform, by_doubt) = (cut_errors(40, 600, false), cut_errors(40, 600, true));
    println!("wrong after 600 matches: uniform {uniform}, by doubt {by_doubt}");
    assert!(by_doubt < uniform - 0.15, "{uniform} {by_doubt}");
}
