//! Splits a text into words and signs, without a grammar, like the preprocessor of a compiler.
//!
//! Lines that a backslash joins are one line, digraphs are the signs that they stand for, and
//! comments are gone. Each lexeme keeps its place in the text.

use crate::source::Language;
use std::collections::HashMap;

/// The kind of a lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a keyword.
    Word,
    Number,
    /// A string or a character.
    Text,
    /// Punctuation.
    Sign,
}

/// A word or sign of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub kind: Kind,
    /// Its spelling, as a number of [`Spellings`].
    pub word: u32,
    /// Its place in the text: first byte and one behind the last.
    pub from: (u32, u32),
    /// Whether it is the first of its line.
    pub first: bool,
    /// Whether it touches the lexeme before it.
    pub touches: bool,
}

/// Spellings by number, each once.
#[derive(Default)]
pub(crate) struct Spellings {
    all: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Spellings {
    /// The number of a spelling.
    pub(crate) fn number(&mut self, word: &str) -> u32 {
        if let Some(known) = self.numbers.get(word) {
            return *known;
        }
        let next = self.all.len() as u32;
        self.all.push(word.to_owned());
        self.numbers.insert(word.to_owned(), next);
        next
    }

    /// The spelling with a number.
    pub(crate) fn word(&self, number: u32) -> &str {
        &self.all[number as usize]
    }
}

/// Punctuation of several characters, longest first.
const SIGNS: [&str; 37] = [
    "<<=", ">>=", "<=>", "...", "->*", "..=", "%:%:", "::", "->", "=>", "++", "--", "<<", ">>",
    "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", ".*",
    "..", "<%", "%>", "<:", ":>", "%:", "?:",
];

/// The meaning of digraphs.
fn plain(sign: &str) -> &str {
    match sign {
        "<%" => "{",
        "%>" => "}",
        "<:" => "[",
        ":>" => "]",
        "%:" => "#",
        "%:%:" => "##",
        other => other,
    }
}

/// The lexemes of a text.
pub(crate) fn of(text: &str, language: Language, spellings: &mut Spellings) -> Vec<Lexeme> {
    let joined = Joined::of(text, language);
    let bytes = joined.text.as_bytes();
    let mut all = Vec::new();
    let (mut at, mut first, mut touches) = (0, true, false);
    while at < bytes.len() {
        let rest = &bytes[at..];
        if let Some(blank) = blank(rest, language) {
            first |= rest[0] == b'\n' || (rest[0] == b'/' && rest[..blank].contains(&b'\n'));
            at += blank;
            touches = false;
            continue;
        }
        let (kind, length) = lexeme(rest, language);
        let length = whole(&joined.text, at, length);
        let spelling = &joined.text[at..at + length];
        let spelling = if kind == Kind::Sign { plain(spelling) } else { spelling };
        let from = (joined.place(at), joined.place(at + length - 1) + 1);
        all.push(Lexeme { kind, word: spellings.number(spelling), from, first, touches });
        at += length;
        (first, touches) = (false, true);
    }
    all
}

/// The length of white space or of a comment at the beginning of a text.
fn blank(rest: &[u8], language: Language) -> Option<usize> {
    match rest {
        [b, ..] if b.is_ascii_whitespace() => Some(1),
        [b'#', ..] if language == Language::Python => Some(line(rest)),
        [b'\\', b'\n', ..] if language == Language::Python => Some(2),
        [b'\\', b'\r', b'\n', ..] if language == Language::Python => Some(3),
        _ if language == Language::Python => None,
        [b'/', b'/', ..] => Some(line(rest)),
        [b'/', b'*', ..] => Some(comment(rest, language)),
        _ => None,
    }
}

/// The length of the rest of a line.
fn line(rest: &[u8]) -> usize {
    rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
}

/// The length of a comment in `/*`; in Rust such comments nest.
fn comment(rest: &[u8], language: Language) -> usize {
    let (mut depth, mut at) = (1, 2);
    while at < rest.len() {
        match rest[at..] {
            [b'*', b'/', ..] if depth == 1 => return at + 2,
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            [b'/', b'*', ..] if language == Language::Rust => (depth, at) = (depth + 1, at + 2),
            _ => at += 1,
        }
    }
    rest.len()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Kind and length of the lexeme at the beginning of a text that is not blank.
fn lexeme(rest: &[u8], language: Language) -> (Kind, usize) {
    let run = rest.iter().take_while(|b| is_word(**b)).count();
    match rest[0] {
        quote @ (b'"' | b'\'') if language == Language::Python => {
            (Kind::Text, python_string(rest, quote))
        }
        b'`' if language == Language::Js => (Kind::Text, template(rest)),
        b'"' => (Kind::Text, suffixed(rest, quoted(rest, b'"'))),
        b'\'' if language == Language::Rust => lifetime(rest),
        b'\'' => (Kind::Text, suffixed(rest, quoted(rest, b'\''))),
        b'0'..=b'9' => (Kind::Number, number(rest, language)),
        b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => {
            (Kind::Number, 1 + number(&rest[1..], language))
        }
        _ if run > 0 => match prefixed(rest, run, language) {
            Some(length) => (Kind::Text, suffixed(rest, length)),
            None => (Kind::Word, run),
        },
        _ => {
            let sign = SIGNS.iter().find(|s| rest.starts_with(s.as_bytes()));
            (Kind::Sign, sign.map_or(1, |s| s.len()))
        }
    }
}

/// The length of a number, with separators, points, exponents and suffixes.
fn number(rest: &[u8], language: Language) -> usize {
    let mut at = 0;
    while let Some(byte) = rest.get(at) {
        let sign = matches!(byte, b'+' | b'-') && at > 0;
        let exponent = sign && matches!(rest[at - 1], b'e' | b'E' | b'p' | b'P');
        let hexadecimal = rest.starts_with(b"0x") || rest.starts_with(b"0X");
        let exponent = exponent && (!hexadecimal || matches!(rest[at - 1], b'p' | b'P'));
        let separator = *byte == b'\'' && language == Language::Cpp;
        let separator = separator && rest.get(at + 1).is_some_and(u8::is_ascii_hexdigit);
        // 0..9 and 1.max(2) in Rust are no numbers with two points.
        let point = *byte == b'.'
            && (language == Language::Cpp || rest.get(at + 1).is_some_and(u8::is_ascii_digit));
        if !(is_word(*byte) || exponent || separator || point) {
            break;
        }
        at += 1;
    }
    at.max(1)
}

/// The length of a string up to its closing quote, or to the end of the line.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a string in Python, which three quotes let go on over lines.
fn python_string(rest: &[u8], quote: u8) -> usize {
    let three = [quote; 3];
    if !rest.starts_with(&three) {
        return quoted(rest, quote).min(rest.len());
    }
    let mut at = 3;
    while at < rest.len() {
        match rest[at..] {
            [b'\\', ..] => at += 2,
            [a, b, c, ..] if [a, b, c] == three => return at + 3,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a string in JavaScript that goes on over lines. Expressions inside belong to it.
fn template(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'`' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// `'a` is a lifetime in Rust, `'a'` a character.
fn lifetime(rest: &[u8]) -> (Kind, usize) {
    let run = rest[1..].iter().take_while(|b| is_word(**b)).count();
    match rest.get(1 + run) {
        Some(b'\'') => (Kind::Text, run + 2),
        _ if run > 0 => (Kind::Word, run + 1),
        _ => (Kind::Text, quoted(rest, b'\'')),
    }
}

/// The length of a string with a prefix of so many letters, where it is one.
fn prefixed(rest: &[u8], run: usize, language: Language) -> Option<usize> {
    let (prefix, behind) = (&rest[..run], &rest[run..]);
    if language == Language::Python {
        let known = run <= 2 && prefix.iter().all(|b| b"rRbBfFuU".contains(b));
        let quote = *behind.first().filter(|b| known && matches!(b, b'"' | b'\''))?;
        return Some(run + python_string(behind, quote));
    }
    let raw = match language {
        Language::Cpp => matches!(prefix, b"R" | b"LR" | b"uR" | b"UR" | b"u8R"),
        Language::Rust => matches!(prefix, b"r" | b"br" | b"cr"),
        Language::Js | Language::Python => false,
    };
    let plain =
        language != Language::Js && matches!(prefix, b"L" | b"u" | b"U" | b"u8" | b"b" | b"c");
    match behind.first() {
        Some(b'"') if raw && language == Language::Cpp => Some(run + raw_string(behind)),
        Some(b'"' | b'#') if raw => hashed(behind).map(|length| run + length),
        Some(quote @ (b'"' | b'\'')) if plain => Some(run + quoted(behind, *quote)),
        _ => None,
    }
}

/// The length of `"tag(…)tag"`.
fn raw_string(rest: &[u8]) -> usize {
    let tag = rest[1..].iter().take(17).position(|b| *b == b'(');
    let Some(tag) = tag.map(|length| &rest[1..=length]) else { return quoted(rest, b'"') };
    let end = [b")", tag, b"\""].concat();
    let found = rest.windows(end.len()).position(|w| w == end);
    found.map_or(rest.len(), |at| at + end.len())
}

/// The length of `##"…"##`.
fn hashed(rest: &[u8]) -> Option<usize> {
    let hashes = rest.iter().take_while(|b| **b == b'#').count().min(255);
    if rest.get(hashes) != Some(&b'"') {
        return None;
    }
    let end = [b"\"", &rest[..hashes]].concat();
    let found = rest[hashes + 1..].windows(end.len()).position(|w| w == end);
    Some(found.map_or(rest.len(), |at| hashes + 1 + at + end.len()))
}

/// The length of a string with the suffix of a literal that its author defined.
fn suffixed(rest: &[u8], length: usize) -> usize {
    let length = length.min(rest.len());
    length + rest[length..].iter().take_while(|b| is_word(**b)).count()
}

/// A length that ends between two characters.
fn whole(text: &str, at: usize, length: usize) -> usize {
    let mut end = (at + length).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    end - at
}

/// A text whose lines that end in a backslash are joined with the next ones.
struct Joined {
    text: String,
    /// Where bytes were left out: the place behind it, and how many there were until then.
    cuts: Vec<(u32, u32)>,
}

impl Joined {
    fn of(text: &str, language: Language) -> Self {
        let (mut out, mut cuts) = (String::with_capacity(text.len()), Vec::new());
        let (mut done, mut cut) = (0, 0);
        for (at, _) in text.match_indices('\\').filter(|_| language == Language::Cpp) {
            let length = match text.as_bytes()[at + 1..] {
                [b'\n', ..] => 2,
                [b'\r', b'\n', ..] => 3,
                _ => continue,
            };
            out.push_str(&text[done..at]);
            done = at + length;
            cut += length as u32;
            cuts.push((out.len() as u32, cut));
        }
        out.push_str(&text[done..]);
        Self { text: out, cuts }
    }

    /// Where a byte stands in the text that it is from.
    fn place(&self, at: usize) -> u32 {
        let at = at as u32;
        let before = self.cuts.partition_point(|(behind, _)| *behind <= at);
        at + before.checked_sub(1).map_or(0, |k| self.cuts[k].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, language: Language) -> Vec<String> {
        let mut spellings = Spellings::default();
        let all = of(text, language, &mut spellings);
        all.iter().map(|l| spellings.word(l.word).to_owned()).collect()
    }

    #[test]
    fn lexemes_are_those_of_the_language() {
        let found = words("a<<=b->c; // d\n\"e\\\"f\"s 1'000.5e-3 R\"x(\")x\" 'g'", Language::Cpp);
        let expected =
            ["a", "<<=", "b", "->", "c", ";", "\"e\\\"f\"s", "1'000.5e-3", "R\"x(\")x\"", "'g'"];
        assert_eq!(found, expected);
        let found = words("&'a str; 'b' 0..9 1.max r#\"q\"# /* /* */ */ =>", Language::Rust);
        let expected =
            ["&", "'a", "str", ";", "'b'", "0", "..", "9", "1", ".", "max", "r#\"q\"#", "=>"];
        assert_eq!(found, expected);
    }

    #[test]
    fn lexemes_of_scripts_are_those_of_their_language() {
        let found =
            words("a = rb'x' // 2 # b\n\"\"\"c\n'd\"\"\" \\\n e f\"{g}\"", Language::Python);
        let expected = ["a", "=", "rb'x'", "/", "/", "2", "\"\"\"c\n'd\"\"\"", "e", "f\"{g}\""];
        assert_eq!(found, expected);
        let found = words("a => `b${c}\n\\`d` /* e */ === f // g\n?? 'h'", Language::Js);
        let expected = ["a", "=>", "`b${c}\n\\`d`", "==", "=", "f", "?", "?", "'h'"];
        assert_eq!(found, expected);
    }

    #[test]
    fn joined_lines_and_digraphs_keep_their_places() {
        let text = "i\\\nnt <% x\\\r\n; %>";
        let mut spellings = Spellings::default();
        let all = of(text, Language::Cpp, &mut spellings);
        let found: Vec<_> = all.iter().map(|l| (spellings.word(l.word), l.from)).collect();
        let expected =
            [("int", (0, 5)), ("{", (6, 8)), ("x", (9, 10)), (";", (13, 14)), ("}", (15, 17))];
        assert_eq!(found, expected);
    }
}
