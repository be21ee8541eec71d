//! Everybody against everybody: scores, how unusual they are, and groups of people.

use crate::sketch::{self, Cover, Pattern, Sketch};
use rayon::prelude::*;
use std::collections::HashMap;

/// Pairs that score as much are listed as suspicious. Independent players of our corpus, and
/// copies of different ones, stay below half of it; see the book.
pub const THRESHOLD: f64 = 0.3;
/// Memory for sums of pairs, in numbers of four bytes, all threads together.
const SUMS_MAX: usize = 300_000_000;

/// The view that a score comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// The patterns of the sources.
    #[default]
    Source,
    /// The tokens of sources, where one of both cannot be parsed.
    Tokens,
    /// The patterns of the modules.
    Module,
}

impl View {
    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Tokens => "tokens",
            Self::Module => "module",
        }
    }
}

/// Two players compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pair {
    /// Number of the first player, in the order given.
    pub left: usize,
    /// Number of the second player, greater than the first.
    pub right: usize,
    /// How much of each is in the other one, in the view that found most.
    pub cover: Cover,
    /// The mean of both, 0 ..= 1.
    pub score: f64,
    /// The view that found most.
    #[serde(default)]
    pub view: View,
    /// The score by the sources, 0 ..= 1.
    #[serde(default)]
    pub source: f64,
    /// The score by the modules, 0 ..= 1, where both are known.
    #[serde(default)]
    pub module: Option<f64>,
    /// How probable it is that an independent pair scores as much, 0 ..= 1: by
    /// [`Alarm::chance`](crate::alarm::Alarm::chance) where enough pairs are known, else the
    /// share of the season's pairs that do, this one counted.
    pub p: f64,
}

impl Pair {
    /// Compares two players; `shared` is what their sources and their modules have in common.
    fn of(left: &Sketch, right: &Sketch, shared: [f64; 2]) -> Self {
        let source = Cover::new(shared[0], left.weight() as f64, right.weight() as f64);
        let mut pair = Self { cover: source, score: source.score(), p: 1.0, ..Self::default() };
        if left.broken || right.broken {
            pair.take(View::Tokens, left.compare_tokens(right));
        }
        pair.source = pair.score;
        let weights = [left, right].map(|s| sketch::weight(&s.module) as f64);
        if weights.iter().all(|weight| *weight > 0.0) {
            let module = Cover::of_modules(shared[1], weights[0], weights[1]);
            pair.module = Some(module.score());
            pair.take(View::Module, module);
        }
        pair
    }

    fn take(&mut self, view: View, cover: Cover) {
        if cover.score() > self.score {
            (self.view, self.cover, self.score) = (view, cover, cover.score());
        }
    }
}

/// A season compared.
#[derive(Clone, Debug, Default)]
pub struct Season {
    /// All pairs that share anything, highest scores first.
    pub pairs: Vec<Pair>,
    /// Number of pairs that were compared.
    pub compared: usize,
}

/// Compares all pairs in the same language. `people[k]` says whose the player `k` is: players of
/// one person are not compared with each other.
#[must_use]
pub fn compare(sketches: &[Sketch], people: &[usize]) -> Season {
    let count = sketches.len();
    let of_sources = sums(&groups(sketches.iter().map(|s| &s.patterns[..])), count);
    let of_modules = sums(&groups(sketches.iter().map(|s| &s.module[..])), count);
    let mut pairs = Vec::new();
    let mut compared = 0;
    for right in 1..count {
        for left in 0..right {
            let languages = [left, right].map(|k| sketches[k].language);
            if people[left] == people[right] || languages[0] != languages[1] {
                continue;
            }
            compared += 1;
            let at = place(left, right);
            let shared = [f64::from(of_sources[at]), f64::from(of_modules[at])];
            let pair = Pair::of(&sketches[left], &sketches[right], shared);
            if pair.score > 0.0 {
                pairs.push(Pair { left, right, ..pair });
            }
        }
    }
    pairs.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then((a.left, a.right).cmp(&(b.left, b.right)))
    });
    rank(&mut pairs, compared);
    Season { pairs, compared }
}

