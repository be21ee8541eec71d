//! What is kept of a source to compare it: its patterns and fingerprints.

use crate::grams::{self, Gram};
use crate::normal::Program;
use crate::source::{Language, Remark, text_of};
use crate::syntax::{Names, Syntax};
use crate::templates::Templates;
use crate::tokens::{self, Token};

/// Less weight of patterns than this says nothing: a handful of lines.
const LITTLE: u32 = 600;
/// A remark is made when more than this share of a source is broken, in percent.
const BROKEN: u32 = 10;

/// A source taken apart, with the places of everything in its text.
pub struct Anatomy {
    /// Its text; every byte is where it was in the file.
    pub text: String,
    /// Its normalised tokens.
    pub tokens: Vec<Token>,
    /// For each token whether it comes from a template.
    pub known: Vec<bool>,
    /// Its patterns, sorted by hash, without those of the templates.
    pub grams: Vec<Gram>,
    /// How many patterns were subtracted because a template has them.
    pub subtracted: usize,
    /// What has to be said about it.
    pub remarks: Vec<Remark>,
}

impl Anatomy {
    /// Takes a source apart and subtracts the templates.
    ///
    /// # Errors
    /// Why it cannot be compared.
    pub fn of(bytes: &[u8], language: Language, templates: &Templates) -> Result<Self, Remark> {
        let text = text_of(bytes)?;
        let syntax = Syntax::parse(&text, language)?;
        let names = Names::declared(&syntax, &text);
        let tokens = tokens::of(&syntax, &names, &text);
        if tokens.is_empty() {
            return Err(Remark::Empty);
        }
        let program = Program::of(&syntax, &names, &text);
        let mut grams = grams::of(&program);
        let all = grams.len();
        grams.retain(|g| !templates.has_pattern(g.hash));
        let known = tokens::from_templates(&tokens, templates.sequences());
        let mut remarks = Vec::new();
        if syntax.broken > BROKEN {
            remarks.push(Remark::Broken(syntax.broken, language.name()));
        }
        if grams.iter().map(|g| u32::from(g.weight)).sum::<u32>() < LITTLE {
            remarks.push(Remark::Little);
        }
        Ok(Self { text, tokens, known, subtracted: all - grams.len(), grams, remarks })
    }

    /// What is needed to compare it with others.
    #[must_use]
    pub fn sketch(&self) -> Sketch {
        let mut patterns: Vec<Pattern> = self.grams.iter().map(Pattern::of).collect();
        patterns.dedup_by_key(|p| p.hash);
        let fresh: Vec<Token> =
            self.tokens.iter().zip(&self.known).filter(|(_, k)| !**k).map(|(t, _)| *t).collect();
        let mut fingerprints: Vec<u64> =
            tokens::winnow(&tokens::grams(&fresh)).into_iter().collect();
        fingerprints.sort_unstable();
        Sketch { patterns, fingerprints }
    }
}

/// A pattern of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it is.
    pub hash: u64,
    /// How much it says, 1 or more.
    pub weight: u16,
}

impl Pattern {
    fn of(gram: &Gram) -> Self {
        Self { hash: gram.hash, weight: gram.weight }
    }
}

/// What is kept of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Its patterns, sorted by hash, each once.
    pub patterns: Vec<Pattern>,
    /// Its winnowed fingerprints, sorted, each once.
    pub fingerprints: Vec<u64>,
}

impl Sketch {
    /// Takes a source apart and keeps what is needed to compare it.
    ///
    /// # Errors
    /// Why it cannot be compared.
    pub fn of(
        bytes: &[u8],
        language: Language,
        templates: &Templates,
    ) -> Result<(Self, Vec<Remark>), Remark> {
        let anatomy = Anatomy::of(bytes, language, templates)?;
        Ok((anatomy.sketch(), anatomy.remarks))
    }

    /// The weight of all its patterns.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.patterns.iter().map(|p| u64::from(p.weight)).sum()
    }

    /// How much of each of two sources the other one has.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Cover {
        let (mut a, mut b) = (self.patterns.iter().peekable(), other.patterns.iter().peekable());
        let mut shared = 0;
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            match x.hash.cmp(&y.hash) {
                std::cmp::Ordering::Less => drop(a.next()),
                std::cmp::Ordering::Greater => drop(b.next()),
                std::cmp::Ordering::Equal => {
                    shared += u64::from(x.weight);
                    a.next();
                    b.next();
                }
            }
        }
        Cover::new(shared as f64, self.weight() as f64, other.weight() as f64)
    }

    /// Share of the winnowed fingerprints that two sources have in common: of the source that
    /// has fewer, 0 ..= 1.
    #[must_use]
    pub fn fingerprints_in_common(&self, other: &Self) -> f64 {
        let found =
            self.fingerprints.iter().filter(|f| other.fingerprints.binary_search(f).is_ok());
        let least = self.fingerprints.len().min(other.fingerprints.len());
        if least == 0 { 0.0 } else { found.count() as f64 / least as f64 }
    }
}

/// How much of each of two sources is in the other one.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Cover {
    /// Share of the first source, 0 ..= 1.
    pub left: f64,
    /// Share of the second source, 0 ..= 1.
    pub right: f64,
}

impl Cover {
    /// From the weight in common and the weights of both sides.
    #[must_use]
    pub fn new(shared: f64, left: f64, right: f64) -> Self {
        // The weight in common of almost empty sources is chance.
        let least = f64::from(LITTLE);
        Self { left: shared / left.max(least), right: shared / right.max(least) }
    }

    /// The score: the mean of both shares, 0 ..= 1.
    #[must_use]
    pub fn score(self) -> f64 {
        f64::midpoint(self.left, self.right)
    }
}
