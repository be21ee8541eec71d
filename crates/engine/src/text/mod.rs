//! The kits' text files: settings are read as tokens, result files as lines; `write`
//! makes lines.

mod write;

pub use write::{Line, Page, push_int, push_real, push_rows};

use std::fmt;

/// Why a file is refused: where, what was found there and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// Line of the file, from 1; 0 when the whole file is meant.
    pub line: usize,
    /// The wrong text, shortened.
    pub found: String,
    /// The allowed values.
    pub allowed: String,
}

impl Refusal {
    /// A refusal at a line.
    pub fn new(line: usize, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { line, found: found.into(), allowed: allowed.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "found {}, but {}", self.found, self.allowed)
    }
}

/// Bytes as a short quoted word for a message.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]);
    let dots = if bytes.len() > 40 { "…" } else { "" };
    format!("`{}{dots}`", text.escape_debug())
}

#[inline]
fn is_space(byte: u8) -> bool {
    // Most bytes are none, and seen as such by one comparison.
    byte <= b' ' && matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// White-space separated tokens, read as C++ streams read them, with line numbers.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at).filter(|&&b| is_space(b)) {
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
    }

    /// The line of what was read last, from 1; at the end of the file its last line.
    #[must_use]
    pub fn line_read(&self) -> usize {
        self.line
    }

    /// The line of the next token, from 1.
    pub fn line(&mut self) -> usize {
        self.skip_space();
        self.line
    }

    /// Whether only white space is left.
    pub fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.bytes.len()
    }

    /// The next token, `None` at the end of the file.
    pub fn word(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let len = rest.iter().position(|&b| is_space(b)).unwrap_or(rest.len());
        self.at += len;
        (len > 0).then(|| &rest[..len])
    }

    /// The next byte that is not white space.
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        self.skip_space();
        let byte = self.bytes.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    /// The next so many bytes, if no white space stands between them; otherwise none is read.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        self.skip_space();
        let bytes = self.bytes[self.at..].get(..count)?;
        // All are looked at, several at a time.
        if bytes.iter().fold(false, |space, &b| space | is_space(b)) {
            return None;
        }
        self.at += count;
        Some(bytes)
    }

    /// The next token for a message; it stays unread.
    pub fn peek(&mut self) -> String {
        self.clone().word().map_or_else(|| "the end of the file".into(), quoted)
    }

    /// A literal token.
    ///
    /// # Errors
    /// When another token, or the end, stands there.
    pub fn expect(&mut self, word: &str) -> Result<(), Refusal> {
        let (line, mut before) = (self.line(), self.clone());
        if self.word() == Some(word.as_bytes()) {
            return Ok(());
        }
        Err(Refusal::new(line, before.peek(), format!("`{word}` must stand here")))
    }

    /// An integer: optional sign and digits; what follows the digits begins the next token.
    /// `None`, reading nothing, if there is no number or it does not fit 32 bits.
    pub fn int(&mut self) -> Option<i32> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let digits = rest[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
        let text = std::str::from_utf8(&rest[..sign + digits]).ok()?;
        let value = text.parse().ok()?;
        self.at += sign + digits;
        Some(value)
    }

    /// A real in decimal: optional sign, digits with at most one point, optional exponent; what
    /// follows begins the next token. `None` if there is no number or it is too large.
    pub fn real(&mut self) -> Option<f64> {
        self.skip_space();
        let rest = &self.bytes[self.at..];
        let digits = |from: usize| {
            rest.get(from..).unwrap_or(&[]).iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let sign = |at: usize| usize::from(matches!(rest.get(at), Some(b'+' | b'-')));
        let mut end = sign(0);
        end += digits(end);
        if rest.get(end) == Some(&b'.') {
            end += 1 + digits(end + 1);
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            end += 1 + sign(end + 1);
            end += digits(end);
        }
        let text = std::str::from_utf8(&rest[..end]).ok()?;
        let value: f64 = text.parse().ok()?;
        value.is_finite().then(|| {
            self.at += end;
            value
        })
    }

    /// A keyword and its integer within `low ..= high`.
    ///
    /// # Errors
    /// When the keyword differs, the number cannot be read, or lies outside the range.
    pub fn setting(&mut self, keyword: &str, low: i32, high: i32) -> Result<i32, Refusal> {
        self.expect(keyword)?;
        let (line, mut before) = (self.line(), self.clone());
        let allowed = || match (low, high) {
            (l, h) if l == h => format!("`{keyword}` must be {l}"),
            (l, i32::MAX) => format!("`{keyword}` needs a whole number from {l} up"),
            (l, h) => format!("`{keyword}` needs a whole number from {l} to {h}"),
        };
        self.int()
            .filter(|v| (low..=high).contains(v))
            .ok_or_else(|| Refusal::new(line, before.peek(), allowed()))
    }
}