/// Where a pair stands in the triangle of all pairs.
fn place(left: usize, right: usize) -> usize {
    right * (right - 1) / 2 + left
}

/// A pattern: who has it, and its weight.
type Group = (Vec<u32>, u16);

/// The patterns that two players or more have.
fn groups<'a>(lists: impl Iterator<Item = &'a [Pattern]>) -> Vec<Group> {
    let numbered = lists.enumerate();
    let mut all: Vec<(u64, u32, u16)> = numbered
        .flat_map(|(k, list)| list.iter().map(move |p| (p.hash, k as u32, p.weight)))
        .collect();
    all.par_sort_unstable();
    let several = all.chunk_by(|a, b| a.0 == b.0).filter(|g| g.len() > 1);
    several.map(|g| (g.iter().map(|e| e.1).collect(), g[0].2)).collect()
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
    use crate::source::Language;

    fn sketch(hashes: &[u64]) -> Sketch {
        let pattern = |hash: &u64| Pattern { hash: *hash, weight: 100, line: 1 };
        let patterns = hashes.iter().map(pattern).collect();
        Sketch { patterns, ..Sketch::default() }
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
    fn players_in_different_languages_are_not_compared() {
        let python = Sketch { language: Language::Python, ..sketch(&[1, 2, 3]) };
        let all = [sketch(&[1, 2, 3]), python.clone(), sketch(&[1, 2, 3]), python];
        let season = compare(&all, &[0, 1, 2, 3]);
        assert_eq!(season.compared, 2);
        let pairs: Vec<_> = season.pairs.iter().map(|p| (p.left, p.right)).collect();
        assert_eq!(pairs, [(0, 2), (1, 3)]);
    }

    #[test]
    fn what_many_share_counts_in_each_pair() {
        let all: Vec<Sketch> = (0..6).map(|k| sketch(&[1, 2, 3, 100 + k, 200 + k])).collect();
        let season = compare(&all, &[0, 1, 2, 3, 4, 5]);
        assert_eq!(season.pairs.len(), 15);
        // 300 of 600: weights below 600 count as 600.
        assert!(season.pairs.iter().all(|p| p.score == 0.5));
    }

    #[test]
    fn the_view_that_finds_more_gives_the_score() {
        let module =
            |own: &[u64], hashes: &[u64]| Sketch { module: sketch(hashes).patterns, ..sketch(own) };
        let all = [module(&[1, 2, 3, 4, 5, 6], &[1, 2, 3, 4]), module(&[7, 8, 9], &[1, 2, 3, 5])];
        let pair = compare(&all, &[0, 1]).pairs[0];
        assert_eq!((pair.view, pair.score, pair.module), (View::Module, 0.75, Some(0.75)));
        assert_eq!(pair.source, 0.0);
        let all = [all[0].clone(), sketch(&[1, 2, 3, 17, 18, 19])];
        let pair = compare(&all, &[0, 1]).pairs[0];
        assert_eq!((pair.view, pair.score, pair.module), (View::Source, 0.5, None));
    }

    #[test]
    fn clusters_join_chains_of_pairs() {
        let pair = |left, right, score| {
            let cover = Cover { left: score, right: score };
            Pair { left, right, cover, score, ..Pair::default() }
        };
        let pairs = [pair(4, 5, 0.9), pair(1, 2, 0.8), pair(2, 3, 0.5), pair(0, 1, 0.1)];
        assert_eq!(clusters(&pairs, 0.4), [vec![1, 2, 3], vec![4, 5]]);
        let pairs = [pair(0, 3, 0.9), pair(1, 2, 0.8), pair(2, 3, 0.5)];
        assert_eq!(clusters(&pairs, 0.4), [vec![0, 1, 2, 3]]);
        assert!(clusters(&[], 0.4).is_empty());
    }
}
