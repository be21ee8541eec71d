//! Checks the text before the compiler: it refuses code that reaches beyond the one file of a
//! player, with the reason, and finds a missing `player!`.

use super::sdk::RustSdk;
use crate::diagnostics::{Diagnostic, Report, Severity};
use crate::lines::{Lines, clip};
use crate::source::Source;

/// One piece of code: a word, or a single sign. Comments, texts and blanks are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its characters.
    pub text: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// Whether it stands in an attribute, `#[…]` or `#![…]`.
    pub attribute: bool,
}

/// Macros that read what is not the player's.
const READING: [&str; 5] = ["include", "include_str", "include_bytes", "env", "option_env"];

/// Notes what is to be refused, and what no compiler notices.
pub(super) fn refuse(sdk: &RustSdk, source: &Source, report: &mut Report) {
    let text = String::from_utf8_lossy(&source.text);
    let (tokens, lines) = (tokens(&text), Lines::of(&text));
    let mut complain = |severity, at: Option<&Token<'_>>, message: &str, hint: &str| {
        let (line, column) = at.map_or((0, 0), |token| (token.line, token.column));
        report.note(severity, || Diagnostic {
            severity,
            file: source.file.clone(),
            line,
            column,
            message: message.to_string(),
            source: lines.quote(line, column),
            notes: Vec::new(),
            hint: Some(hint.to_string()),
        });
    };
    for (k, token) in tokens.iter().enumerate() {
        let next = |n: usize| tokens.get(k + n).map_or("", |t| t.text);
        if let Some((message, hint)) = suspect(token, next) {
            complain(Severity::Error, Some(token), message, hint);
        }
    }
    if !tokens.windows(2).any(|two| two[0].text == "player" && two[1].text == "!") {
        let hint = format!("end the file with `player!({});`", source.name);
        complain(Severity::Error, None, "no player is registered", &hint);
        let uses = tokens.windows(4).any(|w| w[0].text == "palestra" && w[1].text == ":");
        if !uses {
            let hint = format!("begin the file with `use palestra::{}::*;`", sdk.module());
            let message = format!("this is not a player of {}", sdk.title());
            complain(Severity::Error, None, &message, &hint);
        }
    }
    if let Some(token) = other_name(&tokens, &source.name) {
        let named = clip(token.text, 80);
        let message = format!("the player is called `{named}`, but its file `{}`", source.file);
        let hint = format!("call its type `{}`, or rename the file", source.name);
        complain(Severity::Warning, Some(token), &message, &hint);
    }
}

/// The type in `player!(Type);` when it is not called as the file says.
fn other_name<'t, 'a>(tokens: &'t [Token<'a>], name: &str) -> Option<&'t Token<'a>> {
    let words = tokens.windows(5).find(|w| w[0].text == "player" && w[1].text == "!")?;
    let plain = words[2].text == "(" && words[4].text == ")" && words[3].text != name;
    plain.then_some(&words[3])
}

fn suspect<'a>(
    token: &Token<'_>,
    next: impl Fn(usize) -> &'a str,
) -> Option<(&'static str, &'static str)> {
    const ONE_FILE: &str = "a player is one file: put everything into it";
    const HINT_NONE: &str = "remove this";
    let word = token.text;
    match word {
        _ if READING.contains(&word) && next(1) == "!" => Some((
            "players cannot read files or environment variables while they compile",
            HINT_NONE,
        )),
        "include_str" | "include_bytes" | "option_env" => {
            Some(("players cannot read files while they compile", HINT_NONE))
        }
        "mod" if next(2) == ";" => Some(("players cannot have modules in other files", ONE_FILE)),
        "path" if token.attribute && next(1) == "=" => {
            Some(("players cannot use the paths of files", ONE_FILE))
        }
        "extern" if next(1) == "crate" => {
            let known = ["std", "core", "alloc", "palestra", "self"].contains(&next(2));
            let hint = "players have the standard library and the crate `palestra`, no other";
            (!known).then_some(("players cannot use other crates", hint))
        }
        "feature" if token.attribute && next(1) == "(" => {
            Some(("players cannot use unstable features", "players are compiled as stable Rust"))
        }
        "crate_type" | "proc_macro" if token.attribute => {
            Some(("players cannot choose another type of crate", HINT_NONE))
        }
        _ => None,
    }
}

