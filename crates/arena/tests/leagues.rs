//! The probabilities of leagues are right in simulated worlds.

use arena::ladder;
use arena::random::Stream;
use arena::schedule::Schedule;
use arena::stats::plackett_luce::{Result, fit};
use arena::stats::ranks::Ranks;

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

/// Ranks of one league of eight, and the strengths that it was played with.
fn league_of_eight(league: u64) -> (Ranks, Vec<f64>) {
    let mut stream = Stream::new("1", "strengths", league);
    let spread = if league.is_multiple_of(2) { 0.5 } else { 0.3 };
    let strengths: Vec<f64> = (0..8).map(|_| spread * stream.normal()).collect();
    let mut world = World { strengths, name: format!("y {league}"), visits: 0 };
    let mut results = Vec::new();
    for visit in Schedule::new(8, 1, 24, &league.to_string()).visits {
        world.visit(visit.table, &mut results);
    }
    let ranks = fit(8, &results).ranks(&mut stream).expect("enough seeds");
    (ranks, world.strengths)
}

/// Claims with probabilities in a range, and how many of them came true.
struct Claims {
    range: std::ops::Range<f64>,
    said: f64,
    came: f64,
    count: f64,
}

impl Claims {
    fn new(range: std::ops::Range<f64>) -> Self {
        Self { range, said: 0.0, came: 0.0, count: 0.0 }
    }

    fn add(&mut self, p: f64, came: bool) {
        if self.range.contains(&p) {
            self.said += p;
            self.came += f64::from(u8::from(came));
            self.count += 1.0;
        }
    }

    /// Whether so many claims came true within two hundredths of what they say.
    fn hold(&self, kind: &str) {
        let (said, came) = (self.said / self.count, self.came / self.count);
        println!("{kind} {:?}: said {said:.4}, came {came:.4} of {}", self.range, self.count);
        assert!(self.count > 3000.0, "{kind} {:?}", self.range);
        assert!((said - came).abs() < 0.02, "{kind}: said {said}, came true {came}");
    }
}

/// Everything that leagues claim. The standard error of each share is below 0.009. The constants of
/// the fit were chosen on other leagues.
#[test]
fn claims_come_true_as_often_as_they_say() {
    let mut ranks_said = [0.05..0.1, 0.1..0.2, 0.2..0.35, 0.35..1.0].map(Claims::new);
    let mut pairs_said = [0.5..0.8, 0.8..0.95, 0.95..1.0].map(Claims::new);
    for league in 10_000..11_500 {
        let (ranks, strengths) = league_of_eight(league);
        for player in 0..8 {
            let better = strengths.iter().filter(|s| **s > strengths[player]).count();
            for (rank, p) in ranks.place[player].iter().enumerate() {
                ranks_said.iter_mut().for_each(|claims| claims.add(*p, rank == better));
            }
            for (other, p) in ranks.above[player].iter().enumerate() {
                let above = strengths[player] > strengths[other];
                pairs_said.iter_mut().for_each(|claims| claims.add(*p, above));
            }
        }
    }
    ranks_said.iter().for_each(|claims| claims.hold("ranks"));
    pairs_said.iter().for_each(|claims| claims.hold("pairs"));
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

/// All players of a ladder can leave it while its last round is played.
#[test]
fn nobody_has_no_rank_probabilities_and_one_player_is_the_first() {
    let one = |k| Result { cluster: k, seats: vec![(0, 3), (1, 2), (2, 1), (3, 0)] };
    let fitted = fit(4, &(0..9).map(one).collect::<Vec<_>>());
    assert!(fitted.of(&[]).places(&mut Stream::new("1", "nobody", 0)).is_none());
    let alone = fitted.of(&[2]).places(&mut Stream::new("1", "one", 0)).expect("enough seeds");
    assert!((alone.place[0][0] - 1.0).abs() < 1e-9, "{alone:?}");
}

/// Matches until it is settled who the best 8 of 24 are, and whether those are the best.
fn settled(league: u64, by_doubt: bool) -> (usize, bool) {
    const PLAYERS: usize = 24;
    const CUT: usize = 8;
    const MATCHES_MAX: usize = 6000;
    let strengths = gapped(PLAYERS, CUT, league);
    let mut world = World { strengths, name: format!("cut {league} {by_doubt}"), visits: 0 };
    let master = league.to_string();
    let mut results = Vec::new();
    let mut uniform = Schedule::new(PLAYERS, 1, MATCHES_MAX / 4, &master).visits.into_iter();
    let mut groups = match by_doubt {
        true => ladder::opening(PLAYERS, &master),
        false => uniform.by_ref().take(24).map(|visit| visit.table).collect(),
    };
    for round in 0.. {
        groups.drain(..).for_each(|group| world.visit(group, &mut results));
        let fitted = fit(PLAYERS, &results);
        let ranks = fitted.ranks(&mut Stream::new(&master, "cut", round)).expect("enough seeds");
        let among = ranks.among_best(CUT);
        let sure = ladder::decided(&among);
        if sure || results.len() >= MATCHES_MAX {
            let chosen = |p: &usize| among[*p] > 0.5;
            let worst = (0..PLAYERS).filter(chosen).map(|p| world.strengths[p]);
            let best = (0..PLAYERS).filter(|p| !chosen(p)).map(|p| world.strengths[p]);
            let right = worst.fold(f64::MAX, f64::min) > best.fold(f64::MIN, f64::max);
            return (results.len(), sure && right);
        }
        match by_doubt {
            true => groups = ladder::next_round(&among, &master, round),
            false => groups.extend(uniform.by_ref().take(12).map(|visit| visit.table)),
        }
    }
    unreachable!("the loop ends at the last match")
}

/// Strengths with a gap of at least 0.4 at the cut.
fn gapped(players: usize, cut: usize, league: u64) -> Vec<f64> {
    let mut stream = Stream::new("gap", "strengths", league);
    loop {
        let mut all: Vec<f64> = (0..players).map(|_| 0.5 * stream.normal()).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        if all[cut - 1] - all[cut] >= 0.4 {
            stream.shuffle(&mut all);
            return all;
        }
    }
}

#[test]
fn matches_near_the_cut_settle_it_with_about_half_as_many() {
    const LEAGUES: u64 = 6;
    let all = |by_doubt| {
        let ends: Vec<_> = (0..LEAGUES).map(|league| settled(league, by_doubt)).collect();
        let matches: usize = ends.iter().map(|(matches, _)| matches).sum();
        let right = ends.iter().filter(|(_, right)| *right).count();
        println!("by doubt {by_doubt}: {} matches a league, {right} right", matches / 6);
        assert!(right + 1 >= LEAGUES as usize, "{right} of {LEAGUES} are right");
        matches
    };
    let (uniform, by_doubt) = (all(false), all(true));
    assert!(by_doubt * 10 <= uniform * 6, "{by_doubt} matches, {uniform} without choice");
}
