//! Groups of players with the same code, with the name of the group. The comparison subtracts
//! nothing of this code; organisers see the number of players, the lines, and the first player
//! with this code.

use crate::season::{Pair, clusters};
use crate::sketch::{Pattern, Sketch};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Smaller groups are pairs.
const LEAST: usize = 3;
/// A pattern is the crowd's when so many of its members have it, in percent.
const MOST_HAVE: usize = 80;
/// Lines without a pattern between two that have one, such as those with a brace, belong to both.
const GAP: u32 = 2;

/// Players who share code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crowd {
    /// Its members, sorted.
    pub members: Vec<usize>,
    /// The likely first owner: the earliest member if times are known, otherwise the member that
    /// is most similar to the others.
    pub origin: usize,
    /// Whether times of submission say so.
    pub by_time: bool,
    /// The lines of the origin that most members share: first and last, counted from 1.
    pub lines: Vec<(u32, u32)>,
}

impl Crowd {
    /// How many lines its members share.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.lines.iter().map(|(first, last)| last - first + 1).sum()
    }
}

/// The groups of three players or more that are connected by pairs of at least this score, the
/// largest first. `times` says when each player was handed in, in seconds, where that is known.
#[must_use]
pub fn find(
    sketches: &[Sketch],
    pairs: &[Pair],
    threshold: f64,
    times: &[Option<u64>],
) -> Vec<Crowd> {
    let groups = clusters(pairs, threshold).into_iter().filter(|g| g.len() >= LEAST);
    groups.map(|members| crowd(sketches, pairs, members, times)).collect()
}

fn crowd(sketches: &[Sketch], pairs: &[Pair], members: Vec<usize>, times: &[Option<u64>]) -> Crowd {
    let by_time = members.iter().all(|m| times[*m].is_some());
    let origin = match by_time {
        true => members.iter().copied().min_by_key(|m| (times[*m], *m)),
        false => closest(pairs, &members),
    };
    let origin = origin.unwrap_or(members[0]);
    let lines = shared_lines(sketches, &members, origin);
    Crowd { members, origin, by_time, lines }
}

/// The member that resembles the others most.
fn closest(pairs: &[Pair], members: &[usize]) -> Option<usize> {
    let mut sums: HashMap<usize, f64> = members.iter().map(|m| (*m, 0.0)).collect();
    for pair in pairs {
        if sums.contains_key(&pair.left) && sums.contains_key(&pair.right) {
            for end in [pair.left, pair.right] {
                *sums.entry(end).or_default() += pair.score;
            }
        }
    }
    members.iter().copied().max_by(|a, b| sums[a].total_cmp(&sums[b]).then(b.cmp(a)))
}

/// The lines of a member whose patterns most members have.
fn shared_lines(sketches: &[Sketch], members: &[usize], origin: usize) -> Vec<(u32, u32)> {
    let lists: [fn(&Sketch) -> &[Pattern]; 2] = [|s| &s.patterns, |s| &s.module];
    let mut lines = Vec::new();
    for list in lists {
        let mut times: HashMap<u64, usize> = HashMap::new();
        for pattern in members.iter().flat_map(|m| list(&sketches[*m])) {
            *times.entry(pattern.hash).or_default() += 1;
        }
        let most = |p: &&Pattern| times[&p.hash] * 100 >= members.len() * MOST_HAVE;
        lines.extend(list(&sketches[origin]).iter().filter(most).map(|p| p.line));
    }
    lines.sort_unstable();
    lines.dedup();
    let runs = lines.chunk_by(|a, b| b - a <= GAP);
    runs.map(|run| (run[0], run[run.len() - 1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::season;

    fn sketch(patterns: &[(u64, u32)]) -> Sketch {
        let pattern = |(hash, line): &(u64, u32)| Pattern { hash: *hash, weight: 100, line: *line };
        Sketch { patterns: patterns.iter().map(pattern).collect(), ..Sketch::default() }
    }

    #[test]
    fn a_crowd_has_a_size_its_lines_and_an_origin() {
        let shared: Vec<(u64, u32)> =
            (1..9).map(|k| (k, if k < 5 { 9 + k as u32 } else { 30 })).collect();
        let own = |extra: u64| {
            let mut all = shared.clone();
            all.push((extra, 50));
            sketch(&all)
        };
        let alone = sketch(&[(500, 1), (501, 2), (502, 3)]);
        let all = [own(100), own(101), alone, own(102), own(103)];
        let season = season::compare(&all, &[0, 1, 2, 3, 4]);
        let times = [Some(40), Some(30), Some(1), Some(20), Some(25)];
        let found = find(&all, &season.pairs, 0.3, &times);
        let lines = vec![(10, 13), (30, 30)];
        let expected = Crowd { members: vec![0, 1, 3, 4], origin: 3, by_time: true, lines };
        assert_eq!(found, [expected]);
        assert_eq!(found[0].size(), 5);
        let unknown = find(&all, &season.pairs, 0.3, &[None; 5]);
        assert!(!unknown[0].by_time && unknown[0].members.contains(&unknown[0].origin));
        assert!(find(&all[..2], &season.pairs[..1], 0.3, &times).is_empty(), "two are a pair");
    }
}
