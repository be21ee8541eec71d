//! The normalised tokens of a source, their winnowed fingerprints, and the fragments that two
//! sources have in common, for people to look at.

use crate::expand::Expanded;
use crate::lex::{self, Kind, Spellings};
use crate::normal::{hash, mix};
use crate::source::Language;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::OnceLock;

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
    /// The hash: own names, literals and types are all alike.
    pub hash: u64,
    /// First byte.
    pub start: u32,
    /// One behind the last byte.
    pub end: u32,
}

/// The same sequence of tokens in two sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fragment {
    /// Bytes of the first source, first and one behind the last.
    pub left: (u32, u32),
    /// Bytes of the second source.
    pub right: (u32, u32),
    /// Its length.
    pub tokens: usize,
}

/// Types that a copier exchanges without a thought.
const TYPES: [&str; 33] = [
    "auto", "bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned",
    "void", "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
    "uint64_t", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "isize", "usize", "f32",
    "f64", "str",
];
/// Words and signs that say nothing.
const SILENT: [&str; 14] =
    [";", ",", "{", "}", "(", ")", "std", "::", "const", "let", "mut", "typename", "#", "inline"];
/// Keywords of both languages that the games' own sources may lack.
const KEYWORDS: [&str; 36] = [
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "struct",
    "class",
    "enum",
    "union",
    "public",
    "private",
    "protected",
    "virtual",
    "template",
    "this",
    "new",
    "delete",
    "operator",
    "throw",
    "try",
    "catch",
    "fn",
    "match",
    "loop",
    "in",
    "impl",
    "self",
    "as",
    "using",
];

/// Words and signs of scripts that say nothing.
const SILENT_SCRIPT: [&str; 11] =
    [";", ",", "{", "}", "(", ")", ":", "const", "let", "var", "function"];
/// Keywords of JavaScript and Python.
const KEYWORDS_SCRIPT: [&str; 33] = [
    "if", "else", "elif", "for", "while", "do", "switch", "case", "default", "break", "continue",
    "return", "class", "this", "self", "new", "delete", "throw", "raise", "try", "catch", "except",
    "finally", "in", "of", "is", "def", "lambda", "pass", "with", "yield", "global", "range",
];

/// Shorter words are as likely names of an author's own.
const NAME_MIN: usize = 4;

/// The words that every player of a game may use: keywords, and what the games' headers say.
/// All other words are names that an author invented. This is known without parsing, so that
/// sources that cannot be parsed have the same tokens as those that can.
fn vocabulary(scripts: bool) -> &'static HashSet<String> {
    static ALL: [OnceLock<HashSet<String>>; 2] = [const { OnceLock::new() }; 2];
    ALL[usize::from(scripts)].get_or_init(|| {
        let keywords: &[&str] = if scripts { &KEYWORDS_SCRIPT } else { &KEYWORDS };
        let headers: &[&str] = if scripts { &[".js", ".py"] } else { &[".hh", ".cc", ".rs"] };
        let mut all: HashSet<String> = keywords.iter().map(ToString::to_string).collect();
        let files = games::ALL.iter().flat_map(|game| game.facts().sdk);
        let fits = |path: &str| headers.iter().any(|ending| path.ends_with(ending));
        for (path, text) in files.filter(|(path, _)| !path.starts_with("AI") && fits(path)) {
            let mut spellings = Spellings::default();
            for lexeme in lex::of(text, Language::of(Path::new(path)), &mut spellings) {
                let word = spellings.word(lexeme.word);
                if lexeme.kind == Kind::Word && word.len() >= NAME_MIN {
                    all.insert(word.to_owned());
                }
            }
        }
        all
    })
}

/// The tokens of a source; punctuation that says nothing is left out.
pub(crate) fn of(expanded: &Expanded, language: Language) -> Vec<Token> {
    let vocabulary = vocabulary(language.is_script());
    let silent: &[&str] = if language.is_script() { &SILENT_SCRIPT } else { &SILENT };
    let mut tokens = Vec::with_capacity(expanded.places.len());
    for place in &expanded.places {
        let word = &expanded.text[place.at.0 as usize..place.at.1 as usize];
        let what = match word {
            _ if matches!(place.kind, Kind::Number | Kind::Text) => "0",
            "true" | "false" | "nullptr" | "NULL" => "0",
            "True" | "False" | "None" | "null" | "undefined" if language.is_script() => "0",
            _ if silent.contains(&word) => continue,
            "and" => "&&",
            "or" => "||",
            "not" => "!",
            _ if place.kind == Kind::Sign => word,
            _ if TYPES.contains(&word) => "T",
            _ if !vocabulary.contains(word) => "V",
            _ => word,
        };
        let (start, end) = place.from;
        tokens.push(Token { hash: hash(what.as_bytes()), start, end });
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
            left: span(&left[l..l + length]),
            right: span(&right[r..r + length]),
            tokens: length,
        });
    }
    found.sort_by_key(|f| (std::cmp::Reverse(f.tokens), f.left));
    found
}

/// Where a run of tokens stands. Arguments of macros may stand in another order than their places.
fn span(tokens: &[Token]) -> (u32, u32) {
    let first = tokens.iter().map(|t| t.start).min().unwrap_or(0);
    (first, tokens.iter().map(|t| t.end).max().unwrap_or(first))
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