/// Cuts a text into words and signs. It follows Rust closely enough for what is looked for; what
/// it misreads, the confinement of the compiler still holds.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let (mut at, mut line, mut column) = (0, 1, 1);
    while at < bytes.len() {
        let end = at
            + match bytes[at] {
                b'/' if bytes[at..].starts_with(b"//") => length_until(&bytes[at..], b"\n"),
                b'/' if bytes[at..].starts_with(b"/*") => comment(&bytes[at..]),
                b'"' => quoted(&bytes[at..], b'"'),
                b'r' | b'b' | b'c' if raw(&bytes[at..]).is_some() => raw(&bytes[at..]).unwrap_or(1),
                b'\'' => character(&bytes[at..]),
                c if is_word(c) => bytes[at..].iter().take_while(|c| is_word(**c)).count(),
                _ => 1,
            };
        let end = end.min(bytes.len());
        let piece = &bytes[at..end];
        let first = bytes[at];
        let skipped = first.is_ascii_whitespace()
            || piece.starts_with(b"//")
            || piece.starts_with(b"/*")
            || piece.len() > 1 && !is_word(first)
            || first == b'"'
            || piece.ends_with(b"\"")
            || piece.ends_with(b"#") && piece.len() > 1;
        if let (false, Some(word)) = (skipped, text.get(at..end)) {
            tokens.push(Token { text: word, line, column, attribute: false });
        }
        line += piece.iter().filter(|c| **c == b'\n').count();
        // A character begins with a byte that does not continue another one.
        let characters = |bytes: &[u8]| bytes.iter().filter(|c| **c & 0xC0 != 0x80).count();
        column = match piece.iter().rposition(|c| *c == b'\n') {
            Some(newline) => 1 + characters(&piece[newline + 1..]),
            None => column + characters(piece),
        };
        at = end;
    }
    mark_attributes(&mut tokens);
    tokens
}

/// Marks what stands between the brackets of `#[…]` and `#![…]`.
fn mark_attributes(tokens: &mut [Token<'_>]) {
    let (mut before, mut depth) = (["", ""], 0_usize);
    for token in tokens {
        let begins = before[1] == "#" || before == ["#", "!"];
        match token.text {
            "[" if depth > 0 || begins => depth += 1,
            "]" => depth = depth.saturating_sub(1),
            _ => token.attribute = depth > 0,
        }
        before = [before[1], token.text];
    }
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80
}

fn length_until(bytes: &[u8], end: &[u8]) -> usize {
    bytes.windows(end.len()).position(|w| w == end).unwrap_or(bytes.len())
}

/// The length of a comment, which may hold others.
fn comment(bytes: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    at
}

fn quoted(bytes: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            c if c == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The length of `r"…"`, `br#"…"#`, `b"…"` and their like; `None` for a word that merely begins so.
fn raw(bytes: &[u8]) -> Option<usize> {
    let prefix = bytes.iter().take_while(|c| matches!(c, b'r' | b'b' | b'c')).count();
    let rest = &bytes[prefix.min(2)..];
    if !bytes[..prefix.min(2)].contains(&b'r') {
        return rest.starts_with(b"\"").then(|| prefix.min(2) + quoted(rest, b'"'));
    }
    let hashes = rest.iter().take_while(|c| **c == b'#').count();
    if rest.get(hashes) != Some(&b'"') {
        return None;
    }
    let end: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    let body = &rest[hashes + 1..];
    Some(prefix.min(2) + hashes + 1 + length_until(body, &end) + end.len())
}

/// The length of a character, or 1 for the mark of a lifetime.
fn character(bytes: &[u8]) -> usize {
    match bytes.get(1) {
        Some(b'\\') => quoted(bytes, b'\''),
        Some(_) => {
            let end = bytes.iter().skip(1).take(5).position(|c| *c == b'\'');
            // 'a' is a character, 'a in <'a, 'b> is not.
            match end {
                Some(len)
                    if len > 0
                        && std::str::from_utf8(&bytes[1..=len])
                            .is_ok_and(|s| s.chars().count() == 1) =>
                {
                    len + 2
                }
                _ => 1,
            }
        }
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).iter().map(|t| t.text.to_string()).collect()
    }

    #[test]
    fn comments_and_texts_are_no_code() {
        let text = "a // b\n/* c /* d */ e */ f \"g \\\" h\" r#\"i \" j\"# b\"k\" 'l' '\\'' m<'n>";
        assert_eq!(words(text), ["a", "f", "m", "<", "'", "n", ">"]);
    }

    #[test]
    fn lines_are_counted_inside_comments_and_texts() {
        let text = "/*\n*/\"\n\\\n\"\nword";
        assert_eq!(tokens(text).last().map(|t| t.line), Some(5));
    }

    #[test]
    fn columns_count_characters_and_attributes_are_told_from_code() {
        let found = |word: &str| {
            let text = "#![a(é = [b])] c\n  /* ü\n é */ #[d] fn e[f] # g [h]";
            let all = tokens(text);
            let token = all.iter().find(|t| t.text == word).copied();
            token.map(|t| (t.line, t.column, t.attribute))
        };
        assert_eq!(found("a"), Some((1, 4, true)));
        assert_eq!(found("b"), Some((1, 11, true)));
        assert_eq!(found("c"), Some((1, 16, false)));
        assert_eq!(found("d"), Some((3, 9, true)));
        assert_eq!(found("f"), Some((3, 17, false)));
        assert_eq!(found("h"), Some((3, 25, false)));
    }

    #[test]
    fn words_that_begin_like_texts_are_words() {
        assert_eq!(words("break bracket r rb cr b"), ["break", "bracket", "r", "rb", "cr", "b"]);
        assert_eq!(words("r#type"), ["r", "#", "type"]);
    }
}
