//! Everybody against everybody: scores, how unusual they are, and groups of people.

use crate::sketch::{Cover, Sketch};
use rayon::prelude::*;
use std::collections::HashMap;

/// Pairs that score as much are listed as suspicious. Independent players of our corpus, and
/// copies of different ones, stay below half of it; see the book.
pub const THRESHOLD: f64 = 0.3;
/// From so many players on, patterns that more than half of them have are subtracted.
const COMMON_FROM: usize = 6;
/// Memory for sums of pairs, in numbers of four bytes, all threads together.
const SUMS_MAX: usize = 300_000_000;

/// Two players compared.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pair {
    /// Number of the first player, in the order given.
    pub left: usize,
    /// Number of the second player, greater than the first.
    pub right: usize,
    /// How much of each is in the other one.
    pub cover: Cover,
    /// The mean of both, 0 ..= 1.
    pub score: f64,
    /// Share of the season's pairs that score at least as much, this one counted: 1/pairs ..= 1.
    pub p: f64,
}

/// A season compared.
#[derive(Clone, Debug, Default)]
pub struct Season {
    /// All pairs that share anything, highest scores first.
    pub pairs: Vec<Pair>,
    /// Number of pairs that were compared.
    pub compared: usize,
    /// Number of patterns that more than half of all players have, and which were subtracted.
    pub common: usize,
}

/// Compares all pairs. `people[k]` says whose the player `k` is: players of one person are not
/// compared with each other.
#[must_use]
pub fn compare(sketches: &[Sketch], people: &[usize]) -> Season {
    let count = sketches.len();
    let (groups, common) = groups(sketches);
    let sums = sums(&groups, count);
    let mut weights: Vec<f64> = sketches.iter().map(|s| s.weight() as f64).collect();
    for group in common.iter() {
        group.0.iter().for_each(|k| weights[*k as usize] -= f64::from(group.1));
    }
    let mut pairs = Vec::new();
    let mut compared = 0;
    for right in 1..count {
        for left in 0..right {
            if people[left] == people[right] {
                continue;
            }
            compared += 1;
            let shared = f64::from(sums[place(left, right)]);
            if shared > 0.0 {
                let cover = Cover::new(shared, weights[left], weights[right]);
                pairs.push(Pair { left, right, cover, score: cover.score(), p: 1.0 });
            }
        }
    }
    pairs.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then((a.left, a.right).cmp(&(b.left, b.right)))
    });
    rank(&mut pairs, compared);
    Season { pairs, compared, common: common.len() }
}

/// Where a pair stands in the triangle of all pairs.
fn place(left: usize, right: usize) -> usize {
    right * (right - 1) / 2 + left
}

/// A pattern: who has it, and its weight.
type Group = (Vec<u32>, u16);

/// The patterns that two players or more have, without the common ones, and those.
fn groups(sketches: &[Sketch]) -> (Vec<Group>, Vec<Group>) {
    let mut all: Vec<(u64, u32, u16)> = sketches
        .iter()
        .enumerate()
        .flat_map(|(k, s)| s.patterns.iter().map(move |p| (p.hash, k as u32, p.weight)))
        .collect();
    all.par_sort_unstable();
    let several = all.chunk_by(|a, b| a.0 == b.0).filter(|g| g.len() > 1);
    let groups = several.map(|g| (g.iter().map(|e| e.1).collect(), g[0].2));
    let too_many = |g: &Group| sketches.len() >= COMMON_FROM && g.0.len() * 2 > sketches.len();
    let (common, rest): (Vec<Group>, Vec<Group>) = groups.partition(too_many);
    (rest, common)
}

/// For every pair the weight of what both have.
fn sums(groups: &[Group], count: usize) -> Vec<f32> {
    let size = count * count.saturating_sub(1) / 2;
    let threads = rayon::current_num_threads().min(SUMS_MAX / size.max(1)).max(1);
    let part = groups.len().div_ceil(threads).max(1);
    let parts: Vec<Vec<f32>> = groups
        .par_chunks(part)
        .map(|groups| {
            let mut sums = vec![0.0; size];
            for (who, weight) in groups {
                for (k, right) in who.iter().enumerate().skip(1) {
                    let row = place(0, *right as usize);
                    for left in &who[..k] {
                        sums[row + *left as usize] += f32::from(*weight);
                    }
                }
            }
            sums
        })
        .collect();
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_else(|| vec![0.0; size]);
    for part in parts {
        all.iter_mut().zip(part).for_each(|(a, b)| *a += b);
    }
    all
}

