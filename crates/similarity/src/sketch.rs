//! The stored form of a source for comparisons: its patterns and fingerprints.

use crate::expand::Expanded;
use crate::grams::{self, Gram};
use crate::module;
use crate::names::Names;
use crate::normal::Program;
use crate::source::{Language, Remark, text_of};
use crate::syntax::Syntax;
use crate::templates::Templates;
use crate::tokens::{self, Token};

/// Less weight of patterns than this says nothing: a handful of lines.
const LITTLE: u32 = 600;
/// The same for the patterns of modules.
const LITTLE_MODULE: f64 = 300.0;
/// A remark is made when more than this share of a source is broken, in percent.
const BROKEN: u32 = 5;
/// Fewer fingerprints than this say nothing.
const LITTLE_PRINTS: f64 = 30.0;
/// Fewer tokens than this say nothing.
const LITTLE_TOKENS: usize = 100;

/// A source taken apart, with the places of everything in its text.
pub struct Anatomy {
    /// Its text; every byte is where it was in the file.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// Its normalised tokens.
    pub tokens: Vec<Token>,
    /// For each token whether it comes from a template.
    pub known: Vec<bool>,
    /// Its patterns, sorted by hash, without those of the templates.
    pub grams: Vec<Gram>,
    /// The patterns of its module, sorted by hash; none where no module is known.
    pub module: Vec<Gram>,
    /// How many patterns were subtracted because a template has them.
    pub subtracted: usize,
    /// Whether so much of it cannot be parsed that its patterns say little.
    pub broken: bool,
    /// The remarks about it.
    pub remarks: Vec<Remark>,
}

/// A source as the compiler sees it, parsed as far as it can be.
pub(crate) struct Code {
    expanded: Expanded,
    syntax: Syntax,
    names: Names,
    /// Whether the parser gave up.
    given_up: bool,
}

impl Code {
    /// Expands and parses a source.
    pub(crate) fn of(text: &str, language: Language) -> Self {
        let expanded = Expanded::of(text, language);
        let parsed = Syntax::parse(&expanded.text, language);
        let given_up = parsed.is_none();
        let syntax = parsed.unwrap_or(Syntax { language, nodes: Vec::new(), broken: 100 });
        let names = Names::declared(&syntax, &expanded.text);
        Self { expanded, syntax, names, given_up }
    }

    /// Its normalised tokens, with their places in the author's text.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        tokens::of(&self.expanded, self.syntax.language)
    }

    /// Its patterns, sorted by hash, with their places in the author's text.
    pub(crate) fn grams(&self) -> Vec<Gram> {
        let program = Program::of(&self.syntax, &self.names, &self.expanded.text);
        let mut grams = grams::of(&program);
        for gram in &mut grams {
            (gram.start, gram.end) = self.expanded.from(gram.start, gram.end);
        }
        grams
    }

    /// How much of it cannot be parsed, in percent.
    fn broken(&self) -> u32 {
        self.syntax.broken
    }

    /// The findings for organisers.
    fn findings(&self, language: Language) -> Vec<Remark> {
        let mut found = Vec::new();
        if self.given_up {
            found.push(Remark::Unparsable);
        } else if self.broken() > BROKEN {
            found.push(Remark::Broken(self.broken(), language));
        }
        if self.expanded.relined {
            found.push(Remark::Relined);
        }
        if self.expanded.endless {
            found.push(Remark::Endless);
        }
        found
    }
}

impl Anatomy {
    /// Takes a source apart and subtracts the templates.
    ///
    /// # Errors
    /// Why it cannot be compared.
    pub fn of(bytes: &[u8], language: Language, templates: &Templates) -> Result<Self, Remark> {
        let text = text_of(bytes)?;
        let code = Code::of(&text, language);
        let (tokens, mut grams) = (code.tokens(), code.grams());
        if tokens.is_empty() {
            return Err(Remark::Empty);
        }
        let all = grams.len();
        grams.retain(|g| !templates.has_pattern(g.hash));
        let known = tokens::from_templates(&tokens, templates.sequences());
        let mut remarks = code.findings(language);
        let broken = code.broken() > BROKEN;
        let fresh = known.iter().filter(|known| !**known).count();
        let weight = grams.iter().map(|g| u32::from(g.weight)).sum::<u32>();
        if weight < LITTLE && !(broken && fresh > LITTLE_TOKENS) {
            remarks.push(Remark::Little);
        }
        let subtracted = all - grams.len();
        let module = Vec::new();
        Ok(Self { text, language, tokens, known, grams, module, subtracted, broken, remarks })
    }

    /// Adds the second view: the module that a compiler made of it. Lines that everybody was
    /// given do not count in it either.
    #[must_use]
    pub fn with_module(mut self, wasm: &[u8]) -> Self {
        let lines = Starts::of(&self.text);
        let mut given = vec![None; lines.count()];
        for (token, known) in self.tokens.iter().zip(&self.known) {
            let line = &mut given[lines.number(token.start) as usize - 1];
            *line = Some(line.unwrap_or(true) && *known);
        }
        let is_given = |line: u32| {
            line.checked_sub(1).and_then(|k| given.get(k as usize)) == Some(&Some(true))
        };
        match module::patterns(wasm, &is_given) {
            Ok(mut grams) => {
                for gram in &mut grams {
                    (gram.start, gram.end) = (lines.start(gram.start), lines.start(gram.end));
                }
                self.module = grams;
            }
            Err(why) => self.remarks.push(Remark::Module(why)),
        }
        self
    }

