//! The common code of two sources, place by place, for people to judge.

use crate::sketch::Anatomy;
use crate::tokens::{self, Fragment};
use serde::{Deserialize, Serialize};

/// Patterns longer than this many bytes colour nothing: they would colour everything.
const PATTERN_MAX: u32 = 160;
/// The same for patterns of modules, whose places are whole lines.
const MODULE_MAX: u32 = 400;

/// The kind of a byte of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ink {
    /// Nothing in particular.
    Plain,
    /// Known from a template, and thus subtracted.
    Template,
    /// Part of a pattern that the other source has too, in whatever order.
    Pattern,
    /// Part of the fragment with this number.
    Fragment(usize),
    /// A line of which the compiler made what it made of the other source too.
    Module,
}

/// A stretch of one ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// First byte.
    pub start: usize,
    /// One behind the last byte.
    pub end: usize,
    /// Its ink.
    pub ink: Ink,
}

/// The common code of two sources.
#[derive(Clone, Debug, Serialize)]
pub struct Evidence {
    /// The longest common fragments, longest first.
    pub fragments: Vec<Fragment>,
    /// Share of the winnowed fingerprints in common, 0 ..= 1.
    pub fingerprints: f64,
    /// The first source in stretches, without gaps.
    #[serde(skip)]
    pub left: Vec<Stretch>,
    /// The second source in stretches.
    #[serde(skip)]
    pub right: Vec<Stretch>,
}

impl Evidence {
    /// Finds what two sources have in common.
    #[must_use]
    pub fn of(left: &Anatomy, right: &Anatomy) -> Self {
        let fragments = tokens::fragments(&left.tokens, &right.tokens, &left.known, &right.known);
        let lefts: Vec<(u32, u32)> = fragments.iter().map(|f| f.left).collect();
        let rights: Vec<(u32, u32)> = fragments.iter().map(|f| f.right).collect();
        Self {
            fingerprints: left.sketch().fingerprints_in_common(&right.sketch()),
            left: ink(left, right, &lefts),
            right: ink(right, left, &rights),
            fragments,
        }
    }
}

fn ink(own: &Anatomy, other: &Anatomy, fragments: &[(u32, u32)]) -> Vec<Stretch> {
    let mut inks = vec![Ink::Plain; own.text.len()];
    for (token, _) in own.tokens.iter().zip(&own.known).filter(|(_, known)| **known) {
        inks[token.start as usize..token.end as usize].fill(Ink::Template);
    }
    let known = |hash: u64| other.module.binary_search_by_key(&hash, |g| g.hash).is_ok();
    let near = own.module.iter().filter(|g| g.end - g.start <= MODULE_MAX);
    for gram in near.filter(|g| known(g.hash)) {
        let free = inks[gram.start as usize..gram.end as usize].iter_mut();
        free.filter(|ink| **ink == Ink::Plain).for_each(|ink| *ink = Ink::Module);
    }
    let shared = |hash: u64| other.grams.binary_search_by_key(&hash, |g| g.hash).is_ok();
    for gram in own.grams.iter().filter(|g| g.end - g.start <= PATTERN_MAX && shared(g.hash)) {
        inks[gram.start as usize..gram.end as usize].fill(Ink::Pattern);
    }
    for (k, (start, end)) in fragments.iter().enumerate() {
        inks[*start as usize..*end as usize].fill(Ink::Fragment(k));
    }
    let mut stretches: Vec<Stretch> = Vec::new();
    for (at, ink) in inks.into_iter().enumerate() {
        match stretches.last_mut() {
            Some(last) if last.ink == ink => last.end = at + 1,
            _ => stretches.push(Stretch { start: at, end: at + 1, ink }),
        }
    }
    whole_characters(&own.text, stretches)
}

/// Moves borders of stretches that would cut a character in two.
fn whole_characters(text: &str, mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    let mut from = 0;
    for stretch in &mut stretches {
        stretch.start = from;
        while !text.is_char_boundary(stretch.end) {
            stretch.end += 1;
        }
        from = stretch.end.max(from);
        stretch.end = from;
    }
    stretches.retain(|s| s.end > s.start);
    stretches
}