/// Says of each pair how many score as much; equal scores have equal ranks.
fn rank(pairs: &mut [Pair], compared: usize) {
    let mut at = 0;
    while at < pairs.len() {
        let score = pairs[at].score;
        let behind = pairs[at..].iter().take_while(|p| p.score == score).count() + at;
        pairs[at..behind].iter_mut().for_each(|p| p.p = behind as f64 / compared as f64);
        at = behind;
    }
}

/// Groups of players that are connected by pairs of at least this score, largest first; each
/// group is sorted.
#[must_use]
pub fn clusters(pairs: &[Pair], threshold: f64) -> Vec<Vec<usize>> {
    let mut leader: HashMap<usize, usize> = HashMap::new();
    let find = |leader: &HashMap<usize, usize>, mut at: usize| {
        while let Some(next) = leader.get(&at).filter(|n| **n != at) {
            at = *next;
        }
        at
    };
    for pair in pairs.iter().filter(|p| p.score >= threshold) {
        let (a, b) = (find(&leader, pair.left), find(&leader, pair.right));
        leader.insert(a.max(b), a.min(b));
        leader.insert(a.min(b), a.min(b));
        leader.entry(pair.left).or_insert(a.min(b));
        leader.entry(pair.right).or_insert(a.min(b));
    }
    let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
    for who in leader.keys() {
        groups.entry(find(&leader, *who)).or_default().push(*who);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.iter_mut().for_each(|g| g.sort_unstable());
    groups.sort_by_key(|g| (std::cmp::Reverse(g.len()), g[0]));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Pattern;

    fn sketch(hashes: &[u64]) -> Sketch {
        let patterns = hashes.iter().map(|h| Pattern { hash: *h, weight: 100 }).collect();
        Sketch { patterns, fingerprints: Vec::new() }
    }

    #[test]
    fn sums_over_groups_are_the_pairwise_covers() {
        let all = [
            sketch(&[1, 2, 3, 4, 5, 6, 7, 8]),
            sketch(&[1, 2, 3, 4, 15, 16, 17]),
            sketch(&[7, 8, 25, 26, 27, 28, 29]),
        ];
        let season = compare(&all, &[0, 1, 2]);
        assert_eq!(season.compared, 3);
        assert_eq!(season.pairs.len(), 2);
        for pair in &season.pairs {
            assert_eq!(pair.cover, all[pair.left].compare(&all[pair.right]));
        }
        assert_eq!((season.pairs[0].left, season.pairs[0].right), (0, 1));
        assert!((season.pairs[0].p - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn players_of_one_person_are_not_compared() {
        let all = [sketch(&[1, 2, 3]), sketch(&[1, 2, 3]), sketch(&[1, 2, 3])];
        let season = compare(&all, &[0, 0, 1]);
        assert_eq!(season.compared, 2);
        assert!(season.pairs.iter().all(|p| p.right == 2));
    }

    #[test]
    fn what_more_than_half_of_the_season_has_is_nobodys() {
        let all: Vec<Sketch> = (0..6).map(|k| sketch(&[1, 2, 3, 100 + k, 200 + k % 3])).collect();
        let season = compare(&all, &[0, 1, 2, 3, 4, 5]);
        assert_eq!(season.common, 3);
        assert_eq!(season.pairs.len(), 3, "only what two of six have counts");
    }

    #[test]
    fn clusters_join_chains_of_pairs() {
        let pair = |left, right, score| {
            let cover = Cover { left: score, right: score };
            Pair { left, right, cover, score, p: 1.0 }
        };
        let pairs = [pair(4, 5, 0.9), pair(1, 2, 0.8), pair(2, 3, 0.5), pair(0, 1, 0.1)];
        assert_eq!(clusters(&pairs, 0.4), [vec![1, 2, 3], vec![4, 5]]);
        let pairs = [pair(0, 3, 0.9), pair(1, 2, 0.8), pair(2, 3, 0.5)];
        assert_eq!(clusters(&pairs, 0.4), [vec![0, 1, 2, 3]]);
        assert!(clusters(&[], 0.4).is_empty());
    }
}
