//! Chooses the next matches of a ladder near an undecided cut: which players are among the best K
//! of N?
//!
//! Rounds begin balanced. Then a third of the groups stays random, which keeps everybody linked
//! to everybody; the others are drawn from those near the cut. It is decided after about half the
//! matches of a balanced schedule (0.52 of them in simulations with 24 players). Only the fit of
//! [`plackett_luce`](crate::stats::plackett_luce)
//! is fair to players who met different rivals: it, not means, must then decide, and the rule
//! must be announced.

use crate::random::Stream;
use crate::schedule::Schedule;
use engine::SEATS;

/// Rounds that are balanced before uncertainty chooses.
pub const OPENING_ROUNDS: usize = 5;
/// Players far from the cut are still drawn now and then.
const LEAST_WEIGHT: f64 = 0.0001;
/// Enough is known when twice this many swaps across the cut are expected at most.
const DOUBT_MAX: f64 = 0.1;

/// Groups in a round of so many players.
#[must_use]
pub fn groups_per_round(players: usize) -> usize {
    players / SEATS
}

/// The groups of the balanced rounds at the beginning, in order.
///
/// # Panics
/// With fewer than four players.
#[must_use]
pub fn opening(players: usize, master: &str) -> Vec<[usize; SEATS]> {
    let groups = OPENING_ROUNDS * groups_per_round(players);
    let schedule = Schedule::new(players, 1, groups, master);
    schedule.visits.into_iter().map(|visit| visit.table).collect()
}

/// The groups of a later round. `among_best[i]` is the probability that player i belongs to the
/// best K, as [`Ranks::among_best`](crate::stats::ranks::Ranks::among_best) says.
///
/// # Panics
/// With fewer than four players.
#[must_use]
pub fn next_round(among_best: &[f64], master: &str, round: u64) -> Vec<[usize; SEATS]> {
    let players = among_best.len();
    assert!(players >= SEATS, "a round needs four players");
    let groups = groups_per_round(players);
    let mut stream = Stream::new(master, "ladder round", round);
    let mut order: Vec<usize> = (0..players).collect();
    stream.shuffle(&mut order);
    let uniform = groups.div_ceil(3);
    let mut all: Vec<[usize; SEATS]> =
        order.chunks_exact(SEATS).take(uniform).map(|c| [c[0], c[1], c[2], c[3]]).collect();
    let weights: Vec<f64> = among_best.iter().map(|p| doubt(*p) + LEAST_WEIGHT).collect();
    while all.len() < groups {
        all.push(drawn(&weights, &mut stream));
    }
    all
}

/// Four different players, drawn one after the other with these weights.
fn drawn(weights: &[f64], stream: &mut Stream) -> [usize; SEATS] {
    let mut weights = weights.to_vec();
    [(); SEATS].map(|()| {
        let all: f64 = weights.iter().sum();
        let mut at = stream.unit() * all;
        let mut chosen = None;
        for (player, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
            chosen = Some(player);
            if at < *weight {
                break;
            }
            at -= weight;
        }
        let chosen = chosen.unwrap_or(0);
        weights[chosen] = 0.0;
        chosen
    })
}

/// How undecided it is whether a player belongs to the best: 0 is certain, ½ is open.
fn doubt(p: f64) -> f64 {
    p.min(1.0 - p).max(0.0)
}

/// Whether enough is known about who belongs to the best: at most 0.05 wrong swaps across the
/// cut are to be expected.
#[must_use]
pub fn decided(among_best: &[f64]) -> bool {
    among_best.iter().map(|p| doubt(*p)).sum::<f64>() <= DOUBT_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_four_different_players_and_most_are_near_the_cut() {
        let mut among_best = [0.0; 24];
        among_best[..6].fill(1.0);
        among_best[6..10].fill(0.5);
        let mut near = 0;
        for round in 0..100 {
            let groups = next_round(&among_best, "1", round);
            assert_eq!(groups.len(), 6);
            for group in &groups {
                let mut players = group.to_vec();
                players.sort_unstable();
                players.dedup();
                assert_eq!(players.len(), 4, "{group:?}");
            }
            near += groups[2..].iter().flatten().filter(|p| (6..10).contains(*p)).count();
        }
        assert!(near > 1500, "{near} of 1600 seats for those near the cut");
        assert_eq!(next_round(&among_best, "1", 7), next_round(&among_best, "1", 7));
        assert_ne!(next_round(&among_best, "1", 7), next_round(&among_best, "1", 8));
    }

    #[test]
    fn the_opening_is_balanced_and_certainty_ends_it() {
        let groups = opening(24, "1");
        assert_eq!(groups.len(), 30);
        let played = |p: usize| groups.iter().filter(|g| g.contains(&p)).count();
        assert!((0..24).all(|p| (4..=6).contains(&played(p))));
        assert!(!decided(&[0.5, 0.5, 1.0, 0.0]));
        assert!(decided(&[1.0, 0.98, 0.03, 0.0]));
    }
}