    /// The data for comparisons with others.
    #[must_use]
    pub fn sketch(&self) -> Sketch {
        let lines = Starts::of(&self.text);
        let patterns = |grams: &[Gram]| {
            let mut all: Vec<Pattern> = grams
                .iter()
                .map(|g| Pattern { hash: g.hash, weight: g.weight, line: lines.number(g.start) })
                .collect();
            all.dedup_by_key(|p| p.hash);
            all
        };
        let fresh: Vec<Token> =
            self.tokens.iter().zip(&self.known).filter(|(_, k)| !**k).map(|(t, _)| *t).collect();
        let mut fingerprints: Vec<u64> =
            tokens::winnow(&tokens::grams(&fresh)).into_iter().collect();
        fingerprints.sort_unstable();
        let (patterns, module) = (patterns(&self.grams), patterns(&self.module));
        Sketch { language: self.language, patterns, fingerprints, broken: self.broken, module }
    }
}

/// Where the lines of a text begin.
struct Starts {
    starts: Vec<u32>,
    end: u32,
}

impl Starts {
    fn of(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        Self { starts, end: text.len() as u32 }
    }

    fn count(&self) -> usize {
        self.starts.len()
    }

    /// The number of the line that a byte is in, counted from 1.
    fn number(&self, at: u32) -> u32 {
        self.starts.partition_point(|start| *start <= at).max(1) as u32
    }

    /// The first byte of a line; behind the last line the end of the text.
    fn start(&self, line: u32) -> u32 {
        let number = line.saturating_sub(1) as usize;
        self.starts.get(number).copied().unwrap_or(self.end)
    }
}

/// A pattern of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Pattern {
    /// The hash.
    pub hash: u64,
    /// How much it says, 1 or more.
    pub weight: u16,
    /// The line of the source that it begins in, counted from 1.
    pub line: u32,
}

/// The stored form of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sketch {
    /// The language of the source: only sources in the same language are compared.
    pub language: Language,
    /// Its patterns, sorted by hash, each once.
    pub patterns: Vec<Pattern>,
    /// Its winnowed fingerprints, sorted, each once.
    pub fingerprints: Vec<u64>,
    /// Whether so much of it cannot be parsed that it is compared by its fingerprints.
    pub broken: bool,
    /// The patterns of its module, sorted by hash, each once; none where no module is known.
    pub module: Vec<Pattern>,
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

    /// Takes out what another source has: one that everybody could read.
    pub fn subtract(&mut self, given: &Self) {
        let without = |own: &mut Vec<Pattern>, given: &[Pattern]| {
            own.retain(|p| given.binary_search_by_key(&p.hash, |g| g.hash).is_err());
        };
        without(&mut self.patterns, &given.patterns);
        without(&mut self.module, &given.module);
        self.fingerprints.retain(|f| given.fingerprints.binary_search(f).is_err());
    }

    /// The weight of all its patterns.
    #[must_use]
    pub fn weight(&self) -> u64 {
        weight(&self.patterns)
    }

    /// How much of each of two sources the other one has, by their patterns.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Cover {
        let shared = shared(&self.patterns, &other.patterns);
        Cover::new(shared, self.weight() as f64, other.weight() as f64)
    }

    /// How much of each of two modules the other one has; nothing where one is not known.
    #[must_use]
    pub fn compare_modules(&self, other: &Self) -> Option<Cover> {
        let (own, others) = (weight(&self.module) as f64, weight(&other.module) as f64);
        let known = own > 0.0 && others > 0.0;
        known.then(|| Cover::of_modules(shared(&self.module, &other.module), own, others))
    }

    /// How much of each of two sources the other one has by their fingerprints: the measure for
    /// sources that cannot be parsed.
    #[must_use]
    pub fn compare_tokens(&self, other: &Self) -> Cover {
        let (own, others) = (self.fingerprints.len() as f64, other.fingerprints.len() as f64);
        let (own, others) = (own.max(LITTLE_PRINTS), others.max(LITTLE_PRINTS));
        let shared = self.fingerprints_shared(other) as f64;
        Cover { left: shared / own, right: shared / others }
    }

    fn fingerprints_shared(&self, other: &Self) -> usize {
        self.fingerprints.iter().filter(|f| other.fingerprints.binary_search(f).is_ok()).count()
    }

    /// Share of the winnowed fingerprints that two sources have in common: of the source that
    /// has fewer, 0 ..= 1.
    #[must_use]
    pub fn fingerprints_in_common(&self, other: &Self) -> f64 {
        let least = self.fingerprints.len().min(other.fingerprints.len());
        if least == 0 { 0.0 } else { self.fingerprints_shared(other) as f64 / least as f64 }
    }
}

/// The weight of patterns, all together.
pub(crate) fn weight(patterns: &[Pattern]) -> u64 {
    patterns.iter().map(|p| u64::from(p.weight)).sum()
}

/// The weight of the patterns that two lists have in common.
fn shared(own: &[Pattern], others: &[Pattern]) -> f64 {
    let (mut a, mut b) = (own.iter().peekable(), others.iter().peekable());
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
    shared as f64
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

    /// From the weight that two modules have in common and the weights of both.
    #[must_use]
    pub fn of_modules(shared: f64, left: f64, right: f64) -> Self {
        Self { left: shared / left.max(LITTLE_MODULE), right: shared / right.max(LITTLE_MODULE) }
    }

    /// The one of two that scores more.
    #[must_use]
    pub fn greater(self, other: Self) -> Self {
        if other.score() > self.score() { other } else { self }
    }

    /// The score: the mean of both shares, 0 ..= 1.
    #[must_use]
    pub fn score(self) -> f64 {
        f64::midpoint(self.left, self.right)
    }
}
