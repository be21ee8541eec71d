//! The normalised tokens of a source, their winnowed fingerprints, and the fragments that two
//! sources have in common, for people to look at.

use crate::normal::{hash, mix};
use crate::syntax::{Names, Syntax};
use std::collections::{HashMap, HashSet};

/// Tokens per fingerprint.
const GRAM: usize = 9;
/// Of so many neighbouring fingerprints the least one is kept.
const WINDOW: usize = 5;
/// Shorter fragments are chance.
pub const FRAGMENT_MIN: usize = 14;
/// Comparisons of tokens, all together: a source that repeats itself would need their square.
const WORK_MAX: usize = 10_000_000;
/// A sequence that occurs more often than this in one source is no clue.
const PLACES_MAX: usize = 12;

/// A token: what it is, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is: own names, literals and types are all alike.
    pub hash: u64,
    /// First byte.
    pub start: u32,
    /// One behind the last byte.
    pub end: u32,
}

/// The same sequence of tokens in two sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Fragment {
    /// Bytes of the first source, first and one behind the last.
    pub left: (u32, u32),
    /// Bytes of the second source.
    pub right: (u32, u32),
    /// Its length.
    pub tokens: usize,
}

/// The tokens of a source; punctuation that says nothing is left out.
pub(crate) fn of(syntax: &Syntax, names: &Names, text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut inside = 0;
    for node in &syntax.nodes {
        let literal = node.kind.ends_with("literal") && node.kind != "compound_literal";
        if node.start < inside || (!node.leaf && !literal) {
            continue;
        }
        let word = &text[node.start as usize..node.end as usize];
        let what: &[u8] = match node.kind {
            _ if literal => b"0",
            "true" | "false" | "nullptr" | "boolean_literal" => b"0",
            "primitive_type" | "type_identifier" | "auto" => b"T",
            "identifier" | "field_identifier" if names.own(word).is_some() => b"V",
            ";" | "," | "{" | "}" | "(" | ")" | "std" | "::" | "const" | "let" | "mut" => continue,
            "and" => b"&&",
            "or" => b"||",
            "not" => b"!",
            _ => word.as_bytes(),
        };
        if node.end > node.start {
            inside = node.end;
            tokens.push(Token { hash: hash(what), start: node.start, end: node.end });
        }
    }
    tokens
}

/// Hashes of all sequences of [`GRAM`] tokens.
pub(crate) fn grams(tokens: &[Token]) -> Vec<u64> {
    tokens.windows(GRAM).map(|w| w.iter().fold(7, |h, t| mix(h, t.hash))).collect()
}

/// The winnowed fingerprints: of every window the least, so that every common sequence of
/// `GRAM + WINDOW - 1` tokens leaves one in common.
pub(crate) fn winnow(grams: &[u64]) -> HashSet<u64> {
    match grams.len() {
        0 => HashSet::new(),
        n if n < WINDOW => grams.iter().min().copied().into_iter().collect(),
        _ => grams.windows(WINDOW).filter_map(|w| w.iter().min()).copied().collect(),
    }
}

/// Whether each token is part of a sequence that a template has.
pub(crate) fn from_templates(tokens: &[Token], templates: &HashSet<u64>) -> Vec<bool> {
    let mut known = vec![false; tokens.len()];
    for (k, gram) in grams(tokens).iter().enumerate() {
        if templates.contains(gram) {
            known[k..k + GRAM].fill(true);
        }
    }
    known
}

/// A run of equal tokens: where in both sources, how long.
#[derive(Clone, Copy)]
struct Run {
    left: usize,
    right: usize,
    length: usize,
}

/// The longest common fragments, longest first; no token belongs to two of them, and what is
/// known from the templates to none.
pub(crate) fn fragments(
    left: &[Token],
    right: &[Token],
    left_known: &[bool],
    right_known: &[bool],
) -> Vec<Fragment> {
    let mut runs = runs(left, right, left_known, right_known);
    runs.sort_by_key(|r| (std::cmp::Reverse(r.length), r.left, r.right));
    let (mut used_left, mut used_right) = (left_known.to_vec(), right_known.to_vec());
    let mut found = Vec::new();
    for run in runs {
        let free = |k: &usize| !used_left[run.left + k] && !used_right[run.right + k];
        // What is left of a run after longer ones took their part.
        let Some(first) = (0..run.length).find(free) else { continue };
        let length = (first..run.length).take_while(free).count();
        if length < FRAGMENT_MIN {
            continue;
        }
        let (l, r) = (run.left + first, run.right + first);
        used_left[l..l + length].fill(true);
        used_right[r..r + length].fill(true);
        found.push(Fragment {
            left: (left[l].start, left[l + length - 1].end),
            right: (right[r].start, right[r + length - 1].end),
            tokens: length,
        });
    }
    found.sort_by_key(|f| (std::cmp::Reverse(f.tokens), f.left));
    found
}

fn runs(left: &[Token], right: &[Token], left_known: &[bool], right_known: &[bool]) -> Vec<Run> {
    let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
    for (k, gram) in grams(right).into_iter().enumerate() {
        let list = places.entry(gram).or_default();
        if list.len() < PLACES_MAX {
            list.push(k as u32);
        }
    }
    // Where the last run on each diagonal ended: runs are found once, at their beginning.
    let mut ended: HashMap<i64, usize> = HashMap::new();
    let (mut runs, mut work) = (Vec::new(), 0);
    for (l, gram) in grams(left).into_iter().enumerate() {
        for r in places.get(&gram).into_iter().flatten() {
            let r = *r as usize;
            let diagonal = l as i64 - r as i64;
            if ended.get(&diagonal).is_some_and(|e| *e > l) {
                continue;
            }
            let same = left[l..].iter().zip(&right[r..]);
            let fresh = left_known[l..].iter().zip(&right_known[r..]);
            let length =
                same.zip(fresh).take_while(|((a, b), (x, y))| a.hash == b.hash && !**x && !**y);
            let length = length.count();
            work += length;
            if work > WORK_MAX {
                return runs;
            }
            ended.insert(diagonal, l + length.max(1));
            if length >= FRAGMENT_MIN {
                runs.push(Run { left: l, right: r, length });
            }
        }
    }
    runs
}