/// The lines of a result file, with or without Windows line ends.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a text.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 0 }
    }

    /// The number of the line read last, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.line
    }

    /// Whether nothing but white space is left.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.bytes[self.at..].iter().all(|&b| is_space(b))
    }

    /// The next line without its end; `None` at the end of the file or when the last line has
    /// no end (then it may be cut short, and nobody should trust it).
    pub fn line(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let len = rest.iter().position(|&b| b == b'\n')?;
        self.at += len + 1;
        self.line += 1;
        let line = &rest[..len];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next line, which must be there.
    ///
    /// # Errors
    /// When the file ends.
    pub fn need(&mut self, what: &str) -> Result<&'a [u8], Refusal> {
        let number = self.line + 1;
        self.line().ok_or_else(|| {
            Refusal::new(number, "the end of the file", format!("{what} must stand here"))
        })
    }

    /// The next line, which must have this text.
    ///
    /// # Errors
    /// When it has another, or the file ends.
    pub fn expect(&mut self, text: &str) -> Result<(), Refusal> {
        let what = if text.is_empty() { "an empty line".into() } else { format!("`{text}`") };
        let found = self.need(&what)?;
        if found == text.as_bytes() {
            return Ok(());
        }
        Err(Refusal::new(self.line, quoted(found), format!("{what} must stand here")))
    }

    /// A refusal at the line read last.
    pub fn refuse(&self, found: &[u8], allowed: impl Into<String>) -> Refusal {
        Refusal::new(self.line, quoted(found), allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_cpp_streams_end_them() {
        let mut tokens = Tokens::new(b" +5.5 \n99999999999 -3");
        assert_eq!(tokens.int(), Some(5));
        assert_eq!(tokens.word(), Some(&b".5"[..]));
        assert_eq!(tokens.int(), None);
        assert_eq!((tokens.line(), tokens.word()), (2, Some(&b"99999999999"[..])));
        assert_eq!((tokens.int(), tokens.int(), tokens.at_end()), (Some(-3), None, true));
    }

    #[test]
    fn reals_end_where_cpp_streams_end_them() {
        let mut tokens = Tokens::new(b"12.5 -3 1e7FIXED .5x 7. 1e999");
        let three = (tokens.real(), tokens.real(), tokens.real());
        assert_eq!(three, (Some(12.5), Some(-3.0), Some(1e7)));
        assert_eq!(tokens.word(), Some(&b"FIXED"[..]));
        assert_eq!((tokens.real(), tokens.real()), (Some(0.5), None));
        assert_eq!(tokens.word(), Some(&b"x"[..]));
        assert_eq!((tokens.real(), tokens.real()), (Some(7.0), None));
        for none in ["", "e5", "-", ".", "1e", "inf", "nan"] {
            assert_eq!(Tokens::new(none.as_bytes()).real(), None, "{none}");
        }
    }

    #[test]
    fn a_refusal_says_where_what_and_what_instead() {
        let refusal = Tokens::new(b"\nrows 7").setting("rows", 20, i32::MAX).unwrap_err();
        let message = refusal.to_string();
        assert_eq!(message, "line 2: found `7`, but `rows` needs a whole number from 20 up");
    }

    #[test]
    fn windows_line_ends_do_not_matter_and_a_cut_line_does_not_count() {
        let mut lines = Lines::new(b"one\r\ntwo\nthr");
        assert_eq!((lines.line(), lines.line()), (Some(&b"one"[..]), Some(&b"two"[..])));
        assert_eq!((lines.line(), lines.number(), lines.at_end()), (None, 2, false));
    }
}
